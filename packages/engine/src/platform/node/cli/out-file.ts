import { stat } from 'node:fs/promises';
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
 * @throws UsageError where what has the name already is no ordinary file or one of the inputs, and
 * where two files would have the same name
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
    const place = found?.identity ?? path;
    const other = taken.get(place);
    if (other !== undefined) {
      throw new UsageError(`--${other} and --${option} are the same file, ${path}.`);
    }
    taken.set(place, option);
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
