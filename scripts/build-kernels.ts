// Compiles packages/engine/kernels/assembly to packages/engine/kernels/build/kernels.wasm.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'packages', 'engine', 'kernels');
mkdirSync(join(folder, 'build'), { recursive: true });
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js'),
    join(folder, 'assembly', 'index.ts'),
    '--outFile',
    join(folder, 'build', 'kernels.wasm'),
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'simd',
  ],
  { stdio: 'inherit' },
);
process.exit(done.status ?? 1);
