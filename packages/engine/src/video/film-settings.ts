import { Refusal } from '../refusal.ts';
import { DEFAULT_FILM_PX, type FramingName, MAX_FILM_PX, MIN_FILM_PX } from '../render/framing.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';

/** What may be chosen for a film beside picture and emotion. */
export interface FilmSettings {
  /** 0..1; 0 is the picture as it is, 1 the full expression. */
  readonly intensity01: number;
  /** MIN_SECONDS to MAX_SECONDS. */
  readonly seconds: number;
  /** Whole frames per second. */
  readonly frameRateHz: number;
  /** Longest side; smaller where the source has fewer pixels. */
  readonly sizePx: number;
  /** undefined: what suits the size of the face. */
  readonly framing: FramingName | undefined;
  /** true: the film ends on the picture that it began with. */
  readonly loop: boolean;
  /** true: the head stays where it is, only the face moves. */
  readonly stillHead: boolean;
  /** Which face, 0 is the largest. */
  readonly faceIndex: number;
  /** x,y of both eyes and the mouth, image px, instead of a search. */
  readonly points: readonly number[] | undefined;
  /** undefined: from the picture. */
  readonly seed: number | undefined;
  /** 0 to MAX_TAKE: takes of one picture and emotion differ in act and in all that is random. */
  readonly take: number;
  /** undefined: guessed from the picture. */
  readonly style: ArtStyle | undefined;
}

export const DEFAULT_INTENSITY01 = 0.75;
export const MIN_SECONDS = 2;
export const MAX_SECONDS = 8;
export const DEFAULT_SECONDS = 4;
export const MIN_FRAME_RATE_HZ = 10;
export const MAX_FRAME_RATE_HZ = 60;
export const DEFAULT_FRAME_RATE_HZ = 30;
const MAX_SEED = 2 ** 32 - 1;
export const MAX_TAKE = 9999;

const FRAMINGS: readonly FramingName[] = ['portrait', 'full'];
const STYLES: readonly ArtStyle[] = ['photo', 'painting', 'drawing', 'animal'];

/** Settings with some left out (or undefined), as callers give them. */
export type WantedSettings = { readonly [K in keyof FilmSettings]?: FilmSettings[K] | undefined };

/**
 * Fills in what is left out and judges the rest.
 * @throws Refusal bad_settings, with a sentence that names the range
 */
export function completeSettings(wanted: WantedSettings): FilmSettings {
  const settings: FilmSettings = {
    intensity01: wanted.intensity01 ?? DEFAULT_INTENSITY01,
    seconds: wanted.seconds ?? DEFAULT_SECONDS,
    frameRateHz: wanted.frameRateHz ?? DEFAULT_FRAME_RATE_HZ,
    sizePx: wanted.sizePx ?? DEFAULT_FILM_PX,
    framing: wanted.framing,
    loop: wanted.loop ?? true,
    stillHead: wanted.stillHead ?? false,
    faceIndex: wanted.faceIndex ?? 0,
    points: wanted.points,
    seed: wanted.seed,
    take: wanted.take ?? 0,
    style: wanted.style,
  };
  checkNumber('The intensity', settings.intensity01, 0, 1);
  checkNumber('The length in seconds', settings.seconds, MIN_SECONDS, MAX_SECONDS);
  checkWhole('The frame rate', settings.frameRateHz, MIN_FRAME_RATE_HZ, MAX_FRAME_RATE_HZ);
  checkWhole('The size in pixels', settings.sizePx, MIN_FILM_PX, MAX_FILM_PX);
  checkWhole('The number of the face', settings.faceIndex, 0, 99);
  checkWhole('The take', settings.take, 0, MAX_TAKE);
  if (settings.seed !== undefined) checkWhole('The seed', settings.seed, 0, MAX_SEED);
  checkName('The framing', settings.framing, FRAMINGS);
  checkName('The style', settings.style, STYLES);
  return settings;
}

function checkNumber(what: string, value: number, min: number, max: number): void {
  if (Number.isFinite(value) && value >= min && value <= max) return;
  throw new Refusal('bad_settings', `${what} must be a number from ${min} to ${max}.`);
}

function checkWhole(what: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new Refusal('bad_settings', `${what} must be a whole number from ${min} to ${max}.`);
}

function checkName(what: string, value: string | undefined, names: readonly string[]): void {
  if (value === undefined || names.includes(value)) return;
  throw new Refusal('bad_settings', `${what} must be ${names.join(' or ')}.`);
}
