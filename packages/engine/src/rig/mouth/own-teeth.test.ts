import { describe, expect, it } from 'vitest';
import { OPEN_MOUTH, paintOpening } from '../../../test/support/open-mouth.ts';
import type { FaceTone, Rgb } from '../skin/face-tone.ts';
import { findOwnTeeth } from './own-teeth.ts';

const TONE = { mouthSkin: [195, 145, 125], lip: [170, 90, 85] } as unknown as FaceTone;
const LIT: Rgb = [240, 232, 222];
const SHADED: Rgb = [160, 152, 144];
const FLESH: Rgb = [110, 40, 38];

const find = (show: (s: number, up: number) => Rgb) =>
  findOwnTeeth(paintOpening(show), OPEN_MOUTH, TONE, 400);

describe('findOwnTeeth', () => {
  it('takes the colour of teeth from where they are lit: their shade is drawn by its place', () => {
    const { colour } = find((s) => (Math.abs(s) < 0.4 ? LIT : SHADED));
    expect(colour).toBeDefined();
    for (const [k, value] of colour!.entries()) expect(value).toBeCloseTo(LIT[k]!, 0);
  });

  it('takes it from the shade where all of them lie in it', () => {
    const { colour } = find(() => SHADED);
    for (const [k, value] of colour!.entries()) expect(value).toBeCloseTo(SHADED[k]!, 0);
  });

  it('finds none in an opening of flesh, and says how bright that is', () => {
    const { share01, colour, toothlessLuma } = find(() => FLESH);
    expect(share01).toBe(0);
    expect(colour).toBeUndefined();
    expect(toothlessLuma).toBeGreaterThan(40);
    expect(toothlessLuma).toBeLessThan(70);
  });
});
