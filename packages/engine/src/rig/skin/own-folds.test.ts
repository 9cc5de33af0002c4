import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { createFaceState } from '../../expression/face-state.ts';
import type { Picture } from '../../math/picture.ts';
import { createRandom } from '../../math/random.ts';
import { applyPlateChanges } from '../../render/apply-plate-changes.ts';
import { strengthIndex } from '../action-units.ts';
import { layGlassesHold } from '../eyes/glasses-hold.ts';
import { depthInFace } from '../head/face-outline.ts';
import { chartFace } from '../head/head-field.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { findMouthLine } from '../mouth/mouth-line.ts';
import { planGrid } from '../plate-grid.ts';
import type { Rig } from '../rig.ts';
import { NEUTRAL_SOURCE, type SourceUnits } from '../source-units.ts';
import type { Rgb } from './face-tone.ts';
import { readLogColours } from './log-colours.ts';
import { buildOwnFolds, type OwnFoldsInput } from './own-folds.ts';

const SIZE = 300;
const IOD = 100;
const X = 150;
const Y = 110;
const landmarks = poseHead({ iodPx: IOD, xPx: X, yPx: Y });
const pose = fitHeadPose(landmarks);
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE });
const { chartX, chartY } = chartFace(grid, landmarks);
const faceWeight = new Float32Array(grid.columns * grid.rows).fill(1);
const smiling: SourceUnits = {
  ...NEUTRAL_SOURCE,
  AU6: 0.6,
  AU12: 1,
  atRest: { AU12: [1, 1], AU15: 0.1, AU20: 0, AU20Shaped: 0 },
};
const LEFT = strengthIndex('AU12', 'left');

const SKIN = [196, 150, 128] as const;
const GREY = [160, 160, 160] as const;

/** Skin of one colour, times a factor at (x, y) IOD, or one for each channel: x to the subject's left, y up. */
function paint(
  factor: (x: number, y: number) => number | readonly number[],
  skin: readonly number[] = SKIN,
): Picture {
  const plate = { rgba: new Uint8Array(4 * SIZE * SIZE).fill(255), widthPx: SIZE, heightPx: SIZE };
  for (let i = 0; i < SIZE * SIZE; i++) {
    const f = factor(((i % SIZE) + 0.5 - X) / IOD, (Y - Math.floor(i / SIZE) - 0.5) / IOD);
    for (let k = 0; k < 3; k++) {
      plate.rgba[4 * i + k] = Math.round(skin[k] * (typeof f === 'number' ? f : f[k]));
    }
  }
  return plate;
}

function foldsOf(plate: Picture, more: Partial<OwnFoldsInput> = {}) {
  return buildOwnFolds({
    ...{ plate, grid, pose, landmarks, chartX, chartY, faceWeight },
    shown: smiling,
    mouth: findMouthLine(landmarks, pose.iodPx, plate),
    colours: readLogColours(plate, grid, faceWeight),
    tone: { skin: SKIN },
    creaseStrength01: 0.5,
    glasses: undefined,
    ...more,
  });
}

type Folds = ReturnType<typeof foldsOf>;
const found = new WeakMap<Picture, Map<string, Folds>>();

/** The same, found once for each picture: nothing changes them. */
function knownFolds(
  plate: Picture,
  more: Pick<OwnFoldsInput, 'shown' | 'creaseStrength01'> = {
    shown: smiling,
    creaseStrength01: 0.5,
  },
) {
  const known = found.get(plate) ?? new Map<string, Folds>();
  found.set(plate, known);
  const key = JSON.stringify(more);
  const folds = known.get(key) ?? foldsOf(plate, more);
  known.set(key, folds);
  return folds;
}

/** Reads the relaxed plate: red, or another channel, at (x, y) as in `paint`. */
function relaxed(
  plate: Picture,
  strength: number,
  creaseStrength01 = 0.5,
  shown = smiling,
  noseWrinkles = 0,
) {
  const out = plate.rgba.slice();
  const state = createFaceState();
  state.strengths[LEFT] = strength;
  for (const side of ['right', 'left'] as const) {
    state.strengths[strengthIndex('AU9', side)] = noseWrinkles;
  }
  const ownFolds = knownFolds(plate, { shown, creaseStrength01 });
  applyPlateChanges({ face: plate, ownFolds } as unknown as Rig, state, out);
  return (x: number, y: number, channel = 0) =>
    out[4 * (Math.floor(Y - y * IOD) * SIZE + Math.floor(X + x * IOD)) + channel];
}

/** The line that a smile folds from the wing of the nose to beside the mouth. */
const foldX = (y: number) => 0.37 + (-0.6 - y) * 0.55;
const withFold = (sigma: number) =>
  paint((x, y) => 1 - 0.3 * Math.exp(-0.5 * ((x - foldX(y)) / sigma) ** 2));
const usualFold = withFold(0.025);

describe('the own folds of a smiling face', () => {
  it.each([0.012, 0.025, 0.04])('are filled when the smile is gone (σ %f IOD)', (sigma) => {
    const plate = sigma === 0.025 ? usualFold : withFold(sigma);
    const [before, after] = [relaxed(plate, 0), relaxed(plate, -1)];
    for (const y of [-0.68, -0.75, -0.85]) {
      expect(before(foldX(y), y)).toBeLessThan(145);
      expect(after(foldX(y), y)).toBeGreaterThan(165);
      // Half a smile taken back leaves about half of a fold.
      const half = relaxed(plate, -0.4)(foldX(y), y);
      expect(half).toBeGreaterThan(145);
      expect(half).toBeLessThan(180);
    }
  });

  it('stay in part on a lined face that smiles with shut lips only: they are its own', () => {
    const red = (creaseStrength01: number, AU25: number) =>
      relaxed(usualFold, -1, creaseStrength01, { ...smiling, AU25 })(foldX(-0.75), -0.75);
    const [before, smooth] = [relaxed(usualFold, 0)(foldX(-0.75), -0.75), red(0.5, 0)];
    expect(red(1, 0)).toBeLessThan(smooth - 8);
    expect(red(1, 0)).toBeGreaterThan(before + 8);
    expect(red(1, 1)).toBeGreaterThan(red(1, 0) + 5);
    expect(red(0.5, 1)).toBe(smooth);
  });

  it('are left to a beard: hair beside the mouth does not become skin', () => {
    const random = createRandom(5);
    const hair = paint((x, y) => {
      const fold = 1 - 0.3 * Math.exp(-0.5 * ((x - foldX(y)) / 0.025) ** 2);
      return y < -0.7 ? fold * (1 + 0.2 * (2 * random() - 1)) : fold;
    });
    const plain = knownFolds(usualFold)[LEFT];
    const [bare, bearded] = [plain, foldsOf(hair)[LEFT]].map((fill) =>
      (fill?.besideMouth.change ?? new Float32Array()).reduce((sum, d) => sum + Math.abs(d), 0),
    );
    expect(bare).toBeGreaterThan(1000);
    expect(bearded).toBeLessThan(0.2 * bare);
  });

  it('stay where hardly anything smiles: they are the face’s own', () => {
    const plate = usualFold;
    const depth = (AU12: number) => {
      const atRest = { ...smiling.atRest, AU12: [AU12, AU12] as const };
      return 196 - relaxed(plate, -AU12, 0.5, { ...smiling, AU12, atRest })(foldX(-0.75), -0.75);
    };
    expect(depth(0.12)).toBeGreaterThan(0.9 * (196 - relaxed(plate, 0)(foldX(-0.75), -0.75)));
    expect(depth(0.2)).toBeLessThan(0.9 * depth(0.12));
    expect(depth(0.35)).toBeLessThan(0.4 * depth(0.12));
  });

  it('stay a little next to the nose, and a bit more in lively skin', () => {
    const plate = usualFold;
    const depth = (y: number, creases = 0.5) => 196 - relaxed(plate, -1, creases)(foldX(y), y);
    expect(depth(-0.65)).toBeGreaterThan(10);
    expect(depth(-0.9)).toBeLessThan(0.6 * depth(-0.65));
    for (const y of [-0.65, -0.9]) expect(depth(y, 1)).toBeGreaterThan(depth(y) + 1);
  });

  it('leave no more than a fold at rest, however deep the grin folds', () => {
    const deep = paint((x, v) => 1 - 0.6 * Math.exp(-0.5 * ((x - foldX(v)) / 0.03) ** 2));
    const left = (level: (x: number, y: number) => number, y: number) =>
      Math.log(SKIN[0] / level(foldX(y), y));
    for (const y of [-0.68, -0.75, -0.85]) {
      expect(left(relaxed(deep, 0), y)).toBeGreaterThan(0.8);
      expect(left(relaxed(deep, -1), y)).toBeLessThan(0.25);
    }
    // Next to the nose even a face at rest has one.
    expect(left(relaxed(deep, -1), -0.55)).toBeGreaterThan(left(relaxed(deep, -1), -0.85) + 0.05);
  });

  it('stay in good part where the nose wrinkles, which folds the same skin', () => {
    const plate = usualFold;
    const depth = (wrinkles: number, y = -0.72) =>
      SKIN[0] - relaxed(plate, -1, 0.5, smiling, wrinkles)(foldX(y), y);
    expect(depth(1.2)).toBeGreaterThan(depth(0) + 15);
    expect(depth(0.3)).toBe(depth(0));
    // Beside the mouth it folds nothing.
    expect(depth(1.2, -0.95)).toBeLessThan(depth(0, -0.95) + 3);
  });

  it('leave no dotted line where a deep fold is deeper in spots', () => {
    const spots = [-0.8, -0.95];
    const plate = paint((x, y) => {
      const spot = spots.some((at) => Math.hypot(x - foldX(at), y - at) < 0.02) ? 0.78 : 1;
      return spot * (1 - 0.4 * Math.exp(-0.5 * ((x - foldX(y)) / 0.025) ** 2));
    });
    const after = relaxed(plate, -1);
    for (const y of spots) expect(after(foldX(y), y)).toBeGreaterThan(160);
  });

  it('are no hair that a grey picture shows as dark as a deep fold', () => {
    const most = (skin: Rgb) => {
      const plate = paint((x, v) => 1 - 0.6 * Math.exp(-0.5 * ((x - foldX(v)) / 0.03) ** 2), skin);
      const { change } = foldsOf(plate, { tone: { skin } })[LEFT]!;
      return change.reduce((m, v) => Math.max(m, v), 0);
    };
    expect(most(SKIN)).toBeGreaterThan(80);
    expect(most(GREY)).toBeLessThan(0.5 * most(SKIN));
  });

  it('are no frame of glasses that lies across them', () => {
    const frameY = -0.75;
    const plate = paint((x, v) => {
      const fold = 1 - 0.4 * Math.exp(-0.5 * ((x - foldX(v)) / 0.025) ** 2);
      return Math.abs(v - frameY) < 0.02 ? 0.3 : fold;
    });
    const line = Float64Array.of(X, Y - frameY * IOD, X + IOD, Y - frameY * IOD);
    const frame = { lines: [line], halfThicknessPx: 2, opaque: false };
    const mostOnFrame = (glasses: OwnFoldsInput['glasses']) => {
      const { pixels, change } = foldsOf(plate, { glasses })[LEFT]!;
      return pixels.reduce((most, pixel, i) => {
        const v = (Y - Math.floor(pixel / SIZE) - 0.5) / IOD;
        return Math.abs(v - frameY) < 0.02 ? Math.max(most, change[3 * i]) : most;
      }, 0);
    };
    expect(mostOnFrame(undefined)).toBeGreaterThan(20);
    expect(mostOnFrame(layGlassesHold(grid, frame, IOD))).toBeLessThan(3);
  });

  it('make no skin sparkle that shows between hairs', () => {
    const plate = paint((x, v) => {
      const hairs = Math.sin(x * IOD * 1.3) + Math.sin(v * IOD * 0.9 + x * IOD * 0.7) > 0.4;
      return Math.abs(x - foldX(v)) < 0.06 && !hairs ? 0.72 : 1;
    });
    const { pixels, change } = foldsOf(plate)[LEFT]!;
    pixels.forEach((pixel, i) => {
      expect(plate.rgba[4 * pixel] + change[3 * i]).toBeLessThan(SKIN[0] * 1.1);
    });
  });

  it('stay as a soft valley: the line in it goes', () => {
    // A valley with a line at its bottom, where most of a fold goes but not all.
    const y = -0.8;
    const plate = paint((x, v) => {
      const d = x - foldX(v);
      return 1 - 0.12 * Math.exp(-0.5 * (d / 0.07) ** 2) - 0.2 * Math.exp(-0.5 * (d / 0.012) ** 2);
    });
    const line = (level: (x: number, y: number) => number) =>
      (level(foldX(y) - 0.04, y) + level(foldX(y) + 0.04, y)) / 2 - level(foldX(y), y);
    expect(line(relaxed(plate, 0))).toBeGreaterThan(25);
    expect(line(relaxed(plate, -1))).toBeLessThan(8);
  });

  it('leave no bright specks in what stays of them where single pixels of their line are light', () => {
    // A sharpened line is lighter in spots than what lies along it.
    const plate = paint((x, y) => {
      const core = Math.abs(x - foldX(y)) < 0.012;
      const spot = core && Math.floor(-y * IOD) % 4 === 0 ? 0.95 : core ? 0.5 : 1;
      return Math.min(
        spot,
        1 - 0.4 * Math.exp(-0.5 * ((x - foldX(y)) / 0.05) ** 2) + (spot === 0.95 ? 0.35 : 0),
      );
    });
    const after = relaxed(plate, -1);
    for (let y = -0.95; y < -0.62; y += 0.01) {
      const beside = Math.max(after(foldX(y) - 0.05, y), after(foldX(y) + 0.05, y));
      expect(after(foldX(y), y) - beside).toBeLessThan(18);
    }
  });

  it('lose more of their red than of their shade next to the nose', () => {
    const y = -0.65;
    const plate = paint((x, v) => {
      const fold = Math.exp(-0.5 * ((x - foldX(v)) / 0.03) ** 2);
      return [0.1, 0.3, 0.34].map((depth) => 1 - depth * fold);
    });
    const [before, after] = [relaxed(plate, 0), relaxed(plate, -1)];
    const left = (figure: (level: typeof after) => number) => figure(after) / figure(before);
    const shade = left((level) => Math.log(150 / level(foldX(y), y, 1)));
    const red = left((level) =>
      Math.log((level(foldX(y), y) / level(foldX(y), y, 1)) * (150 / 196)),
    );
    expect(shade).toBeGreaterThan(0.3);
    expect(red).toBeLessThan(0.85 * shade);
  });

  it('leave no scar where their core is a pixel broad and runs a little aslant', () => {
    // Crisp and much darker than the valley around it, as next to the corner of a grin.
    const lineX = (y: number) => foldX(y) + 0.25 * (y + 0.88);
    const plate = paint((x, v) => {
      const d = x - lineX(v);
      return 1 - 0.1 * Math.exp(-0.5 * (d / 0.06) ** 2) - 0.45 * Math.exp(-0.5 * (d / 0.006) ** 2);
    });
    /** How dark the core is on the way from y = -.78 to -1, levels: mean. */
    const scar = (level: (x: number, y: number) => number) => {
      const depths: number[] = [];
      for (let y = -0.78; y >= -1; y -= 0.02) {
        const levels = [-3, -2, -1, 0, 1, 2, 3].map((k) => level(lineX(y) + k / IOD, y));
        depths.push(196 - Math.min(...levels));
      }
      return depths.reduce((sum, depth) => sum + depth / depths.length, 0);
    };
    expect(scar(relaxed(plate, 0))).toBeGreaterThan(70);
    expect(scar(relaxed(plate, -1))).toBeLessThan(45);
  });

  it('leave a mole beside or in them as it is: it is no fold', () => {
    for (const fold of [0, 0.3]) {
      for (const [moleX, y] of [
        [foldX(-0.8), -0.8],
        [0.86, -0.95],
      ]) {
        const plate = paint((x, v) => {
          const line = fold * Math.exp(-0.5 * ((x - foldX(v)) / 0.025) ** 2);
          return 1 - Math.max(line, Math.hypot(x - moleX, v - y) < 0.025 ? 0.5 : 0);
        });
        const after = relaxed(plate, -1);
        // It goes with the skin that it is on.
        expect(after(moleX, y)).toBeLessThan((0.55 * 196) / (1 - fold));
        // Nor does it shine on the skin around it.
        for (let turn = 0; turn < 8; turn++) {
          const [dx, dy] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)];
          const around = after(moleX + 0.045 * dx, y + 0.045 * dy);
          expect(around).toBeGreaterThan(150);
          expect(around).toBeLessThan(201);
        }
      }
    }
  });

  it('are the line that runs on from a corner of the mouth, too, across them: it is no mole', () => {
    const [cornerX, cornerY] = [(landmarks[3 * 291] - X) / IOD, (Y - landmarks[3 * 291 + 1]) / IOD];
    const lineY = (x: number) => cornerY + 0.05 + 0.3 * (x - cornerX);
    const plate = paint((x, y) => {
      const along = Math.abs(x - cornerX - 0.09) < 0.07 ? 1 : 0;
      return 1 - 0.55 * along * Math.exp(-0.5 * ((y - lineY(x)) / 0.03) ** 2);
    });
    const [before, after] = [relaxed(plate, 0), relaxed(plate, -1)];
    for (let x = cornerX + 0.06; x < cornerX + 0.14; x += 0.01) {
      expect(before(x, lineY(x))).toBeLessThan(130);
      expect(after(x, lineY(x))).toBeGreaterThan(155);
    }
  });

  it('are dimples in the cheek as well, which lined skin keeps in part', () => {
    const dimpleX = 0.86;
    const plate = paint((x, y) => {
      const d = Math.hypot((x - dimpleX) / 0.03, (y + 0.95) / 0.14);
      return 1 - 0.25 * Math.exp(-0.5 * d * d);
    });
    expect(relaxed(plate, 0)(dimpleX, -0.95)).toBeLessThan(152);
    expect(relaxed(plate, -1)(dimpleX, -0.95)).toBeGreaterThan(180);
    expect(relaxed(plate, -1, 1)(dimpleX, -0.95)).toBeLessThan(180);
  });

  it('are no strand of hair that hangs over the cheek, as dark as a deep fold beside the nose', () => {
    const lineAt = (at: (y: number) => number) =>
      paint((x, y) => 1 - 0.68 * Math.exp(-0.5 * ((x - at(y)) / 0.03) ** 2));
    const gained = (at: (y: number) => number, y: number) => {
      const plate = lineAt(at);
      return relaxed(plate, -1)(at(y), y) - relaxed(plate, 0)(at(y), y);
    };
    expect(gained(foldX, -0.85)).toBeGreaterThan(60);
    expect(gained(() => 0.88, -0.9)).toBeLessThan(20);
  });

  it('are not filled with the light of a pale beard beside them', () => {
    const plate = usualFold;
    const white = plate.rgba.slice();
    // Grey hair starts a little outside the fold.
    for (let i = 0; i < SIZE * SIZE; i++) {
      const y = (Y - Math.floor(i / SIZE)) / IOD;
      if (((i % SIZE) - X) / IOD > foldX(y) + 0.1) white.set([225, 225, 225], 4 * i);
    }
    const bearded = { ...plate, rgba: white };
    for (const y of [-0.75, -0.85]) {
      for (const off of [0, 0.04]) {
        expect(relaxed(bearded, -1)(foldX(y) + off, y)).toBeLessThanOrEqual(198);
      }
    }
  });

  it('are not looked for where the ground behind the face mixes in', () => {
    // As on the far side of a turned head: the cheek ends where the fold runs.
    const near = landmarks.map((v, i) => (i % 3 === 0 ? Math.min(v, X + 0.6 * IOD) : v));
    const dark = paint(() => 1);
    const depth = (pixel: number) =>
      depthInFace(near, (pixel % SIZE) + 0.5, Math.floor(pixel / SIZE) + 0.5);
    for (let i = 0; i < SIZE * SIZE; i++) if (depth(i) === 0) dark.rgba.set([12, 10, 16], 4 * i);
    const fold = foldsOf(dark, { landmarks: near })[LEFT]!;
    const most = fold.pixels.reduce(
      (m, pixel, i) => (depth(pixel) < 1 ? Math.max(m, Math.abs(fold.change[3 * i])) : m),
      0,
    );
    expect(most).toBeLessThan(3);
  });

  it('never turn into bright streaks', () => {
    const plate = usualFold;
    const { pixels, change } = knownFolds(plate)[LEFT]!;
    pixels.forEach((pixel, i) => {
      for (let k = 0; k < 3; k++) {
        const level = plate.rgba[4 * pixel + k] + change[3 * i + k];
        expect(level).toBeLessThanOrEqual(SKIN[k] + 8);
      }
    });
  });

  it('come back with the smile: the plate is the picture again, byte for byte', () => {
    const plate = usualFold;
    const rig = { face: plate, ownFolds: knownFolds(plate) } as unknown as Rig;
    const out = plate.rgba.slice();
    const state = createFaceState();
    state.strengths[LEFT] = -1;
    applyPlateChanges(rig, state, out);
    expect(out).not.toEqual(plate.rgba);
    state.strengths[LEFT] = 0;
    applyPlateChanges(rig, state, out);
    expect(out).toEqual(plate.rgba);
  });

  it('are neither smooth skin, nor a shadow over half of the face, nor hair', () => {
    const most = (plate: Picture) =>
      knownFolds(plate)[LEFT]!.change.reduce((m, v) => Math.max(m, v), 0);
    expect(most(paint(() => 1))).toBeLessThan(2);
    expect(most(paint((x) => 1 / (1 + Math.exp(-x / 0.3))))).toBeLessThan(6);
    expect(most(paint((x, y) => (Math.abs(x - foldX(y)) < 0.04 ? 0.1 : 1)))).toBeLessThan(30);
    expect(most(usualFold)).toBeGreaterThan(35);
  });

  it('are not looked for on a face that does not smile', () => {
    expect(foldsOf(usualFold, { shown: NEUTRAL_SOURCE }).every((fold) => fold === undefined)).toBe(
      true,
    );
  });
});
