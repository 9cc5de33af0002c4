import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './arguments.ts';

/** What is taken for a picture among the files of a folder. */
const PICTURE_FILE = /\.(jpe?g|jfif|png|webp|hei[cf]|avif|gif|tiff?)$/i;

/** The names of a folder's pictures, in order. */
export async function pictureNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`${folder} is not a folder.`);
  });
  return names.filter((name) => PICTURE_FILE.test(name)).sort();
}

/**
 * The pictures that are meant by paths: those of a folder, and any other file, whatever its name.
 * Whether that is one shows when it is read.
 *
 * @throws UsageError where nothing has that name, or there are no pictures at all
 */
export async function listPictures(paths: readonly string[]): Promise<string[]> {
  const pictures: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => {
      throw new UsageError(`There is no picture or folder ${path}`);
    });
    if (!found.isDirectory()) pictures.push(path);
    else pictures.push(...(await pictureNames(path)).map((name) => join(path, name)));
  }
  if (pictures.length === 0) throw new UsageError(`There are no pictures in ${paths.join(', ')}`);
  return pictures;
}
