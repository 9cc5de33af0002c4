import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { ballShare, fillBall } from './animal-ball-fill.ts';
import { describeAnimalEyes } from './animal-eyes.ts';

const IOD = 100;
const HALF = 26;
const SIZE = 80;
const MIDDLE = { xPx: 40, yPx: 40 };
/** A round iris with a dark rim, cut off by lids above and below. */
const LID = 17;
const rim = (sign: number) =>
  curveOf((t) => sign * Math.min(LID, HALF * Math.sqrt(Math.max(0, 1 - t * t))));
const line = (side: 'right' | 'left', x: number): EyeLine => ({
  side,
  centreXPx: x,
  centreYPx: 40,
  alongX: 1,
  alongY: 0,
  halfWidthPx: HALF,
  upper: rim(1),
  lower: rim(-1),
  gapPx: 2 * LID,
  browGapPx: HALF,
  iris: { xPx: x, yPx: 40, radiusPx: HALF },
  open01: 1,
});
const [EYE] = describeAnimalEyes([line('right', 40), line('left', 140)]);
const FUR = 220;
const irisAt = (radius: number) => 40 + 4 * radius;

function ball() {
  const rgb = new Float32Array(3 * SIZE * SIZE).fill(FUR);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const dx = (i % SIZE) + 0.5 - 40;
    const dy = Math.floor(i / SIZE) + 0.5 - 40;
    if (Math.hypot(dx, dy) < HALF && Math.abs(dy) < LID)
      rgb.fill(irisAt(Math.hypot(dx, dy)), 3 * i, 3 * i + 3);
  }
  return { areaPx: { xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE }, rgb };
}

describe('fillBall', () => {
  const before = ball();
  const filled = fillBall(before, EYE, MIDDLE, IOD);
  const at = (x: number, y: number) => filled[3 * (y * SIZE + x)]!;

  it('leaves what is seen as it is', () => {
    for (let y = 32; y < 48; y++) {
      for (let x = 30; x < 50; x++) expect(at(x, y)).toBe(before.rgb[3 * (y * SIZE + x)]);
    }
  });

  it('goes on with the iris where a lid hid it, in the colours of its own rings', () => {
    for (const down of [18, 20, 22]) {
      for (const y of [40 - down, 39 + down]) {
        expect(at(40, y)).toBeGreaterThan(irisAt(LID - 5));
        expect(at(40, y)).toBeLessThan(irisAt(down) + 6);
      }
    }
    // No step where the lid's edge was, and never the fur's colour.
    for (let y = 14; y < 40; y++) {
      expect(Math.abs(at(40, y) - at(40, y + 1))).toBeLessThan(12);
      expect(at(40, y)).toBeLessThan(FUR - 50);
    }
  });
});

it('a lid keeps its rim, and a narrow gap keeps a ball', () => {
  expect(ballShare(0, 50, IOD)).toBe(0);
  expect(ballShare(10, 50, IOD)).toBe(1);
  expect(ballShare(2, 4, IOD)).toBe(1);
  expect(ballShare(1, 0, IOD)).toBe(0);
});
