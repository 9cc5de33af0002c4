// Runs the commands of the engine one after another in one process, for tests that are not about a process of
// their own: models and machine code are warm from the second one on, which then costs a fifth.
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/platform/node/cli');
let runs = 0;

interface Order {
  readonly command: string;
  readonly args: readonly string[];
}

process.on('message', async ({ command, args }: Order) => {
  const said = { stdout: '', stderr: '' };
  const { argv, stdout, stderr } = process;
  const writers = { stdout: stdout.write, stderr: stderr.write };
  const listen = (name: 'stdout' | 'stderr') => (text: unknown) => {
    said[name] += String(text);
    return true;
  };
  process.argv = [process.execPath, join(FOLDER, `${command}.ts`), ...args];
  process.exitCode = undefined;
  stdout.write = listen('stdout');
  stderr.write = listen('stderr');
  runs += 1;
  // Another address, so that what runs when it is loaded runs again.
  await import(`${FOLDER}/${command}.ts?run=${runs}`);
  const status = process.exitCode ?? 0;
  process.removeAllListeners('SIGINT');
  process.argv = argv;
  stdout.write = writers.stdout;
  stderr.write = writers.stderr;
  process.exitCode = undefined;
  process.send?.({ status, ...said });
});
process.on('disconnect', () => process.exit(0));
