import { describe, expect, it } from 'vitest';
import { TONE, tonedFace } from '../../../test/support/toned-face.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import { mixEnamel } from './enamel.ts';

function enamelOf(...face: Parameters<typeof tonedFace>) {
  return mixEnamel(tonedFace(...face));
}

describe('mixEnamel', () => {
  it('draws teeth as white as eyes are, but not those of eyes that are all one colour', () => {
    const warm = enamelOf({ white: [250, 240, 215] }, {}, 'drawing').tooth;
    expect(warm[0] - warm[2]).toBeGreaterThan(25);
    const green = enamelOf({ white: [30, 220, 60] }, {}, 'drawing').tooth;
    expect(Math.max(...green) - Math.min(...green)).toBeLessThan(10);
    expect(Math.min(...green)).toBeGreaterThan(220);
  });

  it('leaves teeth in the shade of a mouth that is open and shows none', () => {
    const lit = lumaOf(enamelOf().tooth);
    const shaded = (toothlessLuma: number) => lumaOf(enamelOf({}, { toothlessLuma }).tooth);
    expect(shaded(300)).toBeCloseTo(lit, 6);
    expect(shaded(130)).toBeLessThan(0.9 * lit);
    expect(shaded(30)).toBeGreaterThan(0.7 * lit);
    expect(shaded(30)).toBeLessThan(0.8 * lit);
  });

  it('gives enamel less than half of the hue of bright skin, and none of a reddened eye', () => {
    const redness = ([r, g]: Rgb) => r / g - 1;
    const ruddy: Rgb = [220, 140, 95];
    const tooth = (white: Rgb) => enamelOf({ skin: ruddy, mouthSkin: ruddy, white }).tooth;
    expect(redness(tooth([215, 205, 195]))).toBeLessThan(0.45 * redness(ruddy));
    expect(redness(tooth([215, 205, 195]))).toBeGreaterThan(0.2 * redness(ruddy));
    // The whites of this eye are in the shade of its lids.
    expect(redness(tooth([90, 30, 16]))).toBeLessThan(0.5 * redness(ruddy));
  });

  it('gives teeth no more blue than whites or skin have, under yellow varnish say', () => {
    const blueOf = ([, green, blue]: Rgb) => blue / green;
    const varnish = { skin: [190, 145, 65], mouthSkin: [181, 137, 61], white: [199, 156, 73] };
    expect(blueOf(enamelOf(varnish, {}, 'painting').tooth)).toBeLessThan(0.5);
    // Where either is not yellow, light is not: a warm complexion alone yellows no teeth.
    expect(blueOf(enamelOf({ ...varnish, white: [190, 180, 175] }).tooth)).toBeGreaterThan(0.6);
    expect(blueOf(enamelOf().tooth)).toBeGreaterThan(0.9);
  });

  it('lifts own teeth that lie in the lips’ shade towards enamel in the light, in their own hue', () => {
    const enamel = lumaOf(enamelOf().tooth);
    const tooth = (colour: Rgb) => enamelOf({}, { colour }).tooth;
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
    const muted = enamelOf({ nostrilLuma: 70 }, {}, 'painting');
    const clear = enamelOf({ nostrilLuma: 30 }, {}, 'painting');
    expect(lumaOf(muted.tooth)).toBeLessThan(0.85 * lumaOf(clear.tooth));
    expect(lumaOf(enamelOf({ nostrilLuma: 70 }).tooth)).toBeCloseTo(lumaOf(clear.tooth), 6);
  });

  it('is as light as the highlights of the face where a smile bares it, and whiter than in shade', () => {
    const { tooth, baredTooth } = enamelOf();
    expect(lumaOf(baredTooth)).toBeGreaterThan(TONE.highlightLuma);
    expect(lumaOf(baredTooth)).toBeLessThan(1.2 * TONE.highlightLuma);
    expect(lumaOf(baredTooth)).toBeGreaterThan(1.1 * lumaOf(tooth));
    expect(baredTooth[0] / baredTooth[2]).toBeLessThan(tooth[0] / tooth[2]);
    // A mouth that was open without teeth was in shade; a smile takes them out of it.
    expect(enamelOf({}, { toothlessLuma: 30 }).baredTooth).toEqual(baredTooth);
    // Painters keep it below their highlights.
    const painted = lumaOf(enamelOf({}, {}, 'painting').baredTooth);
    expect(painted).toBeLessThan(0.95 * lumaOf(baredTooth));
  });

  it('is as yellow as varnish is, not green, where a smile bares it', () => {
    const skin: Rgb = [181, 137, 61];
    const varnish = { skin: [190, 145, 65], mouthSkin: skin, white: [199, 156, 73] };
    const [red, green, blue] = enamelOf(varnish, {}, 'painting').baredTooth;
    expect(blue / green).toBeLessThan(0.6);
    expect(red / green).toBeGreaterThan(1.1);
    // Eyes behind dark glasses do not tell what the light is.
    const hidden = enamelOf({ ...varnish, white: [40, 30, 15] }).baredTooth;
    expect(hidden[2] / hidden[1]).toBeGreaterThan(0.75);
  });

  it('takes dull own teeth out of the lips’ shade in a smile, and leaves bright ones', () => {
    const dull: Rgb = [120, 100, 85];
    const { baredTooth, ownBaredLight } = enamelOf({}, { colour: dull });
    expect(ownBaredLight).toBeGreaterThan(1.4);
    expect(ownBaredLight).toBeLessThan(1.7);
    expect(lumaOf(baredTooth)).toBeGreaterThan(ownBaredLight * lumaOf(dull));
    expect(baredTooth[0] / baredTooth[2]).toBeLessThan(0.9 * (120 / 85));
    const bright: Rgb = [240, 230, 215];
    expect(enamelOf({}, { colour: bright }).ownBaredLight).toBe(1);
  });
});
