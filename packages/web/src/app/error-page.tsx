import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '../components/ui/button.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** What is shown when a page breaks; the rest of the application stays reachable. */
export function ErrorPage() {
  const error = useRouteError();
  usePageTitle('Something broke');
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  // A page's code that cannot be fetched is most often a newer version on the server.
  const isStale =
    error instanceof TypeError && /dynamically imported|module script/i.test(error.message);
  return (
    <main className="page-width py-20 text-center">
      <p className="slate text-accent">Cut! Cut!</p>
      <h1 className="mt-2 text-h1">{isStale ? 'There is a newer Moodreel' : 'The film tore'}</h1>
      <p className="mx-auto mt-4 max-w-prose text-lead text-ink-soft">
        {isStale
          ? 'This page was changed since you opened it. Load it again to go on.'
          : 'This page ran into an error of ours. Loading it again usually helps; your videos are safe.'}
      </p>
      <div className="mt-8 flex justify-center gap-4">
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <Button look="secondary" asChild>
          <a href="/">Go home</a>
        </Button>
      </div>
    </main>
  );
}
