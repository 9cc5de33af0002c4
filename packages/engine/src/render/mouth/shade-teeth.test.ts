import { describe, expect, it } from 'vitest';
import { PLAIN_MOUTH } from '../../../test/support/mouth-colours.ts';
import { createFaceState } from '../../expression/face-state.ts';
import type { Rig } from '../../rig/rig.ts';
import type { MouthColours } from './mouth-colours.ts';
import { ownTeethLight, setTeeth, shadeTeeth, type TeethNow } from './shade-teeth.ts';

const colours: MouthColours = {
  ...PLAIN_MOUTH,
  tooth: [210, 205, 195],
  baredTooth: [210, 205, 195],
};
const SMILE: TeethNow = {
  upper01: 1,
  hiddenIod: 0,
  bared: 1,
  apart01: 1,
  lit01: 0,
  cornerShade: 0.4,
  cornerFrom: 0.5,
  turnsAway: 0.5,
  lipShade: 0.28,
  lipShadeIod: 0.024,
  fromSide: 0,
  lowerIod: 0,
  flat: false,
  white01: 1,
  softIod: 0.008,
  iodPx: 100,
};
const MIDDLE = { x: 0.07, y: 0.01 };

/** Red, green, blue of a place where the lips are `gapIod` apart; `above` the lower lip, IOD. */
function shaded(teeth: TeethNow, arch = MIDDLE, gapIod = 0.16, above = 0.1, of = colours) {
  const colour = [...colours.cavity];
  const inside = { side: arch.x / 0.4, below: gapIod - above, above, fromCorner: 0.2 };
  shadeTeeth(teeth, arch, inside, gapIod, of, colour);
  return colour;
}

describe('shadeTeeth', () => {
  it('shows none between lips that hardly part, and all of them in a smile', () => {
    expect(shaded(SMILE, MIDDLE, 0.02, 0.01)).toEqual([...colours.cavity]);
    expect(shaded(SMILE)[0]).toBeGreaterThan(0.75 * colours.tooth[0]);
  });

  it('leaves what the picture shows itself: no upper row is drawn over own teeth', () => {
    expect(shaded({ ...SMILE, upper01: 0 })).toEqual([...colours.cavity]);
  });

  it('is darker to the sides, and its shade is warm', () => {
    const middle = shaded(SMILE);
    const side = shaded(SMILE, { x: 0.38, y: 0.01 });
    expect(side[0]).toBeLessThan(0.9 * middle[0]);
    // Against its own middle a shaded tooth loses least red.
    expect(side[0] / middle[0]).toBeGreaterThan(side[2] / middle[2] + 0.02);
  });

  it('has no warmer shade in a picture without colour', () => {
    const side = { x: 0.38, y: 0.01 };
    const of = (coloured01: number) => shaded(SMILE, side, 0.16, 0.1, { ...colours, coloured01 });
    const [grey, red] = [of(0), of(1)];
    expect(red[0]).toBeGreaterThan(1.08 * grey[0]);
    expect(red.slice(1)).toEqual(grey.slice(1));
  });

  it('is lit from the side that the face is: crowns that turn off the light are darker', () => {
    const at = (x: number, fromSide: number) => shaded({ ...SMILE, fromSide }, { x, y: 0.01 })[1];
    expect(at(0.28, 0)).toBe(at(-0.28, 0));
    expect(at(0.28, -0.5)).toBeLessThan(0.9 * at(0.28, 0));
    expect(at(-0.28, -0.5)).toBeGreaterThan(at(-0.28, 0));
    expect(at(-0.28, -2)).toBeLessThan(1.07 * at(-0.28, 0));
    expect(at(0, -0.5)).toBe(at(0, 0));
  });

  it('comes out of the shade of the upper lip, as deep as that is', () => {
    const at = (lipShade: number, above: number) =>
      shaded({ ...SMILE, lipShade }, MIDDLE, 0.16, above)[1];
    expect(at(0.5, 0.155)).toBeLessThan(0.9 * at(0.28, 0.155));
    expect(at(0.5, 0.155)).toBeLessThan(0.75 * at(0.5, 0.06));
  });

  it('lays a dark line behind the lower lip under a lit row', () => {
    const lit: TeethNow = { ...SMILE, lit01: 1 };
    const atRim = (teeth: TeethNow) => shaded(teeth, MIDDLE, 0.16, 0.004)[1] / shaded(teeth)[1];
    expect(atRim(lit)).toBeLessThan(0.5);
    expect(atRim(SMILE)).toBeGreaterThan(0.9);
  });

  it('shows lower tips only where the lip is drawn off them', () => {
    const low = { x: 0.04, y: -0.2 };
    const covered = shaded(SMILE, low, 0.2, 0.02);
    expect(covered).toEqual([...colours.cavity]);
    expect(shaded({ ...SMILE, lowerIod: 0.04 }, low, 0.2, 0.02)[0]).toBeGreaterThan(100);
  });

  it('draws no white into a drawing until its mouth is open', () => {
    const drawn: TeethNow = { ...SMILE, flat: true };
    expect(shaded({ ...drawn, white01: 0 })).toEqual([...colours.cavity]);
    expect(shaded(drawn, MIDDLE, 0.16, 0.08)[0]).toBeGreaterThan(200);
    // A line runs around it.
    expect(shaded(drawn, MIDDLE, 0.16, 0.003)).toEqual([...colours.cavity]);
  });
});

describe('setTeeth', () => {
  const rigOf = (lipEdgePx: number, nostrilLuma = 30, style: Rig['style'] = 'painting', hair = 0) =>
    ({
      style,
      painted01: style === 'painting' ? 1 : 0,
      pose: { iodPx: 100 },
      surface: { lipEdgePx },
      moustache01: hair,
      tone: { skin: [200, 150, 130], mouthSkin: [195, 145, 125], nostrilLuma, lightX: -0.2 },
    }) as unknown as Rig;
  const set = (rig: Rig, teeth01: number) =>
    setTeeth(rig, { ...createFaceState(), teeth01 }, 0.1, 0);

  it('keeps crowns together in a soft picture, where they would be beads, and in a painting', () => {
    expect(set(rigOf(7), 0.65).apart01).toBeLessThan(0.75);
    expect(set(rigOf(3, 30, 'photo'), 0.65).apart01).toBeGreaterThan(0.85);
    expect(set(rigOf(3), 0.65).apart01).toBeLessThan(0.85);
  });

  it('lights a row that a smile bares, not tips that are seen in fear', () => {
    expect(set(rigOf(3), 1).lit01).toBe(1);
    expect(set(rigOf(3), 0.65).lit01).toBe(0);
    // Its white would be too sharp for a picture that is a blur.
    expect(set(rigOf(13), 1).lit01).toBeLessThan(0.5);
  });

  it('keeps a lit row light nearly up to its corners, in a painting less', () => {
    const [tips, photo, painting] = [
      set(rigOf(3, 30, 'photo'), 0.3),
      set(rigOf(3, 30, 'photo'), 1),
      set(rigOf(3), 1),
    ];
    for (const [more, less] of [
      [tips, painting],
      [painting, photo],
    ]) {
      expect(more.cornerShade).toBeGreaterThan(1.3 * less.cornerShade);
      expect(more.cornerFrom).toBeLessThan(0.8 * less.cornerFrom);
      expect(more.turnsAway).toBeGreaterThan(1.3 * less.turnsAway);
    }
  });

  it('has painted teeth in a deeper shade below the lip, and less of it in a smile', () => {
    const shade = (style: Rig['style'], teeth01: number) =>
      set(rigOf(3, 30, style), teeth01).lipShade;
    expect(shade('painting', 0.45)).toBeGreaterThan(1.5 * shade('photo', 0.45));
    expect(shade('painting', 1)).toBeLessThan(0.6 * shade('painting', 0.45));
  });

  it('dims tips in a painting of pale shadows, and keeps them together', () => {
    const [plain, muted] = [set(rigOf(3), 0.55), set(rigOf(3, 60), 0.55)];
    expect(muted.bared).toBeLessThan(0.9 * plain.bared);
    expect(muted.apart01).toBeLessThan(plain.apart01);
    expect(set(rigOf(3, 60), 1).bared).toBe(1);
  });

  it('is lit from the side that the face is lit from', () => {
    expect(set(rigOf(3), 1).fromSide).toBeLessThan(-0.2);
  });

  it('hides teeth behind a moustache, and by little more in a painting of pale shadows', () => {
    const plain = set(rigOf(3), 0.65).hiddenIod;
    const muted = rigOf(3, 60);
    expect(set(muted, 0.65).hiddenIod).toBeGreaterThan(1.3 * plain);
    expect(set(muted, 0.65).hiddenIod).toBeLessThan(1.8 * plain);
    expect(set(rigOf(3, 60, 'photo'), 0.65).hiddenIod).toBeCloseTo(plain, 6);
    expect(set(rigOf(3, 30, 'photo', 1), 0.65).hiddenIod).toBeGreaterThan(2 * plain);
    // A smile shows them all.
    expect(set(muted, 1).hiddenIod).toBe(0);
  });
});

describe('ownTeethLight', () => {
  it('leaves teeth as the picture has them, and shades them under the lip and to the sides', () => {
    const at = (side: number, below: number, shade01: number) =>
      ownTeethLight({ side, below, above: 0.1, fromCorner: 0.2 }, shade01);
    expect(at(0.7, 0, 0)).toBe(1);
    expect(at(0, 0.1, 1)).toBeLessThan(0.9);
    expect(at(0, 0, 1)).toBeLessThan(0.8 * at(0, 0.1, 1));
    expect(at(0.8, 0.1, 1)).toBeLessThan(0.7 * at(0, 0.1, 1));
  });
});
