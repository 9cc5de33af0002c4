import { mix, smoothstep } from './solid.ts';

export type Rgb = readonly [number, number, number];

export interface Material {
  readonly albedo: Rgb; // linear light, 0..1
  readonly gloss: number; // strength of the highlight
  readonly sharp: number; // Blinn exponent
  readonly soft: number; // light under the surface: 0 = stone, 1 = skin
  readonly tangent?: Rgb | undefined; // strands, in the world frame
}

export interface Lamp {
  readonly from: Rgb;
  readonly colour: Rgb;
  readonly shadow: boolean;
}

/** What a studio shows: a distance field, what it is made of, and how it is lit. */
export interface Studio {
  distance(x: number, y: number, z: number): number;
  material(x: number, y: number, z: number, normal: Rgb): Material;
  readonly lamps: readonly Lamp[];
  readonly sky: Rgb; // from above
  readonly ground: Rgb; // from below
  backdrop(u: number, v: number): Rgb; // 0..1 across and down
  readonly view: { readonly x: number; readonly y: number; readonly height: number };
}

export interface Lit {
  readonly width: number;
  readonly height: number;
  readonly colour: Float32Array; // linear RGB
  readonly place: Float32Array; // world xyz of what is seen
  readonly normal: Float32Array; // xyz
  readonly hit: Uint8Array; // 1 where something is seen
}

export const cameraDistance = 15;
const front = 1.2;
const back = -4.2;

/** Looks at the studio and lights what is seen. */
export function lightStudio(studio: Studio, width: number, height: number): Lit {
  const n = width * height;
  const colour = new Float32Array(n * 3);
  const place = new Float32Array(n * 3);
  const normal = new Float32Array(n * 3);
  const hit = new Uint8Array(n);
  const scale = studio.view.height / height;
  const depth = coarseDepth(studio, width, height, scale);
  for (let j = 0; j < height; j += 1) {
    for (let i = 0; i < width; i += 1) {
      const at = j * width + i;
      const ray = aim(studio, i + 0.5, j + 0.5, width, height, scale);
      const start = depth.near[(j >> 3) * depth.columns + (i >> 3)]!;
      const t = start > 90 ? -1 : march(studio, ray, start, 150);
      if (t < 0) {
        const c = studio.backdrop((i + 0.5) / width, (j + 0.5) / height);
        colour.set(c, at * 3);
        place.set([0, 0, -99], at * 3);
        continue;
      }
      const p: Rgb = [ray.x + ray.dx * t, ray.y + ray.dy * t, ray.z + ray.dz * t];
      const nrm = normalAt(studio, p, 0.004);
      hit[at] = 1;
      place.set(p, at * 3);
      normal.set(nrm, at * 3);
      colour.set(shade(studio, p, nrm, [-ray.dx, -ray.dy, -ray.dz]), at * 3);
    }
  }
  return { width, height, colour, place, normal, hit };
}

interface Ray {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

function aim(studio: Studio, i: number, j: number, w: number, h: number, scale: number): Ray {
  const px = (i - w / 2) * scale;
  const py = (h / 2 - j) * scale;
  const len = Math.hypot(px, py, cameraDistance);
  const dx = px / len;
  const dy = py / len;
  const dz = -cameraDistance / len;
  const t = (front - cameraDistance) / dz;
  return { x: studio.view.x + dx * t, y: studio.view.y + dy * t, z: front, dx, dy, dz };
}

/** Depth of every block of 8 × 8 pixels, brought forward to be safe; over 90 where all is empty. */
function coarseDepth(studio: Studio, w: number, h: number, scale: number) {
  const columns = ((w + 7) >> 3) + 1;
  const rows = ((h + 7) >> 3) + 1;
  const raw = new Float32Array(columns * rows).fill(99);
  for (let j = 0; j < rows; j += 1)
    for (let i = 0; i < columns; i += 1) {
      const ray = aim(studio, i * 8, j * 8, w, h, scale);
      const t = march(studio, ray, 0, 130);
      if (t >= 0) raw[j * columns + i] = t;
    }
  const near = new Float32Array(columns * rows).fill(99);
  for (let j = 0; j < rows; j += 1)
    for (let i = 0; i < columns; i += 1) {
      let least = 99;
      for (let v = -1; v <= 2; v += 1)
        for (let u = -1; u <= 2; u += 1) {
          const y = Math.min(rows - 1, Math.max(0, j + v));
          const x = Math.min(columns - 1, Math.max(0, i + u));
          least = Math.min(least, raw[y * columns + x]!);
        }
      near[j * columns + i] = least > 90 ? 99 : Math.max(0, least - 0.35);
    }
  return { near, columns };
}

function march(studio: Studio, ray: Ray, from: number, steps: number): number {
  let t = from;
  for (let k = 0; k < steps; k += 1) {
    const z = ray.z + ray.dz * t;
    if (z < back) return -1;
    const d = studio.distance(ray.x + ray.dx * t, ray.y + ray.dy * t, z);
    if (d < 0.0012) return t;
    t += d * 0.6;
  }
  return t;
}

function normalAt(studio: Studio, p: Rgb, e: number): Rgb {
  const d = studio.distance;
  const a = d(p[0] + e, p[1] - e, p[2] - e);
  const b = d(p[0] - e, p[1] - e, p[2] + e);
  const c = d(p[0] - e, p[1] + e, p[2] - e);
  const f = d(p[0] + e, p[1] + e, p[2] + e);
  return unit([a - b - c + f, -a - b + c + f, -a + b - c + f]);
}

function unit(v: Rgb): Rgb {
  const len = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / len, v[1] / len, v[2] / len];
}

function dot(a: Rgb, b: Rgb): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** How open the surroundings are, 0..1. */
function openness(studio: Studio, p: Rgb, n: Rgb): number {
  let closed = 0;
  let weight = 1;
  for (let k = 1; k <= 6; k += 1) {
    const h = 0.03 * k * k;
    const d = studio.distance(p[0] + n[0] * h, p[1] + n[1] * h, p[2] + n[2] * h);
    closed += (weight * Math.max(0, h - d)) / h;
    weight *= 0.82;
  }
  return Math.max(0, 1 - closed * 0.3);
}

/** Share of the lamp that reaches p, with a penumbra. */
function reach(studio: Studio, p: Rgb, n: Rgb, l: Rgb): number {
  const x = p[0] + n[0] * 0.02;
  const y = p[1] + n[1] * 0.02;
  const z = p[2] + n[2] * 0.02;
  let share = 1;
  let t = 0.03;
  for (let k = 0; k < 36 && t < 4; k += 1) {
    const d = studio.distance(x + l[0] * t, y + l[1] * t, z + l[2] * t);
    share = Math.min(share, 0.5 + (7 * d) / t / 2);
    if (share <= 0) return 0;
    t += Math.min(0.25, Math.max(0.02, d * 0.8));
  }
  return smoothstep(0, 1, share);
}

const underSkin: Rgb = [0.34, 0.16, 0.1];

function shade(studio: Studio, p: Rgb, n: Rgb, view: Rgb): Rgb {
  const m = studio.material(p[0], p[1], p[2], n);
  const open = openness(studio, p, n);
  const up = n[1] * 0.5 + 0.5;
  const out: [number, number, number] = [0, 0, 0];
  for (let c = 0; c < 3; c += 1) {
    const occluded = open ** (1 + (m.soft > 0 ? c * 0.18 : 0));
    out[c] = m.albedo[c]! * (studio.sky[c]! * up + studio.ground[c]! * (1 - up)) * occluded;
  }
  for (const lamp of studio.lamps) {
    const l = unit(lamp.from);
    const facing = dot(n, l);
    const share = lamp.shadow ? reach(studio, p, n, l) : open;
    const half = unit([l[0] + view[0], l[1] + view[1], l[2] + view[2]]);
    let shine = Math.max(0, dot(n, half)) ** m.sharp;
    let wrapCap = 1;
    if (m.tangent) {
      const th = dot(m.tangent, half);
      shine = Math.sqrt(Math.max(0, 1 - th * th)) ** (m.sharp * 2);
      const tl = dot(m.tangent, l);
      wrapCap = Math.sqrt(Math.max(0, 1 - tl * tl));
    }
    const fresnel = 0.4 + 0.6 * (1 - Math.max(0, dot(view, half))) ** 3;
    for (let c = 0; c < 3; c += 1) {
      const w = m.soft * underSkin[c]!;
      const wrapped = Math.max(0, (facing + w) / (1 + w));
      const reached = m.soft > 0 ? share ** (1 - 0.45 * w) : share;
      const diffuse = wrapped * reached * (m.tangent ? 0.35 + 0.65 * wrapCap : 1);
      const lit =
        m.albedo[c]! * diffuse +
        m.gloss * shine * share * smoothstep(-0.05, 0.25, facing) * fresnel;
      out[c] = out[c]! + lit * lamp.colour[c]!;
    }
  }
  return out;
}

/** Linear light to a picture's 0..255 with a film-like shoulder. */
export function develop(linear: number): number {
  const x = Math.max(0, linear);
  const toned = (x * (1 + x * 0.16)) / (1 + x * 0.42);
  const s = toned <= 0.0031308 ? toned * 12.92 : 1.055 * toned ** (1 / 2.4) - 0.055;
  return Math.min(255, Math.max(0, s * 255));
}

/** Colour a with a share t of colour b. */
export function tint(a: Rgb, b: Rgb, t: number): Rgb {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}
