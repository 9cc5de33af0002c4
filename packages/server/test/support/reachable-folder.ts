import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new temporary folder that an unprivileged account may pass through: as root the bundled
 * database runs as one, and would else lie outside the folder.
 */
export function makeReachableFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `moodreel-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
