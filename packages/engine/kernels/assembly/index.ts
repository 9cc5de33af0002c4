// The entry of the WASM module. Addresses are chosen by the host (src/render/kernels/kernels-wasm.ts),
// which lays the buffers out from MEMORY_BASE; the module itself allocates nothing.

/** First address that the host may use. */
export const MEMORY_BASE: usize = __heap_base;

export { toI420 } from './i420';
export { invertFlow } from './invert-flow';
export { overlay } from './lay-over';
export { warp } from './warp';
