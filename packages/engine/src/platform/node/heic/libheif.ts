import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { holdsSequence } from '../picture-formats.ts';
import { type ColourCode, HeicFailure, type HeicStill } from './heic-still.ts';

// libheif's own interface in C: that of the package for JavaScript has no colour profile, no EXIF,
// no limits, and writes to the console. The numbers below are those of libheif's headers.

const require = createRequire(import.meta.url);

type LibHeif = Pick<
  MainModule,
  | '_malloc'
  | '_heif_context_alloc'
  | '_heif_context_read_from_memory'
  | '_heif_context_set_maximum_image_size_limit'
  | '_heif_context_get_primary_image_handle'
  | '_heif_image_handle_get_width'
  | '_heif_image_handle_get_height'
  | '_heif_image_handle_has_alpha_channel'
  | '_heif_image_handle_is_premultiplied_alpha'
  | '_heif_image_handle_get_raw_color_profile_size'
  | '_heif_image_handle_get_raw_color_profile'
  | '_heif_image_handle_get_nclx_color_profile'
  | '_heif_image_handle_get_list_of_metadata_block_IDs'
  | '_heif_image_handle_get_metadata_size'
  | '_heif_image_handle_get_metadata'
  | '_heif_decode_image'
  | '_heif_image_get_width'
  | '_heif_image_get_height'
  | '_heif_image_get_plane_readonly2'
  | '_heif_image_get_decoding_warnings'
> & {
  // Replaced when the memory grows: never kept over a call.
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
};

const ERROR_BYTES = 12;
/** Of errors: the type of the file, one of its features, or its codec. */
const UNSUPPORTED = [3, 4, 11];
/** Of errors: there is no primary picture, or one of a kind that libheif has never heard of. */
const NO_PRIMARY = 124;
const UNKNOWN_PRIMARY = 2000;
const DECODER_FAILED = 7;
/** Of warnings: the file ends before the data of a tile, an item has no data, there is no such tile. */
const DATA_MISSING = [100, 117, 119];
const WARNINGS_READ = 64;
const COLOURS_RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;
const INTERLEAVED_CHANNEL = 10;

/** Compiles libheif, once for all pictures. */
export async function compileLibheif(): Promise<WebAssembly.Module> {
  const path = require.resolve('libheif-js/libheif-wasm/libheif.wasm');
  return await WebAssembly.compile(await readFile(path));
}

/**
 * Reads the boxes of a HEIC file up to its primary picture; decodes nothing yet. Frees nothing
 * either: each picture has a memory of its own, which goes when the last reference to it does.
 *
 * @throws HeicFailure
 */
export function openHeic(module: WebAssembly.Module, bytes: Uint8Array): HeicStill {
  const heif = startLibheif(module);
  const error = heif._malloc(ERROR_BYTES);
  const out = heif._malloc(8);
  const file = heif._malloc(bytes.length);
  heif.HEAPU8.set(bytes, file);
  const context = heif._heif_context_alloc();
  heif._heif_context_read_from_memory(error, context, file, bytes.length, 0);
  check();
  heif._heif_context_get_primary_image_handle(error, context, out);
  check();
  const handle = word(out);
  return {
    widthPx: heif._heif_image_handle_get_width(handle),
    heightPx: heif._heif_image_handle_get_height(handle),
    exif: readExif(),
    decode,
  };

  function decode(maxPixels: number) {
    const side = Math.ceil(Math.sqrt(maxPixels));
    heif._heif_context_set_maximum_image_size_limit(context, side);
    const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0;
    const chroma = hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB;
    heif._heif_decode_image(error, handle, out, COLOURS_RGB, chroma, 0);
    check();
    const image = word(out);
    refuseHoles(image);
    const start = heif._heif_image_get_plane_readonly2(image, INTERLEAVED_CHANNEL, out);
    const strideBytes = word(out);
    const widthPx = heif._heif_image_get_width(image, INTERLEAVED_CHANNEL);
    const channels = hasAlpha ? (4 as const) : (3 as const);
    return {
      widthPx,
      heightPx: heif._heif_image_get_height(image, INTERLEAVED_CHANNEL),
      channels,
      premultiplied: heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0,
      icc: readIcc(),
      colourCode: readColourCode(),
      row: (y: number) => view(start + y * strideBytes, widthPx * channels),
    };
  }

  /**
   * Where tiles are missing libheif leaves them out and warns. It also warns of what harms nothing:
   * a colour that file and bit stream tell differently, say, as cameras write it. That is why its
   * strict mode, which refuses all of these, is no choice.
   */
  function refuseHoles(image: number): void {
    const warnings = heif._malloc(ERROR_BYTES * WARNINGS_READ);
    const count = heif._heif_image_get_decoding_warnings(image, 0, warnings, WARNINGS_READ);
    for (let i = 0; i < count; i++) {
      const at = warnings + ERROR_BYTES * i;
      const isHole = word(at) === DECODER_FAILED || DATA_MISSING.includes(word(at + 4));
      if (isHole) throw new HeicFailure('broken', describe(at));
    }
  }

  function readExif(): Uint8Array | undefined {
    const exif = heif._malloc(5);
    heif.HEAPU8.set(new TextEncoder().encode('Exif\0'), exif);
    if (heif._heif_image_handle_get_list_of_metadata_block_IDs(handle, exif, out, 1) === 0) {
      return undefined;
    }
    const id = word(out);
    const size = heif._heif_image_handle_get_metadata_size(handle, id);
    const block = heif._malloc(size);
    heif._heif_image_handle_get_metadata(error, handle, id, block);
    if (word(error) !== 0 || size < 4) return undefined;
    const read = view(block, size);
    // First how far it is from here to its TIFF header.
    const skipped = new DataView(read.buffer, read.byteOffset).getUint32(0);
    return read.slice(4 + skipped);
  }

  function readIcc(): Uint8Array | undefined {
    const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
    if (size === 0) return undefined;
    const profile = heif._malloc(size);
    heif._heif_image_handle_get_raw_color_profile(error, handle, profile);
    return word(error) === 0 ? view(profile, size).slice() : undefined;
  }

  function readColourCode(): ColourCode | undefined {
    heif._heif_image_handle_get_nclx_color_profile(error, handle, out);
    if (word(error) !== 0) return undefined;
    const nclx = word(out);
    return { primaries: word(nclx + 4), transfer: word(nclx + 8) };
  }

  function word(at: number): number {
    return heif.HEAPU32[at >> 2] ?? 0;
  }

  function view(at: number, length: number): Uint8Array {
    return heif.HEAPU8.subarray(at, at + length);
  }

  function check(): void {
    const code = word(error);
    if (code === 0) return;
    const detail = word(error + 4);
    if (UNSUPPORTED.includes(code) || detail === UNKNOWN_PRIMARY) {
      throw new HeicFailure('unsupported', describe());
    }
    const noStill = detail === NO_PRIMARY && holdsSequence(bytes);
    throw new HeicFailure(noStill ? 'no-still' : 'broken', describe());
  }

  /** What libheif says of an error, with its two numbers. */
  function describe(at = error): string {
    const start = word(at + 8);
    const text = new TextDecoder().decode(view(start, heif.HEAPU8.indexOf(0, start) - start));
    return `libheif ${word(at)}.${word(at + 4)}: ${text.trim()}`;
  }
}

function startLibheif(module: WebAssembly.Module): LibHeif {
  const create: (options: object) => LibHeif = require('libheif-js/libheif-wasm/libheif.js');
  return create({
    // At once: where it is started later, the package defines its names twice and fails.
    instantiateWasm(imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports);
      take(instance);
      return instance.exports;
    },
    print: () => {},
    printErr: () => {},
  });
}
