// Type-checks every project of the repository, one after another.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const projects = [
  'packages/engine/tsconfig.json',
  'packages/engine/tsconfig.platform.json',
  'packages/contract/tsconfig.json',
  'packages/server/tsconfig.json',
  // The two files that import the engine, whose numeric code has looser rules for indices.
  'packages/server/tsconfig.film.json',
  'packages/web/tsconfig.json',
  'e2e/tsconfig.json',
].filter((project) => {
  const folder = dirname(project);
  return existsSync(project) && (folder === 'e2e' || existsSync(join(folder, 'src')));
});

let failed = false;
for (const project of projects) {
  const done = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
  if (done.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
