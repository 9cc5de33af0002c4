import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import type { Performance } from '../src/expression/performance.ts';
import { fromAxes, onAxes } from '../src/math/axes.ts';
import { lumaAt } from '../src/math/luma.ts';
import type { Picture } from '../src/math/picture.ts';
import { renderState } from '../src/render/render-frame.ts';
import { rimAt, type Slit } from '../src/render/slit.ts';
import { type ActionUnit, strengthIndex } from '../src/rig/action-units.ts';
import { DEFAULT_INTENSITY01 } from '../src/video/film-settings.ts';
import type { Scene } from '../src/video/set-scene.ts';
import { stateWith } from './support/face-states.ts';
import { movedSlits } from './support/layers.ts';
import { ANIMALS, direct, drawFrame, openScene, PEOPLE, titleOf } from './support/scenes.ts';

const SIZE_PX = 360;
/** A face whose strengths all are smaller does not show its feeling yet. */
const FEELS = 1e-3;
/** Hundredths of a second over which its motion gets faster. */
const SPEEDS_UP = 18;

/** Both eyes with some units at a strength, the head at rest. */
function eyesAt({ stage }: Scene, units: readonly ActionUnit[], strength: number): readonly Slit[] {
  const state = createFaceState();
  for (const unit of units) {
    for (const side of ['right', 'left'] as const) {
      state.strengths[strengthIndex(unit, side)] = strength;
    }
  }
  return movedSlits(stage, state).slice(1);
}

describe.each(PEOPLE.map((name) => [titleOf(name), name] as const))('the eyes of %s', (_, name) => {
  const scene = openScene(name, SIZE_PX);
  const gaps = async (units: readonly ActionUnit[], strength: number) => {
    const rest = eyesAt(await scene, [], 0).map((eye) => eye.gapPx);
    return eyesAt(await scene, units, strength).map((eye, i) => eye.gapPx / rest[i]);
  };

  it.each(['AU6', 'AU7'] as const)(
    'narrow by like shares, and not by half, in %s',
    async (unit) => {
      const [right, left] = await gaps([unit], 1);
      expect(Math.abs(right - left)).toBeLessThan(0.12);
      for (const share of [right, left]) {
        expect(share).toBeLessThan(0.95);
        expect(share).toBeGreaterThan(0.55);
      }
    },
  );

  it('widen until at least the top of the iris is bare', async () => {
    const { rig } = await scene;
    const shares = await gaps(['AU5'], 1);
    const rests = eyesAt(await scene, [], 0);
    rig.eyes.forEach((eye, i) => {
      expect(shares[i]).toBeGreaterThan(1.1);
      expect(shares[i] * rests[i].gapPx).toBeGreaterThan(1.6 * eye.iris.radiusPx);
    });
  });

  it("do not start wide open when the picture's own smile is taken back", async () => {
    const { rig } = await scene;
    for (const share of await gaps(['AU6'], -rig.sourceUnits.AU6)) {
      expect(share).toBeGreaterThanOrEqual(1);
      expect(share).toBeLessThan(1.25);
    }
  });

  it('narrow in disgust, but keep the iris in sight', async () => {
    const { stage, ...opened } = await scene;
    const film = direct(opened, 5, DEFAULT_INTENSITY01);
    const state = createFaceState();
    film.stateAt(film.apexSeconds, state);
    const rest = eyesAt(await scene, [], 0).map((eye) => eye.gapPx);
    const shares = movedSlits(stage, state)
      .slice(1)
      .map((eye, i) => eye.gapPx / rest[i]);
    const mean = (shares[0] + shares[1]) / 2;
    expect(mean).toBeGreaterThan(0.43);
    expect(mean).toBeLessThan(0.75);
  });

  it('shut in a blink, but for the huge ones of cartoons', async () => {
    const { rig } = await scene;
    const huge = Math.min(...rig.eyes.map((eye) => eye.gapPx / (2 * eye.halfWidthPx))) > 0.55;
    for (const share of await gaps(['AU43'], 1)) {
      if (huge) expect(share).toBeGreaterThan(0.3);
      else expect(share).toBeLessThan(0.12);
    }
  });
});

describe('catch-lights', () => {
  /** Brightest luma in the upper part of each opening, below the picture's catch-light. */
  const shining = async (name: string, shut: number) => {
    const { stage, kernels, rig } = await openScene(name, SIZE_PX);
    const state = stateWith({ AU43: shut });
    renderState(stage, state, kernels);
    return movedSlits(stage, state)
      .slice(1)
      .map((slit, i) => {
        const { xPx, yPx } = rig.eyeballs[i].glintPlace!;
        const [along] = onAxes(slit, xPx, yPx);
        const top = rimAt(slit, slit.top, along);
        const gap = top - rimAt(slit, slit.bottom, along);
        let most = 0;
        for (let right = -2; right <= 2; right++) {
          for (let down = 0; down < 0.6 * gap; down += 0.5) {
            most = Math.max(
              most,
              lumaAt(
                { widthPx: kernels.widthPx, heightPx: kernels.heightPx, rgba: kernels.frame },
                ...fromAxes(slit, along + right, top - down),
              ),
            );
          }
        }
        return most;
      });
  };

  it.each(['painting-woman.png', 'painting-youth.png'])(
    'in %s go down with lids that half cover them',
    async (name) => {
      const rest = await shining(name, 0);
      const half = await shining(name, 0.5);
      for (const [i, luma] of half.entries()) expect(luma).toBeGreaterThan(0.7 * rest[i]);
    },
  );
});

it.each(ANIMALS)(
  'the pupils of %s are found in both eyes, also in one that looks aside',
  async (name) => {
    const { rig } = await openScene(name, SIZE_PX);
    const pupils = rig.animalEyeballs.map(({ pupil }) => pupil);
    expect(pupils).toHaveLength(2);
    for (const pupil of pupils) expect(pupil).toBeDefined();
  },
);

it('pupils narrow in a face that moves nothing else', async () => {
  const { rig, stage, kernels } = await openScene('cat-chelsea.png', SIZE_PX);
  renderState(stage, { ...createFaceState(), pupils: -1 }, kernels);
  expect(kernels.frame.some((level, i) => Math.abs(level - rig.plate.rgba[i]!) > 20)).toBe(true);
});

describe('the eyes of a cat that looks aside', () => {
  /** Green of the pixels around both eyes. */
  const around = ({ rig }: Scene, { rgba, widthPx, heightPx }: Picture) =>
    rig.eyes.map(({ centreXPx, centreYPx, halfWidthPx }) => {
      const r = Math.ceil(1.3 * halfWidthPx);
      const [x0, y0] = [Math.floor(centreXPx) - r, Math.floor(centreYPx) - r];
      const rows: number[][] = [];
      for (let y = Math.max(0, y0); y < Math.min(heightPx, y0 + 2 * r); y++) {
        const row: number[] = [];
        for (let x = Math.max(0, x0); x < Math.min(widthPx, x0 + 2 * r); x++) {
          row.push(rgba[4 * (y * widthPx + x) + 1]!);
        }
        rows.push(row);
      }
      return rows;
    });

  /** Mean change of the 4 × 4 pixels that change most. */
  const mostChanged = (was: number[][], is: number[][]) => {
    let most = 0;
    for (let y = 0; y + 4 <= is.length; y += 2) {
      for (let x = 0; x + 4 <= is[y]!.length; x += 2) {
        let sum = 0;
        for (let k = 0; k < 16; k++) {
          const [row, column] = [y + (k >> 2), x + (k & 3)];
          sum += Math.abs(is[row]![column]! - was[row]![column]!);
        }
        most = Math.max(most, sum / 16);
      }
    }
    return most;
  };

  /** When the face begins to move, s, to a hundredth. */
  const startOf = (film: Performance) => {
    const state = createFaceState();
    for (let t = 0; t < film.seconds; t += 0.01) {
      film.stateAt(t, state);
      if (state.strengths.some((strength) => Math.abs(strength) > FEELS)) return t;
    }
    throw new Error('The face does not move.');
  };

  it('end where the ball ends: no fur at the nose counts as the far one', async () => {
    const { rig } = await openScene('cat-chelsea.png', SIZE_PX);
    const far = rig.eyes.find(({ side }) => side === 'left')!;
    // Where its dark rim begins and ends, by eye; with fur it began at 232.
    expect(Math.abs(far.centreXPx - far.halfWidthPx - 236)).toBeLessThan(3.5);
    expect(Math.abs(far.centreXPx + far.halfWidthPx - 276)).toBeLessThan(3.5);
  });

  it.each([3, 4] as const)('begin to move without a jump (emotion %i)', async (emotion) => {
    const scene = await openScene('cat-chelsea.png', SIZE_PX);
    const film = direct(scene, emotion);
    // Before a feeling starts a head sways a little, and comes to rest.
    const start = startOf(film);
    const frames = Array.from({ length: SPEEDS_UP }, (_, k) =>
      around(scene, drawFrame(scene, film, start + 0.01 * k)),
    );
    const changes = frames
      .slice(1)
      .map((eyes, k) => Math.max(...eyes.map((eye, i) => mostChanged(frames[k]![i]!, eye))));
    expect(Math.max(...changes)).toBeGreaterThan(15);
    for (let k = 0; k + 3 < changes.length; k++) {
      // What moves sooner and sooner never changes by half as much again as a moment later.
      if (changes[k]! > 4) expect(changes[k]).toBeLessThan(1.5 * changes[k + 3]!);
    }
  });
});
