import { body, browLine, eyeBall, eyeOpening, type HeadShape, lipLines, skin } from './head.ts';
import { type Lamp, type Material, type Rgb, type Studio, tint } from './light.ts';
import { valueNoise } from './noise.ts';
import { bump, join, mix, smoothstep } from './solid.ts';

/** Everything that makes one painted person. Lengths and places in the head frame (see HeadShape). */
export interface Sitter {
  readonly shape: HeadShape;
  readonly yaw: number; // radians, positive turns the nose to the picture's right
  readonly pitch: number; // positive nods
  readonly roll: number;
  readonly complexion: Complexion;
  readonly iris: Rgb;
  readonly irisRadius: number;
  /** Distance to the hair, in the head frame. */
  hair(x: number, y: number, z: number): number;
  /** Which way the hair lies, y up; where absent it is combed down from a parting in the middle. */
  hairFlow?(x: number, y: number): readonly [number, number];
  hairPaint(x: number, y: number, z: number): Material;
  /** Distance to the clothes, in the world; `bare` is the distance to neck and shoulders. */
  cloth(x: number, y: number, z: number, bare: number): number;
  clothPaint(x: number, y: number, z: number): Material;
  readonly lamps: readonly Lamp[];
  readonly sky: Rgb;
  readonly ground: Rgb;
  backdrop(u: number, v: number): Rgb;
  readonly view: Studio['view'];
}

export interface Complexion {
  readonly skin: Rgb;
  readonly brow: Rgb; // forehead, lighter or yellower
  readonly flush: Rgb; // cheeks, nose, ears
  readonly shade: Rgb; // around the eyes, the beard's shadow
  readonly upperLip: Rgb;
  readonly lowerLip: Rgb;
  readonly hair: Rgb; // brows
  readonly lashes: Rgb;
  readonly browThickness: number;
  readonly beard: number; // 0..1, stubble
  readonly beardColour: Rgb;
  readonly gloss: number;
}

const pivotY = -0.6;
const pivotZ = -1.2;

export interface Pose {
  toHead(x: number, y: number, z: number): Rgb;
  toWorld(x: number, y: number, z: number): Rgb;
}

export function poseOf(sitter: Sitter): Pose {
  const cy = Math.cos(sitter.yaw);
  const sy = Math.sin(sitter.yaw);
  const cp = Math.cos(sitter.pitch);
  const sp = Math.sin(sitter.pitch);
  const cr = Math.cos(sitter.roll);
  const sr = Math.sin(sitter.roll);
  return {
    toHead(x, y, z) {
      const v = y - pivotY;
      const w = z - pivotZ;
      const x1 = x * cr + v * sr;
      const y1 = -x * sr + v * cr;
      const x2 = x1 * cy - w * sy;
      const z2 = x1 * sy + w * cy;
      return [x2, y1 * cp + z2 * sp + pivotY, -y1 * sp + z2 * cp + pivotZ];
    },
    toWorld(x, y, z) {
      const v = y - pivotY;
      const w = z - pivotZ;
      const y1 = v * cp - w * sp;
      const z2 = v * sp + w * cp;
      const x1 = x * cy + z2 * sy;
      const z1 = -x * sy + z2 * cy;
      return [x1 * cr - y1 * sr, x1 * sr + y1 * cr + pivotY, z1 + pivotZ];
    },
  };
}

/** Puts the sitter into the studio. */
export function seat(sitter: Sitter): Studio {
  const s = sitter.shape;
  const pose = poseOf(sitter);
  const solids = (x: number, y: number, z: number) => {
    const q = pose.toHead(x, y, z);
    const ball =
      Math.hypot(Math.abs(q[0]) - eyeBall.x, q[1] - eyeBall.y, q[2] - eyeBall.z) - eyeBall.radius;
    const bare = body(s, x, y, z);
    const flesh = join(skin(s, q[0], q[1], q[2]), bare, 0.12);
    return {
      q,
      ball,
      flesh,
      hair: sitter.hair(q[0], q[1], q[2]),
      cloth: sitter.cloth(x, y, z, bare),
    };
  };
  return {
    distance(x, y, z) {
      const d = solids(x, y, z);
      return Math.min(d.ball, d.flesh, d.hair, d.cloth);
    },
    material(x, y, z) {
      const d = solids(x, y, z);
      const least = Math.min(d.ball, d.flesh, d.hair, d.cloth);
      if (least === d.cloth) return sitter.clothPaint(x, y, z);
      if (least === d.hair) return sitter.hairPaint(d.q[0], d.q[1], d.q[2]);
      if (least === d.ball) return eyePaint(sitter, d.q[0], d.q[1]);
      return skinPaint(sitter, d.q[0], d.q[1], d.q[2]);
    },
    lamps: sitter.lamps,
    sky: sitter.sky,
    ground: sitter.ground,
    backdrop: sitter.backdrop,
    view: sitter.view,
  };
}

/** Middle of the iris in the head frame: the sitter looks at the viewer. */
export function irisCentre(sitter: Sitter, side: number): { x: number; y: number } {
  return {
    x: side * eyeBall.x - Math.sin(sitter.yaw) * eyeBall.radius * 0.9,
    y: 0.012 + Math.sin(sitter.pitch) * eyeBall.radius * 0.9,
  };
}

function eyePaint(sitter: Sitter, x: number, y: number): Material {
  const side = Math.sign(x) || 1;
  const iris = irisCentre(sitter, side);
  const gx = x - iris.x;
  const gy = y - iris.y;
  const r = Math.hypot(gx, gy) / sitter.irisRadius;
  const ex = Math.abs(x) - eyeBall.x;
  let c: Rgb = tint([0.5, 0.45, 0.4], [0.42, 0.3, 0.25], smoothstep(0.1, 0.24, Math.abs(ex)));
  const pink = smoothstep(-0.15, -0.215, ex);
  c = tint(c, [0.42, 0.17, 0.13], pink);
  const rim = smoothstep(1.07, 0.9, r);
  if (rim > 0) {
    const ray = 0.7 + 0.6 * valueNoise(Math.atan2(gy, gx) * 5 + 20, r * 2);
    const lit = mix(1.7, 0.45, smoothstep(-0.8, 0.7, gy / sitter.irisRadius));
    const ring = mix(1, 0.22, smoothstep(0.7, 1, r));
    const gain = ray * lit * ring * smoothstep(0.38, 0.46, r);
    const k = sitter.iris;
    c = tint(c, [k[0] * gain + 0.003, k[1] * gain + 0.003, k[2] * gain + 0.003], rim);
  }
  // the upper lid and its lashes shade the ball
  const o = eyeOpening(sitter.shape, Math.abs(x));
  const shade = mix(0.34, 1, smoothstep(-0.005, 0.075, o.top - y));
  return { albedo: [c[0] * shade, c[1] * shade, c[2] * shade], gloss: 0.25, sharp: 80, soft: 0 };
}

function skinPaint(sitter: Sitter, lx: number, y: number, z: number): Material {
  const s = sitter.shape;
  const k = sitter.complexion;
  const x = Math.abs(lx);
  let c = tint(k.skin, k.brow, smoothstep(0.4, 0.9, y));
  c = tint(c, k.flush, 0.42 * bump(x - 0.68, 0.36) * bump(y + 0.55, 0.32));
  c = tint(c, k.flush, 0.55 * bump(x, 0.24) * bump(y - s.noseLength - 0.14, 0.2));
  c = tint(
    c,
    k.flush,
    0.5 * smoothstep(1.0, 1.15, x) * smoothstep(-0.9, -1.1, z) * bump(y + 0.2, 0.6),
  );
  c = tint(c, k.flush, 0.3 * bump(x, 0.3) * bump(y - s.chin - 0.25, 0.18));
  c = tint(c, k.shade, 0.45 * bump(x - 0.48, 0.3) * bump(y + 0.17, 0.1));
  c = tint(c, k.shade, 0.4 * bump(x - 0.5, 0.26) * bump(y - 0.17, 0.09));
  const jaw = smoothstep(-0.7, -1.0, y + 0.25 * bump(x - 0.55, 0.3)) * smoothstep(-2.1, -1.75, y);
  c = tint(c, k.shade, 0.3 * jaw);
  let gloss = k.gloss;
  let sharp = 14;
  if (z > -0.95) {
    if (k.beard > 0) {
      const hair = 0.6 + 0.8 * (valueNoise(lx * 70, y * 40) - 0.35);
      const bare = 1 - bump(x, 0.2) * bump(y - s.noseLength + 0.05, 0.12);
      c = tint(c, k.beardColour, Math.min(1, k.beard * hair * jaw * bare));
    }
    const { top, seam, low, half } = lipLines(s, x);
    const e = 0.014;
    const red =
      smoothstep(low - e, low + e, y) *
      smoothstep(top + e, top - e, y) *
      smoothstep(half + 0.01, half - 0.04, x);
    c = tint(c, y > seam ? k.upperLip : k.lowerLip, red * 0.88);
    gloss = mix(gloss, k.gloss * (y > seam ? 0.35 : 1.7), red);
    sharp = mix(sharp, 26, red);
    const line = bump(y - seam, 0.011) * smoothstep(half + 0.03, half - 0.06, x);
    c = tint(c, tint(k.upperLip, [0.01, 0, 0], 0.75), line * 0.68);
    c = tint(c, k.hair, browHair(sitter, lx, y));
    const o = eyeOpening(s, x);
    const on = smoothstep(-0.02, 0.15, o.across) * smoothstep(1.12, 1.0, o.across);
    c = tint(
      c,
      tint(k.lashes, [0.01, 0.006, 0.005], 0.5),
      bump(y - o.top - 0.006, 0.02) * on * 0.92,
    );
    const under = bump(y - o.low + 0.004, 0.014) * on * smoothstep(0.15, 0.7, o.across);
    c = tint(c, tint(k.flush, k.lashes, 0.5), under * 0.6);
    c = tint(
      c,
      tint(k.flush, k.lashes, 0.3),
      bump(y - o.top - 0.085, 0.022) * on * 0.35 * s.crease,
    );
  }
  return { albedo: c, gloss, sharp, soft: 1 };
}

function browHair(sitter: Sitter, lx: number, y: number): number {
  const s = sitter.shape;
  const x = Math.abs(lx);
  const t = (x - 0.17) / 0.68;
  const thick =
    sitter.complexion.browThickness *
    smoothstep(-0.08, 0.15, t) *
    (1 - 0.7 * smoothstep(0.35, 1.05, t));
  const off = Math.abs(y - browLine(s, x)) / Math.max(0.012, thick);
  const grain = 0.6 + 0.75 * (valueNoise(x * 55 - y * 40, y * 16 + x * 8) - 0.25);
  const shape = smoothstep(1.25, 0.4, off) * smoothstep(-0.05, 0.12, t) * smoothstep(1.06, 0.9, t);
  return Math.min(1, shape * grain) * 0.9;
}

export const fair: Complexion = {
  skin: [0.6, 0.355, 0.24],
  brow: [0.65, 0.41, 0.265],
  flush: [0.58, 0.22, 0.155],
  shade: [0.44, 0.3, 0.23],
  upperLip: [0.34, 0.062, 0.055],
  lowerLip: [0.47, 0.115, 0.095],
  hair: [0.05, 0.026, 0.016],
  lashes: [0.05, 0.026, 0.016],
  browThickness: 0.06,
  beard: 0,
  beardColour: [0.3, 0.3, 0.3],
  gloss: 0.09,
};
