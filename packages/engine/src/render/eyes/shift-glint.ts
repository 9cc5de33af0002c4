import { onAxes } from '../../math/axes.ts';
import { clamp } from '../../math/easing.ts';
import type { BallPixels, GlintBounds } from '../../rig/eyes/glint.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { rimAt, type Slit } from '../slit.ts';

/** A reflection stays at most this share of the opening's height below the upper lid. */
const CLEAR_OF_GAP = 0.45;

/**
 * How far a reflection at (xPx, yPx) of the frame goes down a slit so that the lid does not put it
 * out, px, as painters have it in eyes that squint.
 * @param clearPx how far below the lid it stays, where there is room
 */
export function glintDown(slit: Slit, xPx: number, yPx: number, clearPx: number): number {
  const [along, up] = onAxes(slit, xPx, yPx);
  const top = rimAt(slit, slit.top, along);
  const gap = Math.max(0, top - rimAt(slit, slit.bottom, along));
  return Math.max(0, Math.min(clearPx, CLEAR_OF_GAP * gap) - (top - up));
}

/** What reads a ball's reflections onto its colour. */
export class GlintPainter {
  readonly #ball: BallPixels & GlintBounds;
  readonly #added = new Float64Array(3);
  readonly #under = new Float64Array(3);

  constructor(ball: BallPixels & GlintBounds) {
    this.#ball = ball;
  }

  /** Adds to `colour` what is mirrored at (xPx, yPx) of the ball, frame px; in place, to over 255. */
  paint(xPx: number, yPx: number, colour: Float64Array): void {
    const { glintArea, glint, rgb, areaPx } = this.#ball;
    if (xPx <= glintArea.x0 || xPx >= glintArea.x1) return;
    if (yPx <= glintArea.y0 || yPx >= glintArea.y1) return;
    const { widthPx: w, heightPx: h } = areaPx;
    const x = xPx - areaPx.xPx - 0.5;
    const y = yPx - areaPx.yPx - 0.5;
    sampleCubic(glint, 3, w, h, x, y, this.#added);
    sampleCubic(rgb, 3, w, h, x, y, this.#under);
    // A reflection hides what is behind it: white on an orange iris stays white on its pupil.
    let hides = 0;
    for (let k = 0; k < 3; k++) {
      hides = Math.max(hides, this.#added[k] / Math.max(8, 255 - this.#under[k]));
    }
    hides = clamp(hides, 0, 1);
    for (let k = 0; k < 3; k++) {
      colour[k] += this.#added[k] + hides * (this.#under[k] - colour[k]);
    }
  }
}
