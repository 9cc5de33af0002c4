import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { type Config, ConfigError, readConfig } from './config.ts';
import { SETTING_NAMES } from './settings.ts';
import { findUnknownInFile } from './unknown-settings.ts';

const FILE = join(import.meta.dirname, '../../../../.env');

/**
 * Reads the settings of this process: the file `.env` beside package.json if there is one, and
 * the environment, which wins. Throws `ConfigError`.
 */
export function readProcessConfig(): Config {
  if (existsSync(FILE)) {
    const names = Object.keys(parseEnv(readFileSync(FILE, 'utf8')));
    const unknown = findUnknownInFile(names, SETTING_NAMES);
    if (unknown.length > 0) throw new ConfigError(unknown);
    loadEnvFile(FILE);
  }
  return readConfig(process.env);
}
