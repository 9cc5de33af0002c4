import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import { analysePicture } from '../src/platform/node/analyse-picture.ts';
import { loadKernels } from '../src/platform/node/load-kernels.ts';
import { renderState } from '../src/render/render-frame.ts';
import { strengthIndex } from '../src/rig/action-units.ts';
import { completeSettings } from '../src/video/film-settings.ts';
import { setScene } from '../src/video/set-scene.ts';
import { analyse, modelRuntime, SAMPLES, SEED } from './support/scenes.ts';

const INK = [20, 10, 60];

/** Is a place, in distances between the eyes from the middle of one, y down, the eye's? */
type Look = (dx: number, dy: number) => boolean;
const dot: Look = (dx, dy) => Math.hypot(dx, dy) < 0.1;
const arc: Look = (dx, dy) =>
  Math.abs(dx) < 0.2 && Math.abs(dy + 0.1 * (1 - (dx / 0.2) ** 2)) < 0.03;

/** The boy with other eyes: his own and their lids go under skin, on flat skin all shade does. */
async function drawEyes(isEye: Look, flat = false) {
  const analysis = await analyse(`${SAMPLES}/drawing-boy.png`);
  const { landmarks } = analysis.face;
  const { widthPx } = analysis.picture;
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const [right, left, cheek] = [at(468), at(473), at(50)];
  const iod = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const rgba = analysis.picture.rgba.slice();
  const skinAt = 4 * (Math.round(cheek[1]) * widthPx + Math.round(cheek[0]));
  const skin = rgba.slice(skinAt, skinAt + 3);
  for (let i = 0; i < rgba.length / 4; i++) {
    for (const [x, y] of [right, left]) {
      const dx = ((i % widthPx) + 0.5 - x) / iod;
      const dy = (Math.floor(i / widthPx) + 0.5 - y) / iod;
      if (Math.abs(dx) < 0.4 && dy > -0.26 && dy < 0.22) rgba.set(skin, 4 * i);
      if (isEye(dx, dy)) rgba.set(INK, 4 * i);
    }
    if (flat && skin.every((v, k) => Math.abs(v - rgba[4 * i + k]) < 45)) rgba.set(skin, 4 * i);
  }
  const settings = completeSettings({ sizePx: 360, seed: SEED });
  const seen = await analysePicture({ ...analysis.picture, rgba }, settings, await modelRuntime());
  return setScene(seen, settings, await loadKernels());
}

describe('a cartoon with dots for eyes', () => {
  it('blinks and stares with its dots, and no lid is drawn over its skin', async () => {
    const { rig, stage, kernels } = await drawEyes(dot);
    expect(rig.eyes.map(({ plain }) => plain !== undefined)).toEqual([true, true]);
    const { iodPx } = rig.pose;
    /** Rows of ink through the middle of the right eye, and what is neither ink nor skin around it. */
    const look = (unit?: 'AU5' | 'AU43') => {
      const state = createFaceState();
      state.gazeX = 0.02;
      for (const side of ['right', 'left'] as const) {
        if (unit) state.strengths[strengthIndex(unit, side)] = 1;
      }
      renderState(stage, state, kernels);
      const { frame, widthPx } = kernels;
      const [eye] = rig.eyes;
      const colourAt = (x: number, y: number) => {
        const i = 4 * (Math.floor(y) * widthPx + Math.floor(x));
        return [frame[i], frame[i + 1], frame[i + 2]];
      };
      const x = eye.centreXPx + (eye.plain?.along ?? 0) * iodPx;
      let rows = 0;
      for (let y = -0.25 * iodPx; y < 0.2 * iodPx; y++) {
        if (colourAt(x, eye.centreYPx + y)[0] < 80) rows++;
      }
      const skin = colourAt(x - 0.25 * iodPx, eye.centreYPx);
      // Edges are mixtures of both; whatever lies off the line between them was drawn.
      let foreign = 0;
      for (let dy = -0.18 * iodPx; dy < 0.15 * iodPx; dy++) {
        for (let dx = -0.3 * iodPx; dx < 0.3 * iodPx; dx++) {
          const c = colourAt(x + dx, eye.centreYPx + dy);
          const ink = (skin[0] - c[0]) / (skin[0] - INK[0]);
          const off = c.map((v, k) => Math.abs(v - skin[k] - ink * (INK[k] - skin[k])));
          if (Math.max(...off) > 14) foreign++;
        }
      }
      return { rows, foreign };
    };
    const rest = look();
    const stare = look('AU5');
    const blink = look('AU43');
    expect(rest.rows).toBeGreaterThan(4);
    expect(stare.rows).toBeGreaterThan(1.1 * rest.rows);
    expect(blink.rows).toBeLessThan(0.6 * rest.rows);
    expect(blink.rows).toBeGreaterThan(0);
    for (const { foreign } of [rest, stare, blink]) expect(foreign).toBe(0);
  });
});

describe('a flat cartoon whose eyes are drawn shut', () => {
  it('opens them to dots where lids would go up, and leaves nothing of their line', async () => {
    const { rig, stage, kernels } = await drawEyes(arc, true);
    expect(rig.eyes.map(({ plain }) => plain?.shut !== undefined)).toEqual([true, true]);
    const { iodPx } = rig.pose;
    /** Width and height of the ink around each eye, IOD. */
    const look = (strength: number) => {
      const state = createFaceState();
      for (const side of ['right', 'left'] as const) {
        state.strengths[strengthIndex('AU5', side)] = strength;
      }
      renderState(stage, state, kernels);
      return rig.eyes.map((eye) => {
        const [xs, ys]: [number[], number[]] = [[], []];
        for (let dy = -0.22; dy < 0.2; dy += 0.01) {
          for (let dx = -0.3; dx < 0.3; dx += 0.01) {
            const x = Math.floor(eye.centreXPx + dx * iodPx);
            const y = Math.floor(eye.centreYPx + dy * iodPx);
            if (kernels.frame[4 * (y * kernels.widthPx + x)] > 110) continue;
            xs.push(dx);
            ys.push(dy);
          }
        }
        return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
      });
    };
    for (const [wide, high] of look(0)) expect(wide).toBeGreaterThan(2 * high);
    for (const [wide, high] of look(0.6)) {
      expect(wide).toBeLessThan(0.26);
      expect(Math.abs(wide - high)).toBeLessThan(0.04);
    }
    // A little of it is a stare of some other feeling.
    for (const [wide, high] of look(0.2)) expect(wide).toBeGreaterThan(2 * high);
  });
});

describe('brows of a flat cartoon', () => {
  it('move alone: neither skin nor hair goes with them', async () => {
    const { rig, stage, kernels } = await drawEyes(dot, true);
    expect(rig.drawnBrows.shapes.map(({ side }) => side)).toEqual(['right', 'left']);
    const shaded = (await drawEyes(dot)).rig;
    for (const unit of ['AU1', 'AU2', 'AU4'] as const) {
      for (const side of ['right', 'left'] as const) {
        const index = strengthIndex(unit, side);
        expect(rig.bases.units[index]).toEqual({ upper: undefined, lowerMinusUpper: undefined });
        expect(shaded.bases.units[index].upper).toBeDefined();
      }
    }
    const state = createFaceState();
    for (const side of ['right', 'left'] as const) state.strengths[strengthIndex('AU4', side)] = 1;
    renderState(stage, state, kernels);
    const { frame, widthPx } = kernels;
    const { rgba } = rig.plate;
    const [brow] = rig.drawnBrows.shapes;
    const room = 0.35 * rig.pose.iodPx;
    let moved = 0;
    for (let i = 0; i < rgba.length; i += 4) {
      const x = (i / 4) % widthPx;
      const y = Math.floor(i / 4 / widthPx);
      const near = rig.drawnBrows.shapes.some(
        ({ sprite }) =>
          x > sprite.xPx - room &&
          x < sprite.xPx + sprite.widthPx + room &&
          y > sprite.yPx - room &&
          y < sprite.yPx + sprite.heightPx + room,
      );
      if (Math.abs(frame[i] - rgba[i]) < 3) continue;
      expect(near).toBe(true);
      moved++;
    }
    expect(moved).toBeGreaterThan(brow.sprite.widthPx);
  });
});
