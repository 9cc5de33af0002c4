import { ERRORS } from '@moodreel/contract';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, readError } from '../../lib/api.ts';

/** What is said of a film without a byte in it, wherever that shows. */
export const emptyVideoText = 'The video file is empty. Please try again!';

const fetching = 'Error fetching video';

/** Why there is no film to be had, in words for the user. */
export type VideoFault = {
  readonly title: string;
  readonly text: string;
  /** Whether it is deleted, so that another try is in vain. */
  readonly isGone: boolean;
};

/**
 * What is wrong with a film; undefined if it is there and not empty. An unsaved one is deleted after a
 * day, so a page that stayed open can point to one that is gone.
 * @param url where it is
 * @param gone title and text for a film that no longer exists
 */
export async function findVideoFault(
  url: string,
  gone: readonly [title: string, text: string],
): Promise<VideoFault | 'signed-out' | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD' });
    if (response.status === 404 || response.status === 410) {
      return { title: gone[0], text: gone[1], isGone: true };
    }
    // The answer to a HEAD has no words. Whoever may see a film can be refused its file, by the plan.
    if (response.status === 403) {
      return { title: fetching, text: ERRORS.premium_required.message, isGone: false };
    }
    if (!response.ok) throw await readError(response);
    return response.headers.get('content-length') === '0'
      ? { title: 'Error saving video', text: emptyVideoText, isGone: false }
      : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return 'signed-out';
    const text =
      error instanceof ApiError
        ? error.message
        : 'The server could not be reached. Check your connection and try again.';
    return { title: fetching, text, isGone: false };
  }
}

/** Whether a film is there and not empty; says so in a popup if not. */
export async function checkVideo(
  url: string,
  gone: readonly [title: string, text: string],
): Promise<boolean> {
  const fault = await findVideoFault(url, gone);
  // Whoever is to sign in is led there, and back to the film.
  if (fault && fault !== 'signed-out') void showPopup({ title: fault.title, text: fault.text });
  return fault === undefined;
}
