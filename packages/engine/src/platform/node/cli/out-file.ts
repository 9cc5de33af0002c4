import { stat } from 'node:fs/promises';
import { UsageError } from './arguments.ts';

/**
 * Looks at where a file is to go before the work for it begins.
 *
 * @throws UsageError where a folder has its name
 */
export async function refuseFolder(option: string, path: string): Promise<void> {
  // What else is wrong with a path shows when the file is written.
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory())
    throw new UsageError(`--${option} needs a file, and ${path} is a folder.`);
}
