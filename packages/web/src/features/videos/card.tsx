import { DOWNLOAD_NAMES, emotionOf, filmTitle, paths, type Video } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LineIcon } from '../../components/ui/line-icon.tsx';
import { askBefore, showPopup, tellFailure } from '../../components/ui/popup.tsx';
import { callNamed, isNotFound, sendApi } from '../../lib/api.ts';
import { ownDayText } from '../../lib/dates.ts';
import { usageKey } from '../../lib/usage.ts';
import { tellVideoDeleted, videosKey } from '../../lib/videos.ts';
import { downloadFilm } from '../film/download-film.ts';
import { CardScreen } from './card-screen.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useShare } from './use-share.ts';
import { WatchDialog } from './watch-dialog.tsx';

/** One saved video: a screen of 320 by 220, and what one can do. */
export function VideoCard({ video, isPaid }: { readonly video: Video; readonly isPaid: boolean }) {
  const queries = useQueryClient();
  const { share, sharing } = useShare('Downloads');
  const [busy, setBusy] = useState<'download' | 'delete' | 'revoke'>();
  const [renaming, setRenaming] = useState(false);
  const [watching, setWatching] = useState(false);
  const emotion = emotionOf(video.label);
  const refresh = () => queries.invalidateQueries({ queryKey: videosKey });
  return (
    <article
      aria-label={video.title}
      className="w-full max-w-80 overflow-hidden rounded-card border-2 border-line bg-surface shadow-card"
    >
      <CardScreen video={video} onWatch={() => setWatching(true)} />
      <div className="border-t-2 border-line px-4 pt-3 pb-4">
        <div className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <div className="flex items-center gap-1">
              <h2
                dir="auto"
                className="line-clamp-2 text-wrap font-display text-[1.1875rem] leading-snug wrap-anywhere"
                title={video.title}
              >
                {video.title}
              </h2>
              <button
                type="button"
                aria-label={`Rename ${video.title}`}
                className="grid size-8 pointer-coarse:size-11 shrink-0 place-items-center rounded-full hover:bg-lit"
                onClick={() => setRenaming(true)}
              >
                <Pencil />
              </button>
            </div>
            <p className="slate text-ink-soft">
              {/* The first title says the expression already. */}
              {video.title === filmTitle(video) ? null : `${filmTitle(video)} · `}
              <time dateTime={video.createdAt} className="inline-block">
                {ownDayText(video.createdAt, 'short')}
              </time>
            </p>
          </div>
          <MoodMask emotion={emotion.name} size={40} />
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {isPaid ? (
            <Button
              size="small"
              aria-label={`Download ${video.title}`}
              busy={busy === 'download'}
              onClick={() => void download()}
            >
              Download
            </Button>
          ) : null}
          <Button
            look={isPaid ? 'secondary' : 'primary'}
            size="small"
            aria-label={`Share ${video.title}`}
            busy={sharing}
            onClick={() => void share(video)}
          >
            Share
          </Button>
          <Button
            look="danger"
            size="small"
            aria-label={`Delete ${video.title}`}
            busy={busy === 'delete'}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
        {video.shareUrl ? (
          <p className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-soft">
            <a
              className="finger-size text-link"
              href={video.shareUrl}
              aria-label={`Public page of ${video.title}`}
            >
              Public page
            </a>
            <button
              type="button"
              className="finger-size text-link"
              aria-label={`Stop sharing ${video.title}`}
              disabled={busy === 'revoke'}
              onClick={() => void revoke()}
            >
              Stop sharing
            </button>
          </p>
        ) : null}
      </div>
      {watching ? <WatchDialog video={video} onClose={() => setWatching(false)} /> : null}
      {renaming ? (
        <RenameDialog video={video} onClose={() => setRenaming(false)} onRenamed={refresh} />
      ) : null}
    </article>
  );

  async function download(): Promise<void> {
    setBusy('download');
    const isOnItsWay = await downloadFilm(paths.videoDownload(video.id), DOWNLOAD_NAMES.video, [
      'No video available',
      'This video was deleted.',
    ]);
    done('download');
    // It may have been deleted in another tab.
    if (!isOnItsWay) await refresh();
  }

  async function revoke(): Promise<void> {
    const sure = await askBefore({
      title: 'Stop sharing this video?',
      text: 'The link that you gave away will never work again. The video stays in your account.',
      confirm: 'Stop sharing',
    });
    if (!sure) return;
    setBusy('revoke');
    try {
      await sendApi(paths.videoShare(video.id), { method: 'DELETE' });
      toast('The link no longer works.');
      await refresh();
    } catch (error) {
      tellFailure('Error!', error);
      if (isNotFound(error)) await refresh();
    } finally {
      done('revoke');
    }
  }

  async function remove(): Promise<void> {
    const sure = await askBefore({
      title: 'Delete this video?',
      // With its day: there may be others that have the first title still. That may run from right to
      // left, and turns nothing around it.
      text: (
        <>
          “<bdi>{video.title}</bdi>”, saved on {ownDayText(video.createdAt, 'short')}, will be gone
          for good{video.shareUrl ? ', and so will its link' : ''}.
        </>
      ),
      confirm: 'Delete',
    });
    if (!sure) return;
    setBusy('delete');
    try {
      await callNamed('deleteVideoAndIncreaseLimit', { videoId: video.id }).catch((error) => {
        // What is not there any more is what was wanted.
        if (!isNotFound(error)) throw error;
      });
      tellVideoDeleted(video.id);
      void queries.invalidateQueries({ queryKey: usageKey });
      await refresh();
      void showPopup({ title: 'Deleted!', text: 'Your video has been deleted.' });
    } catch (error) {
      tellFailure('Error!', error, 'An error occurred while deleting the video.');
    } finally {
      done('delete');
    }
  }

  /** Another thing may have begun meanwhile, and goes on. */
  function done(what: typeof busy): void {
    setBusy((now) => (now === what ? undefined : now));
  }
}

function Pencil() {
  return (
    <LineIcon width={16} weight={1.8}>
      <path d="M2 14l1-4 8-8 3 3-8 8ZM9.5 3.5l3 3" />
    </LineIcon>
  );
}
