import { paths, videoSchema } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, callApi, callNamed, messageOf } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { usageKey } from '../../lib/usage.ts';
import { videosKey } from '../../lib/videos.ts';
import { dispatchStudio } from './studio-store.ts';
import { keptRendersKey } from './use-kept-renders.ts';
import { checkVideo, emptyVideoText } from './video-fault.ts';

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
        const text = code === 'video_empty' ? emptyVideoText : messageOf(error);
        void showPopup({ title: 'Error saving video', text });
      }
      return false;
    }
  }

  return { save, saving };
}
