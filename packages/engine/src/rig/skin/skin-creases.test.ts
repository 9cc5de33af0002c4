import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import type { Picture } from '../../math/picture.ts';
import { chartFace } from '../head/head-field.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { planGrid } from '../plate-grid.ts';
import { CREASE_LINES } from './crease-lines.ts';
import { snapToValley, tracePath } from './crease-path.ts';
import type { Rgb } from './face-tone.ts';
import { buildSkinCreases, type SkinCrease } from './skin-creases.ts';

const SIZE = 640;
const IOD = 120;
const landmarks = poseHead({ iodPx: IOD, xPx: SIZE / 2, yPx: 280 });
const plate = skinPlate(SIZE, SIZE);
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE });
const pose = fitHeadPose(landmarks);
const chart = { grid, pose, ...chartFace(grid, landmarks) };

const bareSkin = new Float32Array(grid.columns * grid.rows).fill(5);

function creasesOf(
  strength01: number,
  weight = 1,
  edgePx = 2,
  drawn = false,
  lnGreen = bareSkin,
  lightX = 0,
  onto = plate,
  flatSkin?: Rgb,
  more: { penIod?: number; browsDrawn?: boolean; painted01?: number } = {},
): readonly SkinCrease[] {
  return buildSkinCreases({
    plate: onto,
    ...chart,
    faceWeight: new Float32Array(grid.columns * grid.rows).fill(weight),
    lnGreen,
    tint: [0.7, 1.08, 1.1],
    tone: { lightX, lightY: 0.3, highlightLuma: 235 },
    strength01,
    painted01: 0,
    edgePx,
    drawn,
    ink: drawn ? [30, 20, 20] : undefined,
    flatSkin,
    ...more,
  });
}

const creases = creasesOf(1);
const greens = ({ change }: SkinCrease) => Array.from(change).filter((_, i) => i % 3 === 1);
const darkest = (crease: SkinCrease) => Math.min(...greens(crease));

describe('buildSkinCreases', () => {
  it('leaves painted foreheads smoother, and other folds as they are', () => {
    const painted = creasesOf(1, 1, 2, false, bareSkin, 0, plate, undefined, { painted01: 1 });
    for (const [i, crease] of creases.entries()) {
      const share = darkest(painted[i]) / darkest(crease);
      if (crease.name.startsWith('forehead')) expect(share).toBeLessThan(0.7);
      else expect(share).toBe(1);
    }
  });

  it('folds foreheads of lively skin deeper by more than what else folds there', () => {
    const smoother = creasesOf(0.7);
    for (const [i, crease] of creases.entries()) {
      const times = darkest(crease) / darkest(smoother[i]);
      if (crease.name.startsWith('forehead')) expect(times).toBeGreaterThan(1.6);
      else expect(times).toBeLessThan(1.5);
    }
  });

  it('lays every line once on each side, inside the plate', () => {
    expect(creases.map((c) => c.name)).toEqual(
      CREASE_LINES.flatMap((line) => [line.name, line.name]),
    );
    for (const { pixels, change, drives } of creases) {
      expect(drives.length).toBeGreaterThan(0);
      expect(change).toHaveLength(3 * pixels.length);
      expect(Math.max(...pixels)).toBeLessThan(SIZE * SIZE);
    }
  });

  it('darkens like skin: red least, and never more than its depth', () => {
    for (const crease of creases) {
      const line = CREASE_LINES.find((l) => l.name === crease.name)!;
      expect(darkest(crease)).toBeLessThan(-0.05);
      expect(Math.log(1 + darkest(crease))).toBeGreaterThan(-1.6 * line.depth * (line.lively ?? 1));
      for (let i = 0; i < crease.change.length; i += 3) {
        if (crease.change[i + 1] >= 0) continue;
        expect(crease.change[i]).toBeGreaterThan(crease.change[i + 1]);
        expect(crease.change[i + 2]).toBeLessThan(crease.change[i + 1]);
      }
    }
  });

  it('is crisp and lit on the side of the roll, soft on the other', () => {
    const fold = creases.find((c) => c.name === 'frown')!;
    // The subject's right: the roll of the brow's head lies on the picture's left.
    const row = Math.round(280 - 0.27 * IOD);
    const across = new Map<number, number>();
    fold.pixels.forEach((pixel, i) => {
      if (Math.floor(pixel / SIZE) === row) across.set(pixel % SIZE, fold.change[3 * i + 1]);
    });
    const [at] = [...across].reduce((best, here) => (here[1] < best[1] ? here : best));
    expect(at).toBeLessThan(SIZE / 2);
    const off = Math.round(0.07 * IOD);
    expect(across.get(at - off)!).toBeGreaterThan(0.01);
    expect(across.get(at + off)!).toBeLessThan(-0.005);
  });

  it('has rolls where skin bulges: the lid over its line, the cheek under its own', () => {
    const litAbove = (name: string) => {
      const line = creases.find((c) => c.name === name)!;
      let row = 0;
      let lit = 0;
      let dark = 0;
      let darkRow = 0;
      line.pixels.forEach((pixel, i) => {
        const v = line.change[3 * i + 1];
        const y = Math.floor(pixel / SIZE);
        if (v > 0) [lit, row] = [lit + v, row + v * y];
        else [dark, darkRow] = [dark + v, darkRow + v * y];
      });
      return row / lit < darkRow / dark;
    };
    expect(litAbove('lower lid')).toBe(true);
    expect(litAbove('root of the nose')).toBe(true);
    expect(litAbove('nasolabial')).toBe(true);
    expect(litAbove('cheek')).toBe(false);
  });

  it('lights the side of a roll that is turned to the light', () => {
    // The rolls of the bridge's folds lie towards the middle and below: on the subject's right
    // that is the picture's right.
    const lightest = (lightX: number) =>
      Math.max(
        ...greens(
          creasesOf(1, 1, 2, false, bareSkin, lightX).find((c) => c.name === 'bunny line, upper')!,
        ),
      );
    expect(Math.abs(lightest(0.6) - lightest(-0.6))).toBeGreaterThan(0.02);
    expect(lightest(0.6)).toBeGreaterThan(0.02);
  });

  it('gives skin in full light less light than other skin', () => {
    const bright = bareSkin.map(() => Math.log(240));
    const lightest = (lnGreen: typeof bareSkin) =>
      Math.max(...greens(creasesOf(1, 1, 2, false, lnGreen).find((c) => c.name === 'cheek')!));
    expect(lightest(bright)).toBeLessThan(0.5 * lightest(bareSkin));
    expect(lightest(bright)).toBeGreaterThan(0);
  });

  it('is shallower on smooth faces and no crisper than the picture', () => {
    const smooth = creasesOf(0.3);
    const blurred = creasesOf(1, 1, 20);
    creases.forEach((crease, i) => {
      expect(darkest(smooth[i])).toBeGreaterThan(darkest(crease));
      // Rows of pixels say nothing about lines that run along them.
      if (!/nasolabial|frown|bunny/.test(crease.name)) return;
      const steepest = (c: SkinCrease) => {
        let most = 0;
        for (let k = 1; k < c.pixels.length; k++) {
          if (c.pixels[k] !== c.pixels[k - 1] + 1) continue;
          most = Math.max(most, Math.abs(c.change[3 * k + 1] - c.change[3 * k - 2]));
        }
        return most;
      };
      expect(steepest(blurred[i]), crease.name).toBeLessThan(0.95 * steepest(crease));
    });
  });

  it('says the few folds of a drawing with strokes that have no light and shade', () => {
    const strokes = creasesOf(0.1, 1, 2, true);
    expect(strokes.map((c) => c.name)).toContain('frown');
    expect(strokes.length).toBeLessThan(creases.length);
    for (const { change } of strokes) expect(Math.max(...change)).toBeLessThanOrEqual(0);
    // The strokes of both sides come together.
    const frowns = strokes.filter((c) => c.name === 'frown');
    expect(frowns).toHaveLength(2);
    expect(frowns[0].drives).toEqual(frowns[1].drives);
  });

  it('draws strokes on flat skin with the pen of the mouth, and none where drawn brows say it', () => {
    const [r, g, b] = plate.rgba;
    const skin: Rgb = [r, g, b];
    const even = { ...plate, rgba: plate.rgba.slice() };
    for (let i = 0; i < even.rgba.length; i += 4) even.rgba.set(skin, i);
    const on = (more: { penIod?: number; browsDrawn?: boolean }) =>
      creasesOf(0.1, 1, 2, true, bareSkin, 0, even, skin, more);
    const inkOf = (creases: readonly SkinCrease[]) =>
      creases.reduce((sum, { pixels }) => sum + pixels.length, 0);
    const broad = inkOf(on({ penIod: 0.06 }));
    expect(broad).toBeGreaterThan(1.25 * inkOf(on({})));
    expect(inkOf(on({ penIod: 0.2 }))).toBe(broad);
    const names = on({ browsDrawn: true }).map(({ name }) => name);
    expect(names).not.toContain('frown');
    expect(names).toContain('nasolabial');
  });

  it('draws both strokes of a fold on flat skin or neither', () => {
    const [r, g, b] = plate.rgba;
    const skin: Rgb = [r, g, b];
    const lens = { ...plate, rgba: plate.rgba.slice() };
    for (let i = 0; i < SIZE * SIZE; i++) {
      lens.rgba.set(i % SIZE > SIZE / 2 + 0.08 * IOD ? [90, 160, 220] : skin, 4 * i);
    }
    const frowns = (flatSkin?: Rgb) =>
      creasesOf(0.1, 1, 2, true, bareSkin, 0, lens, flatSkin).filter((c) => c.name === 'frown');
    expect(frowns(skin)).toHaveLength(0);
    expect(frowns()).toHaveLength(2);
  });

  it('leaves out the strokes that would cross a line of the drawing', () => {
    // The hem of a headscarf, between the brows.
    const hemmed = { ...plate, rgba: plate.rgba.slice() };
    for (let x = Math.round(SIZE / 2 - 0.3 * IOD); x < SIZE / 2 + 0.3 * IOD; x++) {
      const y = Math.round(280 - 0.3 * IOD);
      for (const row of [y, y + 1]) hemmed.rgba.set([30, 20, 20, 255], 4 * (row * SIZE + x));
    }
    const names = (onto: typeof plate) =>
      new Set(creasesOf(0.1, 1, 2, true, bareSkin, 0, onto).map((c) => c.name));
    expect(names(plate)).toContain('frown');
    expect(names(hemmed)).not.toContain('frown');
    expect(names(hemmed)).toContain('nasolabial');
  });

  it('draws no stroke on what is not skin, where that has but one colour', () => {
    const skin: Rgb = [220, 180, 160];
    const flat = { ...plate, rgba: plate.rgba.slice() };
    for (let i = 0; i < SIZE * SIZE; i++) {
      // Hair hangs down to the brows.
      flat.rgba.set(Math.floor(i / SIZE) < 280 - 0.2 * IOD ? [200, 120, 60] : skin, 4 * i);
    }
    const names = (flatSkin?: Rgb) =>
      creasesOf(0.1, 1, 2, true, bareSkin, 0, flat, flatSkin).map((c) => c.name);
    expect(names()).toContain('frown');
    expect(names(skin)).not.toContain('frown');
    expect(names(skin)).toContain('nasolabial');
  });

  it('does not fold hair that hangs over the forehead', () => {
    // A fringe on the subject's left from the brows up.
    const fringe = bareSkin.map((v, i) =>
      chart.chartX[i] > 0.25 && chart.chartY[i] > 0.4 ? 3.5 : v,
    );
    const sum = (all: readonly SkinCrease[], name: string) =>
      all
        .filter((c) => c.name === name)
        .reduce((total, c) => total + greens(c).reduce((s, v) => s + Math.abs(v), 0), 0);
    const under = creasesOf(1, 1, 2, false, fringe);
    const high = 'forehead, high in the middle';
    expect(sum(under, high)).toBeLessThan(0.9 * sum(creases, high));
    expect(sum(under, 'nasolabial')).toBeCloseTo(sum(creases, 'nasolabial'), 6);
  });

  it('changes nothing where the face may not move', () => {
    expect(creasesOf(1, 0)).toHaveLength(0);
    expect(creasesOf(0)).toHaveLength(0);
  });
});

describe('snapToValley', () => {
  const path = tracePath(chart, [0.5, -0.4, 0.5, -0.8], 1);

  function withLine(xPx: number, level: number): Picture {
    const rgba = new Uint8Array(4 * SIZE * SIZE).fill(200);
    for (let y = 0; y < SIZE; y++) {
      for (let x = xPx - 2; x <= xPx + 2; x++) {
        rgba.fill(level, 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
      }
    }
    return { widthPx: SIZE, heightPx: SIZE, rgba };
  }

  it('follows a line of the skin, stays on plain skin and leaves hair alone', () => {
    const x = Math.round(path[5].x) + 5;
    const meanX = (points: readonly { x: number }[]) =>
      points.reduce((sum, p) => sum + p.x / points.length, 0);
    const moved = (picture: Picture) => meanX(snapToValley(picture, IOD, path, 0.07));
    expect(moved(withLine(x, 160))).toBeGreaterThan(meanX(path) + 3);
    expect(moved(withLine(x, 200))).toBeCloseTo(meanX(path), 6);
    expect(Math.abs(moved(withLine(x, 40)) - meanX(path))).toBeLessThan(1.5);
  });
});
