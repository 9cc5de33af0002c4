import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import type { Picture } from '../../math/picture.ts';
import { findMouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { fitDrawnMouth } from './drawn-mouth.ts';
import { readDrawnSeam } from './drawn-seam.ts';

const IOD = 80;
const SKIN = [250, 210, 180] as const;
const INK = [30, 20, 20] as const;

/** Landmarks whose lips are `gap` IOD apart. */
function face(gap = 0) {
  const landmarks = poseHead({ iodPx: IOD, xPx: 200, yPx: 160 });
  const pairs = [
    [78, 78],
    [191, 95],
    [80, 88],
    [81, 178],
    [82, 87],
    [13, 14],
    [312, 317],
    [311, 402],
    [310, 318],
    [415, 324],
  ];
  const outer = [146, 91, 181, 84, 17, 314, 405, 321, 375];
  const parted = (i: number, count: number) => gap * IOD * (1 - ((2 * i) / count - 1) ** 2);
  pairs.forEach(([upper, lower], i) => {
    landmarks[3 * lower + 1] = landmarks[3 * upper + 1] + parted(i, 10);
  });
  outer.forEach((index, i) => {
    landmarks[3 * index + 1] += parted(i + 1, 10);
  });
  return landmarks;
}

const LANDMARKS = face();
const MIDDLE_X = (LANDMARKS[3 * 61] + LANDMARKS[3 * 291]) / 2;
const MIDDLE_Y = (LANDMARKS[3 * 61 + 1] + LANDMARKS[3 * 291 + 1]) / 2;

type Shape = (x: number, y: number) => readonly number[] | undefined;

/** Plain skin with shapes on it; places are IOD from the middle of the landmarks' mouth, y down. */
function draw(...shapes: readonly Shape[]): Picture {
  const rgba = new Uint8Array(4 * 400 * 400).fill(255);
  for (let i = 0; i < 400 * 400; i++) {
    const x = ((i % 400) + 0.5 - MIDDLE_X) / IOD;
    const y = (Math.floor(i / 400) + 0.5 - MIDDLE_Y) / IOD;
    rgba.set(
      shapes.reduce((c: readonly number[], shape) => shape(x, y) ?? c, SKIN),
      4 * i,
    );
  }
  return { rgba, widthPx: 400, heightPx: 400 };
}

/** A stroke from -half to half, `dx` and `dy` away, bent down in its middle, IOD. */
function stroke({ half = 0.3, thick = 0.05, dx = 0, dy = 0, bend = 0 }, ink = INK as Rgb): Shape {
  return (x, y) => {
    const t = (x - dx) / half;
    if (Math.abs(t) > 1) return undefined;
    return Math.abs(y - dy - bend * (1 - t * t)) < thick / 2 ? ink : undefined;
  };
}

function box(
  left: number,
  right: number,
  top: number,
  bottom: number,
  colour: readonly number[] = INK,
): Shape {
  return (x, y) => (x > left && x < right && y > top && y < bottom ? colour : undefined);
}

/** Landmarks of a face whose irises have such a radius, IOD. */
function withIrises(radius: number) {
  const landmarks = face();
  for (const centre of [468, 473]) {
    [0, 1, 2, 3].forEach((k) => {
      const turn = (Math.PI / 2) * k;
      const at = 3 * (centre + 1 + k);
      landmarks[at] = landmarks[3 * centre] + radius * IOD * Math.cos(turn);
      landmarks[at + 1] = landmarks[3 * centre + 1] + radius * IOD * Math.sin(turn);
    });
  }
  return landmarks;
}

/** Three quarters as light as the skin. */
const PALE = [190, 160, 137] as const;
const RED = [225, 30, 35] as const;
const GREY = [150, 140, 138] as const;
const PINK = [250, 120, 150] as const;
const WHITE = [255, 255, 255] as const;

/** Two lips with a line between them at .06, within an outline of ink; what is inside is cut to their shape. */
function lipsOn(lip: readonly number[], line: readonly number[], inside?: Shape): Shape[] {
  const from = (x: number, y: number) => Math.hypot(x / 0.35, (y - 0.06) / 0.14);
  return [
    (x, y) => (from(x, y) < 1.15 ? INK : undefined),
    (x, y) => (from(x, y) < 1 ? (inside?.(x, y) ?? lip) : undefined),
    (x, y) => (from(x, y) < 1 && !inside && Math.abs(y - 0.06) < 0.02 ? line : undefined),
  ];
}

function mouthOn(plate: Picture, landmarks = LANDMARKS, flat = true) {
  const mouth = findMouthLine(fitDrawnMouth(plate, landmarks, IOD, flat).landmarks, IOD, plate);
  const at = (s: number, height: number) => {
    const [x, y] = mouthPoint(mouth, s, height);
    return [(x - MIDDLE_X) / IOD, (y - MIDDLE_Y) / IOD];
  };
  return { gap: mouth.gapPx / IOD, right: at(-1, 0), left: at(1, 0), mouth };
}

describe('fitDrawnMouth', () => {
  it.each([
    ['under the landmarks, which show it open', { half: 0.3, thick: 0.05, dx: 0, dy: 0.05 }, 0.2],
    ['below them', { half: 0.3, thick: 0.05, dx: 0, dy: 0.22 }, 0],
    ['beside and above them', { half: 0.3, thick: 0.05, dx: 0.18, dy: -0.12 }, 0.1],
    ['shorter and thick', { half: 0.2, thick: 0.12, dx: 0, dy: 0.1 }, 0.2],
    ['bent to a smile', { half: 0.3, thick: 0.05, dx: 0, dy: 0.05, bend: 0.12 }, 0.15],
  ])('lays a shut mouth on a stroke %s', (_, look, apart) => {
    // The mouth ends where the stroke's round caps begin.
    const { dx, dy } = look;
    const half = look.half - look.thick / 2;
    const { gap, right, left } = mouthOn(draw(stroke(look)), face(apart));
    expect(gap).toBe(0);
    expect(right[0]).toBeCloseTo(dx - half, 1);
    expect(left[0]).toBeCloseTo(dx + half, 1);
    expect(Math.abs(right[1] - dy)).toBeLessThan(0.04);
    expect(Math.abs(left[1] - dy)).toBeLessThan(0.04);
  });

  it('lays one on a stroke of grey on grey as well, which is drawn again in its own colour', () => {
    const plate = draw(stroke({ thick: 0.08, dy: 0.05, bend: 0.12 }, PALE));
    const { gap, mouth } = mouthOn(plate, face(0.15));
    expect(gap).toBe(0);
    expect(readDrawnSeam(plate, mouth, IOD, SKIN, true).pen?.colour).toEqual(PALE);
    // On shaded skin it may be the shade of a fold.
    expect(mouthOn(plate, face(0.15), false).gap).toBeGreaterThan(0.1);
  });

  it('follows the bend of the stroke', () => {
    const { mouth } = mouthOn(draw(stroke({ bend: 0.15 })), face(0.2));
    const middle = mouth.upper.values[mouth.upper.values.length >> 1] / IOD;
    expect(middle).toBeLessThan(-0.1);
    expect(middle).toBeGreaterThan(-0.17);
  });

  it('brings the mouth to a shape that lies elsewhere, as open as it was', () => {
    const plate = draw(box(-0.1, 0.4, 0.33, 0.68));
    const fitted = fitDrawnMouth(plate, face(0.2), IOD).landmarks;
    const xs = [61, 291].map((i) => (fitted[3 * i] - MIDDLE_X) / IOD);
    expect(xs[0]).toBeCloseTo(-0.1, 1);
    expect(xs[1]).toBeCloseTo(0.4, 1);
    expect(findMouthLine(fitted, IOD, plate).gapPx).toBeGreaterThan(0.1 * IOD);
  });

  it('lays an open mouth on a crescent of ink in whose hollow the landmarks lie, but not on a curl', () => {
    const thick = (t: number) => 0.15 * Math.sqrt(1 - t * t);
    const middle = (t: number) => -0.25 * (1 - t * t);
    const crescent: Shape = (x, y) => {
      const t = x / 0.4;
      return Math.abs(t) < 1 && Math.abs(y - middle(t)) < thick(t) ? INK : undefined;
    };
    const { mouth, gap } = mouthOn(draw(crescent));
    expect(gap).toBeGreaterThan(0.13);
    const at = (rim: typeof mouth.upper) => rim.values[rim.values.length >> 1] / IOD;
    expect((at(mouth.upper) + at(mouth.lower)) / 2).toBeCloseTo(0.25, 1);
    const hollow: Shape = (x, y) =>
      crescent(x, y) && Math.abs(y - middle(x / 0.4)) < 0.6 * thick(x / 0.4) ? SKIN : undefined;
    const ring = draw(crescent, hollow);
    expect(fitDrawnMouth(ring, LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
  });

  it('leaves what lies well', () => {
    const [top, bottom] = [13, 14].map((i) => (LANDMARKS[3 * i + 1] - MIDDLE_Y) / IOD);
    const half = (LANDMARKS[3 * 291] - LANDMARKS[3 * 61]) / 2 / IOD;
    const dy = (top + bottom) / 2;
    const on = draw(stroke({ half, dy }));
    expect(fitDrawnMouth(on, LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
    // Lips on a line, or a mouth that is a shape, where the landmarks have theirs.
    const red = box(-half, half, -0.1, 0.1, [200, 70, 70]);
    const lips = draw(red, stroke({ half, thick: 0.03, dy }));
    expect(fitDrawnMouth(lips, LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
    const open = face(0.25);
    expect(fitDrawnMouth(draw(box(-0.25, 0.25, -0.05, 0.2)), open, IOD).landmarks).toBe(open);
  });

  it('shuts a mouth on the dark crescent of a 3-D character, but not on lips, nor on a face with small irises', () => {
    const crescent =
      (colour: readonly number[], dy: number): Shape =>
      (x, y) => {
        const arch = 1 - (x / 0.35) ** 2;
        const down = y - dy;
        return arch > 0 && down > 0.05 * arch && down < 0.03 + 0.2 * arch ? colour : undefined;
      };
    // From one cheek to the other its light falls off by more than what is drawn has to differ.
    const shaded = (shape: Shape) => {
      const plate = draw(shape);
      const rgba = plate.rgba.map((v, i) => {
        const x = (((i >> 2) % 400) + 0.5 - MIDDLE_X) / IOD;
        return i % 4 === 3 ? v : v * Math.min(1, Math.max(0.6, 0.82 - 0.28 * x));
      });
      return { ...plate, rgba };
    };
    const on = (landmarks: typeof LANDMARKS, colour: readonly number[]) =>
      fitDrawnMouth(shaded(crescent(colour, 0.02)), landmarks, IOD, false);
    const character = withIrises(0.19);
    const { landmarks: fitted, kind } = on(character, [130, 0, 75]);
    expect(kind).toBe('crescent');
    const downOf = (i: number) => (fitted[3 * i + 1] - MIDDLE_Y) / IOD;
    expect(downOf(0)).toBeCloseTo(0.07, 1);
    expect(downOf(17)).toBeCloseTo(0.25, 1);
    for (const lip of [13, 14]) expect(downOf(lip)).toBeCloseTo(0.16, 1);
    expect(on(character, [160, 90, 85]).kind).not.toBe('crescent');
    expect(on(withIrises(0.1), [130, 0, 75]).kind).not.toBe('crescent');
  });

  it('tells it from dark skin and from a beard by its hue', () => {
    const character = withIrises(0.19);
    const over = (ground: Shape, colour: readonly number[]) => {
      const plate = draw(ground, box(-0.35, 0.35, 0, 0.16, colour));
      return fitDrawnMouth(plate, character, IOD, false).kind;
    };
    const dark: Shape = () => [72, 48, 50];
    const beard: Shape = (x, y) =>
      Math.abs(x) < 0.7 && y > -0.15 && y < 0.7 ? [43, 29, 41] : [200, 150, 130];
    for (const ground of [dark, beard]) {
      expect(over(ground, [60, 1, 33])).toBe('crescent');
      // A shade of what is around is no mouth.
      expect(over(ground, [49, 33, 40])).not.toBe('crescent');
    }
    // Where the beard leaves skin bare around it there is no room to draw it anew.
    const bare: Shape = (x, y) =>
      Math.abs(x) < 0.38 && y > -0.02 && y < 0.24 ? [200, 150, 130] : beard(x, y);
    expect(over(bare, [60, 1, 33])).toBe('crescent-in-beard');
  });

  it('finds a stroke that reaches far beyond the landmarks, and says where none is', () => {
    const broad = draw(stroke({ half: 0.75, dy: 0.1, bend: 0.1 }));
    const { landmarks, kind } = fitDrawnMouth(broad, LANDMARKS, IOD);
    expect(kind).toBe('shape');
    expect((landmarks[3 * 291] - MIDDLE_X) / IOD).toBeGreaterThan(0.65);
    expect(fitDrawnMouth(draw(), LANDMARKS, IOD).kind).toBe('unseen');
    // Something beside the face, an ear say.
    expect(fitDrawnMouth(draw(box(0.6, 0.85, -0.1, 0.3)), LANDMARKS, IOD).kind).toBe('unseen');
  });

  it('finds a broad smile as low as the landmarks have the chin, and draws the face out to it', () => {
    const chin = (LANDMARKS[3 * 152 + 1] - MIDDLE_Y) / IOD;
    const low = draw(stroke({ half: 0.8, thick: 0.08, dy: chin - 0.1, bend: 0.25 }));
    const { landmarks, kind } = fitDrawnMouth(low, LANDMARKS, IOD);
    expect(kind).toBe('shape');
    const up = (i: number) => (landmarks[3 * i + 1] - MIDDLE_Y) / IOD;
    expect(up(13)).toBeCloseTo(chin + 0.15, 1);
    expect(up(152)).toBeGreaterThan(chin + 0.3);
    expect(up(1)).toBeCloseTo((LANDMARKS[3 + 1] - MIDDLE_Y) / IOD, 5);
    // Something short below a face without a mouth, a button say.
    const button = draw(stroke({ half: 0.2, thick: 0.1, dy: chin + 0.2 }));
    expect(fitDrawnMouth(button, LANDMARKS, IOD).kind).toBe('unseen');
  });

  it('finds a hairline that fades in its middle, on shaded skin', () => {
    const pale = [225, 184, 156] as const;
    const part = (left: number, right: number): Shape => box(left, right, 0.12, 0.15, pale);
    const faded = draw(part(-0.2, -0.04), part(0.05, 0.2));
    const { landmarks, kind } = fitDrawnMouth(faded, LANDMARKS, IOD, false);
    expect(kind).toBe('faint-line');
    expect((landmarks[3 * 61] - MIDDLE_X) / IOD).toBeCloseTo(-0.2, 1);
    expect((landmarks[3 * 291] - MIDDLE_X) / IOD).toBeCloseTo(0.2, 1);
    expect(Math.abs((landmarks[3 * 13 + 1] - MIDDLE_Y) / IOD - 0.135)).toBeLessThan(0.02);
    // Flat skin has no shade that a line could be as pale as, and shade is broader.
    expect(fitDrawnMouth(faded, LANDMARKS, IOD, true).kind).toBe('unseen');
    const shade = draw(box(-0.2, 0.2, 0.1, 0.2, pale));
    expect(fitDrawnMouth(shade, LANDMARKS, IOD, false).kind).not.toBe('faint-line');
  });

  it('leaves a line that hangs together with the nose for the shade below the lip, but no bare seam', () => {
    const seam = (LANDMARKS[3 * 13 + 1] - MIDDLE_Y) / IOD;
    const half = 0.3;
    const line = stroke({ half, thick: 0.03, dy: seam });
    const toNose = box(-0.015, 0.015, -1.5, seam);
    const shade = stroke({ half: 0.15, thick: 0.04, dy: seam + 0.25 });
    expect(fitDrawnMouth(draw(line, toNose, shade), LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
    const bare = fitDrawnMouth(draw(toNose, shade), LANDMARKS, IOD).landmarks;
    expect((bare[3 * 13 + 1] - MIDDLE_Y) / IOD).toBeCloseTo(seam + 0.25, 1);
  });

  it('leaves lips on shaded skin, whose line runs on to the outline, for the mark below them', () => {
    const seam = (LANDMARKS[3 * 13 + 1] - MIDDLE_Y) / IOD;
    const line = box(-0.35, 3, seam - 0.06, seam + 0.06);
    const mark = stroke({ half: 0.12, thick: 0.04, dy: seam + 0.25 });
    expect(fitDrawnMouth(draw(line, mark), LANDMARKS, IOD, false).landmarks).toBe(LANDMARKS);
    // On flat skin it may be a moustache over a short mouth.
    expect(fitDrawnMouth(draw(line, mark), LANDMARKS, IOD, true).landmarks).not.toBe(LANDMARKS);
    const bare = fitDrawnMouth(draw(mark), LANDMARKS, IOD, false).landmarks;
    expect((bare[3 * 13 + 1] - MIDDLE_Y) / IOD).toBeCloseTo(seam + 0.25, 1);
  });

  it('takes no edge of shade aside for a stroke', () => {
    const aside = draw(stroke({ half: 0.25, dx: 0.16 }));
    expect(fitDrawnMouth(aside, LANDMARKS, IOD, false).landmarks).toBe(LANDMARKS);
    expect(fitDrawnMouth(aside, LANDMARKS, IOD, true).landmarks).not.toBe(LANDMARKS);
  });

  it('lays both lips on the line between drawn ones that are shut', () => {
    const { landmarks, kind } = fitDrawnMouth(draw(...lipsOn(RED, INK)), face(0.1), IOD);
    expect(kind).toBe('lips');
    for (const i of [13, 14, 82, 87]) {
      expect(Math.abs((landmarks[3 * i + 1] - MIDDLE_Y) / IOD - 0.06)).toBeLessThan(0.025);
    }
    expect((landmarks[1] - MIDDLE_Y) / IOD).toBeLessThan(-0.05);
    expect((landmarks[3 * 17 + 1] - MIDDLE_Y) / IOD).toBeGreaterThan(0.15);
  });

  it.each([
    ['teeth between them', lipsOn(RED, INK, box(-0.22, 0.22, 0, 0.12, WHITE))],
    ['one shape without a line', lipsOn(RED, RED)],
    ['lips that are no redder than the skin', lipsOn(GREY, INK)],
    ['a tongue below the dark', lipsOn(RED, INK, box(-0.4, 0.4, 0.08, 0.3, PINK))],
  ])('takes %s for no shut lips', (_, shapes) => {
    expect(fitDrawnMouth(draw(...shapes), LANDMARKS, IOD).kind).not.toBe('lips');
  });

  it('takes no line that runs on for a mouth, nor a speck, nor what is no drawing', () => {
    const chin = draw(box(-2, 2, 0.2, 0.25));
    const specks = draw(box(-0.02, 0.02, 0.2, 0.24), box(0.2, 0.26, 0.1, 0.14));
    for (const plate of [draw(), chin, specks, skinPlate(400, 400)]) {
      expect(fitDrawnMouth(plate, LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
    }
    const bearded = draw(box(-0.62, 0.62, -0.1, 1), box(-0.2, 0.2, 0.1, 0.15, [250, 80, 80]));
    expect(fitDrawnMouth(bearded, LANDMARKS, IOD).landmarks).toBe(LANDMARKS);
  });

  it('takes the skin around it along, and leaves eyes and the nose alone', () => {
    const fitted = fitDrawnMouth(draw(stroke({ dy: 0.2 })), LANDMARKS, IOD).landmarks;
    const moved = (i: number) =>
      Math.hypot(fitted[3 * i] - LANDMARKS[3 * i], fitted[3 * i + 1] - LANDMARKS[3 * i + 1]) / IOD;
    expect(moved(18)).toBeGreaterThan(0.05);
    for (const i of [1, 33, 263, 70, 468]) expect(moved(i)).toBeLessThan(0.005);
  });
});
