import { paths, shareSchema, type Video } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tellFailure } from '../../components/ui/popup.tsx';
import { callApi, isNotFound } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { videosKey } from '../../lib/videos.ts';
import { shareLink } from './share-link.tsx';

/** Gives a saved video its link and hands that on, from whatever screen. */
export function useShare(screen: string) {
  const queries = useQueryClient();
  const [sharing, setSharing] = useState(false);
  return { share, sharing };

  async function share({ id, title }: Pick<Video, 'id' | 'title'>): Promise<void> {
    setSharing(true);
    try {
      const { url } = await callApi(paths.videoShare(id), shareSchema, { method: 'POST' });
      await shareLink(url, title);
      reportEvent('video_shared', screen);
      await queries.invalidateQueries({ queryKey: videosKey });
    } catch (error) {
      tellFailure('Error sharing video', error);
      if (isNotFound(error)) await queries.invalidateQueries({ queryKey: videosKey });
    } finally {
      setSharing(false);
    }
  }
}
