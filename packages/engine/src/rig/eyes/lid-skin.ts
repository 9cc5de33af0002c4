import { onAxes } from '../../math/axes.ts';
import { boxMeanLine } from '../../math/box-mean.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { DARKEST, type Logs, type PixelChange, pushChange } from '../skin/pixel-change.ts';
import { type BrowBand, browLowerPx, raised } from './brow-band.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/** Lashes and their line stay up to the first height above the rim, all is lifted from the second. */
const LASHES_IOD = [0.012, 0.05] as const;
/** Below the brow's hair, IOD. */
const BELOW_BROW_IOD = [0.005, 0.045] as const;

/** 1 on the skin between lashes and brow, 0 on both and beside the eye; frame px. */
function lidSkinShare(
  eye: EyeLine,
  brow: BrowBand,
  x: number,
  y: number,
  iodPx: number,
  lashesIod: readonly [number, number],
): number {
  const [along, up] = onAxes(eye, x, y);
  const t = along / eye.halfWidthPx;
  if (Math.abs(t) > 1.4) return 0;
  const rim = readCurve(eye.upper, t);
  const hair = browLowerPx(brow, along);
  // Where they lie close, lashes and hair keep their parts of what is between.
  const room = Math.max(1e-3, hair - rim);
  const scale = Math.min(1, room / (0.14 * iodPx)) * iodPx;
  return (
    smoothstep(lashesIod[0] * scale, lashesIod[1] * scale, up - rim) *
    smoothstep(BELOW_BROW_IOD[0] * scale, BELOW_BROW_IOD[1] * scale, hair - up) *
    (1 - smoothstep(0.75, 1.4, Math.abs(t)))
  );
}

/**
 * Half width of an eye, IOD, up to which a turned head has it so foreshortened that the mesh may lie beside
 * it, and what passes for lid is hair, ball or ground; from the second on the lid is surely one.
 */
const FORESHORTENED = [0.14, 0.17] as const;

/** A face whose lids are changed. */
export interface LidsInput {
  readonly plate: Picture;
  readonly eyes: readonly EyeLine[];
  readonly brows: readonly BrowBand[];
  readonly iodPx: number;
}

/**
 * Writes what a pixel of a lid's skin lacks, ln, and answers the part of it that it gets, 0 for none.
 * @param x column of the pixel; y its row
 * @param at index of its red
 * @param share01 how much it is skin: see lidSkinShare
 */
export type LidChange = (x: number, y: number, at: number, share01: number, lacks: Logs) => number;

/** What of the skin above an eye changes. */
export interface LidSkin {
  /** Heights above the rim up to which nothing changes, and from which on all does, IOD. */
  readonly lashesIod: readonly [number, number];
  /** Half widths of an eye up to which nothing changes, and from which on all does, IOD. */
  readonly foreshortenedIod: readonly [number, number];
  /** So much counts as skin, whatever lies there, IOD. */
  readonly leastRoomIod: number;
}

const RAISED_SKIN = {
  lashesIod: LASHES_IOD,
  foreshortenedIod: FORESHORTENED,
  leastRoomIod: Number.NEGATIVE_INFINITY,
};

/**
 * Change of the skin between the lashes and the brow of each eye; undefined where nothing changes.
 * @param prepare looks at a lid as a whole
 */
export function changeLids(
  { plate, eyes, brows, iodPx }: LidsInput,
  prepare: (eye: EyeLine, brow: BrowBand) => LidChange,
  { lashesIod, foreshortenedIod, leastRoomIod }: LidSkin = RAISED_SKIN,
): PixelChange | undefined {
  const pixels: number[] = [];
  const change: number[] = [];
  const lacks: Logs = [0, 0, 0];
  for (const eye of eyes) {
    const band = brows.find(({ side }) => side === eye.side);
    if (!band) continue;
    const room = browLowerPx(band, 0) - readCurve(eye.upper, 0);
    const brow = raised(band, Math.max(0, leastRoomIod * iodPx - room));
    const known01 = smoothstep(...foreshortenedIod, eye.halfWidthPx / iodPx);
    if (known01 === 0) continue;
    const changeAt = prepare(eye, brow);
    const { x0, y0, x1, y1 } = lidBox(plate, eye, iodPx);
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const share = known01 * lidSkinShare(eye, brow, x + 0.5, y + 0.5, iodPx, lashesIod);
        if (share < 0.01) continue;
        const at = 4 * (y * plate.widthPx + x);
        const way = changeAt(x, y, at, share, lacks);
        if (way === 0) continue;
        pixels.push(y * plate.widthPx + x);
        pushChange(change, plate.rgba, at, lacks, way);
      }
    }
  }
  if (pixels.length === 0) return undefined;
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Luma is read over this radius, IOD: folds stay, the shade as a whole is lifted. */
const PATCH_IOD = 0.022;

/**
 * The pixels around an eye, however its head lies, among which the skin of its lid is; x1 and y1 are no
 * more of it.
 */
function lidBox(plate: Picture, eye: EyeLine, iodPx: number) {
  const highest = eye.gapPx + eye.browGapPx + 0.15 * iodPx;
  const corners = [-1.45, 1.45].flatMap((t) =>
    [-0.05 * iodPx, highest].map((up) => eyePoint(eye, t, up)),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const x0 = clamp(Math.floor(Math.min(...xs)), 0, plate.widthPx - 1);
  const x1 = clamp(Math.ceil(Math.max(...xs)), x0 + 1, plate.widthPx);
  const y0 = clamp(Math.floor(Math.min(...ys)), 0, plate.heightPx - 1);
  const y1 = clamp(Math.ceil(Math.max(...ys)), y0 + 1, plate.heightPx);
  return { x0, y0, x1, y1 };
}

/** ln of colours around an eye, evened out by two box blurs over a patch. */
export function blurLidLogs(plate: Picture, eye: EyeLine, iodPx: number) {
  const box = lidBox(plate, eye, iodPx);
  const { x0, y0, x1, y1 } = box;
  const w = x1 - x0;
  const h = y1 - y0;
  const logs = new Float32Array(3 * w * h);
  const scratch = new Float32Array(Math.max(w, h));
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 4 * ((y0 + y) * plate.widthPx + x0 + x);
      for (let k = 0; k < 3; k++) {
        logs[3 * (y * w + x) + k] = Math.log(plate.rgba[at + k] + DARKEST);
      }
    }
  }
  const r = Math.max(1, Math.round(PATCH_IOD * iodPx));
  for (let pass = 0; pass < 2; pass++) {
    for (let line = 0; line < 3 * h; line++) {
      boxMeanLine(logs, Math.floor(line / 3) * 3 * w + (line % 3), 3, w, r, scratch);
    }
    for (let line = 0; line < 3 * w; line++) boxMeanLine(logs, line, 3 * w, h, r, scratch);
  }
  return { logs, ...box };
}

/** Spread of the places that are read along the lid, IOD, how many on either side, and how far out, spreads. */
const SPREAD_IOD = 0.035;
const STEPS = 6;
const REACH = 2.2;
const SPREADS = Array.from({ length: 2 * STEPS + 1 }, (_, i) => (REACH * (i - STEPS)) / STEPS);
const WEIGHTS = SPREADS.map((spreads) => Math.exp((-spreads * spreads) / 2));
/** Light places count more, by this power of their brightness: skin shows between dark lashes. */
const SKIN_COUNTS = 2;

/**
 * Writes ln of the colour that the skin above an eye has around a place, as a mean along the lid: on
 * the line that runs from the rim to the brow's hair at the same part of the way. Folds, which run
 * along, stay; grain and lashes do not.
 * @param x frame px
 * @param y frame px
 * @param out ln of red, green and blue
 */
export function readAlongLid(
  plate: Picture,
  eye: EyeLine,
  brow: BrowBand,
  x: number,
  y: number,
  iodPx: number,
  out: Logs,
): void {
  const { rgba, widthPx, heightPx } = plate;
  const [along, up] = onAxes(eye, x, y);
  const rimAt = (a: number) => readCurve(eye.upper, a / eye.halfWidthPx);
  const low = rimAt(along);
  const part = (up - low) / Math.max(1, browLowerPx(brow, along) - low);
  out.fill(0);
  let sum = 0;
  for (let i = 0; i < SPREADS.length; i++) {
    const a = along + SPREADS[i] * SPREAD_IOD * iodPx;
    const rim = rimAt(a);
    const height = rim + part * (browLowerPx(brow, a) - rim);
    const [px, py] = eyePoint(eye, a / eye.halfWidthPx, height);
    const row = clamp(Math.floor(py), 0, heightPx - 1);
    const at = 4 * (row * widthPx + clamp(Math.floor(px), 0, widthPx - 1));
    const light = rgba[at] + rgba[at + 1] + rgba[at + 2] + DARKEST;
    const weight = WEIGHTS[i] * light ** SKIN_COUNTS;
    sum += weight;
    for (let k = 0; k < 3; k++) out[k] += weight * Math.log(rgba[at + k] + DARKEST);
  }
  for (let k = 0; k < 3; k++) out[k] /= sum;
}
