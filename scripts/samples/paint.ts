import { fractalNoise, seededRandom, valueNoise } from './noise.ts';
import { smoothstep } from './solid.ts';

/** A picture as three planes, 0..255. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

export interface PaintOptions {
  readonly seed: number;
  /** Brush radii from coarse to fine, in pixels. */
  readonly brushes: readonly number[];
  /** Direction of the strokes by pixel (dx, dy), length = how strongly it is wanted. */
  readonly flow: Float32Array;
  /** 0 = broad strokes only, 1 = the finest brush. */
  readonly detail: Float32Array;
  /** Spread of the colours of neighbouring strokes, 0..255. */
  readonly jitter: number;
  readonly relief: number;
}

export function blur(
  src: Float32Array,
  width: number,
  height: number,
  sigma: number,
): Float32Array {
  // three box passes are close to a Gaussian
  const radius = Math.max(1, Math.round(sigma * 1.0));
  let a = src;
  for (let pass = 0; pass < 3; pass += 1) a = boxBlur(a, width, height, radius);
  return a;
}

function boxBlur(src: Float32Array, w: number, h: number, r: number): Float32Array {
  const mid = new Float32Array(w * h);
  const out = new Float32Array(w * h);
  const norm = 1 / (2 * r + 1);
  for (let y = 0; y < h; y += 1) {
    let sum = 0;
    for (let k = -r; k <= r; k += 1) sum += src[y * w + Math.min(w - 1, Math.max(0, k))]!;
    for (let x = 0; x < w; x += 1) {
      mid[y * w + x] = sum * norm;
      sum += src[y * w + Math.min(w - 1, x + r + 1)]! - src[y * w + Math.max(0, x - r)]!;
    }
  }
  for (let x = 0; x < w; x += 1) {
    let sum = 0;
    for (let k = -r; k <= r; k += 1) sum += mid[Math.min(h - 1, Math.max(0, k)) * w + x]!;
    for (let y = 0; y < h; y += 1) {
      out[y * w + x] = sum * norm;
      sum += mid[Math.min(h - 1, y + r + 1) * w + x]! - mid[Math.max(0, y - r) * w + x]!;
    }
  }
  return out;
}

/** Paints the picture anew with brushes, coarse to fine (after Hertzmann 1998), on a toned ground. */
export function paint(model: Picture, options: PaintOptions): Picture {
  const { width: w, height: h } = model;
  const n = w * h;
  const canvas: Picture = {
    width: w,
    height: h,
    planes: [new Float32Array(n), new Float32Array(n), new Float32Array(n)],
  };
  const relief = new Float32Array(n);
  const random = seededRandom(options.seed);
  options.brushes.forEach((radius, layer) => {
    const fine = layer / (options.brushes.length - 1);
    const target = model.planes.map((p) => (radius > 1.6 ? blur(p, w, h, radius * 0.42) : p));
    const step = Math.max(1.5, radius * (layer === 0 ? 0.62 : 0.8));
    const spots: { x: number; y: number; key: number }[] = [];
    for (let y = 0; y < h + step; y += step)
      for (let x = 0; x < w + step; x += step)
        spots.push({
          x: x + (random() - 0.5) * step * 1.5,
          y: y + (random() - 0.5) * step * 1.5,
          key: random(),
        });
    spots.sort((a, b) => a.key - b.key);
    for (const spot of spots) {
      const x = Math.min(w - 1, Math.max(0, Math.round(spot.x)));
      const y = Math.min(h - 1, Math.max(0, Math.round(spot.y)));
      const at = y * w + x;
      const allowed = options.detail[at]!;
      if (layer > 0) {
        if (allowed < fine - 0.34 + random() * 0.2) continue;
        const err = areaError(canvas, target, x, y, Math.max(1, radius * 0.7));
        if (err < 5 + 17 * (1 - allowed) * (0.35 + fine)) continue;
      }
      stroke(canvas, relief, target, options, x, y, radius, layer, random);
    }
  });
  return emboss(canvas, relief, options.relief);
}

function areaError(
  c: Picture,
  target: readonly Float32Array[],
  x: number,
  y: number,
  r: number,
): number {
  let sum = 0;
  let count = 0;
  const ri = Math.round(r);
  const skip = Math.max(1, ri >> 1);
  for (let v = -ri; v <= ri; v += skip)
    for (let u = -ri; u <= ri; u += skip) {
      const px = x + u;
      const py = y + v;
      if (px < 0 || py < 0 || px >= c.width || py >= c.height) continue;
      const at = py * c.width + px;
      sum +=
        Math.abs(c.planes[0][at]! - target[0]![at]!) * 0.3 +
        Math.abs(c.planes[1][at]! - target[1]![at]!) * 0.55 +
        Math.abs(c.planes[2][at]! - target[2]![at]!) * 0.15;
      count += 1;
    }
  return count ? sum / count : 0;
}

function stroke(
  c: Picture,
  relief: Float32Array,
  target: readonly Float32Array[],
  options: PaintOptions,
  x0: number,
  y0: number,
  radius: number,
  layer: number,
  random: () => number,
): void {
  const { width: w, height: h } = c;
  const start = y0 * w + x0;
  const base: [number, number, number] = [
    target[0]![start]!,
    target[1]![start]!,
    target[2]![start]!,
  ];
  const calm = 1 - 0.75 * options.detail[start]!;
  const jitter = options.jitter * calm * (layer === 0 ? 1.2 : 1);
  const value = (random() - 0.5) * jitter;
  const warm = (random() - 0.5) * jitter * 0.7;
  const scale = 0.6 + 0.5 * Math.min(1, (base[0] + base[1] + base[2]) / 380);
  const colour = [
    base[0] + (value + warm) * scale,
    base[1] + value * scale,
    base[2] + (value - warm) * scale,
  ];
  // walk both ways along the flow while the colour holds
  const steps = Math.round((radius > 6 ? 5 : 7) + random() * 4);
  const seg = radius * 0.75;
  const forward = walk(options.flow, target, base, x0, y0, seg, steps, 1, w, h);
  const backward = walk(options.flow, target, base, x0, y0, seg, Math.round(steps * 0.6), -1, w, h);
  const line = [...backward.reverse(), { x: x0, y: y0 }, ...forward];
  if (line.length < 2) line.push({ x: x0 + radius * 0.6, y: y0 });
  sweep(c, relief, line, radius * (0.8 + 0.4 * random()), colour, layer, random() * 1000);
}

interface Spot {
  x: number;
  y: number;
}

function walk(
  flow: Float32Array,
  target: readonly Float32Array[],
  base: readonly number[],
  x0: number,
  y0: number,
  seg: number,
  steps: number,
  sign: number,
  w: number,
  h: number,
): Spot[] {
  const line: Spot[] = [];
  let x = x0;
  let y = y0;
  let lx = 0;
  let ly = 0;
  for (let k = 0; k < steps; k += 1) {
    const at =
      Math.min(h - 1, Math.max(0, Math.round(y))) * w + Math.min(w - 1, Math.max(0, Math.round(x)));
    let dx = flow[at * 2]!;
    let dy = flow[at * 2 + 1]!;
    const len = Math.hypot(dx, dy) || 1;
    dx /= len;
    dy /= len;
    if (k === 0) {
      dx *= sign;
      dy *= sign;
    } else if (dx * lx + dy * ly < 0) {
      dx = -dx;
      dy = -dy;
    }
    if (k > 0) {
      dx = dx * 0.6 + lx * 0.4;
      dy = dy * 0.6 + ly * 0.4;
    }
    x += dx * seg;
    y += dy * seg;
    lx = dx;
    ly = dy;
    if (x < -seg || y < -seg || x > w + seg || y > h + seg) break;
    const to =
      Math.min(h - 1, Math.max(0, Math.round(y))) * w + Math.min(w - 1, Math.max(0, Math.round(x)));
    const off =
      Math.abs(target[0]![to]! - base[0]!) * 0.3 +
      Math.abs(target[1]![to]! - base[1]!) * 0.55 +
      Math.abs(target[2]![to]! - base[2]!) * 0.15;
    if (off > 13) break;
    line.push({ x, y });
  }
  return line;
}

/** Draws one stroke: bristles along its length, dry at its end. */
export function sweep(
  c: Picture,
  relief: Float32Array | undefined,
  line: readonly Spot[],
  radius: number,
  colour: readonly number[],
  layer: number,
  salt: number,
  opacity = 1,
  taper = 0,
): void {
  const { width: w, height: h } = c;
  let minX = 1e9;
  let minY = 1e9;
  let maxX = -1e9;
  let maxY = -1e9;
  for (const p of line) {
    minX = Math.min(minX, p.x);
    maxX = Math.max(maxX, p.x);
    minY = Math.min(minY, p.y);
    maxY = Math.max(maxY, p.y);
  }
  const x0 = Math.max(0, Math.floor(minX - radius - 1));
  const x1 = Math.min(w - 1, Math.ceil(maxX + radius + 1));
  const y0 = Math.max(0, Math.floor(minY - radius - 1));
  const y1 = Math.min(h - 1, Math.ceil(maxY + radius + 1));
  const total = line.length - 1;
  for (let y = y0; y <= y1; y += 1)
    for (let x = x0; x <= x1; x += 1) {
      let best = 1e9;
      let across = 0;
      let along = 0;
      for (let k = 0; k < total; k += 1) {
        const a = line[k]!;
        const b = line[k + 1]!;
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        const l2 = dx * dx + dy * dy || 1e-6;
        let t = ((x - a.x) * dx + (y - a.y) * dy) / l2;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const ex = x - a.x - dx * t;
        const ey = y - a.y - dy * t;
        const d2 = ex * ex + ey * ey;
        if (d2 < best) {
          best = d2;
          along = k + t;
          across = (ex * dy - ey * dx) / Math.sqrt(l2);
        }
      }
      const dist = Math.sqrt(best);
      const width = taper > 0 ? radius * (1 - (taper * along) / total) : radius;
      if (dist > width + 0.5) continue;
      const u = across / width;
      const bristle = radius > 2.2 ? valueNoise(u * 5.5 + salt, along * 0.35 + salt * 0.3) : 0.6;
      const fineBristle = radius > 5 ? valueNoise(u * 14 + salt * 2, along * 0.5) : 0.5;
      const edge = smoothstep(width + 0.5, width * (width > 3 ? 0.72 : 0.35), dist);
      const dry = total > 0 ? smoothstep(0.25, 0.8, bristle + 0.75 - 0.75 * (along / total)) : 1;
      const alpha =
        Math.min(1, edge * (0.6 + 0.4 * bristle) * (0.45 + 0.55 * dry) * 1.15) * opacity;
      const at = y * w + x;
      const tone = (fineBristle - 0.5) * 7 + (bristle - 0.5) * 9;
      for (let p = 0; p < 3; p += 1) {
        const plane = c.planes[p]!;
        plane[at] = plane[at]! + (colour[p]! + tone * 0.55 - plane[at]!) * alpha;
      }
      if (relief) {
        const ridge = 0.35 + 0.4 * bristle + 0.25 * fineBristle + 0.35 * bump01(Math.abs(u));
        relief[at] = relief[at]! * (1 - alpha * 0.85) + ridge * alpha * (layer < 2 ? 1 : 0.8);
      }
    }
}

/** Paint piles up near the edge of a stroke. */
function bump01(u: number): number {
  return smoothstep(0.45, 0.75, u) * smoothstep(1.05, 0.8, u);
}

function emboss(c: Picture, relief: Float32Array, strength: number): Picture {
  const { width: w, height: h } = c;
  const out: Picture = {
    width: w,
    height: h,
    planes: [
      new Float32Array(c.planes[0]),
      new Float32Array(c.planes[1]),
      new Float32Array(c.planes[2]),
    ],
  };
  for (let y = 1; y < h - 1; y += 1)
    for (let x = 1; x < w - 1; x += 1) {
      const at = y * w + x;
      const slope = relief[at + 1]! - relief[at - 1]! + relief[at + w]! - relief[at - w]!;
      const weave =
        Math.sin(x * 1.35 + fractalNoise(x * 0.05, y * 0.05)) *
        Math.sin(y * 1.35) *
        (1 - Math.min(1, relief[at]!)) *
        2.2;
      const lum = c.planes[0][at]! * 0.3 + c.planes[1][at]! * 0.55 + c.planes[2][at]! * 0.15;
      const gain = slope * strength * (0.35 + 0.65 * Math.min(1, lum / 140)) + weave;
      for (let p = 0; p < 3; p += 1) out.planes[p]![at] = c.planes[p]![at]! + gain;
    }
  return out;
}

/** Where the picture itself asks for a direction: along its edges, else the given one. */
export function blendFlow(model: Picture, wanted: Float32Array, sigma: number): Float32Array {
  const { width: w, height: h } = model;
  const n = w * h;
  const lum = new Float32Array(n);
  for (let k = 0; k < n; k += 1)
    lum[k] = model.planes[0][k]! * 0.3 + model.planes[1][k]! * 0.55 + model.planes[2][k]! * 0.15;
  const soft = blur(lum, w, h, 1);
  let xx: Float32Array = new Float32Array(n);
  let xy: Float32Array = new Float32Array(n);
  let yy: Float32Array = new Float32Array(n);
  for (let y = 1; y < h - 1; y += 1)
    for (let x = 1; x < w - 1; x += 1) {
      const at = y * w + x;
      const gx = soft[at + 1]! - soft[at - 1]!;
      const gy = soft[at + w]! - soft[at - w]!;
      xx[at] = gx * gx;
      xy[at] = gx * gy;
      yy[at] = gy * gy;
    }
  xx = blur(xx, w, h, sigma);
  xy = blur(xy, w, h, sigma);
  yy = blur(yy, w, h, sigma);
  const flow = new Float32Array(n * 2);
  for (let k = 0; k < n; k += 1) {
    // both directions as doubled angles, so that opposite ones agree
    const gx = xx[k]! - yy[k]!;
    const gy = 2 * xy[k]!;
    const wx = wanted[k * 2]!;
    const wy = wanted[k * 2 + 1]!;
    const force = Math.hypot(wx, wy) || 1e-6;
    const ux = ((wx * wx - wy * wy) / force) * 14;
    const uy = ((2 * wx * wy) / force) * 14;
    const angle = Math.atan2(uy - gy * 0.6, ux - gx * 0.6) / 2;
    flow[k * 2] = Math.cos(angle);
    flow[k * 2 + 1] = Math.sin(angle);
  }
  return flow;
}
