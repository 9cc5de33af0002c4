import type { RenderStage } from '@moodreel/contract';

/** A request that was answered, or whose client went away before (status 499). */
export interface AnsweredRequest {
  readonly method: string;
  /** As it was registered, like `/api/renders/:id`; undefined for pages, files and unknown addresses. */
  readonly route: string | undefined;
  readonly status: number;
  /** Until all of the answer was sent. */
  readonly seconds: number;
}

/** What a try of a film does: the stages of the engine, and what comes before and after them. */
export type FilmPhase = 'fetching' | RenderStage | 'storing';

/**
 * - `made`: the film is there.
 * - `refused`: the engine refused the picture.
 * - `tried-again`: it failed, and the queue gives it out again.
 * - `failed`: it failed for good.
 * - `outage`: storage, disk or database failed; it waits, and no try is lost.
 * - `stopped`: this process stops, and another one makes it.
 * - `unwanted`: it was cancelled, or another process has it by now.
 * - `lost`: the process that made it is gone; told by the one that noticed.
 */
export const TRY_OUTCOMES = [
  'made',
  'refused',
  'tried-again',
  'failed',
  'outage',
  'stopped',
  'unwanted',
  'lost',
] as const;
export type TryOutcome = (typeof TRY_OUTCOMES)[number];

/** `postponed`: it could not be sent and is tried again. `given-up`: it is deleted unsent. */
export const MAIL_OUTCOMES = ['sent', 'postponed', 'given-up'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** One try of a film, from when a worker took it up. */
export interface FilmTally {
  /** Ends the phase before, which is counted then. The one that it is in already goes on. */
  enter(phase: FilmPhase): void;
  /** Call once. The last phase is counted only if the film was made. */
  end(outcome: TryOutcome): void;
}

/** What the parts of a process tell of their work, for who counts it. */
export interface Tally {
  answered(request: AnsweredRequest): void;
  takeUpFilm(): FilmTally;
  /** The process that made a film is gone. */
  lostFilm(): void;
  mail(outcome: MailOutcome): void;
}

/** Where nobody counts. */
export const NO_TALLY: Tally = {
  answered: () => {},
  takeUpFilm: () => ({ enter: () => {}, end: () => {} }),
  lostFilm: () => {},
  mail: () => {},
};
