import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Hot enough for every compiler that V8 has. */
const HOT = `
  const add = (a, b) => ({ sum: a + b, half: (a + b) / 2 });
  let total = 0;
  for (let i = 0; i < 3e6; i++) total += add(i, 0.5).half;
  if (!(total > 0)) throw new Error('nothing was computed');`;

/** What V8 says about compiling `add` in a process of its own that runs `code`. */
function compilersOf(code: string): string {
  const run = spawnSync(process.execPath, ['--trace-opt', '--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  // Node's own stripping of types runs before any module does.
  return run.stdout
    .split('\n')
    .filter((line) => line.includes('JSFunction add '))
    .join('\n');
}

describe('without-maglev', () => {
  it('leaves hot code to the other compilers', () => {
    const url = new URL('./without-maglev.ts', import.meta.url);
    const trace = compilersOf(`await import('${url.href}');${HOT}`);
    expect(trace).toContain('TURBOFAN');
    expect(trace).not.toContain('MAGLEV');
  });

  it('is what the parts that draw and find faces start with', () => {
    for (const part of ['load-kernels', 'model-runtime']) {
      const url = new URL(`./${part}.ts`, import.meta.url);
      expect(compilersOf(`await import('${url.href}');${HOT}`), part).not.toContain('MAGLEV');
    }
  });

  it('would be seen if it did nothing', () => {
    expect(compilersOf(HOT)).toContain('MAGLEV');
  });
});
