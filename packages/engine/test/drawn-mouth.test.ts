import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import type { Picture } from '../src/math/picture.ts';
import { analysePicture } from '../src/platform/node/analyse-picture.ts';
import { loadKernels } from '../src/platform/node/load-kernels.ts';
import { planPenMouth } from '../src/render/mouth/pen-mouth.ts';
import { rimAt, type Slit } from '../src/render/slit.ts';
import { type ActionUnit, strengthIndex } from '../src/rig/action-units.ts';
import { readBox } from '../src/rig/field-box.ts';
import { completeSettings } from '../src/video/film-settings.ts';
import { type Scene, setScene } from '../src/video/set-scene.ts';
import { movedSlits } from './support/layers.ts';
import {
  analyse,
  direct,
  drawFrame,
  EMOTIONS,
  modelRuntime,
  SAMPLES,
  SEED,
} from './support/scenes.ts';

const SKIN_UNITS = ['AU9', 'AU10', 'AU12', 'AU15', 'AU17', 'AU20', 'AU26'] as const;
const SIZE_PX = 360;
const INK = [20, 10, 60] as const;

/** What the boy gets instead of his mouth; lengths are those between his eyes, y down. */
interface Mouth {
  /** Takes the shade off his skin. */
  readonly flat?: boolean;
  readonly half: number;
  readonly dy: number;
  /** How far the middle hangs below the ends. */
  readonly bend?: number;
  /** Half the height at a place from -1 to 1. */
  readonly high: (t: number) => number;
  /** What of that is ink, from its middle; all of it where not said. */
  readonly drawn?: (x: number, y: number) => boolean;
  /** What of it has which colour, ink where not said. */
  readonly colour?: (y: number) => readonly number[];
}
const STROKE: Mouth = { half: 0.26, dy: 0.12, high: () => 0.03 };
/** Two bows one above the other, open to the left: "3". */
const KISS: Mouth = {
  ...{ half: 0.2, dy: 0.1, high: () => 0.25, flat: true },
  drawn: (x, y) =>
    [-0.1, 0.1].some((up) => x > -0.05 && Math.abs(Math.hypot(x, y - up) - 0.1) < 0.03),
};
const LAUGH: Mouth = { half: 0.36, dy: 0.06, high: (t) => 0.17 * Math.sqrt(1 - t * t) };

async function draw(mouth: Mouth): Promise<Scene> {
  const analysis = await analyse(`${SAMPLES}/drawing-boy.png`);
  const { landmarks } = analysis.face;
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const [right, left, foot] = [at(61), at(291), at(2)];
  const iod = Math.hypot(at(473)[0] - at(468)[0], at(473)[1] - at(468)[1]);
  const middle = [(right[0] + left[0]) / 2, (right[1] + left[1]) / 2] as const;
  const rgba = analysis.picture.rgba.slice();
  const { widthPx } = analysis.picture;
  const skinAt = 4 * (Math.round((foot[1] + middle[1]) / 2) * widthPx + Math.round(middle[0]));
  const skin = rgba.slice(skinAt, skinAt + 3);
  for (let i = 0; i < rgba.length / 4; i++) {
    const x = ((i % widthPx) + 0.5 - middle[0]) / iod;
    const y = (Math.floor(i / widthPx) + 0.5 - middle[1]) / iod;
    if (Math.abs(x) < 0.52 && y > -0.17 && y < 0.42) rgba.set(skin, 4 * i);
    const shaded = skin.every((v, k) => Math.abs(v - rgba[4 * i + k]) < 45);
    if (mouth.flat && shaded && Math.abs(x) < 1.5 && Math.abs(y) < 2) rgba.set(skin, 4 * i);
    const t = x / mouth.half;
    const down = y - mouth.dy - (mouth.bend ?? 0) * (1 - t * t);
    const inked = Math.abs(t) < 1 && Math.abs(down) < mouth.high(t);
    if (inked && (mouth.drawn?.(x, down) ?? true)) rgba.set(mouth.colour?.(down) ?? INK, 4 * i);
  }
  const picture: Picture = { ...analysis.picture, rgba };
  const settings = completeSettings({ sizePx: SIZE_PX, seed: SEED });
  const seen = await analysePicture(picture, settings, await modelRuntime());
  return setScene(seen, settings, await loadKernels());
}

/** The apex: where the mouth is then, as it is drawn, and a way to read the frame beside its middle. */
function apexOf(scene: Scene, emotion: (typeof EMOTIONS)[number], intensity01 = 1) {
  const state = createFaceState();
  const clip = direct(scene, emotion, intensity01);
  clip.stateAt(clip.apexSeconds, state);
  const { rig } = scene;
  const [carried] = movedSlits(scene.stage, state);
  const drawn = rig.pen && planPenMouth(rig, rig.pen, state, carried);
  const slit = drawn?.slit ?? carried;
  const { rgba, widthPx } = drawFrame(scene, clip);
  const colourAt = (up: number) => {
    const x = Math.floor(slit.centreXPx + up * slit.alongY);
    const y = Math.floor(slit.centreYPx - up * slit.alongX);
    return rgba.slice(4 * (y * widthPx + x), 4 * (y * widthPx + x) + 3);
  };
  const isInk = (x: number, y: number) => {
    const [red, , blue] = rgba.slice(4 * (Math.floor(y) * widthPx + Math.floor(x)));
    return blue - red > 15;
  };
  return {
    slit,
    lines: drawn?.lines ?? [],
    colourAt,
    isInk,
    rgba,
    top: rimAt(slit, slit.top, 0),
    bottom: rimAt(slit, slit.bottom, 0),
  };
}

/** Is a place of the frame between the rims, or no further from one of them than this? */
function nearOpening(slit: Slit, xPx: number, yPx: number, marginPx: number): boolean {
  const [dx, dy] = [xPx - slit.centreXPx, yPx - slit.centreYPx];
  const along = dx * slit.alongX + dy * slit.alongY;
  const up = dx * slit.alongY - dy * slit.alongX;
  for (let away = -marginPx; away <= marginPx; away += 0.25) {
    const at = along + away;
    if (at < slit.startPx || at > slit.endPx) continue;
    const room = Math.sqrt(marginPx ** 2 - away ** 2);
    if (up < rimAt(slit, slit.top, at) + room && up > rimAt(slit, slit.bottom, at) - room)
      return true;
  }
  return false;
}

describe('a cartoon whose mouth is a stroke', () => {
  it('has its mouth there, shut, and opens nothing beside it', async () => {
    const scene = await draw(STROKE);
    const { mouth, pose, seamInk } = scene.rig;
    expect(mouth.gapPx).toBe(0);
    expect(mouth.halfWidthPx / pose.iodPx).toBeCloseTo(STROKE.half, 1);
    expect(seamInk?.colour[2]).toBeGreaterThan(2 * INK[0]);
    const { slit, colourAt, top, bottom } = apexOf(scene, 3);
    expect(slit.gapPx / pose.iodPx).toBeGreaterThan(0.1);
    // Its opening is edged with the stroke's ink, and the skin over it is skin.
    const blueness = (up: number) => colourAt(up)[2] - colourAt(up)[0];
    for (const rim of [top, bottom]) expect(blueness(rim)).toBeGreaterThan(20);
    expect(blueness(top + 0.12 * pose.iodPx)).toBeLessThan(-20);
  });

  it('leaves no halves of it beside the line that is drawn around its opening', async () => {
    const scene = await draw({ ...STROKE, bend: -0.22, half: 0.24, high: () => 0.06 });
    const { pose, seamInk, strokeFill } = scene.rig;
    expect(strokeFill).toBeDefined();
    const { slit, isInk } = apexOf(scene, 3);
    const line = (seamInk?.halfIod ?? 0) * pose.iodPx + 0.8;
    let inked = 0;
    let beside = 0;
    for (let dy = -0.6 * pose.iodPx; dy < 0.6 * pose.iodPx; dy++) {
      for (let dx = -0.6 * pose.iodPx; dx < 0.6 * pose.iodPx; dx++) {
        const [x, y] = [slit.centreXPx + dx, slit.centreYPx + dy];
        if (!isInk(x, y)) continue;
        inked++;
        if (!nearOpening(slit, x, y, line)) beside++;
      }
    }
    expect(inked).toBeGreaterThan(100);
    expect(beside).toBe(0);
  });
});

describe('the line of such a mouth', () => {
  const FROWN: Mouth = { half: 0.3, dy: 0.12, bend: -0.15, high: () => 0.03 };

  it('is drawn anew with the pen that drew it, and turned over where the feeling asks for it', async () => {
    const scene = await draw(FROWN);
    const { pen, pose } = scene.rig;
    expect(pen?.plain).toBe(true);
    expect((pen?.halfPx ?? 0) / pose.iodPx).toBeCloseTo(0.03, 1);
    const bendOf = (emotion: (typeof EMOTIONS)[number], intensity01: number) => {
      const [{ ys }] = apexOf(scene, emotion, intensity01).lines;
      return ((ys[0] + ys[ys.length - 1]) / 2 - ys[ys.length >> 1]) / pose.iodPx;
    };
    // Up at its ends: a smile; carried by the skin alone it is a wave at .5.
    expect(bendOf(0, 0.5)).toBeGreaterThan(0.06);
    expect(bendOf(2, 0.5)).toBeLessThan(-0.13);
    const smile = await draw({ ...FROWN, bend: 0.15 });
    const [{ ys }] = apexOf(smile, 2, 0.5).lines;
    expect(ys[ys.length >> 1] - ys[0]).toBeGreaterThan(0.03 * pose.iodPx);
  });

  it('is drawn in before it opens: at its full length it would be a thick bar', async () => {
    const scene = await draw({ ...FROWN, bend: 0.05 });
    const { rig, stage } = scene;
    const clip = direct(scene, 3, 1);
    const state = createFaceState();
    const seen = { lines: 0, openings: 0 };
    let before = 1;
    for (let t = 0; t <= clip.seconds; t += 0.01) {
      clip.stateAt(t, state);
      const [carried] = movedSlits(stage, state);
      const drawn = rig.pen && planPenMouth(rig, rig.pen, state, carried);
      if (!drawn) continue;
      const { startPx, endPx, gapPx } = drawn.slit;
      const length = (endPx - startPx) / (2 * rig.mouth.halfWidthPx);
      const isLine = gapPx < (rig.pen?.halfPx ?? 0);
      if (!isLine) expect(length).toBeLessThan(0.76);
      // From a line to a dot in less than a frame would be a cut.
      expect(Math.abs(length - before)).toBeLessThan(0.25);
      before = length;
      seen[isLine ? 'lines' : 'openings']++;
    }
    expect(seen.lines).toBeGreaterThan(5);
    expect(seen.openings).toBeGreaterThan(20);
  });

  it('is an oval in surprise, of one breadth', async () => {
    const scene = await draw(FROWN);
    const { slit, lines } = apexOf(scene, 3);
    expect((slit.endPx - slit.startPx) / slit.gapPx).toBeCloseTo(1, 1);
    expect(lines).toHaveLength(2);
    for (const { radii } of lines) {
      expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(0.01);
    }
  });
});

describe('a flat cartoon', () => {
  it('gets no shade on its skin', async () => {
    const flat = await draw({ ...STROKE, flat: true });
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
    const [flat, shaded] = [await draw({ ...STROKE, flat: true }), await draw(STROKE)];
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
    const scene = await draw({ ...LAUGH, flat: true });
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
    const scene = await draw({ ...LAUGH, flat: true });
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

describe('a short stroke', () => {
  it('bends as far for its length as a mouth of people does', async () => {
    const scene = await draw(STROKE);
    const { slit, top } = apexOf(scene, 0, 0.5);
    // .153; .113 where corners were pulled as if they lay where people have them.
    expect(-top / (slit.endPx - slit.startPx)).toBeGreaterThan(0.13);
    const sad = apexOf(scene, 2, 0.5);
    // .060; .047.
    expect(sad.top / (sad.slit.endPx - sad.slit.startPx)).toBeGreaterThan(0.053);
  });
});

describe('a cartoon that laughs', () => {
  it('keeps what the artist drew in its mouth, in every emotion', async () => {
    const scene = await draw(LAUGH);
    const { rig } = scene;
    expect(rig.mouth.gapPx / rig.pose.iodPx).toBeGreaterThan(0.1);
    let seen = 0;
    for (const emotion of EMOTIONS) {
      const { slit, colourAt, top, bottom } = apexOf(scene, emotion);
      if (slit.gapPx < 0.06 * rig.pose.iodPx) continue;
      const inside = colourAt((top + bottom) / 2);
      INK.forEach((v, k) => {
        expect(Math.abs(inside[k] - v)).toBeLessThan(8);
      });
      seen++;
    }
    expect(seen).toBeGreaterThan(1);
  });
});
