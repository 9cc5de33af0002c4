import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { healCornerMarks, INTO_GRIN } from './corner-marks.ts';
import type { MouthLine } from './mouth-line.ts';

const IOD = 100;
const SIZE = 200;
const SKIN = 200;
const mouth: MouthLine = {
  centreXPx: 100,
  centreYPx: 100,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 40,
  skew: 0,
  upper: curveOf(() => 0),
  lower: curveOf(() => 0),
  upperOuter: curveOf((s) => 8 * (1 - s * s)),
  lowerOuter: curveOf((s) => -10 * (1 - s * s)),
  gapPx: 0,
};
const surface = { edgePx: 2, lipEdgePx: 2, tilePx: 4, texture: new Float32Array(16) };

/** Plain skin with a line of the pen that runs on for `past` px beyond both corners. */
function picture(past: number) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(SKIN);
  for (let y = 98; y < 102; y++) {
    for (let x = 60 - past; x < 140 + past; x++)
      rgba.fill(30, 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

describe('healCornerMarks', () => {
  it('puts skin where the line runs on beyond a corner, and leaves the lips alone', () => {
    const plate = picture(5);
    const { pixels, change } = healCornerMarks({ plate, mouth, iodPx: IOD, surface });
    const healed = Float32Array.from({ length: SIZE * SIZE }, (_, i) => plate.rgba[4 * i]);
    pixels.forEach((pixel, i) => {
      healed[pixel] += change[3 * i];
    });
    for (const x of [57, 142]) expect(healed[99 * SIZE + x]).toBeGreaterThan(0.9 * SKIN);
    for (const x of [70, 100, 130]) expect(healed[99 * SIZE + x]).toBe(30);
  });

  it('heals a line as far as it runs on, and leaves a longer one whole: it is hair or a fold', () => {
    const leftAt = (past: number) => {
      const plate = picture(past);
      const { pixels, change } = healCornerMarks({ plate, mouth, iodPx: IOD, surface });
      const line = Array.from({ length: past - 1 }, (_, i) => 99 * SIZE + 141 + i);
      return line.map((pixel) => {
        const at = pixels.indexOf(pixel);
        return SKIN - plate.rgba[4 * pixel] - (at < 0 ? 0 : change[3 * at]);
      });
    };
    for (const past of [5, 10, 14]) expect(Math.max(...leftAt(past))).toBeLessThan(0.1 * SKIN);
    expect(Math.min(...leftAt(26))).toBe(SKIN - 30);
  });

  it('leaves no outline of what it heals in a soft picture', () => {
    const soft = { ...surface, lipEdgePx: 6, texture: new Float32Array(16).fill(0.01) };
    const rgba = new Uint8Array(4 * SIZE * SIZE).fill(SKIN);
    // A line as soft as the lips' edges are.
    for (let i = 0; i < SIZE * SIZE; i++) {
      const beyond = Math.max(0, Math.abs((i % SIZE) + 0.5 - 100) - 44);
      const away = Math.hypot(beyond, Math.floor(i / SIZE) + 0.5 - 100) / 4;
      rgba.fill(Math.round(SKIN * (1 - 0.6 * Math.exp(-away * away))), 4 * i, 4 * i + 3);
    }
    const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
    const lacksAt = (lipEdgePx: number) => {
      const { pixels, change } = healCornerMarks({
        ...{ plate, mouth, iodPx: IOD },
        surface: { ...soft, lipEdgePx },
      });
      let most = 0;
      for (let y = 80; y < 120; y++) {
        for (let x = 145; x < 165; x++) {
          const at = pixels.indexOf(y * SIZE + x);
          const left = rgba[4 * (y * SIZE + x)] + (at < 0 ? 0 : change[3 * at]);
          most = Math.max(most, SKIN - left);
        }
      }
      return most;
    };
    expect(lacksAt(6)).toBeLessThan(0.03 * SKIN);
    expect(lacksAt(2)).toBeGreaterThan(0.04 * SKIN);
  });

  it('heals as far into the mouth as is asked for', () => {
    const plate = picture(5);
    const input = { plate, mouth, iodPx: IOD, surface };
    const healed = (x: number, inwardsIod: number) => {
      const { pixels, change } = healCornerMarks({ ...input, inwardsIod });
      const at = pixels.indexOf(99 * SIZE + x);
      return at < 0 ? 0 : change[3 * at];
    };
    expect(healed(66, 0.03)).toBe(0);
    expect(healed(66, INTO_GRIN)).toBeGreaterThan(30);
    expect(healed(100, INTO_GRIN)).toBe(0);
  });

  it('leaves a fold alone that goes down from a corner', () => {
    const plate = picture(-1);
    for (let k = 0; k < 14; k++) {
      for (const x of [140 + k, 59 - k]) {
        for (let y = 98 + k; y < 102 + k; y++)
          plate.rgba.fill(30, 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
      }
    }
    const { pixels, change } = healCornerMarks({ plate, mouth, iodPx: IOD, surface });
    const healed = (x: number, y: number) => change[3 * pixels.indexOf(y * SIZE + x)] ?? 0;
    for (const k of [4, 8, 12]) expect(Math.abs(healed(140 + k, 100 + k))).toBeLessThan(0.1 * SKIN);
  });

  it('leaves hair alone that lies above a corner and ends at it', () => {
    const plate = picture(-8);
    for (let y = 82; y < 100; y++) plate.rgba.fill(30, 4 * SIZE * y, 4 * SIZE * (y + 1));
    const { change } = healCornerMarks({ plate, mouth, iodPx: IOD, surface });
    expect(Math.max(0, ...change.map(Math.abs))).toBeLessThan(2);
  });

  it('heals marks as soft as the lips of the picture, to their upper and lower ends', () => {
    const rgba = new Uint8Array(4 * SIZE * SIZE);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const past = Math.abs((i % SIZE) + 0.5 - 100) < 48 ? 1 : 0;
      const up = (Math.floor(i / SIZE) + 0.5 - 100) / 4.5;
      rgba.fill(Math.round(SKIN * (1 - 0.5 * past * Math.exp(-0.5 * up * up))), 4 * i, 4 * i + 3);
    }
    const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
    const leftAt = (lipEdgePx: number) => {
      const soft = { ...surface, lipEdgePx };
      const { pixels, change } = healCornerMarks({ plate, mouth, iodPx: IOD, surface: soft });
      const dark = [96, 100, 104].map((y) => {
        const pixel = y * SIZE + 142;
        return SKIN - rgba[4 * pixel] - (change[3 * pixels.indexOf(pixel)] ?? 0);
      });
      return Math.max(...dark);
    };
    expect(leftAt(7)).toBeLessThan(0.12 * SKIN);
    expect(leftAt(7)).toBeLessThan(0.6 * leftAt(2));
  });

  it('changes nothing where no line runs on', () => {
    const { change } = healCornerMarks({ plate: picture(-8), mouth, iodPx: IOD, surface });
    expect(Math.max(0, ...change.map(Math.abs))).toBeLessThan(2);
  });

  it('heals the dark in which the corners of a grin end, beside the corners and not on its lips', () => {
    const grin = {
      ...mouth,
      upper: curveOf((s) => 4 * (1 - s * s)),
      lower: curveOf((s) => -8 * (1 - s * s)),
      gapPx: 12,
    };
    const { pixels, change } = healCornerMarks({
      plate: picture(6),
      mouth: grin,
      iodPx: IOD,
      surface,
    });
    pixels.forEach((pixel, i) => {
      const out = Math.abs((pixel % SIZE) + 0.5 - 100) - 40;
      if (out < -5) expect(Math.abs(change[3 * i])).toBe(0);
      if (out > 1 && out < 5 && Math.floor(pixel / SIZE) === 100)
        expect(change[3 * i]).toBeGreaterThan(0.7 * (SKIN - 30));
    });
    expect(pixels.length).toBeGreaterThan(0);
  });
});
