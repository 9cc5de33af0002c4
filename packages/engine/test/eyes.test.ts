import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import { fromAxes, onAxes } from '../src/math/axes.ts';
import { lumaAt } from '../src/math/luma.ts';
import { renderState } from '../src/render/render-frame.ts';
import { rimAt, type Slit } from '../src/render/slit.ts';
import { type ActionUnit, strengthIndex } from '../src/rig/action-units.ts';
import type { Scene } from '../src/video/set-scene.ts';
import { stateWith } from './support/face-states.ts';
import { movedSlits } from './support/layers.ts';
import { ANIMALS, openScene, PEOPLE, titleOf } from './support/scenes.ts';

const SIZE_PX = 360;

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
