import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../test/support/short-of-files.ts');

test.runIf(process.platform !== 'win32')(
  'what could not be loaded for want of files is loaded when there are some again',
  async () => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 128; exec "$0" "$1"',
      process.execPath,
      SCRIPT,
    ]);
    const lines = stdout.trimEnd().split('\n');
    const found = lines.map((line): Record<string, string> => JSON.parse(line));
    expect(found.map(({ name }) => name)).toEqual([
      'kernels',
      'HEIC',
      'runtime',
      'cascade',
      'model',
    ]);
    for (const { name, first, second } of found) {
      expect(first, name).toContain('too many open files');
      expect(first, name).not.toContain('not built');
      expect(second, name).toBe('done');
    }
  },
);
