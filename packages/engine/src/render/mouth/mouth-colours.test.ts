import { describe, expect, it } from 'vitest';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import { mixMouthColours } from './mouth-colours.ts';

const TONE = {
  skin: [200, 150, 130],
  mouthSkin: [195, 145, 125],
  white: [215, 205, 195],
  lip: [170, 100, 90],
  highlightLuma: 210,
  shadowLuma: 50,
  nostrilLuma: 40,
  chroma: 60,
} as const;

function coloursOf(
  tone: Partial<Record<keyof typeof TONE, unknown>> = {},
  ownTeeth = {},
  style: Rig['style'] = 'photo',
  pen?: Rgb,
) {
  return mixMouthColours({
    style,
    painted01: style === 'painting' ? 1 : 0,
    tone: { ...TONE, ...tone },
    ownTeeth,
    pen: pen && { colour: pen },
  } as unknown as Rig);
}

describe('mixMouthColours', () => {
  it('draws teeth as white as eyes are, but not those of eyes that are all one colour', () => {
    const warm = coloursOf({ white: [250, 240, 215] }, {}, 'drawing').tooth;
    expect(warm[0] - warm[2]).toBeGreaterThan(25);
    const green = coloursOf({ white: [30, 220, 60] }, {}, 'drawing').tooth;
    expect(Math.max(...green) - Math.min(...green)).toBeLessThan(10);
    expect(Math.min(...green)).toBeGreaterThan(220);
  });

  it('keeps the dark of a mouth near the dark of the face, whatever that is', () => {
    for (const shadowLuma of [15, 30, 50]) {
      const cavity = lumaOf(coloursOf({ shadowLuma, nostrilLuma: shadowLuma }).cavity);
      expect(cavity).toBeLessThan(1.05 * shadowLuma);
      expect(cavity).toBeGreaterThan(0.6 * Math.min(shadowLuma, 45));
    }
  });

  it('is pale where nostrils are, in soft paintings say', () => {
    const dark = lumaOf(coloursOf({ shadowLuma: 20, nostrilLuma: 20 }).cavity);
    const pale = lumaOf(coloursOf({ shadowLuma: 20, nostrilLuma: 90 }).cavity);
    expect(pale).toBeGreaterThan(2 * dark);
    expect(pale).toBeLessThan(60);
  });

  it('is no darker in a painting than its shadows nearly are', () => {
    const painted = coloursOf({ nostrilLuma: 55, shadowLuma: 45 }, {}, 'painting');
    const photo = coloursOf({ nostrilLuma: 55, shadowLuma: 45 });
    expect(lumaOf(painted.cavity)).toBeGreaterThan(0.85 * 55);
    expect(lumaOf(painted.cavity)).toBeLessThan(55);
    expect(lumaOf(photo.cavity)).toBeLessThan(0.9 * lumaOf(painted.cavity));
    expect(painted.throatDark01).toBeLessThan(photo.throatDark01 - 0.1);
    // Where the painter went as dark as a photo would, so does the throat.
    const deep = coloursOf({ nostrilLuma: 35 }, {}, 'painting');
    expect(deep.throatDark01).toBe(photo.throatDark01);
  });

  it('has its tongue in shade, but never as dark as the throat', () => {
    const lit = (tone: Parameters<typeof coloursOf>[0], style?: Rig['style']) => {
      const { tongue, cavity } = coloursOf(tone, {}, style);
      return {
        ofLip: lumaOf(tongue) / lumaOf(TONE.lip),
        ofThroat: lumaOf(tongue) / lumaOf(cavity),
      };
    };
    const dark = { shadowLuma: 15, nostrilLuma: 15 };
    const light = { shadowLuma: 60, nostrilLuma: 75 };
    const deep = lit(dark);
    const pale = lit(light);
    expect(deep.ofLip).toBeLessThan(0.8);
    expect(pale.ofLip).toBeGreaterThan(1.05 * deep.ofLip);
    expect(pale.ofLip).toBeLessThan(0.9);
    expect(pale.ofThroat).toBeGreaterThan(1.6);
    // Painters leave it darker, if their shadows leave room for that.
    const painted = lit(dark, 'painting');
    expect(painted.ofLip).toBeLessThan(0.67);
    expect(painted.ofLip).toBeLessThan(0.85 * deep.ofLip);
    expect(lit(light, 'painting').ofLip).toBeGreaterThan(1.2 * painted.ofLip);
  });

  it('is no black hole in a bright face', () => {
    const bright = coloursOf({
      skin: [235, 210, 200],
      mouthSkin: [232, 208, 198],
      lip: [235, 180, 170],
      nostrilLuma: 110,
      chroma: 44,
    });
    const throat = lumaOf(bright.cavity) * (1 - bright.throatDark01);
    expect(throat).toBeGreaterThan(30);
    expect(throat).toBeLessThan(45);
    // Light comes there through flesh, and lips in a glare are paler than it.
    expect((2 * bright.cavity[0]) / (bright.cavity[1] + bright.cavity[2])).toBeGreaterThan(1.6);
  });

  it('is red where a drawing of pale skin has coloured lines, and hardly where they are black', () => {
    const skin: Rgb = [252, 238, 225];
    const pale = { skin, mouthSkin: skin, lip: skin, white: [250, 250, 250], chroma: 27 };
    const rednessBy = (pen: Rgb) => {
      const [r, g, b] = coloursOf(pale, {}, 'drawing', pen).tongue;
      return (2 * r) / (g + b);
    };
    expect(rednessBy([180, 120, 95])).toBeGreaterThan(1.9);
    expect(rednessBy([30, 25, 25])).toBeLessThan(1.5);
  });

  it('is black in an ink drawing without lips, and red in a coloured one', () => {
    const white = [255, 255, 255];
    const paper = {
      skin: white,
      mouthSkin: white,
      white,
      lip: white,
      nostrilLuma: 5,
      shadowLuma: 5,
    };
    const ink = coloursOf({ ...paper, chroma: 0 }, {}, 'drawing');
    expect(ink.tongue).toEqual(ink.cavity);
    // Grey lips have a grey mouth behind them.
    const grey = coloursOf({ ...paper, lip: [170, 170, 170], chroma: 0 }, {}, 'drawing');
    expect(lumaOf(grey.tongue)).toBeGreaterThan(4 * lumaOf(grey.cavity));
    const yellow = [255, 219, 150];
    const { tongue } = coloursOf({ skin: yellow, mouthSkin: yellow, lip: yellow }, {}, 'drawing');
    expect(tongue[0] / tongue[1]).toBeGreaterThan(1.6);
    expect(tongue[2] / tongue[1]).toBeGreaterThan(0.75);
  });

  it('leaves teeth in the shade of a mouth that is open and shows none', () => {
    const lit = lumaOf(coloursOf().tooth);
    const shaded = (toothlessLuma: number) => lumaOf(coloursOf({}, { toothlessLuma }).tooth);
    expect(shaded(300)).toBeCloseTo(lit, 6);
    expect(shaded(130)).toBeLessThan(0.9 * lit);
    expect(shaded(30)).toBeGreaterThan(0.7 * lit);
    expect(shaded(30)).toBeLessThan(0.8 * lit);
  });

  it('gives enamel less than half of the hue of bright skin, and none of a reddened eye', () => {
    const redness = ([r, g]: Rgb) => r / g - 1;
    const ruddy: Rgb = [220, 140, 95];
    const tooth = (white: Rgb) => coloursOf({ skin: ruddy, mouthSkin: ruddy, white }).tooth;
    expect(redness(tooth([215, 205, 195]))).toBeLessThan(0.45 * redness(ruddy));
    expect(redness(tooth([215, 205, 195]))).toBeGreaterThan(0.2 * redness(ruddy));
    // The whites of this eye are in the shade of its lids.
    expect(redness(tooth([90, 30, 16]))).toBeLessThan(0.5 * redness(ruddy));
  });

  it('gives teeth no more blue than whites or skin have, under yellow varnish say', () => {
    const blueOf = ([, green, blue]: Rgb) => blue / green;
    const varnish = { skin: [190, 145, 65], mouthSkin: [181, 137, 61], white: [199, 156, 73] };
    expect(blueOf(coloursOf(varnish, {}, 'painting').tooth)).toBeLessThan(0.5);
    // Where either is not yellow, light is not: a warm complexion alone yellows no teeth.
    expect(blueOf(coloursOf({ ...varnish, white: [190, 180, 175] }).tooth)).toBeGreaterThan(0.6);
    expect(blueOf(coloursOf().tooth)).toBeGreaterThan(0.9);
  });

  it('lifts own teeth that lie in the lips’ shade towards enamel in the light, in their own hue', () => {
    const enamel = lumaOf(coloursOf().tooth);
    const tooth = (colour: Rgb) => coloursOf({}, { colour }).tooth;
    const bright: Rgb = [240, 230, 215];
    expect(tooth(bright)).toEqual(bright);
    const shaded: Rgb = [150, 130, 120];
    expect(lumaOf(tooth(shaded))).toBeGreaterThan(1.1 * lumaOf(shaded));
    expect(lumaOf(tooth(shaded))).toBeLessThan(0.95 * enamel);
    expect(tooth(shaded)[0] / tooth(shaded)[1]).toBeCloseTo(150 / 130, 6);
    // Teeth that are dark for another reason stay so.
    expect(lumaOf(tooth([60, 50, 45]))).toBeLessThan(0.5 * enamel);
  });

  it('mutes enamel in a painting of pale shadows, in which a row of teeth would be foreign', () => {
    const muted = coloursOf({ nostrilLuma: 70 }, {}, 'painting');
    const clear = coloursOf({ nostrilLuma: 30 }, {}, 'painting');
    expect(lumaOf(muted.tooth)).toBeLessThan(0.85 * lumaOf(clear.tooth));
    expect(lumaOf(coloursOf({ nostrilLuma: 70 }).tooth)).toBeCloseTo(lumaOf(clear.tooth), 6);
  });

  it('has flesh redder than pale lips, and grey flesh behind grey ones', () => {
    const redness = ([r, g, b]: Rgb) => (2 * r) / (g + b);
    const pale = { skin: [200, 188, 190], mouthSkin: [195, 184, 188], lip: [205, 175, 185] };
    const bleak = coloursOf({ ...pale, white: [210, 208, 212], chroma: 17 });
    expect(redness(bleak.tongue)).toBeGreaterThan(1.12 * redness([205, 175, 185]));
    const same = [180, 180, 180];
    const grey = coloursOf({ skin: same, mouthSkin: same, lip: same, white: same, chroma: 0 });
    expect(redness(grey.tongue)).toBeCloseTo(1, 6);
  });

  it('makes flesh less blue where white is yellow', () => {
    const bluish = ([, g, b]: Rgb) => b / g;
    const white = bluish(coloursOf().tongue);
    expect(bluish(coloursOf({ white: [215, 180, 110] }).tongue)).toBeLessThan(0.97 * white);
  });
});
