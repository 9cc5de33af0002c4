import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Keys of the objects that an installation without a bucket has, in order; below a prefix, if one is given. */
export function storedKeys(dataDir: string, prefix = ''): string[] {
  const root = join(dataDir, 'files');
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((key) => key.startsWith(prefix))
    .sort();
}
