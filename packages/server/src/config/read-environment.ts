import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from './config.ts';

const FILE = join(import.meta.dirname, '../../../../.env');

/**
 * Reads the settings of this process: the file `.env` beside package.json if there is one, and
 * the environment, which wins. Throws `ConfigError`.
 */
export function readProcessConfig(): Config {
  if (existsSync(FILE)) loadEnvFile(FILE);
  return readConfig(process.env);
}
