import { onAxes } from '../../math/axes.ts';
import { boxMeanLine } from '../../math/box-mean.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type FaceTone, lumaOf, patchMean } from '../skin/face-tone.ts';
import { DARKEST, type PixelChange, pushChange } from '../skin/fold-pixels.ts';
import { type BrowBand, browLowerPx } from './brow-band.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';

/**
 * A brow that rises lets light into the socket below it, and the skin of the lid unfolds. Without
 * that, dark painted sockets would only be drawn out into large dark patches. What is too dark goes
 * towards the skin beside it in colour as well: shade that is only made lighter stays blue.
 */
export interface SocketInput {
  readonly plate: Picture;
  readonly eyes: readonly EyeLine[];
  readonly brows: readonly BrowBand[];
  readonly iodPx: number;
  readonly tone: Pick<FaceTone, 'skin'>;
}

/** Darkness against the skin that is plain shade, ln; more is lifted by a share of it. */
const PLAIN_SHADE = 0.22;
const LIFTED_SHARE = 0.72;
const MOST_LIFT = 1.15;
/** What is lighter than that skin, a streak of light on the lid, is not drawn out either. */
const PLAIN_LIGHT = 0.08;
const DIMMED_SHARE = 0.5;
/** Luma is read over this radius, IOD: folds stay, the shade as a whole is lifted. */
const PATCH_IOD = 0.022;
/** Skin is read on the cheek, this far below the lower rim, IOD, and at both ends and the middle. */
const CHEEK_IOD = [0.12, 0.2] as const;
const CHEEK_AT = [-0.8, 0, 0.8] as const;
/** … and is no darker than this against the face's, ln. */
const MOST_SHADED = 0.9;
/** Lashes and their line stay up to the first height above the rim, all is lifted from the second. */
const LASHES_IOD = [0.012, 0.05] as const;
/** Below the brow's hair, IOD. */
const BELOW_BROW_IOD = [0.005, 0.045] as const;
/** Changes smaller than this are not stored, ln. */
const SILENT = 0.01;

type Logs = [number, number, number];

/** Change of the plate with the brows fully up; undefined where the sockets are plain skin. */
export function lightSockets(input: SocketInput): PixelChange | undefined {
  const pixels: number[] = [];
  const change: number[] = [];
  for (const eye of input.eyes) {
    const brow = input.brows.find((band) => band.side === eye.side);
    if (brow) lightSocket(input, eye, brow, pixels, change);
  }
  if (pixels.length === 0) return undefined;
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

function lightSocket(
  { plate, iodPx, tone }: SocketInput,
  eye: EyeLine,
  brow: BrowBand,
  pixels: number[],
  change: number[],
): void {
  const skin = skinBelow(plate, eye, iodPx, tone);
  const around = blurLogs(plate, eye, iodPx);
  const here: Logs = [0, 0, 0];
  const { x0, y0, x1, y1 } = around;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const share = socketShare(eye, brow, x + 0.5, y + 0.5, iodPx);
      if (share < 0.01) continue;
      const beside = skin(eyePlace(eye, x + 0.5, y + 0.5)[0]);
      const i = 3 * ((y - y0) * (x1 - x0) + x - x0);
      for (let k = 0; k < 3; k++) here[k] = beside[k] - around.logs[i + k];
      const dark = lumaOf(here);
      const at = 4 * (y * plate.widthPx + x);
      // Between dark lashes there is skin that is light already.
      const own = darkness(beside, plate.rgba, at);
      const most = Math.min(MOST_LIFT, LIFTED_SHARE * Math.max(0, own));
      const lift = clamp(LIFTED_SHARE * (dark - PLAIN_SHADE), 0, most);
      const dim = DIMMED_SHARE * Math.max(0, -dark - PLAIN_LIGHT);
      const way = share * (lift > 0 ? lift / dark : dim > 0 ? dim / -dark : 0);
      if (way * Math.abs(dark) < SILENT) continue;
      pixels.push(y * plate.widthPx + x);
      pushChange(change, plate.rgba, at, here, way);
    }
  }
}

/** How much darker a pixel is than the skin, ln. */
function darkness(skin: Logs, rgba: Uint8Array, at: number): number {
  return lumaOf([0, 1, 2].map((k) => skin[k] - Math.log(rgba[at + k] + DARKEST)) as Logs);
}

/** 1 between lashes and brow, 0 on both and beside the eye. */
function socketShare(eye: EyeLine, brow: BrowBand, x: number, y: number, iodPx: number): number {
  const [along, up] = onAxes(eye, x, y);
  const t = along / eye.halfWidthPx;
  if (Math.abs(t) > 1.4) return 0;
  const rim = readCurve(eye.upper, t);
  const hair = browLowerPx(brow, along);
  // Where they lie close, lashes and hair keep their parts of what is between.
  const room = Math.max(1e-3, hair - rim);
  const scale = Math.min(1, room / (0.14 * iodPx)) * iodPx;
  return (
    smoothstep(LASHES_IOD[0] * scale, LASHES_IOD[1] * scale, up - rim) *
    smoothstep(BELOW_BROW_IOD[0] * scale, BELOW_BROW_IOD[1] * scale, hair - up) *
    (1 - smoothstep(0.75, 1.4, Math.abs(t)))
  );
}

/** ln of the skin below the eye by t: what the lid would look like in the same light. */
function skinBelow(
  plate: Picture,
  eye: EyeLine,
  iodPx: number,
  tone: Pick<FaceTone, 'skin'>,
): (t: number) => Logs {
  const samples = CHEEK_AT.map((t) => {
    const logs: Logs = [0, 0, 0];
    for (const away of CHEEK_IOD) {
      const [x, y] = eyePoint(eye, t, readCurve(eye.lower, t) - away * iodPx);
      const colour = patchMean(plate, x, y, 0.04 * iodPx);
      for (let k = 0; k < 3; k++) logs[k] += Math.log(colour[k] + DARKEST) / CHEEK_IOD.length;
    }
    return logs.map((v, k) =>
      Math.max(v, Math.log(tone.skin[k] + DARKEST) - MOST_SHADED),
    ) as unknown as Logs;
  });
  return (t) => {
    const q = clamp((t - CHEEK_AT[0]) / (CHEEK_AT[1] - CHEEK_AT[0]), 0, CHEEK_AT.length - 1);
    const i = Math.min(CHEEK_AT.length - 2, Math.floor(q));
    return samples[i].map((v, k) => mix(v, samples[i + 1][k], q - i)) as unknown as Logs;
  };
}

/** ln of colours around an eye, evened out by two box blurs over a patch. */
function blurLogs(plate: Picture, eye: EyeLine, iodPx: number) {
  const reachX = Math.ceil(1.45 * eye.halfWidthPx);
  const reachY = Math.ceil(eye.gapPx + eye.browGapPx + 0.15 * iodPx);
  const x0 = clamp(Math.floor(eye.centreXPx - reachX), 0, plate.widthPx - 1);
  const x1 = clamp(Math.ceil(eye.centreXPx + reachX), x0 + 1, plate.widthPx);
  const y0 = clamp(Math.floor(eye.centreYPx - reachY), 0, plate.heightPx - 1);
  const y1 = clamp(Math.ceil(eye.centreYPx + 0.05 * iodPx), y0 + 1, plate.heightPx);
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
  return { logs, x0, y0, x1, y1 };
}
