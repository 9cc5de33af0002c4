import { downloadFile } from '../../lib/download-file.ts';
import { checkVideo, type GoneWords } from './video-fault.ts';

/**
 * Downloads a film, if it may be had: a link alone would fail without a word on the page, or save the
 * refusal in its place.
 * @param url of the file; not where it plays, which may be allowed to those who may not download
 * @returns whether it is on its way
 */
export async function downloadFilm(url: string, name: string, gone: GoneWords): Promise<boolean> {
  const there = await checkVideo(url, gone);
  if (there) downloadFile(url, name);
  return there;
}
