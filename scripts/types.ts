// Type-checks every project of the repository, one a core: the compiler's own threads would each find out anew
// what the others know.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** The longest ones first. */
const projects = [
  'packages/server/tsconfig.json',
  'e2e/tsconfig.json',
  'packages/engine/tsconfig.platform.json',
  'packages/web/tsconfig.json',
  // The two files that import the engine, whose numeric code has looser rules for indices.
  'packages/server/tsconfig.film.json',
  'packages/engine/tsconfig.json',
  'packages/contract/tsconfig.json',
].filter((project) => {
  const folder = dirname(project);
  return existsSync(project) && (folder === 'e2e' || existsSync(join(folder, 'src')));
});

const waiting = [...projects];
const results = await Promise.all(Array.from({ length: availableParallelism() }, checkWaiting));
process.exit(results.every(Boolean) ? 0 : 1);

/** Whether all went well that this one took from the list. */
async function checkWaiting(): Promise<boolean> {
  let isFine = true;
  for (let project = waiting.shift(); project; project = waiting.shift()) {
    isFine = (await check(project)) && isFine;
  }
  return isFine;
}

async function check(project: string): Promise<boolean> {
  const compiler = 'node_modules/typescript/bin/tsc';
  const child = spawn(process.execPath, [compiler, '-p', project, '--singleThreaded'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // It is over before its memory is worth cleaning up: half a gigabyte at most.
    env: { ...process.env, GOGC: 'off' },
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}
