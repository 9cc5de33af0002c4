import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readVersion } from '../config/version.ts';
import {
  type FilmPhase,
  type FilmTally,
  MAIL_OUTCOMES,
  type Tally,
  TRY_OUTCOMES,
} from './tally.ts';

/** From what memory answers to the limits of database and storage; event streams last for minutes. */
const REQUEST_BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** From what a small picture takes to what a slow machine draws at. */
const PHASE_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

/** Others come from programs that try things out: one line for all of them. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NO_ROUTE = 'none';
const OTHER_METHOD = 'other';

export interface ProcessMetrics {
  /** A registry of its own: one process may run several servers, in tests. */
  readonly registry: Registry;
  /** 1 where the database answered the last time, 0 where not. */
  readonly databaseUp: Gauge;
  readonly tally: Tally;
}

/** Counts what this process does; `filmWorkers` is how many films it makes at once. */
export function createProcessMetrics(filmWorkers: number): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'moodreel_build_info',
    help: 'Always 1; version is that of the program.',
    labelNames: ['version'],
    registers,
  }).set({ version: readVersion() }, 1);
  const requests = new Histogram({
    name: 'moodreel_http_request_duration_seconds',
    help:
      'From a request to the last byte of its answer. route is a pattern, or "none" for pages, files and ' +
      'unknown addresses; clients that went away before count as 4xx.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  });
  const mails = new Counter({
    name: 'moodreel_mails_total',
    help: 'Mails of this process: sent, postponed (failed and tried again) or given-up.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  const databaseUp = new Gauge({
    name: 'moodreel_database_up',
    help: 'Whether the database gave the figures of the whole installation; if not, they are left out.',
    registers,
  });
  return {
    registry,
    databaseUp,
    tally: {
      answered: ({ method, route, status, seconds }) =>
        requests.observe(
          {
            method: METHODS.includes(method) ? method : OTHER_METHOD,
            route: route ?? NO_ROUTE,
            status: `${Math.floor(status / 100)}xx`,
          },
          seconds,
        ),
      mail: (outcome) => mails.inc({ outcome }),
      ...countFilms(registry, filmWorkers),
    },
  };
}

function countFilms(
  registry: Registry,
  filmWorkers: number,
): Pick<Tally, 'takeUpFilm' | 'lostFilm'> {
  const registers = [registry];
  new Gauge({
    name: 'moodreel_film_workers',
    help: 'How many films this process makes at once.',
    registers,
  }).set(filmWorkers);
  const busy = new Gauge({
    name: 'moodreel_film_workers_busy',
    help: 'How many films this process makes now.',
    registers,
  });
  const tries = new Counter({
    name: 'moodreel_film_tries_total',
    help:
      'Tries of films in this process that ended. Only tried-again, failed and lost count against a ' +
      'film; lost ones are counted by the process that noticed.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of TRY_OUTCOMES) tries.inc({ outcome }, 0);
  const phases = new Histogram({
    name: 'moodreel_film_phase_duration_seconds',
    help: 'Phases of films in this process that came to their end; rendering draws and encodes.',
    labelNames: ['phase'],
    buckets: PHASE_BUCKETS_SECONDS,
    registers,
  });
  const takeUpFilm = (): FilmTally => {
    let current: { readonly phase: FilmPhase; readonly end: () => void } | undefined;
    busy.inc();
    return {
      enter: (phase) => {
        if (current?.phase === phase) return;
        current?.end();
        current = { phase, end: phases.startTimer({ phase }) };
      },
      end: (outcome) => {
        if (outcome === 'made') current?.end();
        tries.inc({ outcome });
        busy.dec();
      },
    };
  };
  return { takeUpFilm, lostFilm: () => tries.inc({ outcome: 'lost' }) };
}
