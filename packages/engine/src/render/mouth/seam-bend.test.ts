import { describe, expect, it } from 'vitest';
import { stateWith } from '../../../test/support/face-states.ts';
import { lineSneers, sneer } from './seam-bend.ts';

describe('lineSneers', () => {
  it('begins with the nose wrinkling more than it does in anger', () => {
    const at = (strength: number) => lineSneers(stateWith({ AU9: strength }));
    expect([at(0), at(0.6), at(1.3)]).toEqual([0, 0, 1]);
    expect(at(1)).toBeGreaterThan(at(0.9));
  });
});

describe('sneer', () => {
  it('lays a bent line into a wave: one end up, the other down, two turns between', () => {
    expect(sneer(5, 0.3, 40, 0)).toBe(5);
    const wave = (t: number) => sneer(0, t, 40, 1);
    expect(wave(-1) * wave(1)).toBeLessThan(0);
    const turns = [-1 / 3, 1 / 3].map(wave);
    expect(turns[0] * turns[1]).toBeLessThan(0);
    expect(turns[0] * wave(-1)).toBeLessThan(0);
    expect(Math.abs(wave(0))).toBeLessThan(1e-9);
    expect(sneer(5, 0, 40, 1)).toBeLessThan(sneer(5, 0, 40, 0));
  });
});
