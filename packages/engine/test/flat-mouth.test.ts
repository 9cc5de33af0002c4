import { describe, expect, it } from 'vitest';
import { type ActionUnit, strengthIndex } from '../src/rig/action-units.ts';
import { readBox } from '../src/rig/field-box.ts';
import type { Scene } from '../src/video/set-scene.ts';
import {
  apexOf,
  draw,
  FLAT_LAUGH,
  FLAT_STROKE,
  INK,
  KISS,
  type Mouth,
  STROKE,
} from './support/drawn-mouths.ts';
import type { EMOTIONS } from './support/scenes.ts';

const SKIN_UNITS = ['AU9', 'AU10', 'AU12', 'AU15', 'AU17', 'AU20', 'AU26'] as const;

describe('a flat cartoon', () => {
  it('gets no shade on its skin', async () => {
    const flat = await draw(FLAT_STROKE);
    expect(flat.rig.shading).toHaveLength(0);
    const shaded = await draw(STROKE);
    expect(shaded.rig.shading.length).toBeGreaterThan(0);
  });

  it('moves its skin next to the mouth only: outline, glasses and hair keep their shape', async () => {
    const moved = ({ rig }: Scene, unit: ActionUnit, along: number, up: number) => {
      const { mouth, pose, grid, bases } = rig;
      const x = mouth.centreXPx + along * pose.iodPx;
      const { upper } = bases.units[strengthIndex(unit, along < 0 ? 'right' : 'left')];
      const y = mouth.centreYPx - up * pose.iodPx;
      return Math.hypot(readBox(grid, upper, 0, x, y), readBox(grid, upper, 1, x, y));
    };
    const [flat, shaded] = [await draw(FLAT_STROKE), await draw(STROKE)];
    for (const scene of [flat, shaded]) {
      for (const side of [-1, 1]) {
        expect(moved(scene, 'AU12', 0.95 * side * STROKE.half, 0)).toBeGreaterThan(2);
      }
    }
    for (const [along, up] of [
      [0.85, 0.1],
      [-0.85, 0.1],
      [0.5, 0.5],
      [-0.5, 0.5],
      [0.1, -0.6],
    ] as const) {
      const all = SKIN_UNITS.map((unit) => moved(shaded, unit, along, up));
      expect(Math.max(...all)).toBeGreaterThan(0.5);
      for (const unit of SKIN_UNITS) expect(moved(flat, unit, along, up)).toBe(0);
    }
  });

  it('opens no mouth where it shows none', async () => {
    const scene = await draw({ half: 0.3, dy: 0, high: () => -1, flat: true });
    const { rig } = scene;
    expect(rig.mouthless).toBe(true);
    const { rgba } = apexOf(scene, 3);
    const [x0, y0] = [rig.mouth.centreXPx, rig.mouth.centreYPx].map(Math.round);
    const reach = Math.round(0.12 * rig.pose.iodPx);
    const skin = rig.tone.mouthSkin;
    for (let y = y0 - reach; y <= y0 + reach; y++) {
      for (let x = x0 - reach; x <= x0 + reach; x++) {
        const i = 4 * (y * rig.plate.widthPx + x);
        skin.forEach((v, k) => {
          expect(Math.abs(rgba[i + k] - v)).toBeLessThan(10);
        });
      }
    }
  });
});

describe('a flat cartoon that laughs', () => {
  it('opens its mouth further as the shape that it is', async () => {
    const scene = await draw(FLAT_LAUGH);
    const { rig } = scene;
    const reach = Math.round(0.4 * rig.pose.iodPx);
    // Above that there is the nose.
    const up = Math.round(0.34 * rig.pose.iodPx);
    const skin = rig.tone.mouthSkin;
    /** Height of the ink in the middle, px, and how much is neither ink nor skin nor between. */
    const look = (rgba: Uint8Array, x: number, y: number) => {
      let high = 0;
      let foreign = 0;
      for (let dx = -reach; dx <= reach; dx++) {
        for (let dy = -up; dy <= reach; dy++) {
          const i = 4 * ((Math.round(y) + dy) * rig.plate.widthPx + Math.round(x) + dx);
          const along = INK.map((v, k) => (rgba[i + k] - v) / (skin[k] - v));
          if (dx === 0 && along[0] < 0.5) high++;
          if (Math.max(...along) - Math.min(...along) > 0.35 && along[0] < 0.9) foreign++;
        }
      }
      return { high, foreign };
    };
    const rest = look(rig.plate.rgba, rig.mouth.centreXPx, rig.mouth.centreYPx);
    const { slit, rgba } = apexOf(scene, 3);
    const wide = look(rgba, slit.centreXPx, slit.centreYPx);
    expect(rest.high).toBeGreaterThan(10);
    expect(wide.high).toBeGreaterThan(1.15 * rest.high);
    expect(wide.foreign).toBeLessThan(8);
  });

  it('shuts its mouth to a line of ink, and nothing of the laugh is left', async () => {
    const scene = await draw(FLAT_LAUGH);
    const { rig } = scene;
    expect(rig.shutLine?.colour[2]).toBeGreaterThan(2 * INK[0]);
    for (const emotion of [1, 2, 5] as const) {
      const { slit, isInk } = apexOf(scene, emotion, 0.5);
      const reach = rig.pose.iodPx;
      let inked = 0;
      for (let dx = -0.45 * reach; dx < 0.45 * reach; dx += 2) {
        let column = 0;
        for (let dy = -0.35 * reach; dy < 0.4 * reach; dy++) {
          if (isInk(slit.centreXPx + dx, slit.centreYPx + dy)) column++;
        }
        if (column > 0) inked++;
        // A line: nowhere thicker than its pen, which slopes a little.
        expect(column).toBeLessThan(4 * (rig.shutLine?.halfPx ?? 0) + 2);
      }
      expect(inked).toBeGreaterThan(0.2 * reach);
    }
  });
});

describe('a flat cartoon with lips on a line', () => {
  const RED = [230, 20, 25] as const;
  const LIPS: Mouth = {
    ...{ half: 0.3, dy: 0.1, flat: true, high: (t) => 0.11 * Math.sqrt(1 - t * t) },
    colour: (y) => (Math.abs(y) < 0.02 ? INK : RED),
  };

  it('parts them there, and moves them in no other way than lips', async () => {
    const scene = await draw(LIPS);
    const { rig } = scene;
    expect(rig.shutLine ?? rig.pen).toBeUndefined();
    expect(rig.mouth.gapPx).toBe(0);
    const { slit, colourAt, top, bottom } = apexOf(scene, 3, 0.75);
    expect(slit.gapPx / rig.pose.iodPx).toBeGreaterThan(0.12);
    const redness = (up: number) => colourAt(up)[0] - colourAt(up)[1];
    for (const up of [top + 0.05 * rig.pose.iodPx, bottom - 0.05 * rig.pose.iodPx]) {
      expect(redness(up)).toBeGreaterThan(150);
    }
    const inside = colourAt((top + bottom) / 2);
    expect(inside[0]).toBeLessThan(RED[0] - 50);
  });
});

describe('a flat cartoon that smiles more broadly than any face can', () => {
  it('smiles no more in anger and sorrow', async () => {
    const scene = await draw({
      ...{ half: 0.5, dy: 0.05, bend: 0.3, flat: true },
      high: (t) => 0.025 + 0.08 * (1 - t * t),
      colour: (y) => (Math.abs(y) < 0.05 ? [230, 20, 25] : INK),
    });
    const { rig } = scene;
    expect(rig.shutLine).toBeDefined();
    for (const emotion of [1, 2] as const) {
      const { slit, isInk } = apexOf(scene, emotion, 0.75);
      /** Mean height of the line's ink, px up, beside the middle of the mouth. */
      const height = (from: number, to: number) => {
        const found: number[] = [];
        for (let x = from * slit.endPx; x < to * slit.endPx; x++) {
          for (let up = -0.4 * rig.pose.iodPx; up < 0.35 * rig.pose.iodPx; up++) {
            if (isInk(slit.centreXPx + x, slit.centreYPx - up)) found.push(up);
          }
        }
        return found.reduce((sum, v) => sum + v, 0) / found.length;
      };
      const ends = (height(-0.8, -0.6) + height(0.6, 0.8)) / 2;
      expect((ends - height(-0.1, 0.1)) / rig.pose.iodPx).toBeLessThan(0.02);
    }
  });
});

describe('a flat cartoon that kisses', () => {
  it('has a line for a mouth as soon as it moves, and a ring in surprise', async () => {
    const scene = await draw(KISS);
    const { pose, shutLine } = scene.rig;
    expect(shutLine?.curl).toBeDefined();
    /** Pieces of ink that a line upright through the middle of the mouth meets. */
    const crossings = (emotion: (typeof EMOTIONS)[number]) => {
      const { slit, isInk } = apexOf(scene, emotion, 0.5);
      let pieces = 0;
      for (let dy = -0.4 * pose.iodPx; dy < 0.4 * pose.iodPx; dy++) {
        const at = (up: number) => isInk(slit.centreXPx, slit.centreYPx + up);
        if (at(dy) && !at(dy - 1)) pieces++;
      }
      return pieces;
    };
    for (const emotion of [0, 1, 2, 5] as const) expect(crossings(emotion)).toBe(1);
    expect(crossings(3)).toBe(2);
  });
});
