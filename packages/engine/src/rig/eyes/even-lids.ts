import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import { DARKEST, type PixelChange } from '../skin/pixel-change.ts';
import { type Surface, textureAt } from '../style/surface.ts';
import { eyePlace } from './eye-shape.ts';
import { changeLids, type LidsInput, readAlongLid } from './lid-skin.ts';

/**
 * A raised brow draws the skin below it out to some twice its height: grain and lashes on it become
 * streaks. So it is evened out along the lid, where its folds stay, and gets grain that is as fine again
 * when it is drawn out.
 */
export interface EvenLidsInput extends LidsInput {
  readonly surface: Surface;
}

/** Part of what differs along the lid that goes. */
const EVENED = 0.8;
/** By how much grain is pressed together; more than the second, ln about, is none. */
const PRESSED = 2;
const MOST_GRAIN = 0.3;
/**
 * Dark hair on the rim is lashes, which stand before the lid: it stays where it is darker than the lid
 * by this, ln, up to the height at which the second, IOD, begins.
 */
const LASH_DARKER = [0.12, 0.3] as const;
const LASH_HEIGHT = [0.065, 0.11] as const;
/** Changes smaller than this are not stored, ln. */
const SILENT = 0.01;

/** Change of the plate with the brows fully up; undefined without eyes or brows. */
export function evenLids(input: EvenLidsInput): PixelChange | undefined {
  const { plate, iodPx, surface } = input;
  return changeLids(input, (eye, brow) => (x, y, at, share, lacks) => {
    readAlongLid(plate, eye, brow, x + 0.5, y + 0.5, iodPx, lacks);
    const texture = clamp(textureAt(surface, x, PRESSED * y), -MOST_GRAIN, MOST_GRAIN);
    const darker = lacks[1] - Math.log(plate.rgba[at + 1] + DARKEST);
    const [t, up] = eyePlace(eye, x + 0.5, y + 0.5);
    const low = 1 - smoothstep(...LASH_HEIGHT, (up - readCurve(eye.upper, t)) / iodPx);
    const goes = EVENED * (1 - low * smoothstep(...LASH_DARKER, darker));
    for (let k = 0; k < 3; k++) {
      const even = lacks[k] + Math.log1p(texture);
      lacks[k] = goes * (even - Math.log(plate.rgba[at + k] + DARKEST));
    }
    return share * Math.max(...lacks.map(Math.abs)) < SILENT ? 0 : share;
  });
}
