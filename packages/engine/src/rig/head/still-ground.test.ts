import { describe, expect, it } from 'vitest';
import type { PersonMask } from '../../face/face.ts';
import type { Picture } from '../../math/picture.ts';
import { createRandom } from '../../math/random.ts';
import { findStillGround, type StillGround } from './still-ground.ts';

const SIDE = 160;
const IOD_PX = 50;
/** The subject: a dark disc with a frayed edge on a light ground with grain and a slope. */
const RADIUS = 45;

const WHOLE_PX = { xPx: 0, yPx: 0, widthPx: SIDE, heightPx: SIDE };

/** How far the subject reaches in a direction, px: hair sticks out of it by up to 3 px. */
function reachOf(x: number, y: number): number {
  return RADIUS + 1.5 + 1.5 * Math.sin(40 * Math.atan2(y, x));
}

/** @param far what the ground shows further than 8 px from the subject, if that is something else */
function drawPicture(far?: readonly [number, number, number], blurShare = 0): Picture {
  const rgba = new Uint8Array(4 * SIDE * SIDE).fill(255);
  const random = createRandom(7);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [dx, dy] = [x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2];
      const share = Math.min(1, Math.max(0, reachOf(dx, dy) - Math.hypot(dx, dy) + 0.5));
      const grain = 6 * (random() - 0.5);
      const away = Math.hypot(dx, dy) - reachOf(dx, dy);
      const blur = away > 0 && away < 3 ? blurShare : 0;
      const ground = far && away > 8 ? far : [170 + x / 4, 190, 210 - y / 4];
      const subject = [60 + 10 * Math.sin(x / 3), 45, 35];
      for (let k = 0; k < 3; k++) {
        rgba[4 * (y * SIDE + x) + k] =
          ground[k]! + Math.max(share, blur) * (subject[k]! - ground[k]!) + grain;
      }
    }
  }
  return { rgba, widthPx: SIDE, heightPx: SIDE };
}

/** A mask of 64² with a soft edge, off by a pixel of its own. */
function drawMask(softPx: number, offPx = 2): PersonMask {
  const alpha = new Uint8Array(64 * 64);
  for (let i = 0; i < alpha.length; i++) {
    const x = (((i % 64) + 0.5) * SIDE) / 64 - SIDE / 2 - offPx;
    const y = ((Math.floor(i / 64) + 0.5) * SIDE) / 64 - SIDE / 2;
    const inside = (RADIUS - Math.hypot(x, y)) / softPx + 0.5;
    alpha[i] = Math.round(255 * Math.min(1, Math.max(0, inside)));
  }
  return {
    alpha,
    widthPx: 64,
    heightPx: 64,
    areaPx: { xPx: 0, yPx: 0, widthPx: SIDE, heightPx: SIDE },
  };
}

const picture = drawPicture();
const alphaAt = ({ subject }: StillGround, x: number, y: number) =>
  subject[4 * (y * SIDE + x) + 3]!;

function everyPixel(visit: (x: number, y: number, outside: number) => void): void {
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [dx, dy] = [x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2];
      visit(x, y, Math.hypot(dx, dy) - reachOf(dx, dy));
    }
  }
}

describe('findStillGround', () => {
  const parted = findStillGround(picture, drawMask(4), IOD_PX, 'soft', WHOLE_PX)!;

  it('takes the picture apart so that subject over ground is the picture again, exactly', () => {
    const { subject, behind } = parted;
    for (let i = 0; i < subject.length; i++) {
      if (i % 4 === 3) continue;
      const rest = 255 - subject[i - (i % 4) + 3]!;
      expect(subject[i]! + Math.round((rest * behind[i]!) / 255)).toBe(picture.rgba[i]);
    }
  });

  it('follows the edge of the picture, not that of the mask', () => {
    everyPixel((x, y, outside) => {
      if (outside > 6) expect(alphaAt(parted, x, y)).toBe(0);
      if (outside < -3) expect(alphaAt(parted, x, y)).toBeGreaterThan(190);
      if (outside > 4) expect(alphaAt(parted, x, y)).toBeLessThan(60);
    });
  });

  it('leaves the picture where only ground is seen, and carries it on behind the edge', () => {
    const { behind } = parted;
    everyPixel((x, y, outside) => {
      const at = 4 * (y * SIDE + x);
      const own = picture.rgba;
      if (outside > 8) expect(behind.subarray(at, at + 3)).toEqual(own.subarray(at, at + 3));
      // A fifth of an IOD deep; the disc itself has levels of 35 to 70.
      if (outside > -0.15 * IOD_PX && outside < -2) {
        expect(Math.abs(behind[at]! - (170 + x / 4))).toBeLessThan(36);
        expect(Math.abs(behind[at + 2]! - (210 - y / 4))).toBeLessThan(36);
      }
    });
  });

  it('carries on what is next to the subject, not what lies further off', () => {
    const leaf = drawPicture([20, 90, 30]);
    const { behind } = findStillGround(leaf, drawMask(4), IOD_PX, 'fur', WHOLE_PX)!;
    let count = 0;
    let red = 0;
    everyPixel((x, y, outside) => {
      if (outside > -2 || outside < -0.12 * IOD_PX) return;
      count++;
      red += behind[4 * (y * SIDE + x)]!;
    });
    expect(red / count).toBeGreaterThan(150);
  });

  it('takes all for the subject where the mask does not know its edge', () => {
    const vague = findStillGround(picture, drawMask(36), IOD_PX, 'soft', WHOLE_PX)!;
    everyPixel((x, y, outside) => {
      if (Math.abs(outside) < 10) expect(alphaAt(vague, x, y)).toBe(255);
    });
    expect(findStillGround(picture, undefined, IOD_PX, 'soft', WHOLE_PX)).toBeUndefined();
  });

  it('lets no ground go along in part with fur where the mask hardly doubts its edge', () => {
    const shadeOf = (edges: 'soft' | 'fur') => {
      const half = findStillGround(picture, drawMask(9), IOD_PX, edges, WHOLE_PX)!;
      let most = 0;
      everyPixel((x, y, outside) => {
        if (outside > 14) most = Math.max(most, alphaAt(half, x, y));
      });
      return most;
    };
    expect(shadeOf('soft')).toBeGreaterThan(20);
    expect(shadeOf('fur')).toBe(0);
  });

  it('leaves everything outside the moving area to the subject', () => {
    const area = { xPx: 20, yPx: 10, widthPx: 100, heightPx: 110 };
    const inner = findStillGround(picture, drawMask(4), IOD_PX, 'soft', area)!;
    everyPixel((x, y, outside) => {
      if (x < 20 || y < 10 || x >= 120 || y >= 120) expect(alphaAt(inner, x, y)).toBe(255);
      else if (outside > 10) expect(alphaAt(inner, x, y)).toBe(0);
    });
  });

  it('leaves no line of the subject’s blur on the ground around where it was', () => {
    const blurred = findStillGround(
      drawPicture(undefined, 0.05),
      drawMask(4),
      IOD_PX,
      'soft',
      WHOLE_PX,
    )!;
    let [sum, count] = [0, 0];
    everyPixel((x, y, outside) => {
      if (outside < 0.8 || outside > 2.6) return;
      sum += blurred.behind[4 * (y * SIDE + x) + 1]!;
      count++;
    });
    expect(sum / count).toBeGreaterThan(185.3);
  });
});
