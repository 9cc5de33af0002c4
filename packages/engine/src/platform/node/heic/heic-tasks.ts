import type { HeicFailureKind, HeicStill } from './heic-still.ts';

// What is said between who wants a HEIC picture and the thread that reads it.

/** What a thread begins with. */
export interface HeicTask {
  readonly bytes: Uint8Array;
  readonly module: WebAssembly.Module;
}

/** To a thread that has told its header: the picture is wanted, too. */
export interface HeicGo {
  readonly maxPixels: number;
}

export type HeicHeader = Omit<HeicStill, 'decode'>;

/** From a thread: the header, then the picture, or why there is none. */
export type HeicAnswer =
  | { readonly type: 'header'; readonly header: HeicHeader }
  | { readonly type: 'picture'; readonly tiff: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failure'; readonly kind: HeicFailureKind; readonly message: string };
