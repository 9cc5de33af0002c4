import sharp from 'sharp';
import { LEFT_IRIS, RIGHT_IRIS } from '../../face/landmark-indices.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3, RectPx } from '../../math/points.ts';
import { Refusal } from '../../refusal.ts';
import {
  GAP_PX,
  LABEL_PX,
  type SheetLook,
  sheetProblem,
  TALLEST_TILE,
  ZOOM_SIZES_IOD,
} from './sheet-size.ts';

/** A picture beside others on a sheet, with its label. */
export interface SheetTile {
  readonly label: string;
  readonly picture: Picture;
  /** Parts shown enlarged under the picture, px of the picture. */
  readonly zooms: readonly RectPx[];
}

/** A row of tiles, or the reason why there are none. */
export interface SheetRow {
  readonly label: string;
  readonly tiles: readonly SheetTile[];
  readonly problem?: string;
}

/** Width of a letter of a row's title, about. */
const TITLE_LETTER_PX = 8.6;
const GROUND = { r: 24, g: 26, b: 30 };

/** Landmarks around which the zooms lie, besides the irises. */
const MOUTH_CORNERS = [61, 291] as const;

/** Zooms of eyes with brows and of the mouth, for landmarks in frame px. */
export function eyesAndMouth(landmarks: Points3<'frame-px'>): RectPx[] {
  const at = (index: number) => [landmarks[3 * index]!, landmarks[3 * index + 1]!] as const;
  const [rightX, rightY] = at(RIGHT_IRIS);
  const [leftX, leftY] = at(LEFT_IRIS);
  const [a, b] = MOUTH_CORNERS.map(at) as [readonly [number, number], readonly [number, number]];
  const iod = Math.hypot(leftX - rightX, leftY - rightY);
  const around = (x: number, y: number, size: { width: number; height: number }): RectPx => ({
    xPx: x - (size.width * iod) / 2,
    yPx: y - (size.height * iod) / 2,
    widthPx: size.width * iod,
    heightPx: size.height * iod,
  });
  const [eyes, mouth] = ZOOM_SIZES_IOD;
  return [
    around((leftX + rightX) / 2, (leftY + rightY) / 2 - 0.12 * iod, eyes),
    around((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, mouth),
  ];
}

interface Placed {
  readonly input: Buffer;
  readonly left: number;
  readonly top: number;
}

interface Text {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly strong: boolean;
}

/**
 * Writes rows of labelled pictures as one image: PNG, JPEG or WebP by the path's extension.
 *
 * @throws Refusal bad_settings where that format cannot hold it
 */
export async function writeContactSheet(
  path: string,
  rows: readonly SheetRow[],
  { labels, columnPx }: SheetLook,
): Promise<void> {
  const placed: Placed[] = [];
  const texts: Text[] = [];
  const labelPx = labels ? LABEL_PX : 0;
  let top = GAP_PX;
  let right = columnPx + 2 * GAP_PX;
  for (const row of rows) {
    texts.push({ text: rowTitle(row), left: GAP_PX, baseline: top + 15, strong: true });
    top += labelPx;
    let bottom = top;
    for (const [column, tile] of row.tiles.entries()) {
      const left = GAP_PX + column * (columnPx + GAP_PX);
      right = Math.max(right, left + columnPx + GAP_PX);
      texts.push({ text: tile.label, left, baseline: top + 15, strong: false });
      let y = top + labelPx;
      for (const part of [
        await shrink(tile.picture, columnPx),
        ...(await zoomAll(tile, columnPx)),
      ]) {
        placed.push({ input: part.png, left, top: y });
        y += part.heightPx + GAP_PX;
      }
      bottom = Math.max(bottom, y);
    }
    top = bottom + GAP_PX;
  }
  if (labels) {
    const longest = Math.max(...rows.map((row) => rowTitle(row).length));
    right = Math.max(right, Math.ceil(longest * TITLE_LETTER_PX) + 2 * GAP_PX);
  }
  const problem = sheetProblem(path, { widthPx: right, heightPx: top });
  if (problem) throw new Refusal('bad_settings', problem);
  const size = { width: right, height: top };
  // The limit is for pictures from elsewhere; fifty wide rows are past it.
  const ours = { limitInputPixels: false } as const;
  const overlay = labels ? [{ input: drawTexts(texts, size), left: 0, top: 0, ...ours }] : [];
  await sharp({ create: { ...size, channels: 3, background: GROUND }, ...ours })
    .composite([...placed, ...overlay])
    .removeAlpha()
    .toFile(path);
}

function rowTitle({ label, problem }: SheetRow): string {
  return problem === undefined ? label : `${label}: ${problem}`;
}

interface Part {
  readonly png: Buffer;
  readonly heightPx: number;
}

async function shrink(picture: Picture, columnPx: number): Promise<Part> {
  const { data, info } = await open(picture)
    .resize({ width: columnPx, height: Math.round(columnPx * TALLEST_TILE), fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, heightPx: info.height };
}

function zoomAll({ picture, zooms }: SheetTile, columnPx: number): Promise<Part[]> {
  return Promise.all(
    zooms.map(async (zoom) => {
      const left = Math.max(0, Math.round(zoom.xPx));
      const top = Math.max(0, Math.round(zoom.yPx));
      const width = Math.min(picture.widthPx - left, Math.round(zoom.widthPx));
      const height = Math.min(picture.heightPx - top, Math.round(zoom.heightPx));
      const { data, info } = await open(picture)
        .extract({ left, top, width: Math.max(1, width), height: Math.max(1, height) })
        .resize({ width: columnPx })
        .png({ compressionLevel: 1 })
        .toBuffer({ resolveWithObject: true });
      return { png: data, heightPx: info.height };
    }),
  );
}

function open({ rgba, widthPx, heightPx }: Picture) {
  return sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } }).removeAlpha();
}

function drawTexts(texts: readonly Text[], size: { width: number; height: number }): Buffer {
  const lines = texts.map(({ text, left, baseline, strong }) => {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const look = strong ? 'font-weight="700" fill="#fff"' : 'fill="#c8ccd4"';
    return `<text x="${left + 2}" y="${baseline}" ${look}>${safe}</text>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
      `font-family="sans-serif" font-size="14">${lines.join('')}</svg>`,
  );
}
