// `npm test`: the web application is built beside format, lint, types, layers, then the tests. Ends with
// 'N passed, N failed'.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const USAGE = `Usage: npm test
  Checks format, lint, types and the direction of imports, then runs all tests. Takes no words:
  CONTRIBUTING.md says how to run one part, or some of the tests.
`;
const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (words.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const steps: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  // The longest first, which uses hardly more than one core.
  { name: 'web', command: ['scripts/ready.mjs', 'build'] },
  { name: 'format', command: ['node_modules/@biomejs/biome/bin/biome', 'format', '.'] },
  {
    name: 'lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', '.'],
  },
  { name: 'types', command: ['scripts/types.ts'] },
  {
    name: 'layers',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'packages',
      'e2e',
      'bench',
      'scripts',
    ],
  },
];

let passed = 0;
let failed = 0;
// Beside each other, as most of them use one core; told of one after another.
for (const { name, ended } of steps.map(({ name, command }) => ({ name, ended: run(command) }))) {
  process.stdout.write(`\n— ${name}\n`);
  const { status, said } = await ended;
  process.stdout.write(said);
  if (status === 0) passed += 1;
  else failed += 1;
}

process.stdout.write('\n— tests\n');
// The Chromium that comes from npm is a program of this system alone.
const hasChromium =
  Boolean(process.env.CHROMIUM_PATH) || (process.platform === 'linux' && process.arch === 'x64');
if (!hasChromium) {
  process.stdout.write(
    'The browser tests are left out: name a Chromium for them with CHROMIUM_PATH.\n',
  );
}
const report = 'artefacts/test-report.json';
mkdirSync('artefacts', { recursive: true });
rmSync(report, { force: true });
const tests = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...(hasChromium ? [] : ['--project=!browser']),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { stdio: 'inherit' },
);
const counts = readCounts(report);
passed += counts.passed;
failed += counts.failed;
// A suite that could not even be collected fails the run without counting a failed test.
if (tests.status !== 0 && counts.failed === 0) failed += 1;

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** Runs one of our programs to its end; what it says comes in one piece. */
async function run(command: readonly string[]): Promise<{ status: unknown; said: string }> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], out, err] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, said: out + err };
}

function readCounts(file: string): { passed: number; failed: number } {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: parsed.numPassedTests, failed: parsed.numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
