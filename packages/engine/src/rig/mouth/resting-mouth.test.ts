import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import {
  LOWER_INNER_LIP,
  LOWER_OUTER_LIP,
  UPPER_INNER_LIP,
  UPPER_OUTER_LIP,
} from '../../face/landmark-indices.ts';
import { ACTION_UNITS, STRENGTH_COUNT, strengthIndex } from '../action-units.ts';
import { readBox } from '../field-box.ts';
import { buildRig, type Rig } from '../rig.ts';
import { REST_FIGURES } from '../source-units.ts';

const IOD = 40;
const SIZE = 240;
const CORNERS = [61, 291, 78, 308, 185, 409, 146, 375, 191, 415, 95, 324];
const LOWER_LIP = [14, 87, 317, 178, 402, 88, 318, 17, 84, 314, 181, 405];
const X = SIZE / 2;

/** Vertices of the lips, which a broad mouth has further apart. */
const LIPS = new Set([
  ...UPPER_INNER_LIP,
  ...LOWER_INNER_LIP,
  ...UPPER_OUTER_LIP,
  ...LOWER_OUTER_LIP,
]);

type Smile = Partial<Record<'open' | 'yaw' | 'broad', number>>;

/**
 * A head whose corners are drawn up and out, the subject's left (right in the picture) by more.
 * @param open how far the lips are apart, IOD
 * @param broad width of its mouth against the canonical one
 */
function smile(right: number, left: number, { open = 0, yaw = 0, broad = 1 }: Smile): Rig {
  const landmarks = poseHead({ iodPx: IOD, xPx: X, yPx: 2.2 * IOD, yaw });
  for (const index of LIPS) landmarks[3 * index] = X + broad * (landmarks[3 * index] - X);
  for (const index of CORNERS) {
    const onLeft = landmarks[3 * index] > X;
    const by = (onLeft ? left : right) * IOD;
    landmarks[3 * index] += (onLeft ? 1 : -1) * by;
    landmarks[3 * index + 1] -= by;
  }
  for (const index of LOWER_LIP) landmarks[3 * index + 1] += open * IOD;
  return buildRig({
    plate: skinPlate(SIZE, SIZE),
    landmarks,
    mask: undefined,
    style: 'photo',
    foundBy: 'first-pass',
  });
}

const smiles = new Map<string, Rig>();
/** The same, rigged once: nothing changes a rig. */
function smiling(right: number, left: number, more: Smile = {}): Rig {
  const key = JSON.stringify([right, left, more]);
  const rig = smiles.get(key) ?? smile(right, left, more);
  smiles.set(key, rig);
  return rig;
}

/** Heights of [right corner, middle, left corner] of the seam when the smile is taken back, IOD. */
function settled(rig: Rig) {
  const { sourceUnits, grid, mouth, pose } = rig;
  const bases = [...rig.bases.units, rig.bases.shutMouth];
  const strengths = new Float64Array(STRENGTH_COUNT + 1);
  for (const unit of ACTION_UNITS) {
    const shown = (sourceUnits as unknown as Record<string, number>)[unit] ?? 0;
    strengths[strengthIndex(unit, 'right')] = -shown;
    strengths[strengthIndex(unit, 'left')] = -shown;
  }
  strengths[strengthIndex('AU12', 'right')] = -sourceUnits.atRest.AU12[0];
  strengths[strengthIndex('AU12', 'left')] = -sourceUnits.atRest.AU12[1];
  strengths[strengthIndex('AU15', 'right')] += sourceUnits.atRest.AU15;
  strengths[strengthIndex('AU15', 'left')] += sourceUnits.atRest.AU15;
  strengths[STRENGTH_COUNT] = mouth.gapPx > 0 ? 1 : 0;
  const seam = (lower: boolean) => {
    const rim = lower ? mouth.lower : mouth.upper;
    return [-0.95, 0, 0.95].map((s) => {
      const up = rim.values[Math.round(((s + 1) / 2) * (rim.values.length - 1))];
      const t = s * mouth.halfWidthPx;
      const x = mouth.centreXPx + t * mouth.alongX + up * mouth.alongY;
      const y = mouth.centreYPx + t * mouth.alongY - up * mouth.alongX;
      let height = -y;
      strengths.forEach((strength, index) => {
        height -= strength * readBox(grid, bases[index].upper, 1, x, y);
        if (lower) height -= strength * readBox(grid, bases[index].lowerMinusUpper, 1, x, y);
      });
      return height / pose.iodPx;
    });
  };
  const top = seam(false);
  const low = seam(true);
  return [top[0], (top[1] + low[1]) / 2, top[2]] as const;
}

describe('settleMouth', () => {
  it.each([
    ['even', 0.1, 0.1, 0],
    ['crooked', 0.07, 0.13, 0],
    ['open', 0.1, 0.1, 0.1],
  ])('brings the corners of an %s smile to their height at rest', (_, right, left, open) => {
    const rig = smiling(right, left, { open });
    expect(rig.sourceUnits.AU12).toBeGreaterThan(0.3);
    const [rightEnd, middle, leftEnd] = settled(rig);
    const corner = (rightEnd + leftEnd) / 2 - middle;
    // Never below: a smile taken back too far is a frown.
    expect(corner).toBeGreaterThan(REST_FIGURES.cornerLift - 0.02);
    expect(corner).toBeLessThan(REST_FIGURES.cornerLift + 0.05);
  });

  it('draws down corners that a smile taken back wholly leaves too high, and no others', () => {
    const high = smiling(0.2, 0.2);
    expect(high.sourceUnits.atRest.AU15).toBeGreaterThan(0.1);
    const [rightEnd, middle, leftEnd] = settled(high);
    expect((rightEnd + leftEnd) / 2 - middle).toBeLessThan(REST_FIGURES.cornerLift + 0.13);
    expect((rightEnd + leftEnd) / 2 - middle).toBeGreaterThan(REST_FIGURES.cornerLift - 0.02);
    expect(smiling(0.05, 0.05).sourceUnits.atRest.AU15).toBe(0);
    expect(smiling(0, 0).sourceUnits.atRest.AU15).toBe(0);
  });

  it('takes a crooked smile back by more where it is higher', () => {
    const { AU12 } = smiling(0.07, 0.13).sourceUnits.atRest;
    expect(AU12[1]).toBeGreaterThan(AU12[0] + 0.1);
    const even = smiling(0.1, 0.1).sourceUnits.atRest.AU12;
    expect(Math.abs(even[1] - even[0])).toBeLessThan(0.05);
  });

  it('believes less in a crooked smile on a head that turns away, where the pose may be wrong', () => {
    const crooked = (yaw: number) => {
      const { AU12 } = smiling(0.07, 0.13, { yaw }).sourceUnits.atRest;
      return Math.abs(AU12[1] - AU12[0]) / (AU12[1] + AU12[0]);
    };
    const straight = crooked(0);
    for (const yaw of [-0.34, 0.34]) expect(crooked(yaw)).toBeLessThan(0.75 * straight);
    expect(crooked(0.05)).toBeGreaterThan(0.8 * straight);
  });

  it('leaves a broad grin a mouth that is broad at rest, but not where its lips purse', () => {
    const rig = smiling(0.2, 0.2, { open: 0.1 });
    const { AU12, AU20, AU20Shaped } = rig.sourceUnits.atRest;
    const grin = (rig.landmarks[3 * 291] - rig.landmarks[3 * 61]) / rig.pose.iodPx;
    expect(grin).toBeGreaterThan(1);
    const rest = grin - 0.22 * ((AU12[0] + AU12[1]) / 2) - 0.27 * AU20;
    expect(rest / grin).toBeGreaterThan(0.75);
    expect(rest / grin).toBeLessThan(0.83);
    expect(AU20Shaped).toBeGreaterThan(AU20 + 0.1);
    // A smile that hardly broadens the mouth has nothing more to leave.
    const narrow = smiling(0.1, 0.1).sourceUnits.atRest;
    expect(narrow.AU20Shaped).toBe(narrow.AU20);
  });

  /** Width of the mouth once its smile is taken back, of what it is in the picture. */
  function widthLeft(rig: Rig): number {
    const { AU12, AU20 } = rig.sourceUnits.atRest;
    const shown = (rig.landmarks[3 * 291] - rig.landmarks[3 * 61]) / rig.pose.iodPx;
    return (shown - 0.22 * ((AU12[0] + AU12[1]) / 2) - 0.27 * AU20) / shown;
  }

  it('takes a laugh for as broad as it is, though the dropped jaw leaves it no bend', () => {
    const laugh = smiling(-0.14, -0.14, { open: 0.45, broad: 1.7 });
    const { AU12, lipGapRatio, atRest } = laugh.sourceUnits;
    expect(lipGapRatio).toBeGreaterThan(0.36);
    expect(atRest.AU12[0]).toBeLessThan(0.5 * AU12);
    expect(widthLeft(laugh)).toBeLessThan(0.82);
    // Lips that are hardly apart may be a broad mouth's that speaks.
    expect(widthLeft(smiling(-0.03, -0.03, { open: 0.1, broad: 1.5 }))).toBeGreaterThan(0.9);
  });

  it('leaves a mild smile on a broad mouth more of its width than a grin', () => {
    const mild = smiling(0.05, 0.05, { broad: 1.35 });
    const grin = smiling(0.2, 0.2, { open: 0.1 });
    expect(mild.sourceUnits.atRest.AU12[0]).toBeLessThan(0.6 * grin.sourceUnits.atRest.AU12[0]);
    expect(widthLeft(mild)).toBeGreaterThan(widthLeft(grin) + 0.05);
    expect(widthLeft(mild)).toBeLessThan(0.97);
    // Lips that a feeling shapes come in all the same.
    const { AU20, AU20Shaped } = mild.sourceUnits.atRest;
    expect(AU20Shaped).toBeGreaterThan(AU20 + 0.1);
  });

  it('takes next to nothing back from a face at rest', () => {
    for (const strength of smiling(0, 0).sourceUnits.atRest.AU12)
      expect(strength).toBeLessThan(0.05);
  });
});
