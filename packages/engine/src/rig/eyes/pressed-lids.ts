import { onAxes } from '../../math/axes.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { LOG_LEVELS, type PixelChange } from '../skin/pixel-change.ts';
import { blurForPressed, blurOfEdge } from '../style/surface.ts';
import { type BrowBand, browLowerPx } from './brow-band.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';
import { changeLids, type LidChange, type LidSkin, type LidsInput } from './lid-skin.ts';

/**
 * A brow that sinks pushes the skin between itself and the lid together, and with it all that the
 * picture has there: noise and the traces of its compression end as a crisp, jagged line over the eye.
 * So it is blurred beforehand across the lid by what keeps it as soft as the picture is. See
 * squeezed-skin.ts for the same beside a mouth.
 */
export interface PressedLidsInput extends LidsInput {
  /** Breadth of the picture's sharpest edges, px. */
  readonly edgePx: number;
}

/** Part of its height that is left of the skin below a brow that scowls. */
const LEFT = 0.35;
/** It is blurred by no more than this part of its height: lid and brow would run together. */
const MOST_OF_ROOM = 0.3;
/** Softer than it was, what lies beside a lid is hardly another: foreshortened eyes count, and so does all but the rim. */
const PRESSED_SKIN: LidSkin = {
  lashesIod: [0, 0.03],
  foreshortenedIod: [0.08, 0.11],
  leastRoomIod: Number.NEGATIVE_INFINITY,
};
/** Places that are read across a lid, σ. */
const TAPS = [-2, -1.33, -0.67, 0, 0.67, 1.33, 2];
const WEIGHTS = TAPS.map((t) => Math.exp(-0.5 * t * t));
const SUM = WEIGHTS.reduce((sum, w) => sum + w, 0);
/** Changes smaller than this are not stored, ln. */
const SILENT = 0.01;

/** Change of the plate with the brows fully down; undefined without eyes or brows. */
export function pressLids(input: PressedLidsInput): PixelChange | undefined {
  const { plate, edgePx } = input;
  const { rgba, widthPx, heightPx } = plate;
  const blurPx = blurForPressed(LEFT) * blurOfEdge(edgePx);
  const pressed =
    (eye: EyeLine, brow: BrowBand): LidChange =>
    (x, y, at, share, lacks) => {
      const [along, up] = onAxes(eye, x + 0.5, y + 0.5);
      const t = along / eye.halfWidthPx;
      const [rim, hair] = [readCurve(eye.upper, t), browLowerPx(brow, along)];
      const sigma = Math.min(blurPx, MOST_OF_ROOM * (hair - rim));
      if (sigma <= 0) return 0;
      lacks.fill(0);
      for (let i = 0; i < TAPS.length; i++) {
        const height = clamp(up + TAPS[i] * sigma, Math.min(up, rim), Math.max(up, hair));
        const [px, py] = eyePoint(eye, t, height);
        const row = clamp(Math.floor(py), 0, heightPx - 1);
        const from = 4 * (row * widthPx + clamp(Math.floor(px), 0, widthPx - 1));
        for (let k = 0; k < 3; k++) lacks[k] += (WEIGHTS[i] / SUM) * LOG_LEVELS[rgba[from + k]];
      }
      for (let k = 0; k < 3; k++) lacks[k] -= LOG_LEVELS[rgba[at + k]];
      return share * Math.max(...lacks.map(Math.abs)) < SILENT ? 0 : share;
    };
  return changeLids(input, pressed, PRESSED_SKIN);
}
