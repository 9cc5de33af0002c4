import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { EyeLine } from './eye-shape.ts';
import { type BallInput, completeEyeball } from './eyeball-texture.ts';

const SIZE = 120;
const IRIS = { xPx: 60, yPx: 60, radiusPx: 14 };
const [SKIN, WHITE, BROWN, PUPIL] = [180, 225, 90, 20];

/** What completes an eye of `plate`, whose lines are as sharp as pixels allow. */
function ballOf(plate: Picture): BallInput {
  return { plate, iodPx: 100, skin: [SKIN, SKIN, SKIN], edgePx: 2 };
}

/**
 * An eye around (60, 60) whose upper lid hides all above `lidPx` over the middle of its iris.
 * @param glint whether a window is mirrored in its lower half
 */
function eyeUnder(lidPx: number, glint: boolean): { plate: Picture; eye: EyeLine } {
  const eye: EyeLine = {
    side: 'right',
    centreXPx: 60,
    centreYPx: 60,
    alongX: 1,
    alongY: 0,
    halfWidthPx: 36,
    upper: curveOf((t) => (lidPx + 12) * (1 - t * t) - 12),
    lower: curveOf(() => -12),
    gapPx: lidPx + 12,
    browGapPx: 30,
    iris: IRIS,
    open01: 1,
  };
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = (i % SIZE) + 0.5 - 60;
    const up = 60 - (Math.floor(i / SIZE) + 0.5);
    const t = x / 36;
    const open = up > -12 && up < (lidPx + 12) * (1 - t * t) - 12;
    const d = Math.hypot(x, up);
    const mirrored = glint && Math.hypot(x - 4, up + 8) < 4;
    const ball = mirrored ? 250 : d < 5 ? PUPIL : d < IRIS.radiusPx ? BROWN : WHITE;
    rgba.fill(open ? ball : SKIN, 4 * i, 4 * i + 3);
  }
  return { plate: { widthPx: SIZE, heightPx: SIZE, rgba }, eye };
}

/** Red of the painted ball at (x, up) from the middle of the iris. */
function painted(lidPx: number, x: number, up: number, glint = false): number {
  const { plate, eye } = eyeUnder(lidPx, glint);
  const { areaPx, rgb } = completeEyeball(ballOf(plate), eye);
  const column = Math.floor(60 + x) - areaPx.xPx;
  const row = Math.floor(60 - up) - areaPx.yPx;
  return rgb[3 * (row * areaPx.widthPx + column)]!;
}

describe('completeEyeball', () => {
  it('completes an eye that stands on its top as the same eye upright', () => {
    const { plate, eye } = eyeUnder(3, true);
    const rgba = new Uint8Array(plate.rgba.length);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const from = 4 * (SIZE * SIZE - 1 - i);
      rgba.set(plate.rgba.subarray(from, from + 4), 4 * i);
    }
    const ball = completeEyeball(ballOf(plate), eye);
    const turned = completeEyeball(ballOf({ ...plate, rgba }), { ...eye, alongX: -1 });
    const at = ({ areaPx, rgb }: typeof ball, x: number, y: number) =>
      rgb[3 * ((y - areaPx.yPx) * areaPx.widthPx + x - areaPx.xPx)]!;
    for (let y = 48; y < 72; y += 3) {
      for (let x = 48; x < 72; x += 3) {
        expect(Math.abs(at(turned, SIZE - 1 - x, SIZE - 1 - y) - at(ball, x, y))).toBeLessThan(6);
      }
    }
  });

  it('keeps what is seen of the ball', () => {
    expect(painted(9, 0, -1)).toBeCloseTo(PUPIL, 0);
    expect(painted(9, 8, -3)).toBeCloseTo(BROWN, 0);
    expect(painted(9, 20, -6)).toBeCloseTo(WHITE, 0);
  });

  it('tells an eye from a mirroring lens before it', () => {
    const { plate, eye } = eyeUnder(9, false);
    expect(completeEyeball(ballOf(plate), eye).seen01).toBe(1);
    const lens = plate.rgba.map((_, i) => (i % 4 === 3 ? 255 : 120 + (i % 7)));
    expect(completeEyeball(ballOf({ ...plate, rgba: lens }), eye).seen01).toBe(0);
  });

  it('gives lids that glasses hold no more skin than they are let down by', () => {
    const { plate, eye } = eyeUnder(9, false);
    const skin = (shuts01?: number) =>
      completeEyeball({ ...ballOf(plate), shuts01 }, eye).lidSkin01;
    expect(skin()).toBeGreaterThan(0);
    expect(skin(0.4)).toBeCloseTo(0.4 * skin(), 6);
  });

  it('completes the iris under the lid', () => {
    expect(Math.abs(painted(3, 0, 10) - BROWN)).toBeLessThan(30);
    expect(painted(3, 0, 2)).toBeLessThan(45);
  });

  it('does not complete it with the light of what is mirrored in its lower half', () => {
    for (const up of [7, 9, 11]) expect(painted(3, 0, up, true)).toBeLessThan(1.15 * BROWN);
    expect(painted(3, 4, -8, true)).toBeCloseTo(250, 0);
  });

  it('puts a dark pupil into an iris whose middle the lid hides wholly', () => {
    const middle = painted(-6, 0, 0);
    expect(middle).toBeLessThan(0.6 * BROWN);
    expect(Math.abs(painted(-6, 0, 9) - BROWN)).toBeLessThan(30);
  });

  it('takes no blurred edge of a lower lid that a smile has raised for the ball', () => {
    const { plate, eye } = eyeUnder(9, false);
    const rgba = plate.rgba.slice();
    for (let x = 26; x < 94; x++) rgba.fill(SKIN, 4 * (71 * SIZE + x), 4 * (71 * SIZE + x) + 3);
    const edgeOf = (of: EyeLine) => {
      const { areaPx, rgb } = completeEyeball(ballOf({ ...plate, rgba }), of);
      return rgb[3 * ((71 - areaPx.yPx) * areaPx.widthPx + 60 - areaPx.xPx)]!;
    };
    expect(Math.abs(edgeOf(eye) - BROWN)).toBeLessThan(30);
    // One that lies below its iris is at rest, and its line the picture's own.
    expect(edgeOf({ ...eye, iris: { ...IRIS, radiusPx: 11 } })).toBeGreaterThan(BROWN + 50);
  });

  it('makes no stripes and spikes of lashes that lie over eyes that laugh, and gives these a catch-light', () => {
    const { plate, eye } = eyeUnder(14, false);
    const laughing: EyeLine = { ...eye, laughs01: 1 };
    // Lashes across all of the eye: darker than the white, and lighter than the pupil.
    for (let i = 0; i < SIZE * SIZE; i++) {
      const up = 60 - (Math.floor(i / SIZE) + 0.5);
      if (up > -7 && up < -3 && plate.rgba[4 * i] !== SKIN) plate.rgba.fill(45, 4 * i, 4 * i + 3);
    }
    const lightAt = (line: EyeLine, x: number, up: number) => {
      const { areaPx, rgb } = completeEyeball(ballOf(plate), line);
      return rgb[3 * ((60 - up - areaPx.yPx) * areaPx.widthPx + 60 + x - areaPx.xPx)]!;
    };
    for (const x of [-17, 17]) {
      expect(lightAt(eye, x, -5)).toBeLessThan(60);
      expect(lightAt(laughing, x, -5)).toBeGreaterThan(110);
    }
    expect(Math.abs(lightAt(laughing, 9, -5) - lightAt(laughing, 9, -9))).toBeLessThan(20);
    const { xPx, yPx } = completeEyeball(ballOf(plate), laughing).glintPlace!;
    expect(xPx).toBeLessThan(58);
    expect(yPx).toBeLessThan(57);
  });

  it('takes the skin for no ball where rims meet within the breadth of an edge', () => {
    const { plate, eye } = eyeUnder(9, false);
    const rgba = plate.rgba.slice();
    for (let i = 0; i < SIZE * SIZE; i++) {
      if (Math.abs((i % SIZE) + 0.5 - 60) > 33) rgba.fill(SKIN, 4 * i, 4 * i + 3);
    }
    const { areaPx, rgb } = completeEyeball({ ...ballOf({ ...plate, rgba }), edgePx: 6 }, eye);
    for (const x of [26, 94]) {
      expect(rgb[3 * ((71 - areaPx.yPx) * areaPx.widthPx + x - areaPx.xPx)]).toBeGreaterThan(215);
    }
  });
});
