import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EMOTION_NAMES, type Emotion } from '../../../expression/emotions.ts';
import type { FramingName } from '../../../render/framing.ts';
import type { ArtStyle } from '../../../rig/style/art-style.ts';
import type { WantedSettings } from '../../../video/film-settings.ts';

/** The command line was not understood: exit status 2. */
export class UsageError extends Error {}

/** Exit status of the commands. */
export const EXIT_OK = 0;
export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;
export const EXIT_INTERRUPTED = 130;

/** A path as the user meant it: npm runs scripts in the repository and says where it was called. */
export function userPath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.INIT_CWD ?? '.', path);
}

/** parseArgs, with its complaints as usage errors in one line. */
export function parseOptions<T extends NonNullable<Parameters<typeof parseArgs>[0]>>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(complaint((error as Error).message, config.args ?? []));
  }
}

/** Of an option without its value parseArgs says only in further lines what to do. */
function complaint(message: string, args: readonly string[]): string {
  const [firstLine = ''] = message.split('\n');
  const [, name] = /^Option '--([\w-]+)( <value>)?' argument /.exec(firstLine) ?? [];
  if (name === undefined) return firstLine;
  const [value] = args.filter((arg, i) => args[i - 1] === `--${name}` && arg.startsWith('-'));
  return value === undefined
    ? `--${name} needs a value after it.`
    : `--${name} needs a value, and "${value}" could be an option. If it is the value, write --${name}=${value}`;
}

/** Options of a film that several commands share; the values' ranges are the engine's to judge. */
export const FILM_OPTIONS = {
  intensity: { type: 'string' },
  seconds: { type: 'string' },
  fps: { type: 'string' },
  size: { type: 'string' },
  framing: { type: 'string' },
  points: { type: 'string' },
  face: { type: 'string' },
  seed: { type: 'string' },
  take: { type: 'string' },
  style: { type: 'string' },
  loop: { type: 'boolean' },
  'still-head': { type: 'boolean' },
} as const;

type FilmOptionValues = {
  readonly [K in Exclude<keyof typeof FILM_OPTIONS, 'loop' | 'still-head'>]?: string;
} & {
  readonly loop?: boolean;
  readonly 'still-head'?: boolean;
};

export function filmSettings(values: FilmOptionValues): WantedSettings {
  return {
    intensity01: numberOption('intensity', values.intensity),
    seconds: numberOption('seconds', values.seconds),
    frameRateHz: numberOption('fps', values.fps),
    sizePx: numberOption('size', values.size),
    faceIndex: numberOption('face', values.face),
    seed: numberOption('seed', values.seed),
    take: numberOption('take', values.take),
    points: pointsOption(values.points),
    // The engine refuses names that it does not know, with a sentence.
    framing: values.framing as FramingName | undefined,
    style: values.style as ArtStyle | undefined,
    loop: values.loop,
    stillHead: values['still-head'],
  };
}

export function numberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new UsageError(`--${name} needs a number, not "${text}".`);
  }
  return value;
}

function pointsOption(text: string | undefined): number[] | undefined {
  if (text === undefined) return undefined;
  const points = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (points.length !== 6 || !points.every(Number.isFinite)) {
    throw new UsageError('--points needs six numbers: x,y of each eye and of the mouth.');
  }
  return points;
}

/** One emotion by its name or label, or `all` of them. */
export function parseEmotions(text: string): Emotion[] {
  const all = EMOTION_NAMES.map((_, label) => label as Emotion);
  if (text.toLowerCase() === 'all') return all;
  const found = all.filter(
    (label) => text === String(label) || text.toLowerCase() === emotionSlug(label),
  );
  if (found.length === 0) {
    throw new UsageError(
      `"${text}" is no emotion. Use ${EMOTION_NAMES.map((_, i) => emotionSlug(i as Emotion)).join(', ')}, a label 0-5, or all.`,
    );
  }
  return found;
}

/** An emotion's name as file names and command lines spell it. */
export function emotionSlug(emotion: Emotion): string {
  return EMOTION_NAMES[emotion].toLowerCase();
}
