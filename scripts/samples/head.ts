import { bump, carve, ellipsoid, join, limb, mix, smoothstep } from './solid.ts';

/**
 * A head as a solid. Head frame: origin between the eyes, x to the picture's right, y up, z towards
 * the viewer, unit = distance between the eye centres. Defaults are a neutral adult.
 */
export interface HeadShape {
  readonly jawWidth: number; // 1 = average
  readonly chin: number; // y of the chin's lowest point
  readonly cheek: number; // prominence of the cheekbones, 1 = average
  readonly noseWidth: number;
  readonly noseLength: number; // y of the nose's base
  readonly noseTip: number; // how far the tip stands out
  readonly bridge: number; // height of the bridge, 1 = average
  readonly brow: number; // bony ridge over the eyes, 1 = average
  readonly mouthY: number;
  readonly mouthWidth: number;
  readonly upperLip: number; // thickness of the red
  readonly lowerLip: number;
  readonly lidTop: number; // upper lid over the eye centre
  readonly lidLow: number; // lower lid under the eye centre
  readonly crease: number; // depth of the upper lid's fold, 1 = average
  readonly eyeWidth: number;
  readonly eyeTilt: number; // outer corner over the inner one
  readonly browY: number;
  readonly browArch: number;
  readonly age: number; // 0 = smooth, 1 = deeply lined
  readonly fat: number; // fullness of the cheeks, 0 = lean
  readonly neck: number; // radius
  readonly ears: boolean;
}

export const adult: HeadShape = {
  jawWidth: 1,
  chin: -1.76,
  cheek: 1,
  noseWidth: 1,
  noseLength: -0.75,
  noseTip: 1,
  bridge: 1,
  brow: 1,
  mouthY: -1.06,
  mouthWidth: 0.79,
  upperLip: 0.1,
  lowerLip: 0.14,
  lidTop: 0.095,
  lidLow: 0.07,
  crease: 1,
  eyeWidth: 0.45,
  eyeTilt: 0.03,
  browY: 0.34,
  browArch: 0.08,
  age: 0.1,
  fat: 0.4,
  neck: 0.66,
  ears: true,
};

export const eyeBall = { x: 0.495, y: 0, z: -0.45, radius: 0.27 } as const;

/** Where (x, y) lies in the opening of the eye on x > 0: heights of both lids, and 0..1 across. */
export interface EyeOpening {
  readonly across: number;
  readonly top: number;
  readonly low: number;
}

export function eyeOpening(s: HeadShape, x: number): EyeOpening {
  const inner = 0.5 - s.eyeWidth / 2;
  const across = (x - inner) / s.eyeWidth;
  const t = Math.min(1, Math.max(0, across));
  const chord = mix(-s.eyeTilt * 0.8, s.eyeTilt, t);
  // The upper lid peaks towards the nose, the lower one away from it.
  const topArch = Math.sin(Math.PI * t ** 0.82) ** 0.78;
  const lowArch = Math.sin(Math.PI * t ** 1.2) ** 0.85;
  return { across, top: chord + s.lidTop * topArch, low: chord - s.lidLow * lowArch };
}

export interface LipLines {
  readonly top: number;
  readonly seam: number;
  readonly low: number;
  readonly half: number; // half of the mouth's width
}

export function lipLines(s: HeadShape, x: number): LipLines {
  const half = s.mouthWidth / 2;
  const t = Math.min(1, Math.abs(x) / half);
  const seam = s.mouthY - 0.01 * bump(t, 0.22) + 0.004 * bump(t - 0.4, 0.25) + 0.014 * t * t;
  const bow = 1 - 0.2 * bump(t, 0.13);
  const top = seam + s.upperLip * bow * (1 - smoothstep(0.12, 1.02, t) * 0.98) * (1 - t ** 6);
  const low = seam - s.lowerLip * Math.max(0, 1 - t * t) ** 0.75;
  return { top, seam, low, half };
}

/** Height of the brow's middle line over x > 0. */
export function browLine(s: HeadShape, x: number): number {
  const t = (x - 0.17) / 0.68;
  return (
    s.browY - 0.03 + s.browArch * Math.sin(Math.PI * Math.min(1, Math.max(0, t)) ** 1.15 * 0.86)
  );
}

/** Distance to the head's bare skin (eyeballs are a solid of their own). */
export function skull(s: HeadShape, px: number, y: number, z: number): number {
  const x = Math.sqrt(px * px + 0.0004);
  const chinLift = s.chin + 1.76;
  let d = ellipsoid(x, y - 0.55, z + 1.45, 1.2, 1.3, 1.48);
  d = join(d, ellipsoid(x, y + 0.55, z + 0.98, 0.95 * mix(1, s.jawWidth, 0.5), 1.1, 0.9), 0.3);
  const apple = 0.3 + 0.06 * s.fat;
  d = join(
    d,
    ellipsoid(x - 0.62, y + 0.42, z + 0.66 - 0.05 * s.cheek, apple + 0.06, apple + 0.04, 0.36),
    0.34,
  );
  d = join(d, limb(x, y, z, 0.76, -0.2, -0.68, 0.12, 0.91, -0.02, -1.3, 0.12), 0.3);
  const jw = s.jawWidth;
  d = join(
    d,
    limb(x, y - chinLift, z, 0.1, -1.52, -0.44, 0.16, 0.75 * jw, -1.08, -1.12, 0.15),
    0.24,
  );
  d = join(d, limb(x, y, z, 0.82 * jw, -1.02, -1.1, 0.16, 0.93, -0.2, -1.25, 0.14), 0.24);
  d = join(d, ellipsoid(x - 0.5, y + 0.92, z + 0.66, 0.26, 0.4, 0.26 + 0.14 * s.fat), 0.26);
  // the mound of the mouth, the chin
  d = join(d, ellipsoid(x, y - s.mouthY - 0.06, z + 0.42, 0.44, 0.4, 0.42), 0.26);
  d = join(d, ellipsoid(x, y - chinLift + 1.53, z + 0.3, 0.24, 0.225, 0.26), 0.18);
  d += 0.035 * bump(y - s.mouthY + 0.25, 0.1) * bump(x, 0.35) * smoothstep(-0.6, -0.2, z);
  // brow ridge and the hollows of the eyes
  d = join(d, limb(x, y, z, 0.1, 0.22, -0.13, 0.1, 0.78, 0.24, -0.42, 0.1 * s.brow), 0.26);
  d = carve(d, ellipsoid(x - 0.49, y - 0.01, z + 0.06, 0.33, 0.2, 0.25), 0.22);
  d = carve(d, ellipsoid(x - 0.26, y - 0.04, z + 0.02, 0.08, 0.1, 0.14), 0.16);
  // nose
  const base = s.noseLength;
  const tip = 0.2 * s.noseTip;
  const nw = s.noseWidth;
  d = join(
    d,
    limb(x, y, z, 0, 0.2, -0.14, 0.09, 0, base + 0.27, tip - 0.05, 0.1 * nw),
    0.17 * s.bridge,
  );
  d = join(d, ellipsoid(x, y - base - 0.17, z - tip, 0.14 * nw, 0.125, 0.14), 0.1);
  d = join(d, ellipsoid(x - 0.165 * nw, y - base - 0.115, z - 0.02, 0.1, 0.105, 0.14), 0.09);
  d = join(d, limb(x, y, z, 0, base + 0.06, tip - 0.02, 0.05, 0, base - 0.01, 0.04, 0.05), 0.06);
  d = carve(d, ellipsoid(x - 0.1 * nw, y - base - 0.005, z - 0.1, 0.055, 0.026, 0.08), 0.04);
  return d;
}

/** Folds and soft parts in front of the skull, as an offset of its distance. */
function flesh(s: HeadShape, px: number, y: number, z: number): number {
  if (z < -0.75) return 0;
  const x = Math.abs(px);
  let offset = 0;
  const { top, seam, low, half } = lipLines(s, x);
  const inMouth = Math.sqrt(Math.max(0, 1 - (x / half) ** 2));
  if (y < top + 0.05 && y > seam) {
    const t = Math.max(0, (y - seam) / (top - seam + 0.012));
    if (t < 1) offset -= 0.03 * Math.sin(Math.PI * (0.16 + 0.84 * t ** 0.6)) * inMouth;
  } else if (y <= seam && y > low - 0.05) {
    const t = Math.max(0, (seam - y) / (seam - low + 0.012));
    if (t < 1) offset -= 0.055 * Math.sin(Math.PI * (0.14 + 0.86 * t ** 0.8)) * inMouth;
  }
  offset += 0.007 * bump(y - seam, 0.02) * smoothstep(half * 1.1, half * 0.9, x);
  offset += 0.016 * bump(x - half - 0.01, 0.06) * bump(y - s.mouthY, 0.07);
  // philtrum
  const lip =
    smoothstep(top - 0.01, top + 0.05, y) * smoothstep(s.noseLength, -0.06 + s.noseLength, y);
  offset += (0.022 * bump(x, 0.045) - 0.014 * bump(x - 0.09, 0.04)) * lip;
  // the fold from the nose's wing to the corner of the mouth
  const fy = (y - (s.noseLength + 0.14)) / (s.mouthY - 0.12 - s.noseLength - 0.14);
  if (fy > -0.3 && fy < 1.4) {
    const fx = 0.25 + 0.24 * Math.max(0, fy) ** 0.8;
    const fade = smoothstep(-0.15, 0.15, fy) * smoothstep(1.3, 0.6, fy);
    offset += mix(0.012, 0.04, s.age) * bump(x - fx, mix(0.07, 0.045, s.age)) * fade;
    offset -= mix(0.005, 0.035, s.age) * bump(x - fx - 0.12, 0.1) * fade;
  }
  if (s.age > 0.3) offset += oldAge(s, px, y);
  return offset;
}

function oldAge(s: HeadShape, px: number, y: number): number {
  const x = Math.abs(px);
  let offset = 0;
  // bags under the eyes
  const bag = -0.17 - 0.06 * Math.sin(Math.PI * Math.min(1, Math.max(0, (x - 0.26) / 0.5)));
  const here = smoothstep(0.24, 0.36, x) * smoothstep(0.8, 0.62, x);
  offset += 0.026 * s.age * bump(y - bag, 0.028) * here;
  offset -= 0.022 * s.age * bump(y - bag - 0.06, 0.05) * here;
  // forehead: four lines, none straight, none regular
  for (let i = 0; i < 4; i += 1) {
    const line =
      0.56 + i * 0.155 + 0.035 * Math.sin(px * (2.1 + i * 0.35) + i * 1.7) - 0.06 * x * x;
    const reach = smoothstep(0.95 - 0.12 * i, 0.4, Math.abs(px - 0.1 * Math.sin(i * 2.3)));
    offset +=
      0.017 * s.age * bump(y - line, 0.03) * reach * (0.75 + 0.25 * Math.sin(px * 6 + i * 2));
  }
  // frown lines
  offset += 0.022 * s.age * bump(x - 0.1 - 0.05 * (y - 0.2), 0.022) * bump(y - 0.27, 0.13);
  // crow's feet
  for (let i = -1; i <= 1; i += 1) {
    const ray = 0.02 + i * 0.075 + (x - 0.76) * (0.1 + i * 0.55);
    offset +=
      0.012 * s.age * bump(y - ray, 0.016) * smoothstep(0.77, 0.84, x) * smoothstep(1.08, 0.92, x);
  }
  // hollow of the cheek, marionette line
  offset += 0.05 * s.age * bump(x - 0.72, 0.16) * bump(y + 0.86, 0.24);
  offset +=
    0.025 *
    s.age *
    bump(x - 0.46 - 0.15 * (s.mouthY - 0.1 - y), 0.035) *
    bump(y - s.mouthY + 0.2, 0.13);
  return offset;
}

/** Distance to the skin with lids and ears. */
export function skin(s: HeadShape, px: number, y: number, z: number): number {
  const x = Math.abs(px);
  let d = skull(s, px, y, z);
  if (d < 0.3) d += flesh(s, px, y, z);
  const ex = x - eyeBall.x;
  const ey = y - eyeBall.y;
  const ez = z - eyeBall.z;
  if (ex * ex + ey * ey + ez * ez < 0.3) {
    const { top, low, across } = eyeOpening(s, x);
    // the lid wraps the ball, with a crease above and a softer one below
    const lid = ellipsoid(ex, ey, ez, 0.3, 0.285, 0.3);
    d = join(d, lid, 0.07);
    const within = smoothstep(-0.12, 0.2, across) * smoothstep(1.2, 0.85, across);
    d += 0.026 * s.crease * bump(y - top - 0.07, 0.022) * within;
    d += 0.012 * bump(y - low + 0.075, 0.035) * within;
    const gap = Math.max(y - top, low - y, Math.abs(across - 0.5) * s.eyeWidth - s.eyeWidth / 2);
    if (z > eyeBall.z) d = carve(d, gap * 0.8, 0.012);
  }
  if (s.ears && x > 0.9) d = join(d, ear(x, y, z), 0.05);
  return d;
}

function ear(x: number, y: number, z: number): number {
  const u = x - 1.17;
  const v = y + 0.24;
  const w = z + 1.32;
  // turned outwards about the vertical
  const a = 0.5;
  const uu = u * Math.cos(a) + w * Math.sin(a);
  const ww = -u * Math.sin(a) + w * Math.cos(a);
  const tilt = v * 0.18;
  let d = ellipsoid(uu, v, ww + tilt, 0.08, 0.39, 0.23);
  d = carve(d, ellipsoid(uu - 0.1, v - 0.08, ww + tilt - 0.02, 0.09, 0.3, 0.15), 0.05);
  d = carve(d, ellipsoid(uu - 0.06, v + 0.08, ww + tilt - 0.08, 0.09, 0.1, 0.07), 0.05);
  return join(d, ellipsoid(uu, v + 0.35, ww + tilt - 0.07, 0.08, 0.11, 0.11), 0.08);
}

/** Neck and shoulders: they do not turn with the head. */
export function body(s: HeadShape, px: number, y: number, z: number): number {
  const x = Math.sqrt(px * px + 0.001);
  let d = limb(x, y, z, 0, -1.0, -1.45, s.neck, 0, -2.9, -1.5, s.neck * 1.06);
  d = join(d, limb(x, y, z, 0.75, -0.8, -1.6, 0.13, 0.14, -2.75, -0.95, 0.1), 0.3);
  d = join(d, limb(x, y, z, 0.3, -2.2, -1.9, 0.4, 1.9, -3.15, -1.8, 0.5), 0.5);
  d = join(d, ellipsoid(x, y + 4.1, z + 1.6, 2.3, 1.5, 1.0), 0.4);
  return d;
}
