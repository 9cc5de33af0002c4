import { describe, expect, it } from 'vitest';
import { bareFace } from '../../test/support/bare-face.ts';
import { poseHead } from '../../test/support/posed-head.ts';
import { mouthPoint } from './mouth/mouth-line.ts';
import { placeNodes } from './node-places.ts';
import { readField } from './plate-grid.ts';

const IOD = 90;
const head = (stand: { roll?: number; yaw?: number; pitch?: number } = {}) =>
  bareFace(poseHead({ iodPx: IOD, xPx: 180, yPx: 150, ...stand }), 360);

describe('placeNodes', () => {
  it.each([0, 0.4])('says where a node stands against the mouth, tilted by %s', (roll) => {
    const face = head({ roll });
    const { grid, mouth, pose } = face;
    const { mouthS, mouthH } = placeNodes(face);
    for (const s of [-0.5, 0, 0.5]) {
      for (const height of [-0.3, 0, 0.3]) {
        const [x, y] = mouthPoint(mouth, s, height * pose.iodPx);
        expect(readField(grid, mouthS, x, y)).toBeCloseTo(s, 1);
        expect(readField(grid, mouthH, x, y)).toBeCloseTo(height, 1);
      }
    }
  });

  it('sees all of a motion in front, and less of it on a side that turns away', () => {
    const seenAt = (face: ReturnType<typeof head>, side: -1 | 1) => {
      const { seenX } = placeNodes(face);
      return readField(face.grid, seenX, 180 + side * 0.62 * IOD, 190);
    };
    const front = head();
    for (const side of [-1, 1] as const) expect(seenAt(front, side)).toBeGreaterThan(0.85);
    const turned = head({ yaw: 0.7 });
    const [one, other] = [seenAt(turned, -1), seenAt(turned, 1)];
    expect(Math.min(one, other)).toBeLessThan(Math.max(one, other) - 0.1);
    for (const seen of placeNodes(turned).seenX) {
      expect(seen).toBeGreaterThan(0.34);
      expect(seen).toBeLessThan(1.001);
    }
  });

  it('sees both corners of a mouth rise on a head that is turned and bowed', () => {
    const face = head({ yaw: 0.5, pitch: 0.35 });
    const { seenY } = placeNodes(face);
    // .90 and .88; .63 of the far one when the chart's lines were crossed instead of followed.
    for (const s of [-1, 1]) {
      expect(readField(face.grid, seenY, ...mouthPoint(face.mouth, s, 0))).toBeGreaterThan(0.8);
    }
  });
});
