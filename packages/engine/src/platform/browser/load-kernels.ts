import type { CreateKernels } from '../../render/kernels/kernels.ts';
import { createTypeScriptKernels } from '../../render/kernels/kernels-reference.ts';
import { createWasmKernels, type KernelExports } from '../../render/kernels/kernels-wasm.ts';

/**
 * Fetches and compiles the WASM kernels. `url` is where the page's bundler put
 * the module (`import url from '@moodreel/engine/kernels.wasm?url'`). Browsers
 * without WASM SIMD get the TypeScript twin.
 * @throws Error when the file cannot be fetched.
 */
export async function loadKernels(url: string | URL): Promise<CreateKernels> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The pixel kernels did not load (${response.status}).`);
  const bytes = await response.arrayBuffer();
  if (!WebAssembly.validate(bytes)) return createTypeScriptKernels;
  const module = await WebAssembly.compile(bytes);
  return createWasmKernels(
    () => new WebAssembly.Instance(module).exports as unknown as KernelExports,
  );
}
