import { expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { paintIris } from './complete-iris.ts';
import type { EyeLine } from './eye-shape.ts';

const SIZE = 24;
const EYE: EyeLine = {
  ...{ side: 'right', centreXPx: 12, centreYPx: 12, alongX: 1, alongY: 0, halfWidthPx: 10 },
  upper: curveOf(() => 0),
  lower: curveOf(() => -6),
  ...{ gapPx: 6, browGapPx: 10, open01: 1 },
  iris: { xPx: 12, yPx: 12, radiusPx: 4.5 },
};

it('completes an iris of a few noisy pixels evenly, not in rings of dots', () => {
  const seen = new Float32Array(3 * SIZE * SIZE);
  const known = new Float32Array(SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    seen.fill((x * 5 + y * 3) % 4 < 2 ? 60 : 90, 3 * i, 3 * i + 3);
    known[i] = y >= 12 ? 1 : 0;
  }
  const hidden = seen.slice();
  paintIris(hidden, seen, known, EYE, { xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE }, 2);
  const luma: number[] = [];
  for (let y = 8; y < 12; y++) {
    for (let x = 8; x < 16; x++) {
      const d = Math.hypot(x + 0.5 - 12, y + 0.5 - 12);
      if (d < 4) luma.push(hidden[3 * (y * SIZE + x)]!);
    }
  }
  expect(Math.max(...luma) - Math.min(...luma)).toBeLessThan(25);
});

it('completes an iris no wider than what is seen of it', () => {
  const size = 96;
  const eye: EyeLine = {
    ...EYE,
    ...{ centreXPx: 48, centreYPx: 48, halfWidthPx: 44, gapPx: 40 },
    upper: curveOf(() => 34),
    lower: curveOf(() => -6),
    iris: { xPx: 48, yPx: 48, radiusPx: 24 },
  };
  // The circle that was fitted is larger than the iris by a twentieth, and the lower part is hidden.
  const drawn = 22.8;
  const seen = new Float32Array(3 * size * size);
  const known = new Float32Array(size * size);
  const away = (i: number) => Math.hypot((i % size) + 0.5 - 48, Math.floor(i / size) + 0.5 - 48);
  for (let i = 0; i < size * size; i++) {
    seen.fill(away(i) < drawn ? 90 : 250, 3 * i, 3 * i + 3);
    known[i] = Math.floor(i / size) < 54 ? 1 : 0;
  }
  const hidden = new Float32Array(3 * size * size).fill(250);
  const area = { xPx: 0, yPx: 0, widthPx: size, heightPx: size };
  paintIris(hidden, seen, known, eye, area, 1.5);
  for (let i = 54 * size; i < size * size; i++) {
    if (away(i) < 0.9 * drawn) expect(hidden[3 * i]).toBeLessThan(110);
    if (away(i) > 1.08 * drawn) expect(hidden[3 * i]).toBeGreaterThan(235);
  }
});
