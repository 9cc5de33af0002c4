import { type Material, type Rgb, type Studio, tint } from './light.ts';
import { fractalNoise, valueNoise } from './noise.ts';
import { bump, carve, ellipsoid, join, limb, mix, smoothstep } from './solid.ts';

/** A fox's head. Frame and unit as for people: the eyes are 1 apart, y up, z to the viewer. */
const ball = { x: 0.5, y: 0, z: -0.2, radius: 0.25 } as const;
const irisRadius = 0.185;

function opening(x: number): { across: number; top: number; low: number } {
  const across = (x - 0.27) / 0.46;
  const t = Math.min(1, Math.max(0, across));
  const chord = mix(-0.085, 0.075, t);
  return {
    across,
    top: chord + 0.115 * Math.sin(Math.PI * t ** 0.85) ** 0.8,
    low: chord - 0.11 * Math.sin(Math.PI * t ** 1.1) ** 0.85,
  };
}

function pelt(px: number, y: number, z: number): number {
  const x = Math.sqrt(px * px + 0.0006);
  let d = ellipsoid(x, y - 0.12, z + 0.95, 1.12, 0.95, 1.0);
  d = join(d, ellipsoid(x, y - 0.42, z + 0.62, 0.72, 0.55, 0.6), 0.3);
  d = join(d, limb(x, y, z, 0.72, -0.3, -0.75, 0.5, 1.55, -0.72, -1.05, 0.13), 0.35);
  d = join(d, limb(x, y, z, 0, -0.2, -0.22, 0.46, 0, -0.88, 0.66, 0.245), 0.3);
  d = join(d, ellipsoid(x - 0.2, y + 1.04, z - 0.56, 0.27, 0.19, 0.27), 0.1);
  d = join(d, ellipsoid(x, y + 1.25, z - 0.42, 0.3, 0.15, 0.27), 0.1);
  // the groove under the nose and the line of the lips
  d += 0.05 * bump(px, 0.02) * smoothstep(-0.98, -1.02, y) * smoothstep(-1.24, -1.16, y);
  d += 0.04 * bump(y - lipLine(x), 0.022) * smoothstep(0.54, 0.36, x) * smoothstep(-0.1, 0.1, z);
  // ears
  const ear = limb(x, y, (z + 1.05) * 1.5, 0.72, 0.75, 0, 0.5, 1.1, 1.95, -0.1, 0.07);
  const hollow = ellipsoid(x - 0.82 - (y - 1.2) * 0.28, y - 1.2, z + 0.68, 0.27, 0.62, 0.26);
  d = join(d, carve(ear * 0.8, hollow, 0.1), 0.2);
  // sockets and lids
  d = carve(d, ellipsoid(x - 0.5, y, z - 0.16, 0.3, 0.22, 0.2), 0.2);
  const ex = x - ball.x;
  const ez = z - ball.z;
  if (ex * ex + y * y + ez * ez < 0.3) {
    d = join(d, ellipsoid(ex, y, ez, 0.28, 0.28, 0.28), 0.08);
    const o = opening(x);
    const gap = Math.max(y - o.top, o.low - y, Math.abs(o.across - 0.5) * 0.46 - 0.23);
    if (z > ball.z) d = carve(d, gap * 0.8, 0.015);
  }
  return join(d, limb(x, y, z, 0, -0.9, -1.8, 0.9, 0, -3.2, -1.5, 2.0), 0.5);
}

/** Height of the line between the lips: from under the nose out to the corners. */
function lipLine(x: number): number {
  return (
    -1.19 + 0.03 * bump(x, 0.07) - 0.03 * bump(x - 0.17, 0.11) + 0.07 * smoothstep(0.2, 0.5, x)
  );
}

function nose(x: number, y: number, z: number): number {
  let d = ellipsoid(x, y + 0.88, z - 0.86, 0.2, 0.135, 0.12);
  d = join(d, ellipsoid(x, y + 0.98, z - 0.88, 0.1, 0.1, 0.08), 0.08);
  d = carve(d, ellipsoid(Math.abs(x) - 0.1, y + 0.9, z - 0.97, 0.045, 0.032, 0.07), 0.03);
  return d;
}

function eyeBallDistance(x: number, y: number, z: number): number {
  return Math.hypot(Math.abs(x) - ball.x, y - ball.y, z - ball.z) - ball.radius;
}

const orange: Rgb = [0.5, 0.165, 0.032];
const rust: Rgb = [0.3, 0.08, 0.02];
const cream: Rgb = [0.68, 0.6, 0.48];
const dark: Rgb = [0.03, 0.02, 0.016];

function furPaint(px: number, y: number, z: number): Material {
  const x = Math.abs(px);
  const rough = 0.07 * fractalNoise(px * 5, y * 5);
  let c = tint(orange, rust, 0.7 * bump(x, 0.32) * smoothstep(-0.2, 0.7, y));
  c = tint(c, [0.6, 0.25, 0.06], 0.7 * bump(x - 0.75, 0.35) * bump(y + 0.05, 0.4));
  // white: sides of the muzzle, cheeks, chin, throat
  const cheekEdge = mix(-0.32, -0.4, smoothstep(0.3, 1.0, x)) + 0.22 * smoothstep(1.0, 1.7, x);
  const bridge = 0.12 + 0.17 * smoothstep(-0.95, -0.2, y);
  const white =
    smoothstep(0.09, -0.1, y - cheekEdge + rough) *
    smoothstep(bridge - 0.04, bridge + 0.1, x + rough * 0.6);
  c = tint(c, cream, Math.max(white, smoothstep(-1.0, -1.12, y) * smoothstep(-0.2, 0.2, z)));
  const bib = 0.72 - 0.12 * smoothstep(-1.4, -2.6, y) + 1.6 * rough;
  const flank = smoothstep(bib - 0.1, bib + 0.16, x);
  c = tint(c, tint(cream, tint(orange, rust, 0.55), flank), smoothstep(-1.1, -1.3, y + rough));
  c = tint(c, cream, 0.75 * bump(x - 0.5, 0.2) * bump(y - 0.33, 0.07));
  // the dark stripe from the inner corner of the eye
  const s = (-0.1 - y) / 0.7;
  const stripe =
    bump(x - 0.27 - 0.06 * Math.sin(Math.max(0, s) * 3), 0.06) *
    smoothstep(-0.15, 0.1, s) *
    smoothstep(1, 0.45, s);
  c = tint(c, [0.07, 0.03, 0.018], 0.75 * stripe);
  // ears: dark tips, pale inside
  const inEar = smoothstep(0.9, 1.15, y);
  const hollow = smoothstep(
    1.15,
    0.75,
    Math.hypot((x - 0.82 - (y - 1.2) * 0.28) / 0.28, (y - 1.2) / 0.62),
  );
  c = tint(c, tint(cream, [0.3, 0.13, 0.08], 0.45), hollow * smoothstep(0.7, 0.95, y) * 0.95);
  c = tint(c, dark, smoothstep(1.45, 1.9, y + rough) * (1 - hollow * 0.6) * 0.9 * inEar);
  // rims of eyes and lips
  if (z > -0.5) {
    const o = opening(x);
    const on = smoothstep(-0.22, 0.02, o.across) * smoothstep(1.2, 1.0, o.across);
    const rim = Math.max(bump(y - o.top - 0.012, 0.04), bump(y - o.low + 0.01, 0.035)) * on;
    c = tint(c, dark, rim);
    const line = bump(y - lipLine(x), 0.024) * smoothstep(0.56, 0.42, x) * smoothstep(-0.1, 0.1, z);
    c = tint(c, dark, 0.92 * line);
    c = tint(
      c,
      dark,
      0.85 * bump(px, 0.02) * smoothstep(-0.95, -1.0, y) * smoothstep(-1.22, -1.16, y),
    );
  }
  return { albedo: c, gloss: 0.015, sharp: 6, soft: 0 };
}

function eyePaint(px: number, y: number): Material {
  const gx = Math.abs(px) - ball.x + 0.01;
  const gy = y - 0.005;
  const r = Math.hypot(gx, gy) / irisRadius;
  const ray = 0.75 + 0.5 * valueNoise(Math.atan2(gy, gx) * 6 + 20, r * 2.5);
  const lit = mix(1.6, 0.5, smoothstep(-0.8, 0.8, gy / irisRadius));
  const ring = mix(1, 0.2, smoothstep(0.74, 1, r));
  const slit = smoothstep(0.36, 0.48, Math.hypot(gx * 1.3, gy * 0.92) / irisRadius);
  const g = ray * lit * ring * slit;
  let c: Rgb = [0.4 * g + 0.004, 0.16 * g + 0.003, 0.025 * g + 0.002];
  c = tint(c, [0.05, 0.035, 0.025], smoothstep(0.95, 1.08, r));
  const shade = mix(0.4, 1, smoothstep(0, 0.09, opening(Math.abs(px)).top - y));
  return { albedo: [c[0] * shade, c[1] * shade, c[2] * shade], gloss: 0.3, sharp: 90, soft: 0 };
}

export const fox: Studio = {
  distance(x, y, z) {
    return Math.min(pelt(x, y, z), nose(x, y, z), eyeBallDistance(x, y, z));
  },
  material(x, y, z) {
    const p = pelt(x, y, z);
    const n = nose(x, y, z);
    const e = eyeBallDistance(x, y, z);
    if (e < p && e < n) return eyePaint(x, y);
    if (n < p) return { albedo: [0.022, 0.02, 0.022], gloss: 0.22, sharp: 22, soft: 0 };
    return furPaint(x, y, z);
  },
  lamps: [
    { from: [-0.7, 0.9, 0.75], colour: [2.1, 1.9, 1.6], shadow: true },
    { from: [1, 0.35, -0.2], colour: [0.5, 0.62, 0.8], shadow: false },
  ],
  sky: [0.36, 0.42, 0.5],
  ground: [0.26, 0.2, 0.15],
  backdrop(u, v) {
    const g = 0.5 + 0.5 * fractalNoise(u * 2.4 + 3, v * 2.4);
    const t = mix(0.05, 0.17, g) * (1.2 - 0.6 * v);
    return [t * 0.62, t * 1.0, t * 0.95];
  },
  view: { x: 0, y: -0.02, height: 5.15 },
};

/** Which way the fur lies at a place, in the picture (y up), and how long it is. */
export function furAt(px: number, y: number): { dx: number; dy: number; long: number } {
  const side = Math.sign(px) || 1;
  const x = Math.abs(px);
  let dx = x;
  let dy = y + 0.72;
  const far = Math.hypot(dx, dy) || 1;
  dx /= far;
  dy /= far;
  dy -= 0.85 * smoothstep(0.55, 1.3, x) * smoothstep(0.75, 0.1, y);
  const ear = smoothstep(0.75, 1.15, y) * smoothstep(0.25, 0.5, x);
  dx = mix(dx, 0.3, ear);
  dy = mix(dy, 1, ear);
  const throat = smoothstep(-1.15, -1.5, y);
  dx = mix(dx, 0.35 * x + 0.25 * fractalNoise(px * 2.2, y * 1.3), throat);
  dy = mix(dy, -1, throat);
  const len = Math.hypot(dx, dy) || 1;
  const long =
    0.05 +
    0.06 * smoothstep(0.35, 0.9, far) +
    0.13 * smoothstep(0.7, 1.3, x) * smoothstep(0.6, 0, y) +
    0.16 * throat;
  return { dx: (side * dx) / len, dy: dy / len, long };
}
