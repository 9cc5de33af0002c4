// `npm run bench`: whole films beside x264 alone on the same frames. Prints a table and writes
// docs/performance.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { EncodeMeasure, JobMeasure } from './film-job.ts';

const SIZES_PX = [512, 720, 1080];
/** Each measurement is taken this often, alternating; the fastest run counts. */
const ROUNDS = 3;
const FRAMES = 120;
/** Wanted: the whole job within this many times x264 alone at 720², and below this memory. */
const WANTED_RATIO = 3;
const WANTED_MEMORY_MB = 500;

const USAGE = `Usage: npm run bench
  Measures whole films against x264 alone and rewrites docs/performance.md. On a quiet machine.
`;
const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (word !== undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}

/** Processes that wanted the processor before the bench began: what it shared the machine with. */
const [loadBefore = 0] = loadavg();
const jobFile = join(import.meta.dirname, 'film-job.ts');
const rows = SIZES_PX.map((sizePx) => {
  const jobs: JobMeasure[] = [];
  const encodes: EncodeMeasure[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`${sizePx}², round ${round + 1} of ${ROUNDS}…\n`);
    jobs.push(measure<JobMeasure>('job', sizePx));
    encodes.push(measure<EncodeMeasure>('encode', sizePx));
  }
  return {
    sizePx,
    job: fastest(jobs),
    encode: fastest(encodes),
    peakMemoryMb: Math.max(...jobs.map((job) => job.peakMemoryMb)),
  };
});

const table = [
  '| size | analysis | draw a frame | encode a frame | whole job | x264 alone | job ÷ x264 | CPU ÷ x264 | peak memory | film |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...rows.map(({ sizePx, job, encode, peakMemoryMb }) =>
    [
      '',
      `${sizePx}²`,
      ms(job.analysisMs),
      ms(job.drawMsPerFrame, 1),
      ms(encode.totalMs / FRAMES, 1),
      ms(job.totalMs),
      ms(encode.totalMs),
      (job.totalMs / encode.totalMs).toFixed(2),
      (job.cpuMs / encode.cpuMs).toFixed(2),
      `${peakMemoryMb.toFixed(0)} MB`,
      `${(job.sizeBytes / 1024).toFixed(0)} KB`,
      '',
    ].join(' | '),
  ),
].map((line) => line.trim());

const [cpu] = cpus();
const coldStartMs = Math.min(...rows.map(({ job }) => job.coldStartMs));
const page = `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores of
${cpu?.model.trim() ?? 'an unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}, ${process.platform}.
${loadBefore > 1 ? `The machine was busy with other work (load ${loadBefore.toFixed(1)} before the bench began): times are too long, ratios\nhold roughly.\n` : ''}
Films of ${FRAMES} frames (4 s at 30 Hz, surprise, the whole picture), beside x264 alone encoding the
same frames with the same settings. The fastest of ${ROUNDS} runs, each in a process of its own that has
rehearsed, as a film worker has; starting and loading the models takes ${ms(coldStartMs)} more, once.
'Analysis' is finding the face, mask and rig. 'CPU' compares processor time instead of time
on the clock: drawing and encoding overlap, so it says what a machine full of jobs pays.

${table.join('\n')}

Wanted: the whole job at 720² within ${WANTED_RATIO} times x264 alone, and less than ${WANTED_MEMORY_MB} MB.
`;
process.stdout.write(`\n${table.join('\n')}\n`);
const docs = join(import.meta.dirname, '..', 'docs');
mkdirSync(docs, { recursive: true });
writeFileSync(join(docs, 'performance.md'), page);

function measure<T>(kind: 'job' | 'encode', sizePx: number): T {
  const done = spawnSync(process.execPath, [jobFile, kind, String(sizePx)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${kind} ${sizePx} failed:\n${done.stderr}`);
  return JSON.parse(done.stdout) as T;
}

function fastest<T extends { readonly totalMs: number }>(measures: readonly T[]): T {
  return measures.reduce((best, one) => (one.totalMs < best.totalMs ? one : best));
}

function ms(value: number, digits = 0): string {
  return `${value.toFixed(digits)} ms`;
}
