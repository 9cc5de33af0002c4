import { describe, expect, it } from 'vitest';
import { bustMask, poseHead, skinPlate } from '../../test/support/posed-head.ts';
import { createFaceState, type FaceState } from '../expression/face-state.ts';
import { ACTION_UNITS, type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import { readPair } from '../rig/plate-grid.ts';
import { buildRig, type RigInput } from '../rig/rig.ts';
import {
  createDisplacementField,
  displaceNodes,
  headRotation,
  moveSkullPoint,
} from './displacement-field.ts';

const SIZE = 320;
const MIDDLE = SIZE / 2;
const IOD = 60;
const input: RigInput = {
  plate: skinPlate(SIZE, SIZE),
  landmarks: poseHead({ iodPx: IOD, xPx: MIDDLE, yPx: 150 }),
  mask: undefined,
  style: 'photo',
  foundBy: 'first-pass',
};
const rig = buildRig(input);
const moving = ACTION_UNITS.filter((unit) => !unit.startsWith('EAD'));

function fieldOf(change: (state: FaceState) => void, moved = rig) {
  const state = createFaceState();
  change(state);
  const field = createDisplacementField(moved);
  displaceNodes(moved, state, field);
  return field;
}

/** Gives both sides of a unit a strength. */
function setBoth({ strengths }: FaceState, unit: ActionUnit, strength: number): void {
  for (const side of ['right', 'left'] as const) strengths[strengthIndex(unit, side)] = strength;
}

/** Displacement at (x, y) IOD from between the eyes of the picture, in IOD, y up. */
function readAt(field: Float32Array, x: number, y: number): [number, number] {
  const d = new Float64Array(2);
  readPair(rig.grid, field, MIDDLE + x * IOD, 150 - y * IOD, d);
  return [d[0] / IOD, -d[1] / IOD];
}

const largest = (field: Float32Array) => field.reduce((m, v) => Math.max(m, Math.abs(v)), 0);

/** Where a unit at strength 1 on both sides puts the nodes of a head that turns. */
const fieldTurned = (unit: ActionUnit) =>
  fieldOf((s) => {
    setBoth(s, unit, 1);
    s.yawRadians = 0.05;
  });

describe('displaceNodes', () => {
  it('moves and shades nothing at rest', () => {
    const { upper, lower, lids, logGain } = fieldOf(() => {});
    for (const field of [upper, lower, lids, logGain]) expect(largest(field)).toBe(0);
  });

  it('draws out the skin above a lid as a brow rises, and presses all of it together as one goes back', () => {
    const raisedBy = (strength: number, y: number) => {
      const { upper } = fieldOf((s) => {
        for (const unit of ['AU1', 'AU2'] as const) setBoth(s, unit, strength);
      });
      return readAt(upper, 0.5, y)[1];
    };
    const [lid, brow] = [0.14, 0.36];
    expect(raisedBy(1, brow)).toBeGreaterThan(0.1);
    expect(raisedBy(-1, brow)).toBeCloseTo(-raisedBy(1, brow), 5);
    expect(raisedBy(1, lid)).toBeLessThan(0.8 * -raisedBy(-1, lid));
  });

  it('leaves nothing behind of what it wrote before', () => {
    const state = createFaceState();
    const field = fieldOf((s) => s.strengths.fill(0.7));
    displaceNodes(rig, state, field);
    for (const part of [field.upper, field.lower, field.lids, field.logGain]) {
      expect(largest(part)).toBe(0);
    }
  });

  it.each(['AU7', 'AU43'] as const)('moves the layer of the lids by %s, not the lip', (unit) => {
    const { upper, lower, lids } = fieldTurned(unit);
    expect(lower).toEqual(upper);
    expect(lids).not.toEqual(upper);
  });

  it.each(['AU26', 'AU25'] as const)('moves the lip by %s, and no lid with it', (unit) => {
    // Where a mouth lies right below an eye, of a face that looks up, the lids' layer covers its nose.
    const { upper, lower, lids } = fieldTurned(unit);
    expect(lids).toEqual(upper);
    expect(lower).not.toEqual(upper);
  });

  it('leaves hair that hangs beside the face behind a head that turns, and the face where it is', () => {
    const mask = bustMask(SIZE, SIZE, { iodPx: IOD, xPx: MIDDLE, yPx: 150 });
    const hairy = buildRig({ ...input, mask });
    const turned = (hair: number) =>
      fieldOf((s) => {
        s.rollRadians = 0.1;
        s.hairRollRadians = hair;
      }, hairy).upper;
    const [together, late] = [turned(0.1), turned(0)];
    for (const [x, y] of [
      [0, 0],
      [0.5, -1],
      [0, 1],
    ] as const) {
      expect(readAt(late, x, y)).toEqual(readAt(together, x, y));
    }
    const [[withHead], [behind]] = [readAt(together, 1.3, -1.1), readAt(late, 1.3, -1.1)];
    expect(Math.abs(withHead)).toBeGreaterThan(0.05);
    expect(Math.abs(behind)).toBeLessThan(0.85 * Math.abs(withHead));
  });

  it('adds units up: twice the strength is twice the way, two units are their sum', () => {
    const smile = strengthIndex('AU12', 'left');
    const brow = strengthIndex('AU1', 'right');
    const one = fieldOf((s) => {
      s.strengths[smile] = 0.4;
    });
    const twice = fieldOf((s) => {
      s.strengths[smile] = 0.8;
    });
    const other = fieldOf((s) => {
      s.strengths[brow] = 0.6;
    });
    const both = fieldOf((s) => {
      s.strengths[smile] = 0.4;
      s.strengths[brow] = 0.6;
    });
    for (const layer of ['upper', 'lower'] as const) {
      let worst = 0;
      one[layer].forEach((v, i) => {
        worst = Math.max(worst, Math.abs(twice[layer][i] - 2 * v));
        worst = Math.max(worst, Math.abs(both[layer][i] - v - other[layer][i]));
      });
      expect(worst).toBeLessThan(1e-3);
    }
  });

  it.each(moving)('moves both sides by %s as mirror images, within .012 IOD', (unit) => {
    const right = fieldOf((s) => {
      s.strengths[strengthIndex(unit, 'right')] = 1;
    });
    const left = fieldOf((s) => {
      s.strengths[strengthIndex(unit, 'left')] = 1;
    });
    expect(largest(right.upper) + largest(right.lower)).toBeGreaterThan(0.01 * IOD);
    for (const layer of ['upper', 'lower'] as const) {
      for (let x = -1.2; x <= 1.2; x += 0.1) {
        for (let y = -1.9; y <= 0.9; y += 0.1) {
          const [ax, ay] = readAt(left[layer], x, y);
          const [bx, by] = readAt(right[layer], -x, y);
          expect(Math.hypot(ax + bx, ay - by), `${x}, ${y}`).toBeLessThan(0.012);
        }
      }
    }
  });

  it.each(moving)('keeps both layers together under %s, away from mouth and eyes', (unit) => {
    const { upper, lower } = fieldOf((s) => {
      setBoth(s, unit, 1);
    });
    for (let x = -1.5; x <= 1.5; x += 0.1) {
      for (let y = -2.2; y <= 1.2; y += 0.1) {
        const besideMouth = Math.abs(x) > 0.55 || y > -0.45 || y < -2.0;
        const besideEyes = Math.hypot(Math.abs(x) - 0.5, y) > 0.5;
        if (!besideMouth || !besideEyes) continue;
        const [ax, ay] = readAt(upper, x, y);
        const [bx, by] = readAt(lower, x, y);
        expect(Math.hypot(ax - bx, ay - by), `${x}, ${y}`).toBeLessThan(0.005);
      }
    }
  });

  it('bounds the light of all units together at full strength', () => {
    const { logGain } = fieldOf((s) => s.strengths.fill(1));
    expect(largest(logGain)).toBeGreaterThan(0.02);
    expect(largest(logGain)).toBeLessThan(2);
  });

  it('turns the head as its angles say, and keeps its size', () => {
    const nose = -0.5;
    const [yawX] = readAt(fieldOf((s) => Object.assign(s, { yawRadians: 0.1 })).upper, 0, nose);
    const [sideX] = readAt(fieldOf((s) => Object.assign(s, { yawRadians: 0.1 })).upper, 0, 1);
    expect(yawX - sideX).toBeGreaterThan(0.01);
    const [, down] = readAt(fieldOf((s) => Object.assign(s, { pitchRadians: 0.1 })).upper, 0, nose);
    expect(down).toBeLessThan(-0.02);
    const [roll] = readAt(fieldOf((s) => Object.assign(s, { rollRadians: 0.1 })).upper, 0, 0.8);
    expect(roll).toBeGreaterThan(0.1);
    const [, up] = readAt(fieldOf((s) => Object.assign(s, { liftIod: 0.02 })).upper, 0, 0);
    expect(up).toBeCloseTo(0.02, 3);
    for (const key of ['yawRadians', 'pitchRadians', 'rollRadians'] as const) {
      const { upper } = fieldOf((s) => Object.assign(s, { [key]: 0.06 }));
      const [ax, ay] = readAt(upper, -0.5, 0);
      const [bx, by] = readAt(upper, 0.5, 0);
      expect(Math.hypot(1 + bx - ax, by - ay)).toBeCloseTo(1, 1);
    }
  });

  it('never moves the outermost nodes', () => {
    const field = fieldOf((s) => {
      s.strengths.fill(1);
      Object.assign(s, { yawRadians: 0.15, pitchRadians: -0.1, rollRadians: 0.1, liftIod: 0.02 });
    });
    const { columns, rows } = rig.grid;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        if (r > 1 && c > 1 && r < rows - 2 && c < columns - 2) continue;
        const i = 2 * (r * columns + c);
        for (const layer of [field.upper, field.lower]) {
          expect([layer[i], layer[i + 1]].map(Math.abs)).toEqual([0, 0]);
        }
      }
    }
  });
});

describe('a head that lies on its side', () => {
  const state = Object.assign(createFaceState(), { pitchRadians: 0.12, liftIod: 0.02 });
  /** Where the nose goes, IOD along the head's own axes: to its left, and up. */
  const noseGoes = (roll: number) => {
    const size = 640;
    const [xPx, yPx] = [size / 2, size / 2];
    const lying = buildRig({
      ...input,
      plate: skinPlate(size, size),
      landmarks: poseHead({ iodPx: IOD, xPx, yPx, roll }),
    });
    const out = new Float64Array(2);
    moveSkullPoint(lying, state, lying.pose.originXPx, lying.pose.originYPx, 0.5 * IOD, out);
    const right = (out[0] - lying.pose.originXPx) / IOD;
    const up = -(out[1] - lying.pose.originYPx) / IOD;
    const [c, s] = [Math.cos(lying.pose.rollRadians), Math.sin(lying.pose.rollRadians)];
    return [right * c - up * s, right * s + up * c];
  };

  it.each([-90, -45, 45, 90, 170])('nods along its own axis, rolled by %s degrees', (degrees) => {
    const [, upright] = noseGoes(0);
    const [aside, along] = noseGoes((degrees * Math.PI) / 180);
    expect(upright).toBeLessThan(-0.03);
    expect(along).toBeCloseTo(upright, 2);
    expect(Math.abs(aside)).toBeLessThan(0.01);
  });
});

describe('headRotation', () => {
  it('is a rotation', () => {
    const state = Object.assign(createFaceState(), {
      yawRadians: 0.3,
      pitchRadians: -0.2,
      rollRadians: 0.4,
    });
    const m = headRotation(rig, state);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += m[3 * i + k] * m[3 * j + k];
        expect(dot).toBeCloseTo(i === j ? 1 : 0, 12);
      }
    }
  });
});

describe('a chin on the lower border', () => {
  const low = buildRig({
    ...input,
    landmarks: poseHead({ iodPx: IOD, xPx: MIDDLE, yPx: SIZE - 1.95 * IOD }),
  });
  const chinMoves = (strength: number) => {
    const field = fieldOf((s) => setBoth(s, 'AU26', strength), low);
    const d = new Float64Array(2);
    readPair(low.grid, field.upper, MIDDLE, SIZE - 0.2 * IOD, d);
    const chin = d[1] / IOD;
    readPair(low.grid, field.upper, MIDDLE, SIZE - 1, d);
    return { chin, border: d[1] / IOD };
  };

  it('drops out of the frame whole', () => {
    const { chin, border } = chinMoves(1);
    expect(chin).toBeGreaterThan(0.18);
    expect(border).toBeGreaterThan(0.7 * chin);
  });

  it('is not pulled up from below it, where there is no picture', () => {
    expect(Math.abs(chinMoves(-1).border)).toBeLessThan(0.01);
  });
});

describe('brows below the upper border', () => {
  const yPx = 0.6 * IOD;
  const high = buildRig({ ...input, landmarks: poseHead({ iodPx: IOD, xPx: MIDDLE, yPx }) });
  const rises = (strength: number) => {
    const field = fieldOf((s) => setBoth(s, 'AU1', strength), high);
    const d = new Float64Array(2);
    return [0.27, 0.39, 0.59].map((v) => {
      readPair(high.grid, field.upper, MIDDLE + 0.2 * IOD, yPx - v * IOD, d);
      return -d[1] / IOD;
    });
  };

  it('rise out of the frame whole instead of being pressed to a line', () => {
    const [low, top, border] = rises(1);
    expect(low).toBeGreaterThan(0.08);
    expect(top).toBeGreaterThan(0.9 * low);
    expect(border).toBeGreaterThan(0.6 * low);
  });

  it('come down no further than the picture goes', () => {
    expect(Math.abs(rises(-1)[2])).toBeLessThan(0.01);
  });
});

describe('buildRig', () => {
  it('makes the same rig twice, with one basis for every strength and one for shutting', () => {
    const again = buildRig(input);
    expect(again.bases.jawBeyond).toBeUndefined();
    expect(again.bases).toEqual(rig.bases);
    expect(again.shading).toEqual(rig.shading);
    expect(again.depthPx).toEqual(rig.depthPx);
  });
});

describe('a body', () => {
  const size = 400;
  const stand = { iodPx: IOD, xPx: 200, yPx: 130 };
  const standing = buildRig({
    ...input,
    plate: skinPlate(size, size),
    landmarks: poseHead(stand),
    mask: bustMask(size, size, stand),
  });
  const at = (field: Float32Array, x: number, y: number) => {
    const d = new Float64Array(2);
    readPair(standing.grid, field, stand.xPx + x * IOD, stand.yPx - y * IOD, d);
    return [d[0] / IOD, -d[1] / IOD];
  };

  it('drops its shoulders and leans by what a state says, under a head that stays', () => {
    const field = fieldOf((s) => Object.assign(s, { shouldersIod: -0.2, leanIod: 0.1 }), standing);
    for (const layer of [field.upper, field.lower, field.lids]) {
      for (const x of [-2, 2]) {
        const [right, up] = at(layer, x, -3.6);
        expect(right).toBeGreaterThan(0.08);
        expect(right).toBeLessThan(0.101);
        expect(up).toBeLessThan(-0.16);
        expect(up).toBeGreaterThan(-0.201);
      }
      expect(Math.hypot(...at(layer, 0, -0.5))).toBe(0);
      expect(Math.hypot(...at(layer, 2.6, -0.5))).toBeLessThan(1e-3);
    }
  });

  it('neither folds nor tears as they rise as far as in fear', () => {
    const { upper } = fieldOf(
      (s) => Object.assign(s, { shouldersIod: 0.3, leanIod: -0.1 }),
      standing,
    );
    const { columns, rows, cellPx } = standing.grid;
    for (let r = 0; r + 1 < rows; r++) {
      for (let c = 0; c + 1 < columns; c++) {
        const i = 2 * (r * columns + c);
        const below = i + 2 * columns;
        const across = cellPx + upper[i + 2] - upper[i];
        const down = cellPx + upper[below + 1] - upper[i + 1];
        expect(across / cellPx).toBeGreaterThan(0.4);
        expect(down / cellPx).toBeGreaterThan(0.2);
      }
    }
  });
});
