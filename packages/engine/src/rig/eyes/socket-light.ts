import { readCurve } from '../../math/curve.ts';
import { clamp, mix } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type FaceTone, lumaOf, patchMean } from '../skin/face-tone.ts';
import { DARKEST, type Logs, type PixelChange } from '../skin/pixel-change.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';
import { blurLidLogs, changeLids, type LidsInput } from './lid-skin.ts';

/**
 * A brow that rises lets light into the socket below it, and the skin of the lid unfolds. Without
 * that, dark painted sockets would only be drawn out into large dark patches. What is too dark goes
 * towards the skin beside it in colour as well: shade that is only made lighter stays blue.
 */
export interface SocketInput extends LidsInput {
  readonly tone: Pick<FaceTone, 'skin'>;
}

/** Darkness against the skin that is plain shade, ln; more is lifted by a share of it. */
const PLAIN_SHADE = 0.22;
const LIFTED_SHARE = 0.72;
const MOST_LIFT = 1.15;
/** What is lighter than that skin, a streak of light on the lid, is not drawn out either. */
const PLAIN_LIGHT = 0.08;
const DIMMED_SHARE = 0.5;
/** Skin is read on the cheek, this far below the lower rim, IOD, and at both ends and the middle. */
const CHEEK_IOD = [0.12, 0.2] as const;
const CHEEK_AT = [-0.8, 0, 0.8] as const;
/** … and is no darker than this against the face's, ln. */
const MOST_SHADED = 0.9;
/** Changes smaller than this are not stored, ln. */
const SILENT = 0.01;

/** Change of the plate with the brows fully up; undefined where the sockets are plain skin. */
export function lightSockets(input: SocketInput): PixelChange | undefined {
  const { plate, iodPx, tone } = input;
  return changeLids(input, (eye) => {
    const skin = skinBelow(plate, eye, iodPx, tone);
    const { logs, x0, y0, x1 } = blurLidLogs(plate, eye, iodPx);
    return (x, y, at, share, lacks) => {
      const beside = skin(eyePlace(eye, x + 0.5, y + 0.5)[0]);
      const i = 3 * ((y - y0) * (x1 - x0) + x - x0);
      for (let k = 0; k < 3; k++) lacks[k] = beside[k] - logs[i + k];
      const dark = lumaOf(lacks);
      // Between dark lashes there is skin that is light already.
      const own = darkness(beside, plate.rgba, at);
      const most = Math.min(MOST_LIFT, LIFTED_SHARE * Math.max(0, own));
      const lift = clamp(LIFTED_SHARE * (dark - PLAIN_SHADE), 0, most);
      const dim = DIMMED_SHARE * Math.max(0, -dark - PLAIN_LIGHT);
      const way = share * (lift > 0 ? lift / dark : dim > 0 ? dim / -dark : 0);
      return way * Math.abs(dark) < SILENT ? 0 : way;
    };
  });
}

/** How much darker a pixel is than the skin, ln. */
function darkness(skin: Logs, rgba: Uint8Array, at: number): number {
  return lumaOf([0, 1, 2].map((k) => skin[k] - Math.log(rgba[at + k] + DARKEST)) as Logs);
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
