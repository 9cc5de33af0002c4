import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { Config } from './config.ts';

/** More than a start itself writes before it has a database; nothing runs for long on a disk that has less. */
const TRIAL_BYTES = 64 * 1024;

/**
 * Makes the data folder where it is missing, and tries whether things can be written in it. Throws a
 * sentence that names the folder and says what to do.
 */
export function prepareDataFolder(folder: string, mode = 0o777): void {
  try {
    makeFolder(folder, mode);
    tryWriting(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    const { errno, code = '', message } = error as NodeJS.ErrnoException;
    const reason = errno === undefined ? message : getSystemErrorMessage(errno);
    const remedy = /^(ENOSPC|EDQUOT)$/.test(code)
      ? 'Make room on its disk.'
      : 'Let this user write there, or set DATA_DIR to a folder where it can.';
    throw new Error(`The data folder ${folder} cannot be written (${reason}). ${remedy}`, {
      cause: error,
    });
  }
}

/** For commands that would make another installation where DATA_DIR is wrong: throws a sentence there. */
export function requireInstallation({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))) return;
  throw new Error(
    `There is no Moodreel in ${dataDir}. Set DATA_DIR (or DATABASE_URL) as the server has it, or start the server first.`,
  );
}

/** A full disk has room for folders yet, and what is only buffered may find none later. */
function tryWriting(trial: string): void {
  const file = join(trial, 'bytes');
  try {
    writeFileSync(file, Buffer.alloc(TRIAL_BYTES), { flush: true });
  } finally {
    rmSync(trial, { recursive: true, force: true });
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
