import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';

const CHEAP_HASHES = join(import.meta.dirname, 'cheap-hashes.ts');
const COMMAND = join(import.meta.dirname, '../../src/admin/admin-cli.ts');

interface CommandOptions {
  /** Standard input. */
  readonly input?: string;
  /** Settings beside those of database and folder. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the command for admins beside a server; answers what it said and its exit code. */
export async function runAdminCommand(
  { databaseUrl, dataDir }: TestServer,
  args: readonly string[],
  { input = '', environment = {} }: CommandOptions = {},
): Promise<{ readonly code: unknown; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', CHEAP_HASHES, COMMAND, ...args], {
    env: { ...process.env, ...environment, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  let output = '';
  const collect = (text: unknown) => {
    output += text;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}
