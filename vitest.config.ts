import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
// Tests start some hundred processes of our programs: what the first ones compile serves the others, as in `npm start`.
import './packages/server/src/platform/compile-cache.ts';

/** What is waited for may take its time on two cores that others use as well: a second, as it is by default, is too little. */
const patient = { poll: { timeout: 30_000 } } as const;

/**
 * One worker more than there are cores, as tests wait a quarter of their time: for films, for databases, for
 * what moves to come to its end. All projects have the same number, so that the next one begins while the
 * last files of another still run. A worker runs many files in one process: starting one, and loading models,
 * Better Auth or Playwright in it again, costs more than most files run. Mocks are put back.
 */
const workers = {
  maxWorkers: availableParallelism() + 1,
  isolate: false,
  expect: patient,
} as const;

const setupFiles = [
  // Same input, same bytes: in tests that import the engine's parts one by one as well.
  'packages/engine/src/platform/node/without-maglev.ts',
  'scripts/silent-tests.ts',
];

// Three kinds of tests: unit (beside the code), integration (packages/*/test, and
// *.integration.test.ts), browser (e2e, the built application in Chromium).
export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,kernels}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
          // A test reads the colours; all other styles are empty here.
          css: { include: /tokens\.css/ },
          ...workers,
          setupFiles,
          // All are quick, but not on two cores that others use as well: the limit is for what hangs.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.test.ts', 'packages/*/src/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**', 'packages/server/**'],
          ...workers,
          setupFiles,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          // One embedded PostgreSQL for all of them; every file has a database of its own.
          name: 'server',
          include: ['packages/server/test/**/*.test.ts'],
          ...workers,
          setupFiles: [
            'packages/server/src/platform/drizzle-modules.ts',
            'packages/server/test/support/cheap-hashes.ts',
          ],
          globalSetup: ['packages/server/test/support/database-server.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          ...workers,
          globalSetup: ['e2e/support/setup.ts'],
          // A browser, a server, a database and a film worker share two cores with the other
          // tests: journeys have patience, and no second chance.
          testTimeout: 360_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
