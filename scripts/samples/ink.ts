import { fractalNoise } from './noise.ts';

/** A point of a drawing in the head frame of drawings: unit = distance between the eyes, y DOWN. */
export type Dot = readonly [x: number, y: number];
/** A point of a brush line with the width there, in the same unit. */
export type Nib = readonly [x: number, y: number, width: number];

function numbers(text: string): number[][] {
  return text.split(',').map((part) => part.trim().split(/\s+/).map(Number));
}

/** Reads 'x y, x y, ...'. */
export function dots(text: string): Dot[] {
  return numbers(text) as unknown as Dot[];
}

/** Reads 'x y width, x y width, ...'. */
export function nibs(text: string): Nib[] {
  return numbers(text) as unknown as Nib[];
}

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly scale: number; // pixels per unit
  readonly originX: number;
  readonly originY: number;
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return (
    0.5 *
    (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
  );
}

/** A smooth line through the points, `per` samples a span. */
export function smooth(
  points: readonly (readonly number[])[],
  closed = false,
  per = 10,
): number[][] {
  const n = points.length;
  const out: number[][] = [];
  const spans = closed ? n : n - 1;
  const pick = (k: number) =>
    closed ? points[((k % n) + n) % n]! : points[Math.min(n - 1, Math.max(0, k))]!;
  for (let k = 0; k < spans; k += 1) {
    const [a, b, c, d] = [pick(k - 1), pick(k), pick(k + 1), pick(k + 2)];
    for (let i = 0; i < per; i += 1)
      out.push(b!.map((_, q) => catmull(a![q]!, b![q]!, c![q]!, d![q]!, i / per)));
  }
  if (!closed) out.push([...pick(n - 1)]);
  return out;
}

export class Drawing {
  readonly sheet: Sheet;
  private readonly parts: string[] = [];
  private readonly defs: string[] = [];
  private clips = 0;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
  }

  private at(x: number, y: number): string {
    const s = this.sheet;
    return `${(s.originX + x * s.scale).toFixed(1)} ${(s.originY + y * s.scale).toFixed(1)}`;
  }

  private outline(points: readonly (readonly number[])[]): string {
    return `M${points.map((p) => this.at(p[0]!, p[1]!)).join('L')}Z`;
  }

  /** A flat shape with a smooth outline. */
  shape(points: readonly Dot[], fill: string, extra = ''): this {
    this.parts.push(`<path d="${this.outline(smooth(points, true))}" fill="${fill}" ${extra}/>`);
    return this;
  }

  /** A flat shape with straight sides. */
  polygon(points: readonly Dot[], fill: string, extra = ''): this {
    this.parts.push(`<path d="${this.outline(points)}" fill="${fill}" ${extra}/>`);
    return this;
  }

  /** A line of ink whose width follows the hand. */
  line(points: readonly Nib[], fill: string, wobble = 0.004, extra = ''): this {
    const run = smooth(points, false, 8);
    const left: number[][] = [];
    const right: number[][] = [];
    run.forEach((p, k) => {
      const a = run[Math.max(0, k - 1)]!;
      const b = run[Math.min(run.length - 1, k + 1)]!;
      const dx = b[0]! - a[0]!;
      const dy = b[1]! - a[1]!;
      const len = Math.hypot(dx, dy) || 1;
      const half = Math.max(0.0015, p[2]! / 2);
      const w1 = half * (1 + 0.18 * fractalNoise(p[0]! * 9 + 3, p[1]! * 9));
      const w2 = half * (1 + 0.18 * fractalNoise(p[0]! * 9, p[1]! * 9 + 7));
      const sx = wobble * fractalNoise(p[0]! * 5, p[1]! * 5 + 11);
      const sy = wobble * fractalNoise(p[0]! * 5 + 23, p[1]! * 5);
      left.push([p[0]! + sx - (dy / len) * w1, p[1]! + sy + (dx / len) * w1]);
      right.push([p[0]! + sx + (dy / len) * w2, p[1]! + sy - (dx / len) * w2]);
    });
    this.parts.push(
      `<path d="${this.outline([...left, ...right.reverse()])}" fill="${fill}" ${extra}/>`,
    );
    return this;
  }

  disc(x: number, y: number, radius: number, fill: string, extra = '', squash = 1): this {
    const [cx, cy] = this.at(x, y).split(' ');
    const r = radius * this.sheet.scale;
    this.parts.push(
      `<ellipse cx="${cx}" cy="${cy}" rx="${r.toFixed(1)}" ry="${(r * squash).toFixed(1)}" fill="${fill}" ${extra}/>`,
    );
    return this;
  }

  /** Draws what `inside` draws only within a smooth outline. */
  within(points: readonly Dot[], inside: () => void): this {
    this.clips += 1;
    const id = `clip${this.clips}`;
    this.defs.push(
      `<clipPath id="${id}"><path d="${this.outline(smooth(points, true))}"/></clipPath>`,
    );
    this.parts.push(`<g clip-path="url(#${id})">`);
    inside();
    this.parts.push('</g>');
    return this;
  }

  raw(svg: string): this {
    this.parts.push(svg);
    return this;
  }

  define(svg: string): this {
    this.defs.push(svg);
    return this;
  }

  svg(): string {
    const { width, height } = this.sheet;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<defs>${this.defs.join('\n')}</defs>\n${this.parts.join('\n')}\n</svg>\n`;
  }
}

/** The same points on the other side of the face. */
export function mirrored<T extends readonly number[]>(points: readonly T[]): T[] {
  return points.map((p) => [-p[0]!, ...p.slice(1)] as unknown as T);
}
