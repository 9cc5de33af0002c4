import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import type { Picture } from '../../math/picture.ts';
import { findEyeLine } from '../eyes/eye-line.ts';
import type { PlainEye } from '../eyes/eye-shape.ts';
import { findPlainEyes, inkOfEyes, plainEyeReach, shapePlainEye } from './drawn-eye.ts';

const IOD = 80;
const SKIN = [250, 210, 180];
const INK = [30, 20, 20];
const WHITE = [255, 255, 255];
const LANDMARKS = poseHead({ iodPx: IOD, xPx: 200, yPx: 160 });

/** Plain skin with something around either eye; places are IOD from the eye's middle, y down. */
function draw(eye: (x: number, y: number) => readonly number[] | undefined): Picture {
  const rgba = new Uint8Array(4 * 400 * 400).fill(255);
  for (let i = 0; i < 400 * 400; i++) {
    const x = ((i % 400) + 0.5 - 200) / IOD;
    const y = (Math.floor(i / 400) + 0.5 - 160) / IOD;
    rgba.set(eye(x < 0 ? x + 0.5 : x - 0.5, y) ?? SKIN, 4 * i);
  }
  return { rgba, widthPx: 400, heightPx: 400 };
}

const disc = (rx: number, ry: number) => (x: number, y: number) =>
  (x / rx) ** 2 + (y / ry) ** 2 < 1 ? INK : undefined;

function plainOn(plate: Picture, flat = false): readonly (PlainEye | undefined)[] {
  const eyes = (['right', 'left'] as const).map((side) =>
    findEyeLine(LANDMARKS, side, plate, IOD, 'drawing'),
  );
  return findPlainEyes(plate, eyes, IOD, flat).map(({ plain }) => plain);
}

describe('findPlainEyes', () => {
  it.each([
    ['dots', 0.1, 0.1],
    ['tall ovals', 0.12, 0.24],
    ['discs', 0.3, 0.3],
  ])('sees %s where the network sees lids', (_, rx, ry) => {
    for (const plain of plainOn(draw(disc(rx, ry)))) {
      expect(plain?.halfWidth).toBeCloseTo(rx, 1);
      expect(plain?.halfHeight).toBeCloseTo(ry, 1);
      expect(Math.abs(plain?.along ?? 1)).toBeLessThan(0.04);
      expect(Math.abs(plain?.up ?? 1)).toBeLessThan(0.04);
    }
  });

  it('leaves bars as they are', () => {
    const bar = draw((x, y) => (Math.abs(x) < 0.09 && Math.abs(y) < 0.025 ? INK : undefined));
    for (const plain of plainOn(bar)) expect(plain?.halfHeight).toBe(0);
  });

  it('sees lids that are drawn', () => {
    // The landmarks' own almonds: white, an iris, and a line around them.
    const almond = draw((x, y) => {
      const high = 0.085 * (1 - (x / 0.23) ** 2);
      if (Math.hypot(x, y) < 0.07 && Math.abs(y) < high) return INK;
      if (Math.abs(y) < high) return WHITE;
      return Math.abs(y) < high + 0.025 && Math.abs(x) < 0.24 ? INK : undefined;
    });
    expect(plainOn(almond)).toEqual([undefined, undefined]);
    // On flat skin what lids uncover would be shaded: they are shapes there.
    for (const plain of plainOn(almond, true)) expect(plain?.halfWidth).toBeCloseTo(0.24, 1);
  });

  it('leaves signs for eyes as they are, but not rings', () => {
    const stroke = (x: number, y: number, rise: number) => Math.abs(y - rise * x) < 0.035;
    const inBox = (x: number, y: number) => Math.abs(x) < 0.2 && Math.abs(y) < 0.2;
    const cross = draw((x, y) =>
      inBox(x, y) && (stroke(x, y, 1) || stroke(x, y, -1)) ? INK : undefined,
    );
    const angle = draw((x, y) =>
      inBox(x, y) && (stroke(x - 0.2, y, 0.5) || stroke(x - 0.2, y, -0.5)) ? INK : undefined,
    );
    for (const plate of [cross, angle]) {
      for (const plain of plainOn(plate, true)) expect(plain?.halfHeight).toBe(0);
    }
    const ring = draw((x, y) => (Math.abs(Math.hypot(x, y) - 0.2) < 0.03 ? INK : undefined));
    for (const plain of plainOn(ring, true)) expect(plain?.halfHeight).toBeGreaterThan(0.15);
  });

  it('sees eyes that are drawn shut on flat skin, both or neither', () => {
    const arc = (x: number, y: number) =>
      Math.abs(x) < 0.2 && Math.abs(y + 0.1 * (1 - (x / 0.2) ** 2)) < 0.025 ? INK : undefined;
    for (const plain of plainOn(draw(arc), true)) {
      expect(plain?.shut).toBeDefined();
      expect(plain?.halfHeight).toBe(0);
    }
    for (const plain of plainOn(draw(arc))) expect(plain?.shut).toBeUndefined();
    const winking = draw(arc);
    for (let i = 0; i < 400 * 400; i++) {
      if (Math.hypot((i % 400) - 240, Math.floor(i / 400) - 160) < 14) winking.rgba.set(INK, 4 * i);
    }
    for (const plain of plainOn(winking, true)) expect(plain?.shut).toBeUndefined();
  });

  it('takes bars and dots below brows for the eyes, but no bags below flat ones', () => {
    const brow = (x: number, y: number) => Math.abs(x) < 0.18 && Math.abs(y) < 0.06;
    const below = (halfWidth: number, halfHeight: number) =>
      draw((x, y) => {
        const eye = Math.abs(x) < halfWidth && Math.abs(y - 0.35) < halfHeight;
        return brow(x, y) || eye ? INK : undefined;
      });
    for (const plain of plainOn(below(0.06, 0.15), true)) {
      expect(plain?.up).toBeCloseTo(-0.35, 1);
      expect(plain?.halfHeight).toBeCloseTo(0.15, 1);
    }
    for (const plain of plainOn(below(0.15, 0.03), true)) {
      expect(Math.abs(plain?.up ?? 1)).toBeLessThan(0.05);
    }
  });

  it('tells dots, which are filled, from rings and lids', () => {
    for (const plain of plainOn(draw(disc(0.1, 0.1)), true)) expect(plain?.filled).toBe(true);
    const ring = draw((x, y) => (Math.abs(Math.hypot(x, y) - 0.2) < 0.03 ? INK : undefined));
    for (const plain of plainOn(ring, true)) expect(plain?.filled).toBe(false);
  });

  it('finds the iris on the white of an eye, but none that its rims cut off', () => {
    const looking = (dx: number, dy: number) =>
      draw((x, y) => {
        if (Math.hypot(x, y) > 0.3) return undefined;
        if (Math.hypot(x, y) > 0.27) return INK;
        return Math.hypot(x - dx, y + dy) < 0.08 ? INK : WHITE;
      });
    for (const plain of plainOn(looking(0.05, -0.04))) {
      expect(plain?.iris?.halfWidth).toBeCloseTo(0.08, 1);
      expect(plain?.iris?.along).toBeCloseTo(0.05, 1);
      expect(plain?.iris?.up).toBeCloseTo(-0.04, 1);
    }
    for (const plain of plainOn(looking(0, 0.21))) {
      expect(plain).toBeDefined();
      expect(plain?.iris).toBeUndefined();
    }
  });
});

describe('inkOfEyes', () => {
  const inkOn = (plate: Picture) => {
    const eyes = (['right', 'left'] as const).map((side) =>
      findEyeLine(LANDMARKS, side, plate, IOD, 'drawing'),
    );
    const plain = findPlainEyes(plate, eyes, IOD, true);
    return inkOfEyes(plate, plain, IOD, [250, 210, 180]);
  };

  it('is the colour of dark eyes, also of one on white, and nothing where eyes are pale', () => {
    expect(inkOn(draw(disc(0.1, 0.1)))).toEqual(INK);
    const white = (x: number, y: number) =>
      disc(0.08, 0.08)(x - 0.05, y + 0.04) ?? (Math.hypot(x, y) < 0.3 ? WHITE : undefined);
    expect(inkOn(draw(white))).toEqual(INK);
    expect(inkOn(draw((x, y) => (Math.hypot(x, y) < 0.2 ? WHITE : undefined)))).toBeUndefined();
  });
});

describe('shapePlainEye', () => {
  const eye: PlainEye = { along: 0, up: 0, halfWidth: 0.1, halfHeight: 0.1 };

  it('opens it to both sides, and gives way around it', () => {
    expect(shapePlainEye(eye, 'AU5', 0, 0.1)).toBeGreaterThan(0.03);
    expect(shapePlainEye(eye, 'AU5', 0, -0.1)).toBeLessThan(-0.01);
    for (const [along, up] of [
      [0, 0.3],
      [0, -0.3],
      [0.25, 0.05],
    ]) {
      expect(shapePlainEye(eye, 'AU5', along, up)).toBeCloseTo(0);
    }
  });

  it('shuts it to a line, whatever narrows it besides, and never turns it over', () => {
    for (const others of [0, 0.25]) {
      const at = (up: number) =>
        up +
        shapePlainEye(eye, 'AU43', 0, up) +
        others * (shapePlainEye(eye, 'AU6', 0, up) + shapePlainEye(eye, 'AU7', 0, up));
      const height = at(0.1) - at(-0.1);
      expect(height).toBeGreaterThan(0.02);
      expect(height).toBeLessThan(0.1);
      for (let up = -0.35; up < 0.35; up += 0.01) expect(at(up + 0.01)).toBeGreaterThan(at(up));
    }
  });

  it('keeps an iris as it is while the white around it grows and shrinks', () => {
    const iris = { along: 0.05, up: 0.06, halfWidth: 0.07, halfHeight: 0.07 };
    const large: PlainEye = { ...eye, halfWidth: 0.25, halfHeight: 0.25, iris };
    for (const unit of ['AU5', 'AU6', 'AU7', 'AU41'] as const) {
      const moved = (up: number, along = iris.along) => shapePlainEye(large, unit, along, up);
      const lift = moved(iris.up);
      for (const up of [-0.01, 0.13]) expect(moved(up)).toBeCloseTo(lift);
      expect(Math.abs(moved(0.25) - moved(-0.25))).toBeGreaterThan(0.03);
      // Beside it the white is drawn out evenly.
      expect(moved(0.125, -0.2) - moved(0, -0.2)).toBeCloseTo(
        moved(0.25, -0.2) - moved(0.125, -0.2),
      );
      for (let up = -0.5; up < 0.5; up += 0.01) {
        expect(up + 0.01 + moved(up + 0.01)).toBeGreaterThan(up + moved(up));
      }
    }
    const shut = (up: number) => up + shapePlainEye(large, 'AU43', iris.along, up);
    expect(shut(0.13) - shut(-0.01)).toBeLessThan(0.08);
  });

  it('moves what lies within its reach, and nothing at all beyond it', () => {
    const iris = { along: 0.05, up: 0.06, halfWidth: 0.07, halfHeight: 0.07 };
    for (const plain of [eye, { ...eye, halfWidth: 0.25, halfHeight: 0.35, iris }]) {
      const reach = plainEyeReach(plain);
      for (const unit of ['AU5', 'AU6', 'AU7', 'AU41', 'AU43'] as const) {
        const moved = (along: number, up: number) => shapePlainEye(plain, unit, along, up);
        for (const side of [-1, 1]) {
          expect(Math.abs(moved(side * 0.9 * reach.along, 0.1))).toBeGreaterThan(0);
          expect(Math.abs(moved(0, side * 0.9 * reach.up))).toBeGreaterThan(0);
          for (const past of [1 + 1e-9, 1.1, 3]) {
            expect(moved(side * past * reach.along, 0.1)).toBeCloseTo(0, 15);
            expect(moved(0, side * past * reach.up)).toBeCloseTo(0, 15);
          }
        }
      }
    }
  });

  it('moves nothing of a line, and for no unit of the mouth', () => {
    expect(shapePlainEye({ ...eye, halfHeight: 0 }, 'AU43', 0, 0.05)).toBeCloseTo(0);
    expect(shapePlainEye(eye, 'AU12', 0, 0.1)).toBe(0);
  });
});

describe('shapePlainEye', () => {
  it.each([0.1, 0.2, 0.3, 0.45])(
    'folds nothing above an eye that is %f high, wide open',
    (high) => {
      const eye = { along: 0, up: 0, halfWidth: high, halfHeight: high } as PlainEye;
      const upAt = (up: number) => up + 1.25 * shapePlainEye(eye, 'AU5', 0, up);
      let least = 1;
      for (let up = 0; up < high + 0.3; up += 0.01) {
        least = Math.min(least, (upAt(up + 0.01) - upAt(up)) / 0.01);
      }
      // Lines above it are pressed together, but not to less than a third.
      expect(least).toBeGreaterThan(0.33);
      expect(upAt(high)).toBeGreaterThan(1.1 * high);
    },
  );
});
