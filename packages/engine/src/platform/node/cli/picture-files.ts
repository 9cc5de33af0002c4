import { readdir } from 'node:fs/promises';
import { UsageError } from './arguments.ts';

/** What is taken for a picture among the files of a folder. */
export const PICTURE_FILE = /\.(jpe?g|jfif|png|webp|hei[cf]|avif|gif|tiff?)$/i;

/** The names of a folder's pictures, in order. */
export async function pictureNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`${folder} is not a folder.`);
  });
  return names.filter((name) => PICTURE_FILE.test(name)).sort();
}
