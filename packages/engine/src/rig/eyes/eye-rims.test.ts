import { describe, expect, it } from 'vitest';
import { mirrorPicture } from '../../../test/support/mirror.ts';
import { curveOf, readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { fitIris } from './eye-iris.ts';
import { irisCover } from './eye-line.ts';
import { fitRims } from './eye-rims.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';

const IOD = 120;
const WIDTH = 160;
const HEIGHT = 100;
const HALF = 26;
/** The drawn eye: heights of its rims over the corners' line, px, and its iris. */
const TOP = (t: number) => 12 * (1 - t * t);
const LOW = (t: number) => -8 * (1 - t * t);
const IRIS = { xPx: 80, yPx: 49, radiusPx: 11 };

function draw(colour: (x: number, y: number) => number): Picture {
  const rgba = new Uint8Array(4 * WIDTH * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      rgba.fill(colour(x + 0.5, y + 0.5), 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3);
    }
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, rgba };
}

const skin = draw(() => 170);
/** White, a dark iris, a dark line along the upper lid. */
const eye = draw((x, y) => {
  const t = (x - 80) / HALF;
  const up = 50 - y;
  if (Math.abs(t) >= 1 || up < LOW(t) || up > TOP(t) + 4) return 170;
  if (up > TOP(t)) return 40;
  return Math.hypot(x - IRIS.xPx, y - IRIS.yPx) < IRIS.radiusPx ? 70 : 225;
});

function mesh(top: number, low: number, iris = IRIS): EyeLine {
  return {
    side: 'left',
    centreXPx: 80,
    centreYPx: 50,
    alongX: 1,
    alongY: 0,
    halfWidthPx: HALF,
    upper: curveOf((t) => TOP(t) + top * (1 - t * t)),
    lower: curveOf((t) => LOW(t) + low * (1 - t * t)),
    gapPx: 20 + top - low,
    browGapPx: 20,
    iris,
    open01: 1,
  };
}

describe('fitRims', () => {
  it.each([
    [2.5, 3],
    [-2, 3],
    [0, 3.5],
    [3.5, 0],
  ])('brings rims that are off by %f and %f px to the drawn ones', (top, low) => {
    const { upper, lower } = fitRims(eye, mesh(top, low), IOD);
    for (const t of [-0.7, -0.5, 0.5, 0.7]) {
      expect(Math.abs(readCurve(upper, t) - TOP(t))).toBeLessThan(1.3);
    }
    for (const t of [-0.6, 0, 0.6]) {
      expect(Math.abs(readCurve(lower, t) - LOW(t))).toBeLessThan(1.3);
    }
  });

  it('follows the lid of a drawn eye past a glint that touches it, though the mesh is askew', () => {
    const drawn = draw((x, y) => {
      const t = (x - 80) / HALF;
      const up = 50 - y;
      if (Math.abs(t) >= 1 || up < LOW(t) || up > TOP(t) + 7) return 190;
      if (up > TOP(t)) return 35;
      if (Math.hypot(x - 75, y - 43) < 4) return 255;
      return Math.hypot(x - IRIS.xPx, y - IRIS.yPx) < IRIS.radiusPx ? 110 : 240;
    });
    const askew = curveOf((t) => TOP(t) - (5 - 3 * t) * (1 - t * t));
    const { upper } = fitRims(drawn, { ...mesh(0, 0), upper: askew, gapPx: 16 }, IOD, true);
    for (const t of [-0.7, -0.5, -0.2, 0, 0.2, 0.5, 0.7]) {
      expect(Math.abs(readCurve(upper, t) - TOP(t))).toBeLessThan(1.6);
    }
  });

  it.each([-3.5, -2.5, 0, 1])(
    'lies on the inner edge of a drawn lower lid’s line, where the mesh is off by %f px',
    (low) => {
      const drawn = draw((x, y) => {
        const t = (x - 80) / HALF;
        const up = 50 - y;
        if (Math.abs(t) >= 1 || up < LOW(t) - 3 || up > TOP(t) + 5) return 235;
        if (up > TOP(t) || up < LOW(t)) return 30;
        return Math.hypot(x - IRIS.xPx, y - IRIS.yPx) < IRIS.radiusPx ? 120 : 240;
      });
      const { lower } = fitRims(drawn, mesh(0, low), IOD, true);
      for (const t of [-0.6, -0.3, 0, 0.3, 0.6]) {
        expect(Math.abs(readCurve(lower, t) - LOW(t))).toBeLessThan(1.3);
      }
    },
  );

  it('lays the rims of a mirror image where the picture has them', () => {
    const shaded = draw((x, y) => {
      const t = (x - 80) / HALF;
      const up = 50 - y + 2.5 * t;
      if (Math.abs(t) >= 1 || up < LOW(t) - 2 || up > TOP(t) + 5) return 190 - 30 * t;
      if (up > TOP(t) || up < LOW(t)) return 60 + 40 * t;
      return Math.hypot(x - IRIS.xPx, y - IRIS.yPx) < IRIS.radiusPx ? 110 : 240;
    });
    const mirror = (values: Float32Array) => ({ values: values.toReversed() });
    const askew = curveOf((t) => TOP(t) - (3 - 2 * t) * (1 - t * t));
    const own = { ...mesh(0, 2.5), upper: askew };
    const other = { ...own, upper: mirror(askew.values), lower: mirror(own.lower.values) };
    const one = fitRims(shaded, own, IOD, true);
    const mirrored = fitRims(mirrorPicture(shaded), other, IOD, true);
    for (const rim of ['upper', 'lower'] as const) {
      expect(one[rim].values).not.toEqual(own[rim].values);
      const apart = mirrored[rim].values
        .toReversed()
        .map((height, i) => Math.abs(height - one[rim].values[i]));
      expect(Math.max(...apart), rim).toBeLessThan(0.01);
    }
  });

  it('keeps the corners, and the mesh’s rims where the picture shows nothing', () => {
    const moved = fitRims(eye, mesh(1.5, 2), IOD);
    const still = mesh(1.5, 2);
    const same = fitRims(skin, still, IOD);
    for (const t of [-1, 1]) {
      expect(readCurve(moved.upper, t)).toBeCloseTo(0, 5);
      expect(readCurve(moved.lower, t)).toBeCloseTo(0, 5);
    }
    expect(same.upper.values).toEqual(still.upper.values);
    expect(same.lower.values).toEqual(still.lower.values);
  });
});

describe('fitIris', () => {
  it('lays the circle onto the drawn iris', () => {
    const off = { xPx: IRIS.xPx - 2, yPx: IRIS.yPx + 0.6, radiusPx: 10.2 };
    const found = fitIris(eye, mesh(0, 0, off));
    expect(Math.abs(found.xPx - IRIS.xPx)).toBeLessThan(0.8);
    expect(Math.abs(found.radiusPx - IRIS.radiusPx)).toBeLessThan(0.8);
  });

  it.each([-1.4, 0.9, Math.PI])(
    'looks for it from corner to corner of an eye tilted by %f',
    (roll) => {
      const [alongX, alongY] = [Math.cos(roll), Math.sin(roll)];
      const axes = { ...mesh(0, 0), centreXPx: 80, centreYPx: 50, alongX, alongY };
      const tilted = draw((x, y) => {
        const [t, up] = eyePlace(axes, x, y);
        if (Math.abs(t) >= 1 || up < LOW(t) || up > TOP(t) + 4) return 170;
        if (up > TOP(t)) return 40;
        return Math.hypot(t * HALF, up - 1) < IRIS.radiusPx ? 70 : 225;
      });
      const [xPx, yPx] = eyePoint(axes, -2.6 / HALF, 1);
      const found = fitIris(tilted, { ...axes, iris: { xPx, yPx, radiusPx: IRIS.radiusPx } });
      const [t, up] = eyePlace(axes, found.xPx, found.yPx);
      expect(Math.hypot(t * HALF, up - 1)).toBeLessThan(0.8);
    },
  );

  it('leaves it where the picture shows no circle', () => {
    expect(fitIris(skin, mesh(0, 0))).toEqual(IRIS);
  });
});

describe('irisCover', () => {
  it('is what the lid hides of the iris, negative where white shows above it', () => {
    expect(irisCover(mesh(0, 0))).toBeCloseTo(1 + 11 - 12, 1);
    expect(irisCover(mesh(-3, 0))).toBeCloseTo(3, 1);
    expect(irisCover(mesh(4, 0))).toBeCloseTo(-4, 1);
  });
});
