import { clamp, smoothstep } from '../../math/easing.ts';

/** The lower teeth of a cat or a dog, which stand on the jaw before the tongue. Lengths in IOD. */
export interface JawTeeth {
  /** How far from the middle canines stand. */
  readonly canineAt: number;
  readonly canineHeight: number;
  /** 0 where lips are hardly apart, in broad mouths and in small pictures, 1 where all of it is seen. */
  readonly seen01: number;
}

/** Where canines stand, of half the shut mouth, and of half the opening at most. */
const CANINE_AT = 0.4;
const CANINE_AT_MOST = 0.46;
/** A canine's breadth at its root and its height, IOD. */
const CANINE_BREADTH = 0.062;
const CANINE_HEIGHT = 0.105;
/** No canine is higher than this part of the gap. */
const CANINE_IN_GAP = 0.4;
/** How straight its sides are: 1 a triangle, less a tusk. */
const CANINE_TAPER = 0.62;
/** How far its tip lies outside its root, of its height. */
const CANINE_BEND = 0.16;
/** Gaps from which on the jaw's teeth are seen, and at which fully, IOD. */
const SEEN_FROM = 0.14;
const SEEN_FULL = 0.24;
/** Canines of so few pixels are specks, and of so many seen fully. */
const SPECK_PX = 8;
const PLAIN_PX = 12;
/**
 * Half mouths, IOD, up to which they are seen, and from which on not at all: broad ones are monkeys', whose
 * teeth a lower lip hides.
 */
const BROAD_FROM = 0.41;
const BROAD_FULL = 0.45;
/** Light at a tooth's root, against that on a canine's tip, and what is lost at its sides. */
const ROOT_LIGHT = 0.5;
const SIDES_LOSE = 0.45;

/**
 * The canines of an animal whose lips are parted, at one moment.
 * @param halfMouthIod half the mouth that the picture shows
 * @param halfOpeningIod half the opening
 * @param gapIod largest gap of the lips
 * @param iodPx by which small pictures are told
 */
export function jawTeeth(
  halfMouthIod: number,
  halfOpeningIod: number,
  gapIod: number,
  iodPx: number,
): JawTeeth {
  return {
    canineAt: Math.min(CANINE_AT * halfMouthIod, CANINE_AT_MOST * halfOpeningIod),
    canineHeight: Math.min(CANINE_HEIGHT, CANINE_IN_GAP * gapIod),
    seen01:
      smoothstep(SEEN_FROM, SEEN_FULL, gapIod) *
      smoothstep(SPECK_PX, PLAIN_PX, CANINE_HEIGHT * iodPx) *
      (1 - smoothstep(BROAD_FROM, BROAD_FULL, halfMouthIod)),
  };
}

/** How much of a place teeth cover, 0..1: `asideIod` from the jaw's middle, `aboveIod` above the lip. */
export function coverage(
  teeth: JawTeeth,
  asideIod: number,
  aboveIod: number,
  featherIod: number,
): number {
  const canine =
    canineBreadth(teeth, aboveIod) / 2 - Math.abs(offCanine(teeth, asideIod, aboveIod));
  return smoothstep(-featherIod, featherIod, canine);
}

/** Light on a tooth there, of its enamel's: it is round, and its root lies in the lip's shade. */
export function toothLight(teeth: JawTeeth, asideIod: number, aboveIod: number): number {
  const half = canineBreadth(teeth, aboveIod) / 2;
  const off = offCanine(teeth, asideIod, aboveIod);
  const up = clamp(aboveIod / teeth.canineHeight, 0, 1);
  const across = Math.min(1, Math.abs(off) / Math.max(1e-3, half));
  return (ROOT_LIGHT + (1 - ROOT_LIGHT) * smoothstep(0, 0.6, up)) * (1 - SIDES_LOSE * across ** 2);
}

/** From the middle of the nearer canine, outwards, whose curve bends outwards to its tip. */
function offCanine({ canineAt, canineHeight }: JawTeeth, aside: number, above: number): number {
  return Math.abs(aside) - canineAt - (CANINE_BEND * above * above) / canineHeight;
}

/** Above its tip twice the way to it, below 0. */
function canineBreadth({ canineHeight }: JawTeeth, aboveIod: number): number {
  const left = canineHeight - aboveIod;
  return left > 0 ? CANINE_BREADTH * (left / canineHeight) ** CANINE_TAPER : 2 * left;
}
