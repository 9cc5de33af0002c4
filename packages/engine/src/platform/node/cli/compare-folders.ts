import { basename, dirname, join } from 'node:path';
import type { Picture } from '../../../math/picture.ts';
import { Refusal } from '../../../refusal.ts';
import type { CancelSignal } from '../../../video/draw-film.ts';
import type { SheetRow, SheetTile } from '../contact-sheet.ts';
import { decodePicture } from '../decode-picture.ts';
import { heedSignal } from '../heed-signal.ts';
import { DIFFERENCE_LABEL, showDifference } from '../show-difference.ts';
import { UsageError } from './arguments.ts';
import { pictureNames } from './picture-files.ts';

/** Two files of the same name. */
export interface PicturePair {
  readonly before: string;
  readonly after: string;
}

/** The pictures that both folders have. */
export async function listPairs(before: string, after: string): Promise<PicturePair[]> {
  const names = await pictureNames(before);
  const others = new Set(await pictureNames(after));
  const shared = names.filter((name) => others.has(name));
  if (shared.length === 0) {
    throw new UsageError(`${before} and ${after} have no pictures of the same name.`);
  }
  return shared.map((name) => ({ before: join(before, name), after: join(after, name) }));
}

/**
 * Two versions of the same pictures side by side, and what differs: one row for each pair. A
 * picture that cannot be shown has a row that says why instead.
 *
 * @throws Refusal cancelled, once the signal is aborted
 */
export async function comparePairs(
  pairs: readonly PicturePair[],
  signal?: CancelSignal,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (const { before, after } of pairs) {
    await heedSignal(signal);
    const [a, b] = [await readOrExplain(before), await readOrExplain(after)];
    if ('tiles' in a || 'tiles' in b) {
      rows.push(...[a, b].filter((read) => 'tiles' in read));
      continue;
    }
    const tiles: SheetTile[] = [
      { label: basename(dirname(before)), picture: a, zooms: [] },
      { label: basename(dirname(after)), picture: b, zooms: [] },
    ];
    const difference = showDifference(a, b);
    if (difference) tiles.push({ label: DIFFERENCE_LABEL, picture: difference, zooms: [] });
    rows.push({ label: basename(before), tiles });
  }
  await heedSignal(signal);
  return rows;
}

/** A picture; a row that names the file and says why where it cannot be shown. */
async function readOrExplain(path: string): Promise<Picture | SheetRow> {
  try {
    return await decodePicture(path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const label = `${basename(dirname(path))}/${basename(path)}`;
    return { label, tiles: [], problem: error.message };
  }
}
