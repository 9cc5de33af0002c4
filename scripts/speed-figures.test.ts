import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

test('the speed that README tells is the one that was measured last', () => {
  const lines = read('docs/performance.md').split('\n');
  const row = lines.find((line) => line.startsWith('| 720² |')) ?? '';
  // '', size, analysis, draw, encode, whole job, x264 alone, job ÷ x264, CPU ÷ x264, memory, film
  const cells = row.split('|').map((cell) => Number.parseFloat(cell));
  const [jobMs = Number.NaN, ratio = Number.NaN, memoryMb = Number.NaN] = [5, 7, 9].map(
    (column) => cells[column],
  );
  const [told] = /in \S+ seconds, .*? MB/s.exec(read('README.md')) ?? [];
  expect(told?.replaceAll('\n', ' ')).toBe(
    `in ${(jobMs / 1000).toFixed(1)} seconds, ${ratio.toFixed(1)} times what x264 alone needs for ` +
      `the same frames, in some ${Math.round(memoryMb / 10) * 10} MB`,
  );
});
