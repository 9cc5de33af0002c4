import { paths, renderSchema, videoSchema } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { askWhich, showPopup, tellFailure } from '../../components/ui/popup.tsx';
import { ApiError, callApi, callNamed } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { routes } from '../../lib/routes.ts';
import { usageKey } from '../../lib/usage.ts';
import { videosKey } from '../../lib/videos.ts';
import { checkVideo, emptyVideoText, goneUnsaved } from '../film/video-fault.ts';
import { dispatchStudio } from './studio-store.ts';
import { keptRendersKey } from './use-kept-renders.ts';

/** Saves a finished render to the account, with every check and text on the way. */
export function useSave(userId: string, renderId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);

  /** Resolves true when the video is in the account. */
  async function save(): Promise<boolean> {
    setSaving(true);
    try {
      const none = ['No video to save', 'Please animate an image first!', goneUnsaved] as const;
      if (!(await checkVideo(paths.renderVideo(renderId), none))) {
        return false;
      }
      if (!(await isAllowed()) && !(await isSaved())) {
        void showWays();
        return false;
      }
      const said = toast.success('You can save the video!');
      const done = await store();
      // What comes now, a dialog or a popup, says more: this would lie over it, and be out of date.
      toast.dismiss(said);
      return done;
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

  /** Whether it has its place already: the answer got lost, or it was saved in another tab. */
  async function isSaved(): Promise<boolean> {
    try {
      return (await callApi(paths.render(renderId), renderSchema)).videoId !== null;
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
      dispatchStudio({ type: 'saved', renderId, video });
      reportEvent('video_saved', 'AI');
      void queries.invalidateQueries({ queryKey: usageKey });
      void queries.invalidateQueries({ queryKey: keptRendersKey });
      void queries.invalidateQueries({ queryKey: videosKey });
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'saved_videos_limit') void showWays();
      else if (code === 'video_empty')
        void showPopup({ title: 'Error saving video', text: emptyVideoText });
      else tellFailure('Error saving video', error);
      return false;
    }
  }

  /** Leads to what helps where there is no place. */
  async function showWays(): Promise<void> {
    const way = await askWhich({
      title: 'You cannot save the video!',
      text: 'You have reached your limit or need a premium subscription.',
      hint: 'Delete a saved video to make room, or see what Premium offers. The film waits here.',
      cancel: 'OK',
      other: 'Downloads',
      confirm: 'See Premium',
    });
    if (way !== 'none') await navigate(way === 'other' ? routes.downloads : routes.pricing);
  }

  return { save, saving };
}
