import { describe, expect, it } from 'vitest';
import { openLips, poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { createFaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { applyPlateChanges } from '../../render/apply-plate-changes.ts';
import { strengthIndex } from '../action-units.ts';
import type { Rig } from '../rig.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { NEUTRAL_SOURCE } from '../source-units.ts';
import { fillClosedLips } from './closed-lips.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import { findMouthLine, type MouthLine, mouthPoint } from './mouth-line.ts';

const SIZE = 480;
const IOD = 120;
const SKIN = [205, 160, 140] as const;
const RED = [170, 90, 85] as const;
const TONE: { mouthSkin: Rgb; lip: Rgb; chroma: number } = {
  mouthSkin: SKIN,
  lip: RED,
  chroma: 60,
};
const DARK = [40, 20, 18] as const;
const SMILE = 0.5;

function landmarksOf(open: number) {
  return openLips(poseHead({ iodPx: IOD, xPx: 240, yPx: 170 }), open * IOD);
}

/** A mouth whose lips are red along their inner half only, with the mouth's dark on both rims. */
function thinLips(open: number): { plate: Picture; mouth: MouthLine } {
  const plate = skinPlate(SIZE, SIZE);
  const mouth = findMouthLine(landmarksOf(open), IOD, plate);
  for (let i = 0; i < SIZE * SIZE; i++) plate.rgba.set(SKIN, 4 * i);
  const paint = (s: number, h: number, colour: readonly number[]) => {
    const [x, y] = mouthPoint(mouth, s, h);
    plate.rgba.set(colour, 4 * (Math.floor(y) * SIZE + Math.floor(x)));
  };
  for (let s = -1; s <= 1; s += 0.004) {
    const [top, bottom] = [readCurve(mouth.upper, s), readCurve(mouth.lower, s)];
    const [over, under] = [readCurve(mouth.upperOuter, s), readCurve(mouth.lowerOuter, s)];
    for (let h = (under + bottom) / 2; h <= bottom; h += 0.4) paint(s, h, RED);
    for (let h = top; h <= (top + over) / 2; h += 0.4) paint(s, h, RED);
    for (let h = bottom - 3; h <= top + 3; h += 0.4) paint(s, h, DARK);
  }
  return { plate, mouth };
}

/** Both lips go straight to the middle of the gap; everything keeps its width. */
function shutStraight(mouth: MouthLine): MouthAtRest {
  const thick = (outer: MouthLine['upper'], inner: MouthLine['upper']) => ({
    values: outer.values.map((h, i) => Math.abs(h - inner.values[i])),
  });
  const middle = mouth.upper.values.map((h, i) => (h + mouth.lower.values[i]) / 2);
  return {
    ...mouth,
    seam: { values: middle },
    upperThick: thick(mouth.upperOuter, mouth.upper),
    lowerThick: thick(mouth.lowerOuter, mouth.lower),
    drawnThin01: 1,
    move(x, y, lower, out) {
      const t =
        ((x - mouth.centreXPx) * mouth.alongX + (y - mouth.centreYPx) * mouth.alongY) /
        mouth.halfWidthPx;
      const half = (readCurve(mouth.upper, t) - readCurve(mouth.lower, t)) / 2;
      const up = lower ? half : -half;
      out[0] = x + up * mouth.alongY;
      out[1] = y - up * mouth.alongX;
    },
  };
}

function lips(mouth: MouthLine, plate: Picture, moustache01 = 0) {
  const rest = shutStraight(mouth);
  return fillClosedLips({ plate, mouth, rest, iodPx: IOD, tone: TONE, edgePx: 2, moustache01 });
}

/** Tells what a place of the lips changes by at rest, levels of green. */
function changeOf(
  plate: Picture,
  mouth: MouthLine,
  drawnThin01: number,
  of: { edgePx?: number; tone?: typeof TONE } = {},
) {
  const rest = { ...shutStraight(mouth), drawnThin01 };
  const { pixels, change } = fillClosedLips({
    ...{ plate, mouth, rest, iodPx: IOD, tone: TONE, edgePx: 2, moustache01: 0, ...of },
  });
  return (s: number, h: number) => {
    const [x, y] = mouthPoint(mouth, s, h);
    const i = pixels.indexOf(Math.floor(y) * SIZE + Math.floor(x));
    return i < 0 ? 0 : change[3 * i + 1];
  };
}

function drawn(shut: number, released = 0, moustache01 = 0) {
  const { plate, mouth } = thinLips(0.12);
  const out = plate.rgba.slice();
  const state = createFaceState();
  state.shutMouth01 = shut;
  for (const side of ['right', 'left'] as const)
    state.strengths[strengthIndex('AU12', side)] = -released * SMILE;
  const sourceUnits = {
    ...NEUTRAL_SOURCE,
    atRest: { ...NEUTRAL_SOURCE.atRest, AU12: [SMILE, SMILE] },
  };
  const closedLips = lips(mouth, plate, moustache01);
  applyPlateChanges(
    { face: plate, ownFolds: [], closedLips, sourceUnits } as unknown as Rig,
    state,
    out,
  );
  const at = (rgba: ArrayLike<number>, s: number, h: number) => {
    const [x, y] = mouthPoint(mouth, s, h);
    const i = 4 * (Math.floor(y) * SIZE + Math.floor(x));
    return [rgba[i], rgba[i + 1], rgba[i + 2]] as const;
  };
  return {
    mouth,
    out,
    plate,
    before: (s: number, h: number) => at(plate.rgba, s, h),
    after: (s: number, h: number) => at(out, s, h),
  };
}

describe('lips of a smile that go to rest', () => {
  it('are red over the height that lips have at rest, and not above it', () => {
    const { mouth, before, after } = drawn(1);
    for (const s of [-0.4, 0.15, 0.4]) {
      const [top, over] = [readCurve(mouth.upper, s), readCurve(mouth.upperOuter, s)];
      const place = top + 0.65 * (over - top);
      expect(before(s, place)[1]).toBe(SKIN[1]);
      expect(after(s, place)[1]).toBeLessThan(SKIN[1] - 20);
      expect(after(s, top + 0.2 * IOD)).toEqual(SKIN);
    }
  });

  it('have a lower lip of their red, too', () => {
    const { mouth, before, after } = drawn(1);
    for (const s of [-0.3, 0, 0.3]) {
      const [low, under] = [readCurve(mouth.lower, s), readCurve(mouth.lowerOuter, s)];
      const place = low - 0.58 * (low - under);
      expect(before(s, place)[1]).toBe(SKIN[1]);
      expect(after(s, place)[1]).toBeLessThan(SKIN[1] - 20);
    }
  });

  it('lose the dark of the mouth from their rims', () => {
    const { mouth, before, after } = drawn(1);
    for (const s of [-0.6, 0, 0.6]) {
      for (const place of [readCurve(mouth.upper, s) + 1.5, readCurve(mouth.lower, s) - 1.5]) {
        expect(before(s, place)[1]).toBe(DARK[1]);
        expect(after(s, place)[1]).toBeGreaterThan(DARK[1] + 12);
      }
    }
  });

  it('fill as the smile is let go, though the mouth opens', () => {
    expect(drawn(0, 1).out).toEqual(drawn(1).out);
    expect(drawn(0, 0.5).out).not.toEqual(drawn(1).out);
  });

  it('are not painted over a moustache', () => {
    const { mouth, after } = drawn(1, 0, 1);
    const [top, over] = [readCurve(mouth.upper, 0.15), readCurve(mouth.upperOuter, 0.15)];
    expect(after(0.15, top + 0.75 * (over - top))).toEqual(SKIN);
  });

  it('keep their gloss where no smile has thinned them', () => {
    const { plate, mouth } = thinLips(0.12);
    const place = [0.15, readCurve(mouth.lower, 0.15) - 5] as const;
    const [x, y] = mouthPoint(mouth, ...place);
    for (let i = -2; i <= 2; i++)
      for (let k = -2; k <= 2; k++)
        plate.rgba.set([235, 124, 117], 4 * ((Math.floor(y) + k) * SIZE + Math.floor(x) + i));
    const grin = changeOf(plate, mouth, 1)(...place);
    expect(grin).toBeLessThan(-20);
    expect(changeOf(plate, mouth, 0)(...place)).toBeGreaterThan(0.4 * grin);
  });

  it('do not become as white all over as the gloss in their middle, in a grey picture', () => {
    const { plate, mouth } = thinLips(0.12);
    plate.rgba.fill(150);
    for (let s = -0.9; s <= 0.9; s += 0.004) {
      const [low, under] = [readCurve(mouth.lower, s), readCurve(mouth.lowerOuter, s)];
      for (let h = under; h < low; h += 0.4) {
        const [x, y] = mouthPoint(mouth, s, h);
        // What is called grey is a little red in its lights.
        const colour = Math.abs(s) < 0.3 && h > under + 2 ? [250, 244, 243] : [130, 130, 130];
        plate.rgba.set(colour, 4 * (Math.floor(y) * SIZE + Math.floor(x)));
      }
    }
    const change = changeOf(plate, mouth, 1);
    for (const s of [-0.6, 0.6]) expect(change(s, readCurve(mouth.lower, s) - 4)).toBeLessThan(15);
    expect(change(0, readCurve(mouth.lower, 0) - 6)).toBeLessThan(-30);
  });

  it('have a lower lip that the light falls on: nearly as bright as skin, unless its paint is darker', () => {
    const { plate, mouth } = thinLips(0.12);
    const at = (lip: Rgb, chroma = 60, skin: Rgb = SKIN) => {
      const tone = { mouthSkin: skin, lip, chroma };
      const shown = plate.rgba.slice();
      for (let i = 0; i < SIZE * SIZE; i++) {
        const red = plate.rgba[4 * i] === RED[0];
        if (red || plate.rgba[4 * i] === SKIN[0]) shown.set(red ? lip : skin, 4 * i);
      }
      const picture = { ...plate, rgba: shown };
      const change = changeOf(picture, mouth, 1, { tone, edgePx: 0.06 * IOD });
      const places = [-0.2, 0.2].map((s) => [s, readCurve(mouth.lower, s) - 6] as const);
      return (change(...places[0]) + change(...places[1])) / 2;
    };
    // Lips in shade: 2.3; -7.2 unlit.
    expect(at([190, 125, 118])).toBeGreaterThan(-1);
    expect(at([170, 60, 70])).toBeLessThan(0);
    // In a grey picture nothing but its tone tells it from skin.
    expect(at([160, 160, 160], 0, [160, 160, 160])).toBeLessThan(-8);
  });

  it('get the red of lips in a soft picture of colour, where their own is as pale as skin', () => {
    const { plate, mouth } = thinLips(0.12);
    const pale = [200, 154, 135] as const;
    for (let i = 0; i < SIZE * SIZE; i++) {
      if (plate.rgba[4 * i] === RED[0]) plate.rgba.set(pale, 4 * i);
    }
    const place = [0.15, readCurve(mouth.lower, 0.15) - 7] as const;
    const at = (edgeIod: number, chroma: number) => {
      const tone = { ...TONE, lip: pale, chroma };
      return changeOf(plate, mouth, 1, { edgePx: edgeIod * IOD, tone })(...place);
    };
    expect(at(0.09, 60)).toBeLessThan(at(0.03, 60) - 8);
    // Softer shade beside the line is all that a grey one gets.
    expect(Math.abs(at(0.09, 0) - at(0.03, 0))).toBeLessThan(12);
  });

  it('keep red on their rims that is deeper than theirs: it is no dark of the mouth', () => {
    const { plate, mouth } = thinLips(0.12);
    const onRim = [-0.2, readCurve(mouth.lower, -0.2) - 1.5] as const;
    const dark = changeOf(plate, mouth, 0)(...onRim);
    for (let i = 0; i < SIZE * SIZE; i++) {
      if (plate.rgba[4 * i] === DARK[0]) plate.rgba.set([175, 45, 40], 4 * i);
    }
    expect(dark).toBeGreaterThan(20);
    expect(changeOf(plate, mouth, 0)(...onRim)).toBeLessThan(8);
  });

  it('taper towards their corners: red below where the lower one ends becomes skin', () => {
    const { plate, mouth } = thinLips(0.12);
    const below = (s: number) => [s, readCurve(mouth.lower, s) - 0.12 * IOD] as const;
    for (const s of [-0.8, 0]) {
      const [x, y] = mouthPoint(mouth, ...below(s));
      for (let i = -3; i <= 3; i++)
        for (let k = -3; k <= 3; k++)
          plate.rgba.set(RED, 4 * ((Math.floor(y) + k) * SIZE + Math.floor(x) + i));
    }
    // What counts as lip reaches as far as its landmarks do.
    const wide = {
      ...mouth,
      lowerOuter: { values: mouth.lower.values.map((v) => v - 0.16 * IOD) },
    };
    const change = changeOf(plate, wide, 1);
    expect(change(...below(-0.8))).toBeGreaterThan(0.6 * (SKIN[1] - RED[1]));
    expect(change(...below(0))).toBeLessThan(0.2 * (SKIN[1] - RED[1]));
    expect(changeOf(plate, wide, 0)(...below(-0.8))).toBeLessThan(5);
  });

  it('leave the picture as it is while the mouth smiles', () => {
    const { out, plate } = drawn(0);
    expect(out).toEqual(plate.rgba);
  });
});
