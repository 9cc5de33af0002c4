import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../package.json');

/** The version of this program. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly version: string }).version;
}
