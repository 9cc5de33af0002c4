import { describe, expect, it } from 'vitest';
import { TONE, tonedFace } from '../../../test/support/toned-face.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import { mixMouthColours } from './mouth-colours.ts';

function coloursOf(...face: Parameters<typeof tonedFace>) {
  return mixMouthColours(tonedFace(...face));
}

const leftInThroat = ({ throat, cavity }: ReturnType<typeof coloursOf>) =>
  lumaOf(throat) / lumaOf(cavity);

const redness = ([r, g, b]: Rgb) => (2 * r) / (g + b);

describe('mixMouthColours', () => {
  it('is redder the darker it is, and stays grey in a grey face', () => {
    const { tongue, cavity, throat } = coloursOf({});
    expect(redness(cavity)).toBeGreaterThan(1.1 * redness(tongue));
    expect(redness(throat)).toBeGreaterThan(1.1 * redness(cavity));
    expect(redness(throat)).toBeLessThan(5);
    const grey: Rgb = [150, 150, 150];
    const without = coloursOf({ skin: grey, mouthSkin: grey, lip: [110, 110, 110], chroma: 0 });
    expect(redness(without.throat)).toBeCloseTo(1, 2);
  });

  it('is redder than skin that is as red as flesh elsewhere', () => {
    const orange: Rgb = [251, 168, 72];
    const lip: Rgb = [216, 103, 75];
    const { tongue, cavity } = coloursOf({
      skin: orange,
      mouthSkin: [226, 123, 57],
      lip,
      chroma: 140,
    });
    expect(redness(tongue)).toBeGreaterThan(1.1 * redness(orange));
    expect(redness(cavity)).toBeGreaterThan(redness(tongue));
    const usual: Rgb = [200, 150, 130];
    expect(redness(coloursOf({ skin: usual, lip }).tongue)).toBeLessThan(2.3);
  });

  it('has rims redder than pale lips are, where these turn inwards: no grey line before a red tongue', () => {
    const lip: Rgb = [202, 151, 70];
    const { innerLip, tongue } = coloursOf({ lip, mouthSkin: [178, 137, 66] });
    const toGreen = ([r, g]: Rgb) => r / g;
    expect(toGreen(innerLip)).toBeGreaterThan(1.1 * toGreen(lip));
    expect(toGreen(innerLip)).toBeLessThan(toGreen(tongue));
  });

  it('is flesh behind lips as pale as skin where the darks of the face are red', () => {
    const powdered = {
      skin: [200, 195, 190],
      mouthSkin: [200, 195, 190],
      lip: [205, 198, 193],
      chroma: 15,
    };
    const tongueOf = (nostrilRedness: number, more = {}) =>
      coloursOf({ ...powdered, nostrilRedness, ...more }).tongue;
    expect(redness(tongueOf(1))).toBeLessThan(1.25);
    expect(redness(tongueOf(1.4))).toBeGreaterThan(1.4);
    expect(redness(tongueOf(1.8))).toBeGreaterThan(1.9);
    // Whites behind yellow lenses do not make it ochre.
    const [, green, blue] = tongueOf(1.8, { white: [40, 36, 24] });
    expect(blue).toBeGreaterThan(0.8 * green);
    // Lips that are red say more.
    const red = coloursOf({ nostrilRedness: 1.8 }).tongue;
    expect(red).toEqual(coloursOf({}).tongue);
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
    expect(lumaOf(painted.cavity)).toBeGreaterThan(0.75 * 55);
    expect(lumaOf(painted.cavity)).toBeLessThan(0.9 * 55);
    expect(lumaOf(photo.cavity)).toBeLessThan(0.9 * lumaOf(painted.cavity));
    expect(leftInThroat(painted)).toBeGreaterThan(leftInThroat(photo) + 0.05);
    // Where the painter went as dark as a photo would, so does the throat.
    const deep = coloursOf({ nostrilLuma: 35 }, {}, 'painting');
    expect(leftInThroat(deep)).toBeCloseTo(leftInThroat(photo), 6);
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
    expect(deep.ofLip).toBeLessThan(0.7);
    expect(pale.ofLip).toBeGreaterThan(1.05 * deep.ofLip);
    expect(pale.ofLip).toBeLessThan(0.9);
    expect(pale.ofThroat).toBeGreaterThan(1.6);
    // Painters leave it darker, if their shadows leave room for that.
    const painted = lit(dark, 'painting');
    expect(painted.ofLip).toBeLessThan(0.59);
    expect(painted.ofLip).toBeGreaterThan(0.55);
    expect(painted.ofLip).toBeLessThan(0.9 * deep.ofLip);
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
    expect(lumaOf(bright.throat)).toBeGreaterThan(22);
    expect(lumaOf(bright.throat)).toBeLessThan(35);
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

  it('is not black within a line that is drawn grey on grey', () => {
    const skin: Rgb = [216, 209, 201];
    const grey = { skin, mouthSkin: skin, lip: skin, white: [235, 230, 225], chroma: 15 };
    const darkBy = (pen: Rgb) => lumaOf(coloursOf(grey, {}, 'drawing', pen).cavity);
    expect(darkBy([166, 159, 146])).toBeGreaterThan(90);
    expect(darkBy([166, 159, 146])).toBeLessThan(120);
    expect(darkBy([30, 25, 25])).toBeLessThan(50);
  });

  it('is black in an ink drawing without lips, and red in a coloured one', () => {
    const white = [255, 255, 255];
    const paper = {
      skin: white,
      mouthSkin: white,
      white,
      lip: white,
      lipPalest: white,
      nostrilLuma: 5,
      shadowLuma: 5,
    };
    const ink = coloursOf({ ...paper, chroma: 0 }, {}, 'drawing');
    expect(ink.tongue).toEqual(ink.cavity);
    // Grey lips have a grey mouth behind them.
    const lips = { lip: [170, 170, 170], lipPalest: [185, 185, 185] };
    const grey = coloursOf({ ...paper, ...lips, chroma: 0 }, {}, 'drawing');
    expect(lumaOf(grey.tongue)).toBeGreaterThan(4 * lumaOf(grey.cavity));
    // … but lips that are an outline on paper, cream if need be, have not.
    const cream = [254, 248, 230];
    const sheet = { ...paper, skin: cream, mouthSkin: cream, lipPalest: [251, 245, 232] };
    const line = coloursOf({ ...sheet, lip: [167, 162, 149], chroma: 20 }, {}, 'drawing');
    expect(line.tongue).toEqual(line.cavity);
    // Pale skin that is shaded in colour is none, however like cream its lightest parts are.
    const shaded = coloursOf({ ...sheet, lip: cream, chroma: 39 }, {}, 'drawing');
    expect(shaded.tongue[0] / shaded.tongue[1]).toBeGreaterThan(1.6);
    expect(lumaOf(shaded.tongue)).toBeGreaterThan(2 * lumaOf(shaded.cavity));
    const yellow = [255, 219, 150];
    const { tongue } = coloursOf(
      { skin: yellow, mouthSkin: yellow, lip: yellow, lipPalest: yellow },
      {},
      'drawing',
    );
    expect(tongue[0] / tongue[1]).toBeGreaterThan(1.6);
    expect(tongue[2] / tongue[1]).toBeGreaterThan(0.75);
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
