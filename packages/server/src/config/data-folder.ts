import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';

/**
 * Makes the data folder where it is missing, and tries whether things can be made in it. Throws a
 * sentence that names the folder and says what to do.
 */
export function prepareDataFolder(folder: string, mode = 0o777): void {
  try {
    makeFolder(folder, mode);
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    const { errno, message } = error as NodeJS.ErrnoException;
    const reason = errno === undefined ? message : getSystemErrorMessage(errno);
    throw new Error(
      `The data folder ${folder} cannot be written (${reason}). ` +
        'Let this user write there, or set DATA_DIR to a folder where it can.',
      { cause: error },
    );
  }
}

/**
 * Folder by folder from the outermost one that is missing. Node's own `recursive` tries for ever
 * where the system makes nothing and says that the parent is missing, as below /proc.
 */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another start may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}
