import { describe, expect, it } from 'vitest';
import {
  bars,
  drawFlatFace,
  FLAT_INK,
  FLAT_IOD,
  FLAT_LANDMARKS,
  FLAT_SIZE,
  FLAT_SKIN,
  type FlatShape,
} from '../../../test/support/flat-face.ts';
import type { Picture } from '../../math/picture.ts';
import { findEyeLine } from '../eyes/eye-line.ts';
import { lumaOf, type Rgb } from '../skin/face-tone.ts';
import { addChange } from '../skin/pixel-change.ts';
import { findShadedBrows } from './shaded-brow.ts';

/** From one temple to the other the light falls off by more than what is drawn has to differ. */
const lightAt = (pixel: number) => 1 - 0.35 * ((pixel % FLAT_SIZE) / FLAT_SIZE);

function draw(...shapes: FlatShape[]): Picture {
  const plate = drawFlatFace(...shapes);
  const rgba = plate.rgba.map((v, i) => (i % 4 === 3 ? v : Math.round(v * lightAt(i >> 2))));
  return { ...plate, rgba };
}

const eyes: FlatShape = (x, y) => {
  const away = Math.hypot(Math.abs(x) - 0.5, y);
  return away < 0.1 ? FLAT_INK : away < 0.17 ? [255, 255, 255] : undefined;
};
/** What stands out from the skin by more, and by less, than a brow must. */
const FAINT: Rgb = [FLAT_SKIN[0] - 60, FLAT_SKIN[1] - 60, FLAT_SKIN[2] - 60];
const FAINTER: Rgb = [FLAT_SKIN[0] - 26, FLAT_SKIN[1] - 26, FLAT_SKIN[2] - 26];
/** Light of dark skin against the plain one. */
const DARK = 0.28;
const thick: FlatShape = (x, y) =>
  Math.abs(Math.abs(x) - 0.5) < 0.22 && Math.abs(y - 0.38) < 0.1 ? FLAT_INK : undefined;
const fringe: FlatShape = (_, y) => (y > 0.43 ? [70, 40, 30] : undefined);

const browsOn = (plate: Picture) => findOn(plate).shapes;

function findOn(plate: Picture) {
  const lines = (['right', 'left'] as const).map((side) =>
    findEyeLine(FLAT_LANDMARKS, side, plate, FLAT_IOD, 'drawing'),
  );
  return findShadedBrows(plate, lines, FLAT_IOD);
}

describe('findShadedBrows', () => {
  it('finds both brows, and leaves the shaded skin that goes on behind them', () => {
    const plate = draw(eyes, bars(0.35));
    const brows = browsOn(plate);
    expect(brows.map(({ side }) => side)).toEqual(['right', 'left']);
    const bare = { ...plate, rgba: plate.rgba.slice() };
    for (const { fill, shaded, inner, outer, roomPx } of brows) {
      expect(shaded).toBe(true);
      expect(Math.hypot(inner[0] - outer[0], inner[1] - outer[1]) / FLAT_IOD).toBeCloseTo(0.4, 0.5);
      // From its lower edge, at .31, down to the eye.
      expect(roomPx / FLAT_IOD).toBeGreaterThan(0.05);
      expect(roomPx / FLAT_IOD).toBeLessThan(0.27);
      addChange(fill, 1, bare.rgba);
      for (const pixel of fill.pixels) {
        for (let k = 0; k < 3; k++) {
          const skin = FLAT_SKIN[k] * lightAt(pixel);
          expect(Math.abs(bare.rgba[4 * pixel + k] - skin)).toBeLessThan(6);
        }
      }
    }
  });

  it('lets a fringe be that hangs right over them', () => {
    const plate = draw(eyes, bars(0.35), fringe);
    const brows = browsOn(plate);
    expect(brows).toHaveLength(2);
    const hair = draw(fringe).rgba;
    for (const { fill } of brows) {
      for (const pixel of fill.pixels) expect(hair[4 * pixel]).toBeGreaterThan(100);
    }
  });

  it('finds all of grey ones that are as light as skin in the shade where the light falls on them', () => {
    const grey: FlatShape = (x, y) => thick(x, y) && (y > 0.36 ? [165, 160, 160] : [120, 112, 116]);
    const plate = draw(eyes, grey);
    const bare = draw(eyes);
    const brows = browsOn(plate);
    expect(brows).toHaveLength(2);
    const taken = new Set(brows.flatMap(({ fill }) => [...fill.pixels]));
    let drawn = 0;
    let found = 0;
    for (let i = 0; i < FLAT_SIZE * FLAT_SIZE; i++) {
      if (plate.rgba[4 * i + 1] === bare.rgba[4 * i + 1]) continue;
      drawn++;
      if (taken.has(i)) found++;
    }
    expect(drawn).toBeGreaterThan(300);
    expect(found / drawn).toBeGreaterThan(0.97);
  });

  it('finds one in the shade by its twin, however little it stands out', () => {
    const faint: FlatShape = (x, y) => thick(x, y) && (x < 0 || y < 0.34 ? FAINT : FAINTER);
    expect(browsOn(draw(eyes, faint))).toHaveLength(2);
  });

  it('finds dark ones on dark skin, and moves them in their own light', () => {
    const darkEyes: FlatShape = (x, y) => eyes(x, y)?.map((v) => v / DARK) as Rgb | undefined;
    const brow: FlatShape = (x, y) =>
      thick(x, y) && (FLAT_SKIN.map((v) => v - 35 * (1 / DARK)) as unknown as Rgb);
    const bright = draw(darkEyes, brow);
    const rgba = bright.rgba.map((v, i) => (i % 4 === 3 ? v : Math.round(v * DARK)));
    const plate = { ...bright, rgba };
    const brows = browsOn(plate);
    expect(brows).toHaveLength(2);
    for (const { colour, skin, fill, sprite } of brows) {
      expect(lumaOf(skin)).toBeGreaterThan(lumaOf(colour) + 15);
      expect(lumaOf(skin)).toBeLessThan(DARK * lumaOf(FLAT_SKIN));
      expect(Math.max(...sprite.rgb)).toBeLessThan(DARK * 255);
      const filled = plate.rgba.slice();
      addChange(fill, 1, filled);
      for (const pixel of fill.pixels) {
        const off = filled[4 * pixel + 1] - FLAT_SKIN[1] * DARK * lightAt(pixel);
        expect(Math.abs(off)).toBeLessThan(4);
      }
    }
  });

  it('holds what is over the eyes under a hat, and nothing under a bare forehead', () => {
    const hat: FlatShape = (_, y) => (y > 0.25 ? [70, 40, 160] : undefined);
    expect([...findOn(draw(eyes, hat)).hidden].sort()).toEqual(['left', 'right']);
    expect(findOn(draw(eyes)).hidden.size).toBe(0);
  });

  it('finds none where only one is seen', () => {
    const one: FlatShape = (x, y) => (x < 0 ? bars(0.35)(x, y) : undefined);
    expect(browsOn(draw(eyes, one))).toEqual([]);
  });
});
