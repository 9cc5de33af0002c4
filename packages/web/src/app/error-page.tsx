import { paths } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { TryAgain } from '../components/try-again.tsx';
import { Button } from '../components/ui/button.tsx';
import { Loading } from '../components/ui/spinner.tsx';
import { sendApi } from '../lib/api.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { routes } from '../lib/routes.ts';
import { DeadEnd } from './dead-end.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { UnreachablePage } from './unreachable-page.tsx';

/** What is shown when a page breaks; the rest of the application stays reachable. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isMissingCode(error)) return <MissingCodePage />;
  return <TornPage />;
}

/** Whether it is a page's code that could not be fetched: in each browser's words, and in Vite's. */
function isMissingCode(error: unknown): boolean {
  const words = /dynamically imported|module script|preload CSS/i;
  return error instanceof Error && words.test(error.message);
}

/**
 * The code is either gone, because the server has a newer version, or there is no connection, or there
 * was none for a moment. That cannot be told afterwards: browsers ask for code once, and what did not
 * come then stays missing, also for other pages that share it, until the page is loaded anew.
 */
function MissingCodePage() {
  const { server, wasAway, isBack, loadAgain } = useLoadAgain(true);
  if (wasAway) return <AwayPage {...{ server, isBack }} />;
  if (server.isPending) return <Loading />;
  return (
    <BrokenPage
      title="A part of this page is missing"
      text="Your connection was away for a moment, or there is a newer Moodreel since you opened this page. Load it again to go on."
      asking={server.isFetching}
      onLoadAgain={loadAgain}
    />
  );
}

function TornPage() {
  const { server, wasAway, isBack, loadAgain } = useLoadAgain(false);
  if (wasAway) return <AwayPage {...{ server, isBack }} />;
  return (
    <BrokenPage
      title="The film tore"
      text="This page ran into an error of ours. Loading it again usually helps; your videos are safe."
      asking={server.isFetching}
      onLoadAgain={loadAgain}
    />
  );
}

/**
 * Loads the page anew once the server is there: without it the browser's own error page would take the
 * place of ours, and know no way back.
 * @param asksAtOnce whether the server is asked before the user wants to load again
 */
function useLoadAgain(asksAtOnce: boolean) {
  const [wanted, setWanted] = useState(asksAtOnce);
  // Asked anew where one goes on to another page that is missing: much may have happened in between.
  const { key } = useLocation();
  const server = useQuery({
    queryKey: ['reachable', key],
    queryFn: async () => {
      await sendApi(paths.config());
      return true;
    },
    enabled: wanted,
    retry: false,
    gcTime: 0,
  });
  const wasAway = server.errorUpdateCount > 0;
  const isBack = wasAway && server.isSuccess;
  // However it was asked again, by the button or as the connection came back. The page that is loaded
  // has seen no failure, and so does not load again.
  useEffect(() => {
    if (isBack) window.location.reload();
  }, [isBack]);
  const loadAgain = async () => {
    const asked = server.refetch();
    setWanted(true);
    if ((await asked).isSuccess) window.location.reload();
  };
  return { server, wasAway, isBack, loadAgain };
}

/** Says that there is no connection, and loads the page as soon as there is one. */
function AwayPage({ server, isBack }: Pick<ReturnType<typeof useLoadAgain>, 'server' | 'isBack'>) {
  return (
    <UnreachablePage retrying={server.isFetching || isBack} retry={() => void server.refetch()} />
  );
}

function BrokenPage({
  title,
  text,
  asking,
  onLoadAgain,
}: {
  readonly title: string;
  readonly text: string;
  /** Whether the server is asked for, before the page is loaded. */
  readonly asking: boolean;
  readonly onLoadAgain: () => Promise<void>;
}) {
  usePageTitle('Something broke');
  return (
    <DeadEnd emotion="fear" slate="Cut! Cut!" title={title} text={text}>
      <TryAgain look="primary" busy={asking} onRetry={() => void onLoadAgain()}>
        Load again
      </TryAgain>
      <Button look="secondary" asChild>
        <Link to={routes.home}>Go home</Link>
      </Button>
    </DeadEnd>
  );
}
