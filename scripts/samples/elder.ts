import { adult } from './head.ts';
import { fractalNoise, valueNoise } from './noise.ts';
import type { Sitter } from './sitter.ts';
import { carve, ellipsoid, mix, smoothstep } from './solid.ts';

/** An old man with a cropped white beard, in warm light from the right. */
export const elder: Sitter = {
  shape: {
    ...adult,
    jawWidth: 1.04,
    chin: -1.8,
    cheek: 1.5,
    noseWidth: 1.28,
    noseLength: -0.76,
    noseTip: 0.98,
    bridge: 0.9,
    brow: 1.35,
    mouthY: -1.1,
    mouthWidth: 0.84,
    upperLip: 0.1,
    lowerLip: 0.15,
    lidTop: 0.082,
    lidLow: 0.066,
    eyeTilt: 0.012,
    browY: 0.33,
    browArch: 0.06,
    age: 0.85,
    fat: 0.15,
    neck: 0.64,
  },
  yaw: -0.16,
  pitch: 0.02,
  roll: 0.035,
  complexion: {
    skin: [0.125, 0.055, 0.03],
    brow: [0.14, 0.067, 0.038],
    flush: [0.14, 0.045, 0.028],
    shade: [0.075, 0.037, 0.026],
    upperLip: [0.105, 0.028, 0.026],
    lowerLip: [0.185, 0.052, 0.045],
    hair: [0.2, 0.195, 0.19],
    lashes: [0.03, 0.016, 0.011],
    browThickness: 0.075,
    beard: 0.85,
    beardColour: [0.27, 0.262, 0.255],
    gloss: 0.19,
  },
  iris: [0.06, 0.03, 0.015],
  irisRadius: 0.102,
  hair(px, y, z) {
    const x = Math.abs(px);
    let d = ellipsoid(x, y - 0.6, z + 1.5, 1.26, 1.37, 1.5);
    // a receding hairline, and bare round the ears
    const rise = Math.max(0, y + 0.25) / 1.62;
    const temple = x * (1 - 0.1 * smoothstep(0.9, 0.5, x));
    const opening = (((temple / 1.06) ** 2.4 + rise ** 2.4) ** (1 / 2.4) - 1) * 0.8;
    d = carve(d, Math.max(opening, -1.1 - z), 0.14);
    d = carve(d, ellipsoid(x - 1.15, y + 0.32, z + 1.15, 0.42, 0.5, 0.5), 0.1);
    if (d < 0.15) d += 0.018 * (valueNoise(px * 24 + z * 13, y * 24 - z * 11) - 0.5);
    return d;
  },
  hairPaint(x, y, z) {
    const g = 0.6 + 0.7 * valueNoise(x * 22 + z * 11, y * 22);
    return { albedo: [0.27 * g, 0.265 * g, 0.26 * g], gloss: 0.02, sharp: 6, soft: 0 };
  },
  cloth(x, y, _z, bare) {
    const fold = 0.02 * Math.sin(x * 9 - 3 * y + 2 * fractalNoise(x * 1.5, y * 1.5));
    const shirt = Math.max(bare - 0.06, y + 2.06 - 0.36 * Math.abs(x));
    const coat = Math.max(bare - 0.1 + fold, (y + 2.86 - 1.3 * Math.abs(x)) * 0.6);
    const slit = Math.max(-(y + 2.5), 0.03 + 0.18 * (y + 2.5) - Math.abs(x));
    return Math.min(Math.max(shirt, slit * 0.7), coat);
  },
  clothPaint(x, y) {
    const t = smoothstep(-0.03, 0.0, y + 2.86 - 1.3 * Math.abs(x));
    return {
      albedo: [mix(0.035, 0.42, t), mix(0.04, 0.43, t), mix(0.075, 0.46, t)],
      gloss: 0.03,
      sharp: 8,
      soft: 0,
    };
  },
  lamps: [
    { from: [0.8, 0.7, 0.75], colour: [2.9, 2.35, 1.7], shadow: true },
    { from: [-1, 0.25, -0.1], colour: [0.5, 0.75, 1.05], shadow: false },
  ],
  sky: [0.34, 0.38, 0.46],
  ground: [0.3, 0.17, 0.1],
  backdrop(u, v) {
    const g = fractalNoise(u * 2.5 + 9, v * 2.5);
    const t = mix(0.2, 0.05, smoothstep(0.05, 1.05, u + 0.18 * g)) * (1.15 - 0.55 * v);
    return [t * 1.25, t * 0.62, t * 0.3];
  },
  view: { x: -0.02, y: -0.4, height: 5.2 },
};
