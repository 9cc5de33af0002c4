import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Makes a small file unless there is one, and answers whether it did. Written beside and linked in: of
 * several processes at the same moment one makes it, none reads half of it, and a full disk or a crash
 * leaves no empty one.
 */
export function makeFileOnce(file: string, text: string, mode = 0o666): boolean {
  if (existsSync(file)) return false;
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(beside, text, { mode, flag: 'wx', flush: true });
    putInPlace(beside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function putInPlace(beside: string, file: string): void {
  try {
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // This file system has no links.
    copyFileSync(beside, file, constants.COPYFILE_EXCL);
  }
}
