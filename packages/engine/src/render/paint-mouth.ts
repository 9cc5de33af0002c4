import type { FaceState } from '../expression/face-state.ts';
import { readCurve } from '../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../math/easing.ts';
import { strengthIndex } from '../rig/action-units.ts';
import type { Rgb } from '../rig/face-tone.ts';
import { mouthS } from '../rig/mouth-line.ts';
import type { Rig } from '../rig/rig.ts';
import { moveSkullPoint } from './displacement-field.ts';
import type { Kernels } from './kernels.ts';
import { rimAt, type Slit, slitRect } from './slit.ts';
import { archDepth, sampleUpperTeeth, type ToothSample } from './teeth.ts';

/** Openings below the first are only a dark seam; teeth are fully there from the second, IOD. */
const SEAM_ONLY_IOD = 0.02;
const TEETH_FULL_IOD = 0.06;

/** Colours inside this mouth, sRGB 0..255, all taken from the face's own. */
export interface MouthColours {
  readonly tooth: Rgb;
  readonly gum: Rgb;
  readonly tongue: Rgb;
  readonly cavity: Rgb;
}

/** Derives the mouth's colours from the face: grey faces get grey mouths. */
export function mixMouthColours(rig: Rig): MouthColours {
  const { skin, lip, highlightLuma, shadowLuma } = rig.tone;
  const luma = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const skinLuma = luma(skin);
  const toothLuma = Math.min(skinLuma * 1.15 + 6, highlightLuma * 0.97);
  const tooth = skin.map(
    (v) => toothLuma + (v - skinLuma) * 0.42 * (toothLuma / Math.max(1, skinLuma)),
  );
  const dark = Math.max(4, Math.min(shadowLuma * 0.7, skinLuma * 0.2));
  const lipLuma = Math.max(1, luma(lip));
  const scaled = (target: number, chroma: number): Rgb =>
    lip.map((v) =>
      clamp(target + (v - lipLuma) * chroma * (target / lipLuma), 0, 255),
    ) as unknown as Rgb;
  return {
    tooth: tooth as unknown as Rgb,
    gum: scaled(Math.min(lipLuma * 0.85, skinLuma * 0.62), 1.1),
    tongue: scaled(Math.min(lipLuma * 0.72, skinLuma * 0.5), 1.15),
    cavity: scaled(dark, 1.3),
  };
}

/** Paints what lies between parted lips: cavity, tongue, teeth, or the picture's own. */
export function paintMouth(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  const { mouth, pose, plate } = rig;
  const iod = pose.iodPx;
  if (slit.gapPx <= 0.15) return;
  const bounds = { xPx: 0, yPx: 0, widthPx: out.widthPx, heightPx: out.heightPx };
  const rect = slitRect(
    slit,
    slit.startPx,
    slit.endPx,
    Math.min(...slit.bottom) - 2,
    Math.max(...slit.top) + 2,
    bounds,
  );
  const skull = skullFrame(rig, state);
  const soft = Math.max(1, 0.016 * iod);
  const grain = rig.tone.grain;
  const jaw =
    (state.strengths[strengthIndex('AU26', 'right')] +
      state.strengths[strengthIndex('AU26', 'left')]) /
    2;
  const hide = (1 - state.teeth01) * 0.06;
  const tooth: ToothSample = { coverage: 0, gum: 0, light: 1 };
  const human = rig.style === 'photo' || rig.style === 'painting';
  const ownMouth = mouth.gapPx > 0;
  const colour = [0, 0, 0];
  const widest = Math.max(slit.gapPx, 1);
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const dy = y + 0.5 - slit.centreYPx;
      const along = dx * slit.alongX + dy * slit.alongY;
      if (along <= slit.startPx || along >= slit.endPx) continue;
      const up = dx * slit.alongY - dy * slit.alongX;
      const top = rimAt(slit, slit.top, along);
      const bottom = rimAt(slit, slit.bottom, along);
      const below = top - up;
      const above = up - bottom;
      const gap = top - bottom;
      if (gap <= 0) continue;
      const feather = Math.min(soft, Math.max(0.8, gap));
      const alpha = clamp(0.5 + below / feather, 0, 1) * clamp(0.5 + above / feather, 0, 1);
      if (alpha < 0.004) continue;

      // Where the place lies on the skull at rest.
      const place = skull.toHead(x + 0.5, y + 0.5);
      const depthIod = below / iod;
      // Cavity: darkest under the upper lip and in the corners; tongue swells over the jaw.
      const side = (2 * along) / (slit.endPx - slit.startPx);
      const tongueTop = 0.5 * widest + 0.1 * iod * (1 - Math.min(1, jaw));
      const tongueShare =
        smoothstep(tongueTop, tongueTop * 0.25, above) *
        (1 - smoothstep(0.45, 0.9, Math.abs(side))) *
        smoothstep(0.07, 0.2, slit.gapPx / iod);
      for (let k = 0; k < 3; k++) {
        colour[k] = mix(colours.cavity[k], colours.tongue[k], tongueShare * 0.75);
      }
      const lipBounce = 0.35 * gaussian(above / iod, 0.03);
      for (let k = 0; k < 3; k++) colour[k] = mix(colour[k], colours.tongue[k], lipBounce);

      if (human) {
        sampleUpperTeeth(place.x, place.y + -hide, Math.max(0.006, 0.7 / iod), tooth);
        const shown = smoothstep(SEAM_ONLY_IOD, TEETH_FULL_IOD, gap / iod) * state.teeth01 ** 0.3;
        const outward = 1 - 0.5 * smoothstep(0.12, 0.5, Math.abs(place.x));
        const shadow = 1 - 0.45 * Math.exp(-depthIod / 0.045);
        const near = 1 - 0.25 * smoothstep(0.6, 1, Math.abs(side));
        for (let k = 0; k < 3; k++) {
          const enamel = colours.tooth[k] * tooth.light * outward * shadow * near;
          const gum = colours.gum[k] * shadow * outward;
          colour[k] = mix(colour[k], gum, tooth.gum * shown);
          colour[k] = mix(colour[k], enamel, tooth.coverage * shown);
        }
      }
      if (ownMouth) {
        const own = skull.toSource(x + 0.5, y + 0.5);
        const share = ownShare(rig, own.x, own.y);
        if (share > 0) {
          const i =
            4 *
            (clamp(Math.floor(own.y), 0, plate.heightPx - 1) * plate.widthPx +
              clamp(Math.floor(own.x), 0, plate.widthPx - 1));
          for (let k = 0; k < 3; k++) colour[k] = mix(colour[k], plate.rgba[i + k], share);
        }
      }
      // A nearly shut mouth is a dark seam, whatever lies behind it.
      const seam = 1 - smoothstep(SEAM_ONLY_IOD, TEETH_FULL_IOD, gap / iod);
      const i = 4 * (y * out.widthPx + x);
      const noise = grain * grainAt(x, y);
      for (let k = 0; k < 3; k++) {
        const value = mix(colour[k], colours.cavity[k] * 1.4, ownMouth ? 0 : seam * 0.6) + noise;
        out.frame[i + k] = clamp(Math.round(mix(out.frame[i + k], value, alpha)), 0, 255);
      }
    }
  }
}

/** 1 where the source itself shows the inside of its mouth. */
function ownShare(rig: Rig, x: number, y: number): number {
  const { mouth, pose } = rig;
  const dx = x - mouth.centreXPx;
  const dy = y - mouth.centreYPx;
  const s = mouthS(mouth, (dx * mouth.alongX + dy * mouth.alongY) / mouth.halfWidthPx);
  if (Math.abs(s) >= 1) return 0;
  const up = dx * mouth.alongY - dy * mouth.alongX;
  const soft = Math.max(1, 0.012 * pose.iodPx);
  const below = readCurve(mouth.upper, s) - up;
  const above = up - readCurve(mouth.lower, s);
  return smoothstep(-0.5 * soft, soft, below) * smoothstep(-0.5 * soft, soft, above);
}

/** Positions on the skull: undoes the head's motion (an affine map about the mouth). */
function skullFrame(rig: Rig, state: FaceState) {
  const { mouth, pose } = rig;
  const iod = pose.iodPx;
  const r = pose.rotation;
  // Teeth stand behind the lips.
  const depth = iod * (r[8] * 0.2 + r[7] * -1.05);
  const m = new Float64Array(2);
  const cx = mouth.centreXPx;
  const cy = mouth.centreYPx;
  moveSkullPoint(rig, state, cx, cy, depth, m);
  const ox = m[0];
  const oy = m[1];
  const step = 0.3 * iod;
  moveSkullPoint(rig, state, cx + step, cy, depth, m);
  const ax = (m[0] - ox) / step;
  const ay = (m[1] - oy) / step;
  moveSkullPoint(rig, state, cx, cy + step, depth, m);
  const bx = (m[0] - ox) / step;
  const by = (m[1] - oy) / step;
  const det = ax * by - bx * ay;
  const seam0 = readCurve(mouth.upper, 0) * 0.65 + readCurve(mouth.lower, 0) * 0.35;
  const t0 = midlineT(rig);
  const seamX = mouth.centreXPx + t0 * mouth.halfWidthPx * mouth.alongX + seam0 * mouth.alongY;
  const seamY = mouth.centreYPx + t0 * mouth.halfWidthPx * mouth.alongY - seam0 * mouth.alongX;
  const size = iod * clamp((2 * mouth.halfWidthPx) / (0.66 * iod), 0.75, 1.2);
  const rdet = r[0] * r[4] - r[1] * r[3];
  const source = { x: 0, y: 0 };
  const head = { x: 0, y: 0 };
  const toSource = (x: number, y: number) => {
    const dx = x - ox;
    const dy = y - oy;
    source.x = cx + (by * dx - bx * dy) / det;
    source.y = cy + (ax * dy - ay * dx) / det;
    return source;
  };
  return {
    toSource,
    toHead(x: number, y: number) {
      const p = toSource(x, y);
      const qx = (p.x - seamX) / size;
      const qy = -(p.y - seamY) / size;
      // The arch recedes: solve for the place on it that is seen here.
      let hx = (r[4] * qx - r[1] * qy) / rdet;
      let hy = 0;
      for (let k = 0; k < 3; k++) {
        const z = archDepth(hx) - archDepth(0);
        const ex = qx - r[2] * z;
        const ey = qy - r[5] * z;
        hx = (r[4] * ex - r[1] * ey) / rdet;
        hy = (r[0] * ey - r[3] * ex) / rdet;
      }
      head.x = hx;
      head.y = hy;
      return head;
    },
  };
}

/** t of the cupid's bow on the mouth's axis. */
function midlineT(rig: Rig): number {
  const k = rig.mouth.skew;
  return Math.abs(k) < 1e-4 ? 0 : (1 - Math.sqrt(1 + 4 * k * k)) / (2 * k);
}

/** White noise of deviation 1 that stays with the pixel. */
function grainAt(x: number, y: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return ((h >>> 0) / 4294967296 - 0.5) * 3.46;
}
