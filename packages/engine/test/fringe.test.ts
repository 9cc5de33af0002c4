import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import type { Picture } from '../src/math/picture.ts';
import { loadKernels } from '../src/platform/node/load-kernels.ts';
import { renderState } from '../src/render/render-frame.ts';
import { type ActionUnit, strengthIndex } from '../src/rig/action-units.ts';
import { type Scene, setScene } from '../src/video/set-scene.ts';
import { analyse, direct, drawFrame, openScene, SAMPLES, SEED } from './support/scenes.ts';

const SIZE_PX = 360;
const HAIR = [66, 46, 36] as const;

/** Hair over somebody's forehead: from the crown down to `lowest` over the eyes, IOD, in strands. */
function putFringeOn(
  picture: Picture,
  landmarks: Float32Array,
  lowest: (x: number) => number,
): Picture {
  const middleOf = (a: number, b: number) =>
    [0, 1].map((k) => (landmarks[3 * a + k] + landmarks[3 * b + k]) / 2) as [number, number];
  const [right, left] = [middleOf(33, 133), middleOf(362, 263)];
  const iodPx = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const [ux, uy] = [(left[0] - right[0]) / iodPx, (left[1] - right[1]) / iodPx];
  const rgba = picture.rgba.slice();
  for (let i = 0; i < picture.widthPx * picture.heightPx; i++) {
    const px = ((i % picture.widthPx) + 0.5 - (right[0] + left[0]) / 2) / iodPx;
    const py = (Math.floor(i / picture.widthPx) + 0.5 - (right[1] + left[1]) / 2) / iodPx;
    const x = px * ux + py * uy;
    const up = px * uy - py * ux;
    if (Math.hypot(x / 1.15, (up - 0.4) / 1.5) > 1 || up < lowest(x)) continue;
    const strand = 0.8 + 0.2 * Math.sin(40 * x);
    for (let k = 0; k < 3; k++) rgba[4 * i + k] = strand * HAIR[k];
  }
  return { ...picture, rgba };
}

async function wear(name: string, lowest: (x: number) => number): Promise<Scene> {
  const analysis = await analyse(`${SAMPLES}/${name}`);
  const picture = putFringeOn(analysis.picture, analysis.face.landmarks, lowest);
  const settings = { sizePx: SIZE_PX, seed: SEED, framing: undefined };
  return setScene({ ...analysis, picture }, settings, await loadKernels());
}

/** A frame of a still head whose units have a strength. */
function withUnits({ stage, kernels }: Scene, units: readonly ActionUnit[], strength: number) {
  const state = createFaceState();
  for (const unit of units) {
    for (const side of ['right', 'left'] as const) {
      state.strengths[strengthIndex(unit, side)] = strength;
    }
  }
  renderState(stage, state, kernels);
  return kernels.frame.slice();
}

/** Mean difference of two frames, levels, over pixels of which a share is hair's. */
function differenceOn(
  { rig }: Scene,
  frame: Uint8Array,
  wanted: (alpha: number, x: number, up: number) => boolean,
): number {
  const { rect, rgba } = rig.hair!;
  let [sum, count] = [0, 0];
  for (let i = 0; i < rect.widthPx * rect.heightPx; i++) {
    const xPx = rect.xPx + (i % rect.widthPx);
    const yPx = rect.yPx + Math.floor(i / rect.widthPx);
    const x = (xPx - rig.pose.originXPx) / rig.pose.iodPx;
    const up = (rig.pose.originYPx - yPx) / rig.pose.iodPx;
    if (!wanted(rgba[4 * i + 3], x, up)) continue;
    const at = 4 * (yPx * rig.plate.widthPx + xPx);
    sum += Math.abs(frame[at + 1] - rig.plate.rgba[at + 1]);
    count++;
  }
  return sum / Math.max(1, count);
}

it.each(['painting-woman.png', 'painting-elder.png', 'drawing-boy.png'])(
  '%s has no fringe, or draws its hair as it likes: all of the picture moves with the skin',
  async (name) => {
    const { rig } = await openScene(name, SIZE_PX);
    expect(rig.hair).toBeUndefined();
    expect(rig.face).toBe(rig.plate);
  },
);

describe('somebody with a free forehead', () => {
  const name = 'painting-woman.png';

  it('wears a fringe that stands still while the face moves behind it', async () => {
    const scene = await wear(name, (x) => 0.62 + 0.03 * Math.sin(25 * x));
    expect(scene.rig.hair).toBeDefined();
    for (const units of [['AU1', 'AU2'], ['AU4']] as const) {
      const frame = withUnits(scene, units, 1);
      expect(differenceOn(scene, frame, (alpha) => alpha > 250)).toBeLessThan(1);
      const brows = (alpha: number, x: number, up: number) =>
        alpha === 0 && up > 0.2 && up < 0.5 && Math.abs(x) < 0.8;
      expect(differenceOn(scene, frame, brows)).toBeGreaterThan(4);
    }
  });

  it('begins and ends with the picture, byte for byte, and without a step', async () => {
    const scene = await wear(name, () => 0.6);
    const performance = direct(scene, 3);
    const { rgba } = scene.rig.plate;
    expect(Buffer.compare(drawFrame(scene, performance, 0).rgba, rgba)).toBe(0);
    expect(Buffer.compare(drawFrame(scene, performance).rgba, rgba)).not.toBe(0);
    expect(Buffer.compare(drawFrame(scene, performance, 4).rgba, rgba)).toBe(0);
    const soon = drawFrame(scene, performance, 0.0005).rgba;
    expect(
      soon.reduce((most, level, i) => Math.max(most, Math.abs(level - rgba[i])), 0),
    ).toBeLessThan(12);
  });

  it('keeps a brow still on which its hair lies', async () => {
    const scene = await wear(name, (x) => (x < 0 ? 0.2 : 0.62));
    const [right, left] = scene.rig.hair!.browsCovered;
    expect(right).toBeGreaterThan(0.6);
    expect(left).toBeLessThan(0.2);
    const { units } = scene.rig.bases;
    expect(units[strengthIndex('AU4', 'right')].upper).toBeUndefined();
    expect(units[strengthIndex('AU4', 'left')].upper).toBeDefined();
  });
});
