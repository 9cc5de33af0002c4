import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './arguments.ts';

/** A file that a command is to write, and the option that names it. */
export interface OutFile {
  readonly option: string;
  readonly path: string;
}

/**
 * Looks at where files are to go before the work for them begins: writing must not take away what
 * the user did not mean to give.
 *
 * @param inputs files that the command reads
 * @throws UsageError where what has the name already is no ordinary file or one of the inputs, where
 * two files would have the same name, and where there is no folder for one and none can be made
 */
export async function judgeOutFiles(
  outFiles: readonly OutFile[],
  inputs: readonly string[],
): Promise<void> {
  const read = new Set<string>();
  for (const input of inputs) {
    const found = await look(input);
    if (found) read.add(found.identity);
  }
  const taken = new Map<string, string>();
  for (const { option, path } of outFiles) {
    const found = await look(path);
    if (found?.isFolder) {
      throw new UsageError(`--${option} needs a file, and ${path} is a folder.`);
    }
    if (found && !found.isFile) {
      throw new UsageError(`--${option} needs a file, and ${path} is a device or the like.`);
    }
    if (found && read.has(found.identity)) {
      throw new UsageError(
        `--${option} would write over ${path}, which is to be read. Choose another name.`,
      );
    }
    if (found && !(await mayBeWritten(path))) {
      throw new UsageError(`--${option} would write over ${path}, which is protected.`);
    }
    const place = found?.identity ?? path;
    const other = taken.get(place);
    if (other !== undefined) {
      throw new UsageError(`--${other} and --${option} are the same file, ${path}.`);
    }
    taken.set(place, option);
    await judgeFolder(option, path);
  }
}

/** Folders that are missing are made once there is something to put in: here only the last one that exists counts. */
async function judgeFolder(option: string, path: string): Promise<void> {
  const folder = dirname(path);
  const found = await look(folder);
  if (!found && dirname(folder) !== folder) return judgeFolder(option, folder);
  if (found && !found.isFolder) {
    throw new UsageError(`--${option} needs a folder to be in, and ${folder} is a file.`);
  }
  if (!(await mayBeWritten(folder))) {
    throw new UsageError(`--${option} needs a folder to be in, and ${folder} is protected.`);
  }
}

function mayBeWritten(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the folder of a file, from the outermost one that is missing. Node's own `recursive` tries
 * for ever where the system makes nothing and says that the parent is missing, as below /proc.
 */
export async function makeFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await look(folder))?.isFolder || folder === path) return;
  await makeFolderOf(folder);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another command may have been quicker.
    if (!(await look(folder))?.isFolder) throw error;
  }
}

/** What has a name already; undefined where nothing does. */
async function look(path: string) {
  // What else is wrong with a path shows when the file is written. Numbers of files may have 64 bits.
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return (
    found && {
      isFolder: found.isDirectory(),
      isFile: found.isFile(),
      /** The same for every name of one file: links, and letters that the disk takes for equal. */
      identity: `${found.dev}:${found.ino}`,
    }
  );
}
