import { paths, sharedVideoSchema } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { ApiError, callApi, messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { routes } from '../../lib/routes.ts';
import { FilmScreen } from '../film/film-screen.tsx';

/** The public page of one shared video. Nothing on it tells whose it is. */
export function SharedVideoPage() {
  const { token = '' } = useParams();
  const video = useQuery({
    queryKey: ['share', token],
    queryFn: () => callApi(paths.share(token), sharedVideoSchema),
  });
  const still = useReducedMotion();
  usePageTitle(video.data?.title ?? 'A shared video', 'A face that came alive with Moodreel.');
  if (video.isPending) return <Loading />;
  const isGone = video.error instanceof ApiError && [400, 404].includes(video.error.status);
  if (isGone) return <NotFoundPage />;
  // A film that is on the screen plays on while it cannot be asked for.
  if (!video.data) {
    return (
      <div role="alert" className="page-width py-16 text-center">
        <h1 className="text-h1">Error fetching video</h1>
        <p className="mt-3 text-ink-soft">{messageOf(video.error)}</p>
        <TryAgain look="primary" className="mt-6" onRetry={() => void video.refetch()} />
      </div>
    );
  }
  const { title, videoUrl, posterUrl, download, widthPx, heightPx } = video.data;
  return (
    <div className="page-width grid justify-items-center text-center">
      <p className="slate text-accent">Now showing</p>
      <h1 dir="auto" className="mt-2 max-w-full text-h1 wrap-anywhere">
        {title}
      </h1>
      <div className="film-strip mt-8 w-full max-w-3xl overflow-hidden rounded-stage border-2 border-line">
        <FilmScreen
          src={videoUrl}
          poster={posterUrl}
          label={title}
          gone="This video is no longer shared."
          size={{ widthPx, heightPx }}
          plays={!still}
          keeps={download}
          className="h-auto max-h-[70dvh] w-auto min-w-[min(100%,26rem)] max-w-full"
        />
      </div>
      <div className="mt-10 flex flex-col items-center gap-4">
        <p className="text-lead text-ink-soft">This was one still picture. Got a face at hand?</p>
        <Button size="large" asChild>
          <Link to={routes.home}>Make your own</Link>
        </Button>
      </div>
    </div>
  );
}
