import { adult } from './head.ts';
import { fractalNoise, valueNoise } from './noise.ts';
import { fair, type Sitter } from './sitter.ts';
import { bump, carve, ellipsoid, join, limb, mix, smoothstep } from './solid.ts';

/** A young woman by a window, dark hair parted in the middle. */
export const woman: Sitter = {
  shape: {
    ...adult,
    ears: false,
    jawWidth: 0.84,
    chin: -1.72,
    brow: 0.7,
    noseWidth: 0.88,
    noseTip: 0.92,
    neck: 0.54,
    age: 0,
    upperLip: 0.105,
    lowerLip: 0.15,
  },
  yaw: 0.13,
  pitch: 0,
  roll: -0.03,
  complexion: fair,
  iris: [0.12, 0.065, 0.025],
  irisRadius: 0.105,
  hair(px, y, z) {
    const x = Math.abs(px);
    let d = ellipsoid(x, y - 0.6, z + 1.45, 1.29, 1.38, 1.54);
    d = join(d, ellipsoid(x - 0.98, y + 0.25, z + 1.2, 0.32, 0.95, 0.55), 0.3);
    d = join(d, limb(x, y, z, 0.86, -0.6, -1.9, 0.48, 1.0, -3.2, -2.2, 0.55), 0.3);
    const rise = Math.max(0, y + 0.2) / 1.28;
    const opening = (((x / 0.99) ** 2.7 + rise ** 2.7) ** (1 / 2.7) - 1) * 0.8;
    d = carve(d, Math.max(opening, -0.95 - z), 0.06);
    d = join(d, limb(x, y, z, 1.03, 0.7, -0.85, 0.12, 1.02, -0.9, -0.85, 0.16), 0.25);
    d = join(d, limb(x, y, z, 1.02, -0.9, -0.85, 0.16, 1.12, -2.4, -1.3, 0.3), 0.2);
    d += 0.03 * bump(px - 0.02, 0.025) * smoothstep(0.9, 1.2, y);
    if (d < 0.2) {
      const r = y > -0.3 ? Math.hypot(x, y + 0.3) : x;
      const a = y > -0.3 ? Math.atan2(y + 0.3, x) : y + 0.3;
      const rim = Math.abs(Math.hypot(x / 0.9, (y + 0.52) / 1.36) - 1);
      const wave = Math.sin(r * 34 + 3 * Math.sin(a * 3) + 4 * valueNoise(a * 1.5, 3));
      d +=
        0.012 *
        smoothstep(0.16, 0.42, rim) *
        mix(1, smoothstep(-0.5, -1.2, z), smoothstep(-0.6, 0.4, y)) *
        wave *
        (0.4 + valueNoise(r * 12, a * 2));
    }
    return d;
  },
  hairPaint(x, y) {
    const r = y > -0.3 ? Math.hypot(x, y + 0.3) : Math.abs(x);
    const a = y > -0.3 ? Math.atan2(y + 0.3, Math.abs(x)) : y + 0.3;
    const strand = valueNoise(r * 30 + 2 * Math.sin(a * 3), a * 2.5);
    const g = 0.5 + 1.1 * strand;
    return {
      albedo: [0.045 * g, 0.021 * g, 0.011 * g],
      gloss: 0.12 + 0.22 * strand,
      sharp: 16,
      soft: 0,
    };
  },
  cloth(x, y, z, bare) {
    const fold = 0.03 * Math.sin(x * 7 + 4 * y + 2 * fractalNoise(x * 1.2, y * 1.2));
    const neckline = y + 2.72 - 0.3 * x * x;
    return Math.max(bare - 0.07 + fold * 0.6, Math.hypot(x, z + 1.4) < 1.2 ? neckline : -1);
  },
  clothPaint(x, y) {
    const collar =
      smoothstep(-0.16, -0.1, y + 2.72 - 0.3 * x * x) * smoothstep(1.2, 1.1, Math.abs(x));
    const t = collar;
    return {
      albedo: [mix(0.025, 0.6, t), mix(0.085, 0.56, t), mix(0.1, 0.48, t)],
      gloss: 0.05,
      sharp: 8,
      soft: 0,
    };
  },
  lamps: [
    { from: [-0.75, 0.75, 0.8], colour: [2.0, 1.72, 1.36], shadow: true },
    { from: [1, 0.1, -0.25], colour: [0.32, 0.46, 0.6], shadow: false },
  ],
  sky: [0.2, 0.23, 0.27],
  ground: [0.17, 0.11, 0.075],
  backdrop(u, v) {
    const g = 0.5 + 0.5 * fractalNoise(u * 3, v * 3);
    const t = mix(0.025, 0.13, smoothstep(0, 1.1, u + 0.25 * g)) * (1.15 - 0.5 * v);
    return [t * 0.95, t * 0.85, t * 0.6];
  },
  view: { x: 0.02, y: -0.42, height: 5.3 },
};
