import { expect, it } from 'vitest';
import { almondEye } from '../../../test/support/almond-eye.ts';
import { bareFace } from '../../../test/support/bare-face.ts';
import { poseHead } from '../../../test/support/posed-head.ts';
import { strengthIndex } from '../action-units.ts';
import { buildBases } from '../deformation.ts';
import { isEyeCovered } from './covered-eye.ts';
import { completeEyeball } from './eyeball-texture.ts';

const SIZE = 120;
const IOD = 90;
const EYE = almondEye('right', 60, 60);

/** A picture of skin with what `dark` says there is darker. */
function paint(dark: (x: number, y: number) => boolean) {
  const rgba = Uint8Array.from({ length: 4 * SIZE * SIZE }, (_, i) => {
    const [x, y] = [(i >> 2) % SIZE, Math.floor((i >> 2) / SIZE)];
    return i % 4 === 3 ? 255 : (dark(x, y) ? [90, 60, 40] : [240, 215, 195])[i % 4]!;
  });
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const SHOWN = paint(
  (x, y) => Math.abs(y - (54 + ((x - 60) / 20) ** 2 * 6)) < 2 && x > 40 && x < 80,
);
/** A strand that crosses the eye's place. */
const STRAND = paint((x, y) => Math.abs(x - 50 + (y - 60) / 2) < 4);

it('is an eye where something dark lies between lids, and none where a strand of hair crosses a cheek', () => {
  expect(isEyeCovered(SHOWN, EYE, IOD)).toBe(false);
  expect(isEyeCovered(STRAND, EYE, IOD)).toBe(true);
  expect(
    isEyeCovered(
      paint(() => false),
      EYE,
      IOD,
    ),
  ).toBe(true);
});

it('moves no lid of an eye under hair, and paints no ball there', () => {
  const face = bareFace(poseHead({ iodPx: 30, xPx: 60, yPx: 40 }), SIZE);
  const bases = (covered: boolean) => {
    const eyes = face.eyes.map((eye) => ({ ...eye, covered }));
    const { units } = buildBases(
      { ...face, eyes },
      { jawBeyond: undefined, browsBeyond: undefined },
    );
    return units[strengthIndex('AU43', 'right')];
  };
  expect(bases(false).upper).toBeDefined();
  expect(bases(true)).toEqual({ upper: undefined, lowerMinusUpper: undefined });
  const shown = { plate: SHOWN, iodPx: IOD, skin: [240, 215, 195] as const, edgePx: 1 };
  expect(completeEyeball(shown, EYE).seen01).toBeGreaterThan(0);
  expect(completeEyeball(shown, { ...EYE, covered: true }).seen01).toBe(0);
});
