import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { copyAnimalEyeballs } from './animal-eyeball.ts';
import { describeAnimalEyes, eyeDistance } from './animal-eyes.ts';

const HALF = 26;
const IOD = 100;
const round = (sign: number) => curveOf((t) => sign * HALF * Math.sqrt(Math.max(0, 1 - t * t)));

const lineAt = (side: 'right' | 'left', x: number): EyeLine => ({
  side,
  centreXPx: x,
  centreYPx: 60,
  alongX: 1,
  alongY: 0,
  halfWidthPx: HALF,
  upper: round(1),
  lower: round(-1),
  gapPx: 2 * HALF,
  browGapPx: HALF,
  iris: { xPx: x, yPx: 60, radiusPx: HALF },
  open01: 1,
});
const EYES = describeAnimalEyes([lineAt('right', 50), lineAt('left', 150)]);

/** Two light eyes with slit pupils in grey fur; `glint`: a small white reflection up on the left. */
function face({ pupil = true, glint = true }): Picture {
  const rgba = new Uint8Array(4 * 200 * 120).fill(255);
  for (let i = 0; i < 200 * 120; i++) {
    const x = (i % 200) + 0.5;
    const y = Math.floor(i / 200) + 0.5;
    const dx = x < 100 ? x - 50 : x - 150;
    const dy = y - 60;
    let tone = 190;
    if (Math.hypot(dx, dy) < HALF) tone = pupil && Math.hypot(dx / 5, dy / 14) < 1 ? 10 : 120;
    if (glint && Math.hypot(dx + 5, dy + 8) < 2.5) tone = 250;
    rgba.fill(tone, 4 * i, 4 * i + 3);
  }
  return { widthPx: 200, heightPx: 120, rgba };
}

describe('copyAnimalEyeballs', () => {
  it('splits an eye into a ball and its reflections, which together are the picture', () => {
    const picture = face({});
    for (const [e, { areaPx, rgb, glint }] of copyAnimalEyeballs(picture, EYES, IOD).entries()) {
      for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
        const x = areaPx.xPx + (i % areaPx.widthPx);
        const y = areaPx.yPx + Math.floor(i / areaPx.widthPx);
        if (eyeDistance(EYES[e]!, x + 0.5, y + 0.5) > 0.75) continue;
        expect(rgb[3 * i]! + glint[3 * i]!).toBeCloseTo(picture.rgba[4 * (y * 200 + x)]!, 3);
      }
    }
  });

  it('finds the reflection and leaves none on the ball', () => {
    const [ball] = copyAnimalEyeballs(face({}), EYES, IOD);
    expect(Math.abs(ball!.glintPlace!.xPx - 45)).toBeLessThan(1);
    expect(Math.abs(ball!.glintPlace!.yPx - 52)).toBeLessThan(1);
    const { areaPx, rgb, glintArea } = ball!;
    const at = (x: number, y: number) =>
      rgb[3 * ((y - areaPx.yPx) * areaPx.widthPx + x - areaPx.xPx)]!;
    expect(at(45, 52)).toBeLessThan(130);
    expect(glintArea.x0).toBeLessThan(43);
    expect(glintArea.x1).toBeGreaterThan(47);
  });

  it('takes an orange fleck at the rim for no reflection, and leaves a ring around pupils', () => {
    const picture = face({ glint: false });
    for (let y = 79; y < 82; y++) {
      for (let x = 44; x < 56; x++) picture.rgba.set([255, 190, 60], 4 * (y * 200 + x));
    }
    const [ball] = copyAnimalEyeballs(picture, EYES, IOD);
    expect(ball!.glintArea.y1).toBeLessThan(78);
    expect(ball!.pupilTone[0]).toBe(10);
    expect(ball!.widestPx).toBeLessThan(0.8 * HALF);
  });

  it('knows slit pupils, and that eyes without any have none', () => {
    for (const ball of copyAnimalEyeballs(face({}), EYES, IOD)) {
      expect(ball.pupil).toBeDefined();
      expect(ball.slits).toBe(true);
    }
    for (const ball of copyAnimalEyeballs(face({ pupil: false }), EYES, IOD)) {
      expect(ball.pupil).toBeUndefined();
    }
  });

  it('has an empty area of reflections in a dull eye', () => {
    const [ball] = copyAnimalEyeballs(face({ pupil: false, glint: false }), EYES, IOD);
    expect(ball!.glintPlace).toBeUndefined();
    expect(ball!.glintArea.x0).toBeGreaterThan(ball!.glintArea.x1);
  });
});
