import type { RenderStage } from '@moodreel/contract';
import type { Queue } from 'pg-boss';

/** What each kind of job carries. Handlers must bear being run twice for the same data. */
export interface JobData {
  /** Makes one film, see docs/render-jobs.md. */
  render: {
    readonly renderId: string;
    /** Where another process stood with it: if it still stands there, the render may be taken. */
    readonly stoodAt?: RenderStanding;
  };
  /** A render job that ran out of tries without any handler being able to say so. */
  'render-abandoned': { readonly renderId: string };
  /** Tells Stripe the e-mail of an account as it is now, if it is confirmed. */
  'payer-email': { readonly userId: string };
  /** Deletes what is older than it may get. */
  'clean-up': Record<string, never>;
  /** Looks whether anybody makes films. */
  'watch-queue': Record<string, never>;
}
/** How far an attempt has come. */
export interface RenderStanding {
  readonly attempt: number;
  readonly stage: RenderStage | null;
  readonly framesDone: number;
}
export type JobName = keyof JobData;

/** A worker that falls silent for so long has lost its job; the least that pg-boss allows. */
const HEARTBEAT_SECONDS = 10;

/** How each kind is treated. Entries with `deadLetter` come after the queue that they name. */
export const JOBS: Readonly<Record<JobName, Omit<Queue, 'name'>>> = {
  'render-abandoned': { notify: true, retryLimit: 20, retryBackoff: true },
  render: {
    notify: true,
    retryLimit: 2,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // The clean-up gives it up by then. Until then its process may wait for a database that is away, and has
    // its film worker: to the queue it would be free, and what it is given next would lose its tries.
    expireInSeconds: 86_400,
    deadLetter: 'render-abandoned',
    retentionSeconds: 86_400,
    deleteAfterSeconds: 86_400,
  },
  'payer-email': {
    notify: true,
    // One at a time in the whole installation: of two the later would not always be the last.
    policy: 'singleton',
    // For more than a week.
    retryLimit: 40,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 21_600,
    deleteAfterSeconds: 86_400,
  },
  'clean-up': { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 3600 },
  'watch-queue': { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 3600 },
};
