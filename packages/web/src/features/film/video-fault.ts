import { ERRORS } from '@moodreel/contract';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, readError } from '../../lib/api.ts';

/** What is said of a film without a byte in it, wherever that shows. */
export const emptyVideoText = 'The video file is empty. Please try again!';

const fetching = 'Error fetching video';

/** What is said of a film that no longer exists; below it, smaller, why that may be. */
export type GoneWords = readonly [title: string, text: string, hint?: string];

/** Of a film that was not saved, and that the server has not any more. */
export const goneUnsaved = 'This film is no longer here: it was discarded, or its day is over.';

/** Why there is no film to be had, in words for the user. */
export type VideoFault = {
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
  /** Whether it is deleted, so that another try is in vain. */
  readonly isGone: boolean;
};

/**
 * What is wrong with a film; undefined if it is there and not empty. An unsaved one is deleted after a
 * day, so a page that stayed open can point to one that is gone.
 * @param url where it is
 */
export async function findVideoFault(
  url: string,
  gone: GoneWords,
): Promise<VideoFault | 'signed-out' | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD' });
    if (response.status === 404 || response.status === 410) {
      const [title, text, hint] = gone;
      return { title, text, ...(hint ? { hint } : {}), isGone: true };
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
export async function checkVideo(url: string, gone: GoneWords): Promise<boolean> {
  const fault = await findVideoFault(url, gone);
  // Whoever is to sign in is led there, and back to the film.
  if (fault && fault !== 'signed-out') {
    const { isGone, ...words } = fault;
    void showPopup(words);
  }
  return fault === undefined;
}
