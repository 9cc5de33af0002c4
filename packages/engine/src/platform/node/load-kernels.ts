import './without-maglev.ts';
import { readFile } from 'node:fs/promises';
import type { CreateKernels } from '../../render/kernels/kernels.ts';
import { createTypeScriptKernels } from '../../render/kernels/kernels-reference.ts';
import { createWasmKernels, type KernelExports } from '../../render/kernels/kernels-wasm.ts';
import { once } from './once.ts';

const KERNELS_WASM = new URL('../../../kernels/build/kernels.wasm', import.meta.url);

/**
 * The fastest kernels of this machine: WASM SIMD, or their TypeScript twin where the processor
 * or the engine has no SIMD. Compiled once in a process.
 * @throws Error when the kernels were not built (`npm run build`), or by an older version; when
 * they cannot be read.
 */
export const loadKernels: () => Promise<CreateKernels> = once(compileKernels);

async function compileKernels(): Promise<CreateKernels> {
  const bytes = await readFile(KERNELS_WASM).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error('The pixel kernels are not built yet. Run `npm run build` once.', { cause });
  });
  if (!WebAssembly.validate(bytes)) return createTypeScriptKernels;
  const module = await WebAssembly.compile(bytes);
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'invertFlow')) {
    throw new Error('The pixel kernels are older than the engine. Run `npm run build` once.');
  }
  return createWasmKernels(
    () => new WebAssembly.Instance(module).exports as unknown as KernelExports,
  );
}
