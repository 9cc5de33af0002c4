import { stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import type { Emotion } from '../../../expression/emotions.ts';
import { emotionSlug, userPath } from './arguments.ts';

/**
 * Where a file of a film goes. Without `out` it has its own name, PICTURE-EMOTION, where the user is;
 * that name it also has in a folder. Otherwise it goes where `out` says; where that is one name for
 * several films, the emotion's is put before the extension.
 *
 * @param out a folder if it ends with a slash or is one already; for several films also if it has no
 * extension
 */
export async function filmPath(
  out: string | undefined,
  film: {
    readonly picture: string;
    readonly emotion: Emotion;
    /** With the dot. */
    readonly extension: string;
    readonly isOneOfSeveral: boolean;
  },
): Promise<string> {
  const slug = emotionSlug(film.emotion);
  const ownName = `${parse(film.picture).name}-${slug}${film.extension}`;
  if (out === undefined) return userPath(ownName);
  const path = userPath(out);
  if (out.endsWith('/') || out.endsWith(sep) || (await isFolder(path))) return join(path, ownName);
  if (!film.isOneOfSeveral) return path;
  const { dir, name, ext } = parse(path);
  return ext === '' ? join(path, ownName) : join(dir, `${name}-${slug}${ext}`);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
