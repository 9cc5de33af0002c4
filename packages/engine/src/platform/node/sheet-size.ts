import { extname } from 'node:path';

/** How a sheet looks. */
export interface SheetLook {
  /** false leaves the texts and their room out. */
  readonly labels: boolean;
  readonly columnPx: number;
}

/** What a sheet will hold. */
export interface SheetContents {
  readonly rows: number;
  /** Tiles of a row. */
  readonly columns: number;
  readonly hasZooms: boolean;
}

/** A tile is at most so many times higher than wide. */
export const TALLEST_TILE = 1.4;
export const GAP_PX = 6;
/** Height of a tile's label and of a row's title. */
export const LABEL_PX = 20;
/** What the zooms show, IOD: eyes with brows, mouth. */
export const ZOOM_SIZES_IOD = [
  { width: 2.3, height: 1.05 },
  { width: 1.8, height: 1.3 },
] as const;

/** The formats of sheets, and how many pixels a side of each can have. */
const FORMATS: Readonly<Record<string, { readonly name: string; readonly longestPx: number }>> = {
  '.png': { name: 'PNG', longestPx: Number.POSITIVE_INFINITY },
  '.jpg': { name: 'JPEG', longestPx: 65_500 },
  '.jpeg': { name: 'JPEG', longestPx: 65_500 },
  '.webp': { name: 'WebP', longestPx: 16_383 },
};

/** Why no sheet can be written to a path, or none of this size; undefined where it can. */
export function sheetProblem(
  path: string,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): string | undefined {
  const format = FORMATS[extname(path).toLowerCase()];
  if (!format)
    return `A sheet is a PNG, JPEG or WebP file (.png, .jpg, .webp), which ${path} is not.`;
  if (Math.max(widthPx, heightPx) <= format.longestPx) return undefined;
  return (
    `This sheet can come to ${widthPx} × ${heightPx} pixels, and a ${format.name} file holds ` +
    `${format.longestPx} a side. Name a .png file instead.`
  );
}

/**
 * The size of a sheet whose pictures are as high as they can be: what it is at most, but for faces
 * at the border, whose enlarged parts are narrower and so come out higher.
 */
export function largestSheetSize(
  { rows, columns, hasZooms }: SheetContents,
  { labels, columnPx }: SheetLook,
): { readonly widthPx: number; readonly heightPx: number } {
  const zooms = hasZooms ? ZOOM_SIZES_IOD.map(({ width, height }) => height / width) : [];
  const parts = [TALLEST_TILE, ...zooms];
  const rowPx = parts.reduce(
    (sum, part) => sum + Math.ceil(part * columnPx) + GAP_PX,
    GAP_PX + (labels ? 2 * LABEL_PX : 0),
  );
  return {
    widthPx: Math.max(1, columns) * (columnPx + GAP_PX) + GAP_PX,
    heightPx: rows * rowPx + GAP_PX,
  };
}
