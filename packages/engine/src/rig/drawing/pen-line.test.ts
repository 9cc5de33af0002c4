import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { penReader } from '../../math/pen-path.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { readPenLine } from './pen-line.ts';
import { fillStroke } from './stroke-fill.ts';

const SIZE = 200;
const IOD = 100;
const HALF = 36;
const SKIN = [250, 210, 180] as const;
const INK = { colour: [30, 20, 20], penColour: [30, 20, 20], halfIod: 0.05 } as const;
const FROWN_PX = 14;

const frown = (t: number) => FROWN_PX * (1 - t * t);

type Inked = (x: number, up: number) => boolean;
const NOWHERE: Inked = () => false;

/** Points along the frown's middle. */
const POINTS = 400;
const pointAt = (k: number) => -HALF + (2 * HALF * k) / (POINTS - 1);

/** Whether a place lies on a pen that draws the frown. */
function onStroke(x: number, up: number): boolean {
  const halfPx = INK.halfIod * IOD;
  const indexOf = (at: number) => ((at + HALF) / (2 * HALF)) * (POINTS - 1);
  const last = Math.min(POINTS - 1, Math.ceil(indexOf(x + halfPx)));
  for (let k = Math.max(0, Math.floor(indexOf(x - halfPx))); k <= last; k++) {
    if (Math.hypot(x - pointAt(k), up - frown(pointAt(k) / HALF)) < halfPx) return true;
  }
  return false;
}

/** A frown of even breadth with round ends, what else holds ink, and where there is none; sub-pixels are sampled. */
function draw(more = NOWHERE, lifted = NOWHERE): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  const inked = (x: number, up: number) => more(x, up) || (!lifted(x, up) && onStroke(x, up));
  for (let i = 0; i < SIZE * SIZE; i++) {
    let ink = 0;
    for (const [dx, dy] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ]) {
      if (inked((i % SIZE) + dx - 100, 100 - Math.floor(i / SIZE) - dy)) ink += 0.25;
    }
    const colour = SKIN.map((v, k) => Math.round(v + ink * (INK.colour[k] - v)));
    rgba.set(colour, 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const seam = curveOf(frown);
const mouth = {
  ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: HALF, skew: 0 },
  ...{ upper: seam, lower: seam, gapPx: 0 },
} as unknown as MouthLine;

function read(plate: Picture) {
  const fill = fillStroke(plate, mouth, INK, IOD, SKIN);
  if (!fill) throw new Error('no stroke');
  const line = readPenLine(plate, mouth, INK, fill, IOD);
  if (!line) throw new Error('no line');
  return line;
}

describe('readPenLine', () => {
  it('finds the middle of a stroke and its breadth at each place along it', () => {
    const { xs, ys, radii, plain } = read(draw());
    expect(plain).toBe(true);
    expect(xs[0]).toBeGreaterThan(-HALF - 4);
    expect(xs[0]).toBeLessThan(-HALF + 3);
    xs.forEach((x, k) => {
      if (Math.abs(x) > HALF - 3) return;
      expect(Math.abs(ys[k] - frown(x / HALF))).toBeLessThan(0.8);
      expect(Math.abs(radii[k] - INK.halfIod * IOD)).toBeLessThan(0.7);
    });
  });

  it('goes on where the pen was lifted for a moment', () => {
    const lifted = draw(NOWHERE, (x) => Math.abs(x - 8) < 2.5);
    const { xs, ys, radii, plain } = read(lifted);
    expect(plain).toBe(true);
    const inGap = Array.from(xs).flatMap((x, k) => (Math.abs(x - 8) < 2 ? [k] : []));
    expect(inGap.length).toBeGreaterThan(1);
    for (const k of inGap) {
      expect(Math.abs(ys[k] - frown(xs[k] / HALF))).toBeLessThan(1.5);
      expect(radii[k]).toBeGreaterThan(0.5 * INK.halfIod * IOD);
    }
  });

  it('covers what the stroke covers', () => {
    const plate = draw();
    const coverage = penReader(read(plate));
    let ink = 0;
    let off = 0;
    for (let i = 0; i < SIZE * SIZE; i++) {
      const share = (SKIN[0] - plate.rgba[4 * i]) / (SKIN[0] - INK.colour[0]);
      ink += share;
      off += Math.abs(share - coverage((i % SIZE) + 0.5 - 100, 99.5 - Math.floor(i / SIZE)));
    }
    expect(off / ink).toBeLessThan(0.08);
  });

  it('is plain no more where large hooks hang on it', () => {
    const hooked = draw((x, up) => Math.abs(Math.abs(x) - HALF) < 3 && up > -24 && up < 26);
    expect(read(hooked).plain).toBe(false);
  });

  it('is plain no more where it has a longer gap', () => {
    const whole = draw();
    const rgba = whole.rgba.slice();
    for (let i = 0; i < SIZE * SIZE; i++) {
      if (Math.abs((i % SIZE) - 90) < 4) rgba.set(SKIN, 4 * i);
    }
    const { plain } = read({ ...whole, rgba });
    expect(plain).toBe(false);
  });
});
