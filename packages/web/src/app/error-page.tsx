import { paths } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '../components/ui/button.tsx';
import { Loading } from '../components/ui/spinner.tsx';
import { sendApi } from '../lib/api.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { UnreachablePage } from './unreachable-page.tsx';

/** What is shown when a page breaks; the rest of the application stays reachable. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isMissingCode(error)) return <MissingCodePage />;
  return (
    <BrokenPage
      title="The film tore"
      text="This page ran into an error of ours. Loading it again usually helps; your videos are safe."
    />
  );
}

/** Whether it is a page's code that could not be fetched: in each browser's words, and in Vite's. */
function isMissingCode(error: unknown): boolean {
  const words = /dynamically imported|module script|preload CSS/i;
  return error instanceof Error && words.test(error.message);
}

/** The code is either gone, because the server has a newer version, or there is no connection. */
function MissingCodePage() {
  const server = useQuery({
    queryKey: ['reachable'],
    queryFn: async () => {
      await sendApi(paths.config());
      return true;
    },
    retry: false,
    gcTime: 0,
  });
  async function retry(): Promise<void> {
    if ((await server.refetch()).isSuccess) window.location.reload();
  }
  // Once it did not answer it stays at that: when it does, the page is loaded anew.
  if (server.errorUpdateCount > 0) {
    return <UnreachablePage retrying={server.isFetching} retry={() => void retry()} />;
  }
  if (server.isPending) return <Loading />;
  return (
    <BrokenPage
      title="There is a newer Moodreel"
      text="This page was changed since you opened it. Load it again to go on."
    />
  );
}

function BrokenPage({ title, text }: { readonly title: string; readonly text: string }) {
  usePageTitle('Something broke');
  return (
    <div className="page-width py-20 text-center">
      <p className="slate text-accent">Cut! Cut!</p>
      <h1 className="mt-2 text-h1">{title}</h1>
      <p className="mx-auto mt-4 max-w-prose text-lead text-ink-soft">{text}</p>
      <div className="mt-8 flex justify-center gap-4">
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <Button look="secondary" asChild>
          <a href="/">Go home</a>
        </Button>
      </div>
    </div>
  );
}
