import { browLine, eyeBall, eyeOpening, lipLines } from './head.ts';
import { cameraDistance, develop, type Lit, lightStudio, type Rgb } from './light.ts';
import { seededRandom } from './noise.ts';
import { blendFlow, type Picture, paint, sweep } from './paint.ts';
import { irisCentre, poseOf, type Sitter, seat } from './sitter.ts';
import { bump, mix, smoothstep } from './solid.ts';

export interface OilOptions {
  readonly seed: number;
  readonly jitter: number;
  readonly relief: number;
  readonly width: number;
  readonly height: number;
}

export function developed(lit: Lit): Picture {
  const n = lit.width * lit.height;
  const planes = [0, 1, 2].map((p) => {
    const plane = new Float32Array(n);
    for (let k = 0; k < n; k += 1) plane[k] = develop(lit.colour[k * 3 + p]!);
    return plane;
  }) as [Float32Array, Float32Array, Float32Array];
  return { width: lit.width, height: lit.height, planes };
}

/** An oil study of the sitter. */
export function oilPortrait(sitter: Sitter, options: OilOptions): Picture {
  const { width: w, height: h } = options;
  const lit = lightStudio(seat(sitter), w, h);
  const model = developed(lit);
  const pose = poseOf(sitter);
  const n = w * h;
  const wanted = new Float32Array(n * 2);
  const detail = new Float32Array(n);
  for (let k = 0; k < n; k += 1) {
    if (!lit.hit[k]) {
      const px = (k % w) / w;
      const py = Math.floor(k / w) / w;
      const a = 0.9 + 0.9 * Math.sin(px * 5 + Math.sin(py * 4) * 2) + 0.5 * Math.sin(py * 9);
      wanted[k * 2] = Math.cos(a);
      wanted[k * 2 + 1] = Math.sin(a);
      continue;
    }
    const [x, y, z] = pose.toHead(lit.place[k * 3]!, lit.place[k * 3 + 1]!, lit.place[k * 3 + 2]!);
    if (sitter.hair(x, y, z) < 0.01) {
      const [dx, dy] = (sitter.hairFlow ?? combedDown)(x, y);
      wanted[k * 2] = 1.4 * dx;
      wanted[k * 2 + 1] = -1.4 * dy;
      detail[k] = 0.6;
      continue;
    }
    // along the contours of the form
    const nx = lit.normal[k * 3]!;
    const ny = lit.normal[k * 3 + 1]!;
    const len = Math.hypot(nx, ny) + 0.15;
    wanted[k * 2] = -ny / len;
    wanted[k * 2 + 1] = -(nx / len) - 0.001;
    detail[k] = faceDetail(sitter, x, y);
  }
  const flow = blendFlow(model, wanted, (4 * w) / 768);
  const unit = w / 768;
  const brushes = [22, 12, 6.5, 3.4, 1.9, 1.2].map((r) => r * unit);
  const picture = paint(model, {
    seed: options.seed,
    brushes,
    flow,
    detail,
    jitter: options.jitter,
    relief: options.relief,
  });
  finishFeatures(picture, sitter, options.seed);
  return picture;
}

function combedDown(x: number, y: number): readonly [number, number] {
  const rise = Math.max(0, y + 0.3);
  const r = Math.hypot(x, rise) || 1;
  return [(rise / r) * (Math.sign(x) || 1), -Math.abs(x) / r];
}

function faceDetail(sitter: Sitter, x: number, y: number): number {
  const s = sitter.shape;
  const ax = Math.abs(x);
  const eyes = bump((ax - 0.5) / 0.42, 1) * bump(y / 0.24, 1);
  const mouth = bump(x / 0.55, 1) * bump((y - s.mouthY) / 0.24, 1);
  const nose = bump(x / 0.32, 1) * bump((y - s.noseLength - 0.1) / 0.2, 1);
  const brow = bump((ax - 0.5) / 0.45, 1) * bump((y - s.browY) / 0.14, 1);
  const face = 0.54 * smoothstep(1.95, 1.4, Math.hypot(x * 1.3, y + 0.3));
  return Math.min(1, Math.max(0.3, face, eyes * 1.25, mouth * 1.1, nose * 0.95, brow * 0.9));
}

/** Last, the small brush: lash lines, brows, the light in the eyes, the line between the lips. */
function finishFeatures(picture: Picture, sitter: Sitter, seed: number): void {
  const random = seededRandom(seed + 1);
  const s = sitter.shape;
  const pose = poseOf(sitter);
  const perUnit = picture.height / sitter.view.height;
  const spot = (x: number, y: number, z: number) => {
    const p = pose.toWorld(x, y, z);
    const zoom = (perUnit * cameraDistance) / (cameraDistance - p[2]);
    return {
      x: picture.width / 2 + (p[0] - sitter.view.x) * zoom,
      y: picture.height / 2 - (p[1] - sitter.view.y) * zoom,
    };
  };
  const onBall = (x: number, y: number, lift: number) => {
    const u = Math.abs(x) - eyeBall.x;
    return eyeBall.z + Math.sqrt(Math.max(0.02, (eyeBall.radius + lift) ** 2 - u * u - y * y));
  };
  const inkOf = (c: Rgb) => c.map((v) => develop(v * 0.35));
  const dark = inkOf(sitter.complexion.lashes);
  const brow = inkOf(sitter.complexion.hair);
  const dusk = sitter.complexion.upperLip.map((v) => develop(v * 0.22));
  for (let i = -9; i < 9; i += 1) {
    const ends = [i, i + 1].map((k) => {
      const x = (k / 9) * (s.mouthWidth / 2) * 0.95;
      return spot(x, lipLines(s, Math.abs(x)).seam, -0.02 - 0.9 * x * x);
    });
    const heavy = 0.55 + 0.45 * Math.abs(Math.cos((i + 0.5) * 0.5));
    sweep(picture, undefined, ends, perUnit * 0.0105 * heavy, dusk, 5, i, 0.42 * heavy);
  }
  const inner = 0.5 - s.eyeWidth / 2;
  for (const side of [-1, 1]) {
    const lash = [];
    for (let i = 0; i <= 14; i += 1) {
      const t = mix(0.06, 1.03, i / 14);
      const x = inner + t * s.eyeWidth;
      const o = eyeOpening(s, x);
      const lift = t > 1 ? (t - 1) * 0.1 : 0;
      lash.push(spot(side * x, o.top + 0.004 - lift, onBall(x, o.top, 0.02)));
    }
    for (let i = 0; i < lash.length - 1; i += 1) {
      const t = i / lash.length;
      const radius = perUnit * mix(0.006, 0.0135, smoothstep(0, 0.75, t)) * (t > 0.93 ? 0.7 : 1);
      sweep(picture, undefined, [lash[i]!, lash[i + 1]!], radius, dark, 5, i, 0.5);
    }
    const iris = irisCentre(sitter, side);
    const glint = spot(iris.x - 0.035, iris.y + 0.04, onBall(iris.x, iris.y, 0.01));
    const r = perUnit * 0.0155;
    sweep(
      picture,
      undefined,
      [glint, { x: glint.x + r * 0.5, y: glint.y + r * 0.4 }],
      r,
      [250, 246, 236],
      5,
      3,
      0.95,
    );
    const low = spot(iris.x + 0.035, iris.y - 0.045, onBall(iris.x, iris.y, 0.01));
    sweep(
      picture,
      undefined,
      [low, { x: low.x + r, y: low.y - r * 0.4 }],
      r * 0.7,
      [150, 130, 110],
      5,
      3,
      0.25,
    );
    // light along the wet rim of the lower lid
    for (let i = 4; i < 12; i += 1) {
      const x = inner + (i / 14) * s.eyeWidth;
      const x2 = inner + ((i + 1) / 14) * s.eyeWidth;
      const a = eyeOpening(s, x).low + 0.002;
      const b = eyeOpening(s, x2).low + 0.002;
      sweep(
        picture,
        undefined,
        [spot(side * x, a, onBall(x, a, 0.02)), spot(side * x2, b, onBall(x2, b, 0.02))],
        perUnit * 0.006,
        [226, 178, 152],
        5,
        i,
        0.3,
      );
    }
    for (let i = 0; i < 46; i += 1) {
      const t = random();
      const x = 0.2 + t * 0.6;
      const y = browLine(s, x) + (random() - 0.6) * sitter.complexion.browThickness * (1 - 0.5 * t);
      const lean = mix(0.05, -0.035, smoothstep(0, 0.8, t));
      const z = mix(-0.02, -0.28, t);
      const a = spot(side * x, y, z);
      const b = spot(side * (x + 0.06), y + lean, z - 0.03);
      sweep(picture, undefined, [a, b], perUnit * 0.0055, brow, 5, i, 0.3 * (1 - 0.4 * t));
    }
  }
}

export function bytes(picture: Picture): Uint8Array {
  const n = picture.width * picture.height;
  const out = new Uint8Array(n * 3);
  for (let k = 0; k < n; k += 1)
    for (let p = 0; p < 3; p += 1)
      out[k * 3 + p] = Math.min(255, Math.max(0, Math.round(picture.planes[p]![k]!)));
  return out;
}
