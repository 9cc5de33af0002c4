import { describe, expect, it } from 'vitest';
import { createFaceState } from '../src/expression/face-state.ts';
import { planPenMouth } from '../src/render/mouth/pen-mouth.ts';
import { rimAt, type Slit } from '../src/render/slit.ts';
import { apexOf, draw, INK, LAUGH, type Mouth, STROKE } from './support/drawn-mouths.ts';
import { movedSlits } from './support/layers.ts';
import { direct, EMOTIONS } from './support/scenes.ts';

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
