import { adult } from './head.ts';
import { fractalNoise, valueNoise } from './noise.ts';
import { fair, type Sitter } from './sitter.ts';
import { carve, ellipsoid, join, limb, mix, smoothstep } from './solid.ts';

/** Locks of the fringe, from the parting: where each starts and where it ends. */
const locks = [
  [-0.5, 1.42, -0.4, -1.04, 0.5, -0.72],
  [-0.42, 1.5, -0.28, -0.92, 0.82, -0.45],
  [-0.4, 1.52, -0.22, -0.72, 0.78, -0.24],
  [-0.34, 1.54, -0.18, -0.46, 0.98, -0.08],
  [-0.3, 1.55, -0.16, -0.2, 0.72, 0.05],
  [-0.24, 1.56, -0.16, 0.06, 0.84, 0.05],
  [-0.16, 1.57, -0.16, 0.34, 0.64, 0.0],
  [-0.06, 1.58, -0.17, 0.5, 0.86, -0.06],
  [0.06, 1.57, -0.2, 0.78, 0.66, -0.24],
  [0.18, 1.55, -0.22, 0.86, 0.88, -0.32],
  [0.3, 1.52, -0.26, 1.04, 0.5, -0.62],
] as const;

/** A young man with tousled black hair, in a pale jumper before coral. */
export const youth: Sitter = {
  shape: {
    ...adult,
    jawWidth: 0.93,
    chin: -1.77,
    cheek: 1.3,
    noseWidth: 1.04,
    noseTip: 0.86,
    bridge: 0.75,
    brow: 0.8,
    mouthWidth: 0.78,
    upperLip: 0.1,
    lowerLip: 0.145,
    lidTop: 0.086,
    lidLow: 0.062,
    crease: 0.25,
    eyeTilt: 0.042,
    browY: 0.34,
    browArch: 0.05,
    age: 0.05,
    fat: 0.3,
    neck: 0.62,
  },
  yaw: -0.1,
  pitch: 0.01,
  roll: -0.045,
  complexion: {
    ...fair,
    skin: [0.52, 0.32, 0.195],
    brow: [0.56, 0.36, 0.22],
    flush: [0.53, 0.22, 0.14],
    shade: [0.38, 0.25, 0.17],
    upperLip: [0.32, 0.085, 0.065],
    lowerLip: [0.44, 0.14, 0.105],
    hair: [0.03, 0.02, 0.016],
    lashes: [0.025, 0.016, 0.012],
    browThickness: 0.082,
    gloss: 0.1,
  },
  iris: [0.06, 0.028, 0.012],
  irisRadius: 0.105,
  hair(px, y, z) {
    const x = Math.abs(px);
    let d = ellipsoid(x, y - 0.62, z + 1.5, 1.26, 1.38, 1.48);
    d = join(d, ellipsoid(px - 0.04, y - 1.3, z + 0.95, 1.0, 0.52, 1.05), 0.2);
    const rise = Math.max(0, y + 0.2) / 1.3;
    const opening = (((x / 1.04) ** 3 + rise ** 3) ** (1 / 3) - 1) * 0.8;
    d = carve(d, Math.max(opening, -1.0 - z), 0.08);
    d = carve(d, ellipsoid(x - 1.15, y + 0.42, z + 1.1, 0.4, 0.5, 0.5), 0.1);
    for (const [ax, ay, az, bx, by, bz] of locks)
      d = join(d, limb(px, y, z, ax, ay, az, 0.2, bx, by, bz, 0.02), 0.13);
    if (d < 0.2) {
      const across = Math.atan2(y - 1.55, px + 0.3);
      d += 0.022 * (fractalNoise(across * 9, z * 2 + y) - 0.1);
      const out = smoothstep(0.25, 0.8, Math.hypot(px + 0.3, y - 1.55));
      d += 0.012 * out * Math.sin(across * 40 + 5 * fractalNoise(px * 2, y * 2));
    }
    return d;
  },
  hairFlow(x, y) {
    const dx = x + 0.3;
    const dy = y - 1.6;
    const r = Math.hypot(dx, dy) || 1;
    return y > 0.4 ? [dx / r, dy / r] : [0.15 * Math.sign(x), -1];
  },
  hairPaint(x, y) {
    const across = Math.atan2(y - 1.55, x + 0.3);
    const strand = valueNoise(across * 26, Math.hypot(x + 0.3, y - 1.55) * 2.5);
    const g = 0.5 + strand;
    return {
      albedo: [0.022 * g, 0.018 * g, 0.02 * g],
      gloss: 0.1 + 0.24 * strand,
      sharp: 14,
      soft: 0,
    };
  },
  cloth(x, y, z, bare) {
    const knit = 0.012 * Math.sin(x * 34) * smoothstep(-2.5, -2.6, y);
    const fold = 0.03 * fractalNoise(x * 2, y * 2.5);
    const neckline = y + 2.26 - 0.28 * x * x;
    const roll = Math.max(bare - 0.15, Math.abs(neckline + 0.16) - 0.15);
    const jumper = Math.max(
      bare - 0.1 + knit + fold,
      Math.hypot(x, z + 1.4) < 1.1 ? neckline + 0.15 : -1,
    );
    return join(roll, jumper, 0.05);
  },
  clothPaint(x, y) {
    const g = 0.9 + 0.12 * Math.sin(x * 34) + 0.1 * fractalNoise(x * 3, y * 3);
    return { albedo: [0.5 * g, 0.47 * g, 0.4 * g], gloss: 0.01, sharp: 6, soft: 0 };
  },
  lamps: [
    { from: [-0.8, 0.6, 0.75], colour: [1.95, 1.8, 1.6], shadow: true },
    { from: [1, 0.2, -0.2], colour: [0.75, 0.36, 0.26], shadow: false },
  ],
  sky: [0.24, 0.26, 0.3],
  ground: [0.22, 0.13, 0.1],
  backdrop(u, v) {
    const g = fractalNoise(u * 2.6 + 4, v * 2.6 + 1);
    const t = mix(0.75, 1.15, smoothstep(0, 1, u + 0.3 * g)) * (1.1 - 0.35 * v);
    return [t * 0.5, t * 0.155, t * 0.1];
  },
  view: { x: 0, y: -0.32, height: 5.3 },
};
