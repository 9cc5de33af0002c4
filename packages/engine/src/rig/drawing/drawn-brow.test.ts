import { describe, expect, it } from 'vitest';
import {
  bars,
  dots,
  drawFlatFace,
  eyesOfFlatFace,
  FLAT_INK,
  FLAT_IOD,
  FLAT_SKIN,
  type FlatShape,
} from '../../../test/support/flat-face.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { findDrawnBrows } from './drawn-brow.ts';

const HAIR: Rgb = [200, 90, 40];
const fringe =
  (down: number, colour = HAIR): FlatShape =>
  (_, y) =>
    y > down ? colour : undefined;

function browsOn(...shapes: FlatShape[]) {
  const plate = drawFlatFace(...shapes);
  return { plate, ...findDrawnBrows(plate, eyesOfFlatFace(plate), FLAT_SKIN, FLAT_IOD) };
}

describe('findDrawnBrows', () => {
  it('finds bars over dots, their ends, and the room below them', () => {
    const { shapes, hidden, bareSkin } = browsOn(dots, bars(0.35, 0.3));
    expect(shapes.map(({ side }) => side)).toEqual(['right', 'left']);
    expect([hidden.size, bareSkin]).toEqual([0, undefined]);
    for (const { side, inner, outer, roomPx } of shapes) {
      expect(Math.abs(inner[0] - 200)).toBeLessThan(Math.abs(outer[0] - 200));
      expect(Math.sign(inner[0] - 200)).toBe(side === 'left' ? 1 : -1);
      expect(inner[1]).toBeLessThan(outer[1]);
      // The bar's outer half hangs down to .25 - the dot's upper edge lies at .1.
      expect(roomPx / FLAT_IOD).toBeGreaterThan(0.1);
      expect(roomPx / FLAT_IOD).toBeLessThan(0.25);
    }
  });

  it('puts skin in their place, and nothing but the brow into the sprite', () => {
    const { plate, shapes } = browsOn(dots, bars(0.35));
    const after = Float32Array.from(plate.rgba);
    for (const { fill, sprite } of shapes) {
      fill.pixels.forEach((pixel, i) => {
        for (let k = 0; k < 3; k++) after[4 * pixel + k] += fill.change[3 * i + k];
      });
      const dark = sprite.rgb.filter((v, i) => i % 3 === 0 && v < 100).length;
      expect(dark / FLAT_IOD ** 2).toBeCloseTo(0.4 * 0.08, 2);
    }
    expect(Buffer.from(Uint8Array.from(after)).equals(drawFlatFace(dots).rgba)).toBe(true);
  });

  it('tells a brow from hair of another colour that hangs over it', () => {
    const { shapes } = browsOn(dots, bars(0.35), fringe(0.36));
    expect(shapes).toHaveLength(2);
    for (const { sprite } of shapes) {
      for (let i = 0; i < sprite.rgb.length; i += 3) {
        expect(Math.abs(sprite.rgb[i] - HAIR[0])).toBeGreaterThan(25);
      }
    }
  });

  it('takes the tips along in which a brow runs out under hair, but no long edge of its colour', () => {
    const inkLeft = (end: number) => {
      const tips: FlatShape = (x, y) =>
        Math.abs(x) > 0.2 && Math.abs(x) < end && Math.abs(y - 0.35) < 0.012 ? FLAT_INK : undefined;
      const { plate, shapes } = browsOn(dots, bars(0.35), tips, fringe(0.37));
      expect(shapes).toHaveLength(2);
      const gone = new Set(shapes.flatMap(({ fill }) => [...fill.pixels]));
      const above = 140 * plate.widthPx;
      return Array.from({ length: above }, (_, i) => i).filter(
        (i) => plate.rgba[4 * i] < 60 && !gone.has(i),
      ).length;
    };
    expect(inkLeft(0.8)).toBe(0);
    expect(inkLeft(1.9)).toBeGreaterThan(100);
  });

  it('takes neither a fringe nor frames of glasses for brows', () => {
    const under = browsOn(dots, fringe(0.2));
    expect(under.shapes).toEqual([]);
    expect([...under.hidden]).toEqual(['right', 'left']);
    const round: FlatShape = (x, y) =>
      Math.abs(Math.hypot(Math.abs(x) - 0.5, y) - 0.36) < 0.03 ? HAIR : undefined;
    expect(browsOn(dots, round).shapes).toEqual([]);
    expect(browsOn(dots, fringe(0.2, FLAT_INK)).shapes).toEqual([]);
  });

  const frames: FlatShape = (x, y) =>
    Math.abs(x) < 0.9 && Math.abs(y - 0.24) < 0.03 ? [20, 20, 20] : undefined;
  const BROW: Rgb = [120, 70, 50];
  // The right one hangs down to the frame, the left one lies clear of it.
  const oneTouches = (colour: Rgb): FlatShape => {
    return (x, y) => {
      const up = y - (x < 0 ? 0.3 : 0.4) + 0.2 * Math.abs(x);
      return Math.abs(Math.abs(x) - 0.45) < 0.2 && Math.abs(up - 0.08) < 0.05 ? colour : undefined;
    };
  };
  const behindGlasses = (brow: Rgb) => {
    const plate = drawFlatFace(dots, frames, oneTouches(brow));
    const glasses = { opaque: false };
    return findDrawnBrows(plate, eyesOfFlatFace(plate), FLAT_SKIN, FLAT_IOD, glasses);
  };

  it('knows a brow that the frame of glasses touches by the colour of the other', () => {
    const { shapes, hidden } = behindGlasses(BROW);
    expect(shapes.map(({ side }) => side).sort()).toEqual(['left', 'right']);
    expect(hidden.size).toBe(0);
    for (const { sprite } of shapes) {
      const frame = sprite.rgb.filter((v, i) => i % 3 === 0 && v < 40).length;
      expect(frame).toBe(0);
    }
  });

  it('moves neither where the other cannot be told from the frame', () => {
    const { shapes, hidden } = behindGlasses([20, 20, 20]);
    expect(shapes).toEqual([]);
    expect([...hidden].sort()).toEqual(['left', 'right']);
  });

  it('knows faces that have none', () => {
    expect(browsOn(dots)).toMatchObject({ shapes: [], bareSkin: FLAT_SKIN });
    const hatted = browsOn(dots, fringe(0.45));
    expect(hatted.bareSkin).toEqual(FLAT_SKIN);
    expect([...hatted.hidden]).toEqual(['right', 'left']);
    expect(browsOn(dots, fringe(0.2)).bareSkin).toBeUndefined();
  });

  it('takes two that are no pair for hair', () => {
    const curl: FlatShape = (x, y) =>
      Math.abs(x - 0.5) < 0.2 && Math.abs(y - 0.66) < 0.04 ? HAIR : undefined;
    const low: FlatShape = (x, y) =>
      Math.abs(x + 0.5) < 0.25 && Math.abs(y - 0.02 - 0.3 * (x + 0.5)) < 0.03
        ? FLAT_INK
        : undefined;
    expect(browsOn(dots, curl).shapes.length).toBeLessThan(2);
    expect(browsOn(low).shapes.length).toBeLessThan(2);
  });
});
