import { beforeAll, describe, expect, it } from 'vitest';
import type { Emotion } from '../src/expression/emotions.ts';
import { createFaceState } from '../src/expression/face-state.ts';
import { fromAxes } from '../src/math/axes.ts';
import { luma709 } from '../src/math/luma.ts';
import { rimAt } from '../src/render/slit.ts';
import { DEFAULT_INTENSITY01 } from '../src/video/film-settings.ts';
import type { Scene } from '../src/video/set-scene.ts';
import { movedSlits } from './support/layers.ts';
import { direct, drawFrame, openScene } from './support/scenes.ts';

/**
 * A photo that grins, on its way to a mouth that opens in another feeling. What is left of the grin then
 * is its width and corners that lie above the middle of the opening. Lengths are IOD; in brackets what
 * is measured, and what it was while only the smile's own units were taken back.
 */
const HALF = 0.5;

describe('the mouth of a grin', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene('photo-astronaut-smiling.png', 480);
  });

  /** Width, opening, and height of the corners above the middle of the opening; undefined: at rest. */
  function mouthAt(emotion?: Emotion, intensity01 = DEFAULT_INTENSITY01) {
    const state = createFaceState();
    if (emotion !== undefined) {
      const clip = direct(scene, emotion, intensity01);
      clip.stateAt(clip.apexSeconds, state);
    }
    const [slit] = movedSlits(scene.stage, state);
    const iod = scene.rig.pose.iodPx;
    const middle = (rimAt(slit, slit.top, 0) + rimAt(slit, slit.bottom, 0)) / 2;
    return {
      width: (slit.endPx - slit.startPx) / iod,
      gap: slit.gapPx / iod,
      cornersUp: -middle / iod,
    };
  }

  it('is broad and bent in the picture', () => {
    const { width, cornersUp } = mouthAt();
    expect(width).toBeGreaterThan(1.05);
    expect(cornersUp).toBeGreaterThan(0.12);
  });

  it('is no crescent in surprise', () => {
    for (const intensity of [HALF, DEFAULT_INTENSITY01, 1]) {
      const { width, gap, cornersUp } = mouthAt(3, intensity);
      // .771 and .62; .79 and .63 while only the smile’s own units were taken back.
      expect(width).toBeLessThan(0.775);
      expect(gap).toBeGreaterThan(0.2);
      // .02 and .01; .06 and .04 before.
      expect(cornersUp).toBeLessThan(0.035);
    }
  });

  it('is stretched in fear from the width that it has at rest, not from the grin’s', () => {
    // .90 and 1.00; 1.03 at half intensity before.
    for (const [intensity, most] of [
      [HALF, 0.95],
      [DEFAULT_INTENSITY01, 1.02],
    ] as const) {
      const { width, gap, cornersUp } = mouthAt(4, intensity);
      const sad = mouthAt(2, intensity);
      expect(width).toBeLessThan(most);
      expect(width).toBeGreaterThan(sad.width + 0.03);
      expect(gap).toBeGreaterThan(0.05);
      expect(Math.abs(cornersUp)).toBeLessThan(0.03);
    }
  });

  it('lies level where it shuts', () => {
    for (const emotion of [1, 2] as const) {
      const { width, cornersUp } = mouthAt(emotion, HALF);
      // People's mouths at rest are .77 to .82 as wide as in a grin; .70 and .75 here before. Anger presses them.
      expect(width / mouthAt().width).toBeGreaterThan(0.75);
      expect(mouthAt(emotion).width / mouthAt().width).toBeGreaterThan(0.74);
      expect(width / mouthAt().width).toBeLessThan(0.85);
      expect(cornersUp).toBeLessThan(0.01);
      expect(cornersUp).toBeGreaterThan(-0.06);
    }
  });

  it('shuts to lips that are as soft as the face: a line of their own breadth, and a lower lip in the light', () => {
    const state = createFaceState();
    const clip = direct(scene, 2);
    clip.stateAt(clip.apexSeconds, state);
    const { rgba } = drawFrame(scene, clip);
    const [slit] = movedSlits(scene.stage, state);
    const { plate, pose, surface } = scene.rig;
    /** ln of the luma around a place of the shut mouth: t from corner to corner, IOD over its line. */
    const lnAt = (t: number, up: number) => {
      const along = t * slit.endPx;
      const line = (rimAt(slit, slit.top, along) + rimAt(slit, slit.bottom, along)) / 2;
      const [x, y] = fromAxes(slit, along, line + up * pose.iodPx);
      const i = 4 * (Math.floor(y) * plate.widthPx + Math.floor(x));
      return Math.log(luma709(rgba[i], rgba[i + 1], rgba[i + 2]) + 10);
    };
    const across = (ts: readonly number[], up: number) =>
      ts.reduce((sum, t) => sum + lnAt(t, up), 0) / ts.length;
    const middle = [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3];
    const darkest = (ts: readonly number[]) =>
      Math.min(...[-0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03].map((up) => across(ts, up)));
    const lips = (ts: readonly number[]) => (across(ts, 0.065) + across(ts, -0.065)) / 2;
    const depth = lips(middle) - darkest(middle);
    let breadth = 0;
    for (let up = -0.06; up <= 0.06; up += 0.002) {
      if (across(middle, up) < lips(middle) - depth / 2) breadth += 0.002;
    }
    // .96 of the breadth of its lips’ own edges; .67 when it was as fine in soft pictures as in crisp ones.
    expect((breadth * pose.iodPx) / surface.lipEdgePx).toBeGreaterThan(0.85);
    expect(depth).toBeLessThan(0.5);
    // Deeper in the pits of its corners than between: 1.7 times; 1.1 before.
    const pits = [-0.84, -0.78, 0.78, 0.84];
    const flat = [-0.5, -0.4, 0.4, 0.5];
    expect((lips(pits) - darkest(pits)) / (lips(flat) - darkest(flat))).toBeGreaterThan(1.3);
    // The lower lip against the skin over the mouth: -.08; -.14 before.
    const lit = Math.max(...[-0.05, -0.06, -0.07, -0.08].map((up) => across(middle, up)));
    expect(lit - across(middle, 0.15)).toBeGreaterThan(-0.1);
  });

  it('keeps its own teeth as they are in surprise, whatever the texture of the skin', () => {
    const { texture, tilePx } = scene.rig.surface;
    const seen = texture.slice();
    const clip = direct(scene, 3);
    const frames = [0.3, -0.3].map((strong) => {
      // In stripes, as it is read between pixels.
      for (let i = 0; i < texture.length; i++) {
        texture[i] = ((i % tilePx) >> 3) % 2 ? strong : -strong;
      }
      return drawFrame(scene, clip).rgba;
    });
    texture.set(seen);
    const { mouth, pose, plate } = scene.rig;
    const changed = { teeth: 0, flesh: 0 };
    const count = { teeth: 0, flesh: 0 };
    for (let up = -0.35; up <= 0.15; up += 0.01) {
      for (let along = -0.15; along <= 0.15; along += 0.01) {
        const [x, y] = fromAxes(mouth, along * pose.iodPx, up * pose.iodPx);
        const i = 4 * (Math.floor(y) * plate.widthPx + Math.floor(x));
        const [one, other] = frames.map((f) => luma709(f[i], f[i + 1], f[i + 2]));
        const of = (one + other) / 2 > 150 ? 'teeth' : 'flesh';
        count[of]++;
        changed[of] += Math.abs(one - other) / ((one + other) / 2);
      }
    }
    for (const n of Object.values(count)) expect(n).toBeGreaterThan(100);
    // .003; .29 when it lay over them too. What is drawn in the mouth has it: .42.
    expect(changed.teeth / count.teeth).toBeLessThan(0.03);
    expect(changed.flesh / count.flesh).toBeGreaterThan(0.2);
  });
});
