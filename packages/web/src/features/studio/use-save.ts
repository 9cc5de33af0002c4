import { paths, videoSchema } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, callApi, callNamed, messageOf, readError } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { usageKey } from '../../lib/usage.ts';
import { videosKey } from '../../lib/videos.ts';
import { dispatchStudio } from './studio-store.ts';
import { keptRendersKey } from './use-kept-renders.ts';

const emptyText = 'The video file is empty. Please try again!';

/** Saves a finished render to the account, with every check and text on the way. */
export function useSave(userId: string, renderId: string) {
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);

  /** Resolves true when the video is in the account. */
  async function save(): Promise<boolean> {
    setSaving(true);
    try {
      if (!(await checkVideo(renderId, ['No video to save', 'Please animate an image first!']))) {
        return false;
      }
      if (!(await isAllowed())) {
        void showPopup({
          title: 'You cannot save the video!',
          text: 'You have reached your limit or need a premium subscription.',
        });
        return false;
      }
      toast.success('You can save the video!');
      return await store();
    } finally {
      setSaving(false);
    }
  }

  async function isAllowed(): Promise<boolean> {
    try {
      return (await callNamed('isAllowedToSaveVideo', { userId })).allowed;
    } catch {
      return false;
    }
  }

  async function store(): Promise<boolean> {
    try {
      const video = await callApi(paths.renderSave(renderId), videoSchema, {
        method: 'POST',
        body: {},
      });
      dispatchStudio({ type: 'saved', video });
      reportEvent('video_saved', 'AI');
      void queries.invalidateQueries({ queryKey: usageKey });
      void queries.invalidateQueries({ queryKey: keptRendersKey });
      void queries.invalidateQueries({ queryKey: videosKey });
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'saved_videos_limit') {
        void showPopup({
          title: 'You cannot save the video!',
          text: 'You have reached your limit or need a premium subscription.',
        });
      } else {
        const text = code === 'video_empty' ? emptyText : messageOf(error);
        void showPopup({ title: 'Error saving video', text });
      }
      return false;
    }
  }

  return { save, saving };
}

/**
 * Whether a render's film is there and not empty; says so if not. An unsaved film is deleted
 * after a day, so a page that stayed open can point to one that is gone.
 * @param gone title and text for a film that no longer exists
 */
export async function checkVideo(
  renderId: string,
  gone: readonly [string, string],
): Promise<boolean> {
  try {
    const response = await fetch(paths.renderVideo(renderId), { method: 'HEAD' });
    if (response.status === 404 || response.status === 410) {
      void showPopup({ title: gone[0], text: gone[1] });
      return false;
    }
    if (!response.ok) throw await readError(response);
    if (response.headers.get('content-length') === '0') {
      void showPopup({ title: 'Error saving video', text: emptyText });
      return false;
    }
    return true;
  } catch (error) {
    // Whoever is to sign in is led there, and back to the film.
    if (error instanceof ApiError && error.code === 'unauthenticated') return false;
    const text =
      error instanceof ApiError
        ? error.message
        : 'The server could not be reached. Check your connection and try again.';
    void showPopup({ title: 'Error fetching video', text });
    return false;
  }
}
