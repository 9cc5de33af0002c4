import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  SOCKET_SKIN,
} from '../../../test/support/eye-socket.ts';
import { DARKEST, type Logs } from '../skin/pixel-change.ts';
import { isLidBare, lidSkin01, readLidTone } from './lid-tone.ts';

function toneOf(above: readonly [number, number, number]): number[] {
  const logs: Logs = [0, 0, 0];
  readLidTone(drawSocket(above), SOCKET_EYE, SOCKET_IOD, SOCKET_SKIN)(0, logs);
  return logs.map((v) => Math.exp(v) - DARKEST);
}

describe('readLidTone', () => {
  it('brings a lid out of the shade towards the skin below the eye', () => {
    const [, green] = toneOf([70, 55, 50]);
    expect(green).toBeGreaterThan(85);
    expect(green).toBeLessThan(SOCKET_SKIN[1]);
  });

  it('takes from the fold over a laughing eye only some of its red', () => {
    const warmth = ([r, , b]: readonly number[]) => Math.log(r / b);
    const face = warmth(SOCKET_SKIN);
    const fold = [190, 110, 80] as const;
    expect(warmth(fold)).toBeGreaterThan(face + 0.5);
    expect(warmth(toneOf(fold))).toBeLessThan(face + 0.32);
    // A lid that is painted blue or violet stays so.
    expect(warmth(toneOf([150, 130, 180]))).toBeLessThan(0);
  });

  it('leaves a lid that is lighter than that skin as light as it is, nearly', () => {
    const [red, green] = toneOf([250, 220, 205]);
    expect(green).toBeGreaterThan(0.9 * 220);
    expect(red / green).toBeCloseTo(250 / 220, 1);
  });
});

describe('lidSkin01', () => {
  const known = (plate = drawSocket([190, 160, 141]), eye = SOCKET_EYE) =>
    lidSkin01(plate, eye, SOCKET_IOD, SOCKET_SKIN);

  it('is sure of skin, also of skin in the shade', () => {
    expect(known()).toBe(1);
    expect(known(drawSocket([70, 55, 50]))).toBe(1);
  });

  it('takes hair that hangs over an eye for none', () => {
    const plate = drawSocket([190, 160, 141]);
    for (let i = 0; i < SOCKET_SIZE ** 2; i++) {
      const strand = Math.floor((i % SOCKET_SIZE) / 2) % 3 === 0;
      if (strand) plate.rgba.set([90, 75, 66], 4 * i);
    }
    expect(known(plate)).toBe(0);
  });

  it('takes a coloured lens for none', () => {
    expect(known(drawSocket([150, 30, 12]))).toBe(0);
  });

  it('leaves eyes that are shut', () => {
    expect(known(undefined, { ...SOCKET_EYE, gapPx: 2 })).toBe(0);
  });
});

describe('isLidBare', () => {
  it('tells hair or a hat that hangs to the lid from a lid in shade', () => {
    const bare = (above: readonly [number, number, number]) =>
      isLidBare(drawSocket(above), SOCKET_EYE, SOCKET_IOD);
    expect(bare([190, 160, 141])).toBe(true);
    expect(bare([80, 64, 56])).toBe(true);
    expect(bare([30, 24, 22])).toBe(false);
  });
});
