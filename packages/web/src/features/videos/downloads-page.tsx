import { paths, videosPageSchema, videosPageTextSchema } from '@moodreel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Pager } from '../../components/ui/pager.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { videosKey } from '../../lib/videos.ts';
import { VideoCard } from './card.tsx';

/** The user's saved videos, newest first, 24 a page. */
export function DownloadsPage() {
  usePageTitle(
    'Downloads',
    'Your saved Moodreel videos: watch them, share them, and download them with Premium.',
  );
  const [search] = useSearchParams();
  // An address that makes no sense is that of the first page.
  const page = videosPageTextSchema.safeParse(search.get('page')).data ?? 1;
  const { isPaid, isKnown } = useSubscription();
  const videos = useQuery({
    queryKey: [...videosKey, page],
    queryFn: () => callApi(paths.videos(page), videosPageSchema),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page-width">
      <PageHeader slate="The film archive" title="Downloads">
        {videos.data && videos.data.total > 0 ? (
          <>
            {videos.data.total === 1 ? 'One video' : `${videos.data.total} videos`} in your account.{' '}
            <span className="pointer-coarse:hidden">Hover to play, click to see it large.</span>
            <span className="hidden pointer-coarse:inline">Tap to play.</span>
            {isKnown && !isPaid ? <WithoutFiles /> : null}
          </>
        ) : (
          'Everything you saved, ready to be shown around.'
        )}
      </PageHeader>
      {videos.isPending ? <Loading /> : null}
      {videos.isError && !videos.data ? (
        <div role="alert" className="flex flex-col items-start gap-4">
          <h2 className="text-h3">Error fetching videos</h2>
          <p className="text-ink-soft">{messageOf(videos.error)}</p>
          <TryAgain busy={videos.isFetching} onRetry={() => void videos.refetch()} />
        </div>
      ) : null}
      {videos.data?.total === 0 ? <Empty /> : null}
      {videos.data && videos.data.videos.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),20rem))] justify-center gap-x-8 gap-y-10 sm:justify-between">
          {videos.data.videos.map((video) => (
            <li key={video.id}>
              <VideoCard video={video} isPaid={isPaid} />
            </li>
          ))}
        </ul>
      ) : null}
      {videos.data ? (
        <Pager
          page={page}
          pages={videos.data.pages}
          busy={videos.isPlaceholderData}
          label="Pages of videos"
          searchOf={searchOf}
        />
      ) : null}
    </div>
  );
}

/** The page is called after what comes with Premium only: what it is without. */
function WithoutFiles() {
  return (
    <p className="mt-2 text-base">
      Here you watch and share them; downloading them as files comes with{' '}
      <Link className="text-link" to={routes.pricing}>
        Premium
      </Link>
      .
    </p>
  );
}

const searchOf = (page: number): Record<string, string> =>
  page === 1 ? {} : { page: String(page) };

function Empty() {
  return (
    <div className="grid place-items-center rounded-stage border-2 border-dashed border-line-soft px-6 py-16 text-center">
      <div className="greeting">
        <MoodMask emotion="sad" size={104} stick />
      </div>
      <h2 className="mt-4 text-h2">No videos found</h2>
      <p className="mt-2 text-ink-soft">Make one, save it, and it will wait for you here.</p>
      <Button className="mt-6" asChild>
        <Link to={routes.studio}>Animate a face</Link>
      </Button>
    </div>
  );
}
