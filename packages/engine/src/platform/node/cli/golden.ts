import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './arguments.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run golden
  Draws the golden frames anew and stores them; look at them before you commit them.`;

await runCommand(USAGE, async (args, signal) => {
  if (args.length > 0) throw new UsageError(`Nothing is known of ${args[0]}.`);
  const { drawGoldenStrip, GOLDEN_SAMPLES, goldenPath, writeStrip } = await import(
    '../golden-strip.ts'
  );
  const { createNodeModelRuntime } = await import('../model-runtime.ts');
  const runtime = await createNodeModelRuntime();
  for (const sample of GOLDEN_SAMPLES) {
    const path = goldenPath(sample);
    await mkdir(dirname(path), { recursive: true });
    await writeStrip(path, await drawGoldenStrip(sample, runtime, signal));
    process.stdout.write(`${path}\n`);
  }
});
