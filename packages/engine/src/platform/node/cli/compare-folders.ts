import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Picture } from '../../../math/picture.ts';
import type { CancelSignal } from '../../../video/draw-film.ts';
import type { SheetRow, SheetTile } from '../contact-sheet.ts';
import { decodePicture } from '../decode-picture.ts';
import { heedSignal } from '../heed-signal.ts';
import { UsageError } from './arguments.ts';

const SHOWN_FILE = /\.(png|jpe?g|webp)$/i;
/** Differences are small: shown so many times larger, around grey. */
const DIFFERENCE_GAIN = 4;

/** Two files of the same name. */
export interface PicturePair {
  readonly before: string;
  readonly after: string;
}

/** The pictures that both folders have. */
export async function listPairs(before: string, after: string): Promise<PicturePair[]> {
  const names = await listShown(before);
  const others = new Set(await listShown(after));
  const shared = names.filter((name) => others.has(name));
  if (shared.length === 0) {
    throw new UsageError(`${before} and ${after} have no pictures of the same name.`);
  }
  return shared.map((name) => ({ before: join(before, name), after: join(after, name) }));
}

/**
 * Two versions of the same pictures side by side, and what differs: one row for each pair.
 *
 * @throws Refusal cancelled, once the signal is aborted
 */
export async function comparePairs(
  pairs: readonly PicturePair[],
  signal?: CancelSignal,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (const { before, after } of pairs) {
    const a = await decodePicture(before);
    const b = await decodePicture(after);
    const tiles: SheetTile[] = [
      { label: basename(dirname(before)), picture: a, zooms: [] },
      { label: basename(dirname(after)), picture: b, zooms: [] },
    ];
    const difference = differ(a, b);
    if (difference) {
      tiles.push({ label: `difference × ${DIFFERENCE_GAIN}`, picture: difference, zooms: [] });
    }
    rows.push({ label: basename(before), tiles });
    await heedSignal(signal);
  }
  return rows;
}

async function listShown(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`${folder} is not a folder.`);
  });
  return names.filter((name) => SHOWN_FILE.test(name)).sort();
}

/** undefined where the sizes differ. */
function differ(a: Picture, b: Picture): Picture | undefined {
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx) return undefined;
  const rgba = new Uint8Array(a.rgba.length);
  for (let i = 0; i < rgba.length; i++) {
    const far = 128 + DIFFERENCE_GAIN * (b.rgba[i]! - a.rgba[i]!);
    rgba[i] = i % 4 === 3 ? 255 : Math.min(255, Math.max(0, far));
  }
  return { rgba, widthPx: a.widthPx, heightPx: a.heightPx };
}
