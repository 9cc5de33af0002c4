import type { EmotionLabel, ErrorCode, FoundFace, RenderStage } from '@moodreel/contract';
import type { RenderSettings } from './schema.ts';

// What a server process and its film workers (child processes) say to each other.

/**
 * To a worker. It does one thing at a time; `stop` breaks that off. `rehearse` is what it may do
 * until there is something to do; nothing answers it.
 */
export type FilmOrder =
  | {
      readonly type: 'film';
      readonly pictureFile: string;
      readonly filmFile: string;
      readonly posterFile: string;
      readonly emotion: EmotionLabel;
      readonly settings: RenderSettings & { readonly take?: number };
    }
  | { readonly type: 'faces'; readonly pictureFile: string }
  | { readonly type: 'rehearse' }
  | { readonly type: 'stop' };

export interface MadeFilm {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationSeconds: number;
}

export interface MadeFaces {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly faces: readonly FoundFace[];
  /** The file breaks off: `preview` shows what could be read of it. */
  readonly isCutOff?: true;
  /** A small JPEG of the picture, if browsers may not show its file, or not like that. */
  readonly preview?: Uint8Array;
}

/** From a worker. `film` and `faces` are each answered by one of the last four, the other orders by nothing. */
export type FilmAnswer =
  | { readonly type: 'ready' }
  | {
      readonly type: 'progress';
      readonly stage: RenderStage;
      readonly framesDone: number;
      readonly framesTotal: number;
    }
  | { readonly type: 'film'; readonly film: MadeFilm }
  | { readonly type: 'faces'; readonly faces: MadeFaces }
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'broken'; readonly message: string; readonly stack?: string };
