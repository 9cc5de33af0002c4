import type { Face, FoundBy } from '../../face/face.ts';
import type { MaskTrust } from '../../face/person-mask.ts';
import { clamp, mix } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { gatherStyleEvidence, type StyleEvidence } from './style-evidence.ts';

/** How a picture was made, or what it shows: it decides on teeth, shading and lids. */
export type ArtStyle = 'photo' | 'painting' | 'drawing' | 'animal';

/** What a picture was taken for. */
export interface StyleGuess {
  readonly style: ArtStyle;
  /**
   * 0..1: how much like paint a painting is drawn; 0 for other styles. A photo that passes for a
   * painting seldom does so plainly, and loses the less for it.
   */
  readonly painted01: number;
}

/** Flat drawings have .42 at least, glasses and their shine included; a photo has .15 at most. */
const EVEN_AREAS = 0.3;
/** Shaded ones, with strong lines all over, have fewer; a photo so full of edges has none. */
const EVEN_AMONG_LINES = 0.2;
const MANY_LINES = 0.13;
/**
 * Soft shading leaves clip art fewer still: of coloured photos with so many lines, in five framings and lights
 * each, the first has .058 and less, the second .047 and less.
 */
const SHADED_AMONG_LINES = [
  { even: 0.1, lines: 0.11 },
  { even: 0.05, lines: 0.2 },
] as const;

/** On a ground with grain even areas are few; so many, in so few colours, are seen in no photo: .06 at most. */
const GRAINED = { even: 0.095, palette: 50 } as const;

/**
 * Irises as large as animals', amid whites brighter than skin is: 3-D characters and anime, whose skin is
 * smooth. Yellow eyes are brighter than the fur of a black cat, but fur has more texture, and where it is out of focus
 * an animal is seen there (.65 and more; 3-D animals .26 and less).
 */
const TOONS = [
  { irises: 0.15, whites: 1.15 },
  // Red irises dim a vampire's whites to 1.14; animals with irises so large have .9 at most.
  { irises: 0.18, whites: 1.05 },
] as const;
const TOON_TEXTURE = 0.045;
const SEEN_FUR = 0.5;

/** Below this (0..255) skin has no colour: the picture is grey. */
const GREY_SATURATION = 14;

/** Drawings, JPEG's traces included, have .04 at most; a dim photo of which the noise was raised, .12. */
const NOISY_TEXTURE = 0.08;

/**
 * From this much evidence on a face is taken for an animal's. A face that the models found without
 * help must speak more clearly, and one that they are this sure of is a person's, whatever its
 * skin, beard and light: a person taken for an animal is the worst mistake that can be made here.
 */
const ANIMAL_EVIDENCE: Record<FoundBy, number> = {
  'first-pass': 2.2,
  search: 1.6,
  points: 1.3,
  // The models see nobody there, and a cascade that knows cats does.
  'animal-search': 0.6,
};
const SURELY_PERSON = 0.84;
/**
 * From here on nothing is asked. Below it a detector is, which sees people: monkeys have .88 and less,
 * 107 of 240 people, painted and drawn ones among them, too.
 */
const NOTHING_ASKED = 0.9;
/**
 * … and this much says the detector that knows cats, dogs and cattle, from the first on, and plainly (see animalWitness):
 * white cats and black dogs hardly look furred, and models lay their eyes as people's.
 */
const SEEN_ANIMAL = [0.1, 0.3] as const;
const SEEING_COUNTS = 0.9;
/** So much more it says, from the first on and plainly, where only a search found a face: a far cat out of focus has nothing else to show. */
const PLAINLY_SEEN = [0.2, 0.5] as const;
const PLAINLY_COUNTS = 0.5;
/**
 * It knows people as well: what it says for one, and from where on nothing else counts. Of 150 pictures of
 * animals -.11 is the least (but -.26 of a gorilla on grey), of 124 photos of people -.13 the most.
 */
const SEEN_PERSON = [-0.15, -0.3] as const;
const PERSON_COUNTS = 1.5;
/** … and this much is enough where the models are hardly sure, as of a kitten out of focus. */
const HARDLY_PERSON = 0.74;
const LEAST_ANIMAL_EVIDENCE = 1.9;

/** From here on what the search for animals found is one, and no drawing of a person. */
const PLAINLY_FUR = 2;

/**
 * A guess; `photo` where nothing speaks clearly for something else.
 * @param trust of the mask of a person there; without it less is known of animals
 * @param witness how much surer of an animal than of a person a detector is there, -1..1, as from animalWitness;
 *   undefined where it was not asked
 */
export function guessArtStyle(
  picture: Picture,
  face: Face,
  trust: MaskTrust = SURE_MASK,
  witness?: number,
): StyleGuess {
  const evidence = gatherStyleEvidence(picture, face);
  // Fur before a plain ground has few colours and many lines, too.
  const furred =
    face.foundBy === 'animal-search' &&
    (witness ?? 0) > SEEN_PERSON[1] &&
    animalEvidence(evidence, face) > PLAINLY_FUR;
  if (!furred && looksDrawn(evidence, witness)) return { style: 'drawing', painted01: 0 };
  if (furred || looksLikeAnimal(evidence, face, trust, witness))
    return { style: 'animal', painted01: 0 };
  // A camera's own note outweighs tones, which are weak signs.
  const painted01 = picture.byCamera ? 0 : paintedness(evidence);
  return { style: painted01 > 0 ? 'painting' : 'photo', painted01 };
}

/** Even areas, on a grained ground in few colours; or few colours with ink around them; or dark lines on paper. */
export function looksDrawn(evidence: StyleEvidence, witness = 0): boolean {
  const toon =
    witness < SEEN_FUR &&
    TOONS.some(({ irises, whites }) => evidence.irises > irises && evidence.eyeWhites > whites);
  if (toon && evidence.texture < TOON_TEXTURE) return true;
  const coloured = evidence.skinSaturation > GREY_SATURATION;
  const lined = evidence.outlines01 > MANY_LINES;
  const even = evidence.flatness01 > (lined ? EVEN_AMONG_LINES : EVEN_AREAS);
  const shaded =
    coloured &&
    SHADED_AMONG_LINES.some(
      ({ even, lines }) => evidence.flatness01 > even && evidence.outlines01 > lines,
    );
  const grained = evidence.flatness01 > GRAINED.even && evidence.palette < GRAINED.palette;
  // A photo in the dark has few colours, too, and noise that stands for outlines.
  const plain = evidence.texture < NOISY_TEXTURE;
  const inked = coloured && plain && evidence.palette < 60 && evidence.outlines01 > 0.09;
  // Nor is grey skin in bright light paper: light falls off over a face.
  const onPaper = evidence.skinBrightness > 225 && evidence.paper01 > 0.65;
  const sketched = !coloured && onPaper && evidence.outlines01 > 0.08;
  return even || shaded || grained || inked || sketched;
}

/** Of a mask that says nothing. */
const SURE_MASK: MaskTrust = { cover01: 1, halfTones01: 0 };

export function looksLikeAnimal(
  evidence: StyleEvidence,
  face: Face,
  trust: MaskTrust = SURE_MASK,
  witness?: number,
): boolean {
  if (isSurelyPerson(face)) return false;
  const seen = witness ?? 0;
  const person01 = ramp(seen, ...SEEN_PERSON);
  if (person01 === 1) return false;
  if (looksLikeUnseenApe(evidence, face, witness)) return true;
  if (face.foundBy === 'first-pass' && face.confidence01 >= SURELY_PERSON) return false;
  const animal01 = ramp(seen, ...SEEN_ANIMAL);
  const furred =
    animalEvidence(evidence, face) +
    maskEvidence(trust, face) +
    SEEING_COUNTS * animal01 +
    (face.foundBy === 'search' ? PLAINLY_COUNTS * ramp(seen, ...PLAINLY_SEEN) : 0) -
    PERSON_COUNTS * person01 -
    (1 - animal01) * personEvidence(evidence, face);
  return (
    furred >= evidenceNeeded(face) || (seen > SEEN_SOMEBODY && looksLikeApe(evidence, face, trust))
  );
}

/** Whether the models are so sure of a person that nothing else is asked. */
export function isSurelyPerson({ foundBy, confidence01 }: Face): boolean {
  return foundBy === 'first-pass' && confidence01 >= NOTHING_ASKED;
}

/** A mask that covers less of the face than the first is seldom a person's, below the second never. */
const NO_PERSON = [0.85, 0.5] as const;

/** What the mask says against a person, where the models of faces saw one. */
function maskEvidence({ cover01 }: MaskTrust, { foundBy }: Face): number {
  return foundBy === 'first-pass' ? ramp(cover01, ...NO_PERSON) : 0;
}

function evidenceNeeded({ foundBy, confidence01 }: Face): number {
  const most = ANIMAL_EVIDENCE[foundBy];
  if (foundBy !== 'first-pass') return most;
  return mix(LEAST_ANIMAL_EVIDENCE, most, ramp(confidence01, HARDLY_PERSON, SURELY_PERSON));
}

/**
 * From these on, irises are no person's, and skin is not a smooth drawn one; narrower than this a face
 * is seen from its side, where irises are a guess.
 */
const APE_IRISES = 0.134;
/** … and from these on where the mask is in doubt by so much, too; people whom the models doubt have .111 at most. */
const DOUBTED_IRISES = 0.1145;
const DOUBTED_MASK = 0.05;
const APE_TEXTURE = 0.0115;
const APE_WIDTH = 0.7;
/** … nor do apes show so much white around them; 3-D characters do, whose irises are as large. */
const APE_WHITES = 0.75;

/**
 * The face of an ape or a monkey has a person's form and bare skin: it is told by irises that are
 * far too large, on a face of which the models are not sure. Drawn people's are as large, but smooth.
 */
function looksLikeApe(
  evidence: StyleEvidence,
  { foundBy }: Face,
  { halfTones01 }: MaskTrust,
): boolean {
  const { irises, texture, width, eyeWhites } = evidence;
  const least = halfTones01 > DOUBTED_MASK ? DOUBTED_IRISES : APE_IRISES;
  const large = irises > least && width > APE_WIDTH && eyeWhites < APE_WHITES;
  return foundBy === 'first-pass' && large && texture > APE_TEXTURE;
}

/**
 * The detector of animals and people knows neither apes nor monkeys, but it sees people where the models
 * find their faces: -.15 and less of 240 people, -.06 and more of a monkey in two dozen framings and lights.
 */
const NOBODY_SEEN = -0.1;
/** Where it sees somebody, irises that are too large are sunglasses (a woman in hers: -.30), not an ape's. */
const SEEN_SOMEBODY = -0.2;
/** Where it sees nobody, irises and skin need say little: of those framings .110 and .0059 at least, and whites of .74 at most. */
const UNSEEN_IRISES = 0.1;
const UNSEEN_TEXTURE = 0.0045;
const UNSEEN_WHITES = 0.85;

/** The same, where the detector was asked and sees nobody, however sure the models are of a face like a person's. */
function looksLikeUnseenApe(
  { irises, texture, width, eyeWhites }: StyleEvidence,
  { foundBy }: Face,
  witness: number | undefined,
): boolean {
  if (foundBy !== 'first-pass' || witness === undefined || witness <= NOBODY_SEEN) return false;
  const large = irises > UNSEEN_IRISES && width > APE_WIDTH && eyeWhites < UNSEEN_WHITES;
  return large && texture > UNSEEN_TEXTURE;
}

/** Whites of eyes as bright as this, against the skin: from here on, and plainly. */
const BRIGHT_WHITES = [0.6, 0.9] as const;

/**
 * Lenses as dark as this against the cheek, from here on and plainly, over skin without fur, are sunglasses; so
 * much they say for a person: that no whites are seen, and the models are not sure, says nothing there.
 */
const DARK_LENSES = [0.42, 0.34] as const;
const BARE_SKIN = [0.045, 0.03] as const;
const SUNGLASSES = 2;

/**
 * What speaks for a person on a face that has a person's form. Curls over the cheeks make it as rough
 * as fur, and a laugh as broad as a cat's; but the whites of its eyes are bright, or hidden.
 */
function personEvidence(evidence: StyleEvidence, { foundBy }: Face): number {
  if (foundBy !== 'first-pass' && foundBy !== 'search') return 0;
  const { eyeWhites, lenses, texture } = evidence;
  const sunglasses = ramp(lenses, ...DARK_LENSES) * ramp(texture, ...BARE_SKIN);
  return ramp(eyeWhites, ...BRIGHT_WHITES) + SUNGLASSES * sunglasses;
}

function ramp(value: number, none: number, full: number): number {
  return Math.min(1, Math.max(0, (value - none) / (full - none)));
}

/** Sum of what speaks for fur, muzzle, round dark eyes and a wide head. */
export function animalEvidence(evidence: StyleEvidence, face: Face): number {
  return (
    1.2 * ramp(evidence.texture, 0.02, 0.045) +
    ramp(evidence.eyeWhites, 0.55, 0.25) +
    ramp(evidence.noseContrast, 0.06, 0.16) +
    ramp(evidence.width, 1.25, 1.45) +
    // The models know people: of an animal they are less sure, or need help.
    (face.foundBy === 'first-pass' ? ramp(face.confidence01, 0.86, 0.74) : 0.5)
  );
}

/** What speaks for paint: mean and spread over people's pictures, and how much a spread more counts. */
const PAINT = [
  // Varnish, dust and print leave no black.
  { of: 'darks01', mean: 0.115, spread: 0.08, counts: 1.8 },
  // Sitters stand before dark grounds; a photo is exposed for its midtones.
  { of: 'midtones01', mean: 0.4, spread: 0.19, counts: -2.1 },
  // Old varnish and earths turn lights and flesh from pink to yellow and green …
  { of: 'lightsGreen', mean: 0.008, spread: 0.057, counts: 1.3 },
  { of: 'headGreen', mean: -0.028, spread: 0.09, counts: 1.25 },
  // … but green around the head is a garden's.
  { of: 'midtonesGreen', mean: 0, spread: 0.14, counts: -1.25 },
  // Edges are soft, and not only because the picture is small.
  { of: 'ownOutlines01', mean: 0.039, spread: 0.032, counts: -1.3 },
] as const;
/** Where nothing is unusual. */
const PAINT_USUALLY = -0.85;
/** One that lies further off says no more. */
const MOST_SPREADS = 2.5;
/** A painting drawn as a photo loses twice what a photo loses drawn as a painting: see ADR 0012. */
const LEAST_PAINT = -1;

/** What is drawn like paint at that limit, and from which evidence on all is. */
const LEAST_PAINTED = 0.2;
const PLAIN_PAINT = 1.5;

/**
 * How much like paint a picture of a person is drawn, 0..1; 0 for a photo. By a logistic regression
 * over 38 paintings and 81 photos, and a guess still: left out of the fit one by one, three photos
 * in ten pass for paintings and one painting for a photo. Of 242 photos that nobody had looked at, most of them
 * avatars of 200 to 300 px, one in six does; a third did before softness was told from smallness.
 */
export function paintedness(evidence: StyleEvidence): number {
  const paint = paintEvidence(evidence);
  if (evidence.skinSaturation <= GREY_SATURATION || paint <= LEAST_PAINT) return 0;
  return mix(LEAST_PAINTED, 1, ramp(paint, LEAST_PAINT, PLAIN_PAINT));
}

/** Logarithm of how many times likelier paint is than a photo. */
export function paintEvidence(evidence: StyleEvidence): number {
  return PAINT.reduce((sum, { of, mean, spread, counts }) => {
    const spreads = (evidence[of] - mean) / spread;
    return sum + counts * clamp(spreads, -MOST_SPREADS, MOST_SPREADS);
  }, PAINT_USUALLY);
}
