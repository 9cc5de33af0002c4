import { describe, expect, test } from 'vitest';
import type { Face } from '../../face/face.ts';
import {
  animalEvidence,
  looksDrawn,
  looksLikeAnimal,
  paintEvidence,
  paintedness,
} from './art-style.ts';
import type { StyleEvidence } from './style-evidence.ts';

/** As measured on a photo of a person. */
const PERSON: StyleEvidence = {
  flatness01: 0.01,
  paper01: 0.2,
  palette: 220,
  outlines01: 0.07,
  ownOutlines01: 0.07,
  texture: 0.014,
  skinBrightness: 182,
  skinSaturation: 59,
  noseContrast: 0.02,
  eyeWhites: 0.9,
  lenses: 1,
  width: 1.04,
  irises: 0.095,
  darks01: 0,
  midtones01: 0.5,
  lightsGreen: -0.01,
  midtonesGreen: -0.13,
  headGreen: 0,
};
/** As measured on a cat. */
const CAT: StyleEvidence = {
  ...PERSON,
  texture: 0.05,
  noseContrast: 0.11,
  eyeWhites: 0.44,
  width: 1.5,
  outlines01: 0.02,
};

const face = (foundBy: Face['foundBy'], confidence01: number): Face => ({
  landmarks: new Float32Array(0),
  confidence01,
  foundBy,
  boxPx: { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 },
});

describe('looksDrawn', () => {
  test('yes for huge irises amid bright whites, of 3-D characters, but not for cats', () => {
    expect(looksDrawn({ ...PERSON, irises: 0.19, eyeWhites: 1.3 })).toBe(true);
    expect(looksDrawn({ ...PERSON, irises: 0.12, eyeWhites: 1.3 })).toBe(false);
    expect(looksDrawn({ ...PERSON, irises: 0.22, eyeWhites: 1.14 })).toBe(true);
    expect(looksDrawn({ ...PERSON, irises: 0.17, eyeWhites: 1.14 })).toBe(false);
    expect(looksDrawn({ ...PERSON, irises: 0.19, eyeWhites: 0.9 })).toBe(false);
    const blackCat = { irises: 0.152, eyeWhites: 3.8, texture: 0.067 };
    expect(looksDrawn({ ...PERSON, ...blackCat })).toBe(false);
    const softFur = { irises: 0.19, eyeWhites: 1.5, texture: 0.034 };
    expect(looksDrawn({ ...PERSON, ...softFur }, 0.65)).toBe(false);
    expect(looksDrawn({ ...PERSON, ...softFur }, 0.26)).toBe(true);
  });

  test('no for a photo, in colour and in grey', () => {
    expect(looksDrawn(PERSON)).toBe(false);
    expect(looksDrawn({ ...PERSON, skinSaturation: 0, palette: 20 })).toBe(false);
  });

  test('yes for few colours on a grained ground, of which part is even', () => {
    // Flat avatars with a grain of paper, and the photos that come nearest.
    expect(looksDrawn({ ...PERSON, flatness01: 0.138, palette: 35 })).toBe(true);
    expect(looksDrawn({ ...PERSON, flatness01: 0.057, palette: 15 })).toBe(false);
    expect(looksDrawn({ ...PERSON, flatness01: 0.127, palette: 66 })).toBe(false);
  });

  test('yes for strong lines around soft shading, of clip art, but not for a photo full of edges', () => {
    expect(looksDrawn({ ...PERSON, flatness01: 0.119, outlines01: 0.115 })).toBe(true);
    expect(looksDrawn({ ...PERSON, flatness01: 0.056, outlines01: 0.237 })).toBe(true);
    // The photos that come nearest.
    expect(looksDrawn({ ...PERSON, flatness01: 0.058, outlines01: 0.132 })).toBe(false);
    expect(looksDrawn({ ...PERSON, flatness01: 0.047, outlines01: 0.254 })).toBe(false);
    const grey = { skinSaturation: 2, flatness01: 0.119, outlines01: 0.115 };
    expect(looksDrawn({ ...PERSON, ...grey })).toBe(false);
  });

  test('yes for even areas, for inked colours, and for lines on paper', () => {
    expect(looksDrawn({ ...PERSON, flatness01: 0.8 })).toBe(true);
    // Flat avatars with glasses, and the most even photo that was seen.
    expect(looksDrawn({ ...PERSON, flatness01: 0.42 })).toBe(true);
    expect(looksDrawn({ ...PERSON, flatness01: 0.15 })).toBe(false);
    expect(looksDrawn({ ...PERSON, palette: 28, outlines01: 0.18 })).toBe(true);
    const sketch = { skinSaturation: 2, skinBrightness: 240, outlines01: 0.12, paper01: 0.9 };
    expect(looksDrawn({ ...PERSON, ...sketch })).toBe(true);
  });
});

describe('a photo', () => {
  test('in grey and bright light is no sketch: only part of the face is white', () => {
    const bright = { skinSaturation: 0, skinBrightness: 227, outlines01: 0.099, palette: 15 };
    expect(looksDrawn({ ...PERSON, ...bright, flatness01: 0.06, paper01: 0.45 })).toBe(false);
  });

  test('shaded, in many colours, with strong lines all over is one if parts of it are even', () => {
    const anime = { flatness01: 0.25, outlines01: 0.245, palette: 244 };
    expect(looksDrawn({ ...PERSON, ...anime })).toBe(true);
    expect(looksDrawn({ ...PERSON, ...anime, flatness01: 0.045 })).toBe(false);
    expect(looksDrawn({ ...PERSON, ...anime, outlines01: 0.1 })).toBe(false);
  });

  test('taken in the dark is no drawing: few colours, but noise', () => {
    const dark = { palette: 55, outlines01: 0.112, texture: 0.118, skinBrightness: 110 };
    expect(looksDrawn({ ...PERSON, ...dark })).toBe(false);
    expect(looksDrawn({ ...PERSON, ...dark, texture: 0.037 })).toBe(true);
  });
});

describe('looksLikeAnimal', () => {
  test('yes where a detector plainly sees an animal, however little else speaks for it', () => {
    // A white kitten on its side.
    const kitten = { ...PERSON, texture: 0.028, eyeWhites: 0.5, noseContrast: 0.04, width: 1.11 };
    expect(looksLikeAnimal(kitten, face('search', 0.41))).toBe(false);
    expect(looksLikeAnimal(kitten, face('search', 0.41), undefined, 0.75)).toBe(true);
    // A far one has nothing else to show.
    const far = { ...PERSON, texture: 0.022, eyeWhites: 0.55, noseContrast: 0.07 };
    expect(looksLikeAnimal(far, face('search', 0.37), undefined, 0.25)).toBe(false);
    expect(looksLikeAnimal(far, face('search', 0.37), undefined, 0.8)).toBe(true);
    // Somebody may hold a dog to their face.
    expect(looksLikeAnimal(PERSON, face('first-pass', 0.8), undefined, 0.8)).toBe(false);
  });

  test('yes for a black dog whose eyes shine like whites, if a detector sees it', () => {
    const dog = { ...PERSON, texture: 0.062, noseContrast: 0.34, eyeWhites: 1.08, width: 1.01 };
    expect(looksLikeAnimal(dog, face('first-pass', 0.8))).toBe(false);
    expect(looksLikeAnimal(dog, face('first-pass', 0.8), undefined, 0.83)).toBe(true);
  });

  test('no where a detector plainly sees a person, whatever the coat and the nose', () => {
    expect(looksLikeAnimal(CAT, face('search', 0.4), undefined, -0.2)).toBe(true);
    expect(looksLikeAnimal(CAT, face('search', 0.4), undefined, -0.45)).toBe(false);
  });

  test('no for a person with a dark nose and rough skin whose whites are bright, found by the search', () => {
    const turned = { ...PERSON, texture: 0.041, noseContrast: 1.92, eyeWhites: 1.25, width: 0.6 };
    expect(looksLikeAnimal(turned, face('search', 0.49))).toBe(false);
  });

  test('yes for a cat with given points, no for a person', () => {
    expect(looksLikeAnimal(CAT, face('points', 1))).toBe(true);
    expect(looksLikeAnimal(PERSON, face('points', 1))).toBe(false);
  });

  test('never for a face of which the models are sure', () => {
    expect(looksLikeAnimal(CAT, face('first-pass', 0.9))).toBe(false);
    expect(looksLikeAnimal(CAT, face('first-pass', 0.72))).toBe(true);
  });

  test('no single sign is enough', () => {
    const signs: Partial<StyleEvidence>[] = [
      { texture: 0.2 },
      { eyeWhites: 0 },
      { noseContrast: 1 },
      { width: 3 },
    ];
    for (const sign of signs) {
      expect(looksLikeAnimal({ ...PERSON, ...sign }, face('first-pass', 0.8))).toBe(false);
    }
  });

  test('a person who laughs behind curls, or is lit in blue, is none: their eyes have whites', () => {
    const laugh = { ...PERSON, texture: 0.041, eyeWhites: 0.89, noseContrast: 0.08, width: 1.36 };
    expect(looksLikeAnimal(laugh, face('first-pass', 0.62))).toBe(false);
    const neon = { ...PERSON, texture: 0.037, eyeWhites: 0.99, noseContrast: 0.14, width: 1.03 };
    expect(looksLikeAnimal(neon, face('first-pass', 0.76))).toBe(false);
    const dog = { ...PERSON, texture: 0.026, eyeWhites: 0.26, noseContrast: 0.09, width: 1.42 };
    expect(looksLikeAnimal(dog, face('first-pass', 0.72))).toBe(true);
  });

  test('the less sure the models are, the less fur it takes', () => {
    const kitten = { ...PERSON, texture: 0.028, eyeWhites: 0.45, noseContrast: 0.1, width: 1.22 };
    expect(looksLikeAnimal(kitten, face('first-pass', 0.74))).toBe(true);
    expect(looksLikeAnimal(kitten, face('first-pass', 0.82))).toBe(false);
    const mask = { ...PERSON, texture: 0.028, eyeWhites: 0.41, noseContrast: 0.14, width: 0.98 };
    expect(looksLikeAnimal(mask, face('first-pass', 0.83))).toBe(false);
  });

  test('nor is one who wears sunglasses: that no whites are seen says nothing', () => {
    const hidden = { ...PERSON, texture: 0.024, eyeWhites: 0.11, noseContrast: 0.24, lenses: 0.15 };
    expect(looksLikeAnimal(hidden, face('first-pass', 0.71))).toBe(false);
    expect(looksLikeAnimal({ ...hidden, lenses: 1 }, face('first-pass', 0.71))).toBe(true);
    expect(looksLikeAnimal({ ...hidden, texture: 0.05 }, face('first-pass', 0.71))).toBe(true);
  });

  test('nor is anyone whom a detector sees plainly, hair on her cheeks and sunglasses or not', () => {
    const shaded = { ...PERSON, texture: 0.052, eyeWhites: 0.31, noseContrast: 0.13, lenses: 0.43 };
    expect(looksLikeAnimal(shaded, face('first-pass', 0.76), undefined, -0.31)).toBe(false);
    expect(looksLikeAnimal(shaded, face('first-pass', 0.76), undefined, -0.2)).toBe(true);
  });

  test('a mask that does not cover the face speaks against a person, but not against all else', () => {
    const dog = { ...PERSON, texture: 0.026, eyeWhites: 0.26, noseContrast: 0.08, width: 1.27 };
    const doubted = { cover01: 0.34, halfTones01: 0.38 };
    expect(looksLikeAnimal(dog, face('first-pass', 0.826))).toBe(false);
    expect(looksLikeAnimal(dog, face('first-pass', 0.826), doubted)).toBe(true);
    expect(looksLikeAnimal(dog, face('first-pass', 0.9), doubted)).toBe(false);
    expect(looksLikeAnimal(PERSON, face('first-pass', 0.7), doubted)).toBe(false);
  });

  test('irises that could be a person’s are an ape’s where the mask is in doubt', () => {
    const ape = { ...PERSON, irises: 0.121, texture: 0.014, eyeWhites: 0.6 };
    const doubted = { cover01: 1, halfTones01: 0.057 };
    expect(looksLikeAnimal(ape, face('first-pass', 0.76), doubted)).toBe(true);
    expect(looksLikeAnimal(ape, face('first-pass', 0.76))).toBe(false);
    expect(looksLikeAnimal({ ...ape, irises: 0.111 }, face('first-pass', 0.76), doubted)).toBe(
      false,
    );
  });

  test('a face seen from its side is no ape, whatever its irises', () => {
    const side = { ...PERSON, irises: 0.145, texture: 0.017, width: 0.56 };
    expect(looksLikeAnimal(side, face('first-pass', 0.81))).toBe(false);
  });

  test('an ape is told by its irises, unless the models are sure or the skin is drawn', () => {
    const ape = { ...PERSON, irises: 0.152, texture: 0.017, eyeWhites: 0.61 };
    expect(looksLikeAnimal(ape, face('first-pass', 0.82))).toBe(true);
    expect(looksLikeAnimal(ape, face('first-pass', 0.9))).toBe(false);
    expect(looksLikeAnimal({ ...ape, texture: 0.006 }, face('first-pass', 0.82))).toBe(false);
    expect(looksLikeAnimal({ ...ape, irises: 0.13 }, face('first-pass', 0.82))).toBe(false);
    expect(looksLikeAnimal({ ...ape, eyeWhites: 0.9 }, face('first-pass', 0.82))).toBe(false);
  });

  test('… or a detector sees a person there: large irises are sunglasses then', () => {
    const shaded = { ...PERSON, irises: 0.292, texture: 0.047, eyeWhites: 0.48, lenses: 0.4 };
    expect(looksLikeAnimal(shaded, face('first-pass', 0.76), undefined, -0.3)).toBe(false);
    expect(looksLikeAnimal(shaded, face('first-pass', 0.76), undefined, -0.1)).toBe(true);
  });

  test('a face like a person’s where a detector sees nobody is an ape’s, however sure the models are', () => {
    const ape = { ...PERSON, irises: 0.11, texture: 0.006, eyeWhites: 0.66 };
    const near = face('first-pass', 0.88);
    expect(looksLikeAnimal(ape, near, undefined, -0.06)).toBe(true);
    // That it was not asked is not that it sees nobody.
    expect(looksLikeAnimal(ape, near)).toBe(false);
    expect(looksLikeAnimal(ape, near, undefined, -0.15)).toBe(false);
    expect(looksLikeAnimal(ape, face('first-pass', 0.93), undefined, 0)).toBe(false);
    // Toons, whose whites are bright, and smooth drawn skin.
    expect(looksLikeAnimal({ ...ape, eyeWhites: 0.95 }, near, undefined, 0)).toBe(false);
    expect(looksLikeAnimal({ ...ape, texture: 0.004 }, near, undefined, 0)).toBe(false);
  });

  test('every sign counts', () => {
    const base = animalEvidence(PERSON, face('first-pass', 0.9));
    expect(base).toBeCloseTo(0);
    expect(animalEvidence(CAT, face('first-pass', 0.9))).toBeGreaterThan(2);
    expect(animalEvidence(PERSON, face('first-pass', 0.7))).toBeCloseTo(1);
  });
});

describe('paintedness', () => {
  /** As measured on the Mona Lisa. */
  const VARNISHED = {
    ...PERSON,
    ownOutlines01: 0.041,
    skinSaturation: 163,
    darks01: 0.064,
    midtones01: 0.27,
    lightsGreen: 0.21,
    midtonesGreen: 0.01,
    headGreen: 0.22,
  };

  test('tells old varnish from a photo, and a dark room or a garden from both', () => {
    expect(paintedness(PERSON)).toBe(0);
    expect(paintedness(VARNISHED)).toBe(1);
    expect(paintedness({ ...PERSON, midtones01: 0.2 })).toBe(0);
    expect(paintedness({ ...PERSON, midtones01: 0.2, midtonesGreen: 0.4 })).toBe(0);
  });

  test('what may as well be a photo is painted in part', () => {
    const half = paintedness({ ...PERSON, darks01: 0.1, midtones01: 0.3 });
    expect(half).toBeGreaterThan(0.2);
    expect(half).toBeLessThan(0.9);
  });

  test('every sign counts, but none without end', () => {
    const base = paintEvidence(PERSON);
    const more = { darks01: 0.1, lightsGreen: 0.1, headGreen: 0.1 };
    const less = { midtones01: 0.7, midtonesGreen: 0.1, ownOutlines01: 0.1 };
    for (const [sign, value] of Object.entries(more)) {
      expect(paintEvidence({ ...PERSON, [sign]: value }), sign).toBeGreaterThan(base + 0.5);
    }
    for (const [sign, value] of Object.entries(less)) {
      expect(paintEvidence({ ...PERSON, [sign]: value }), sign).toBeLessThan(base - 0.5);
    }
    const lime = paintEvidence({ ...PERSON, lightsGreen: 1 });
    expect(paintEvidence({ ...PERSON, lightsGreen: 9 })).toBe(lime);
  });

  test('a grey picture is no painting, whatever its tones', () => {
    expect(paintedness({ ...VARNISHED, skinSaturation: 3 })).toBe(0);
  });
});
