import { TryAgain } from '../components/try-again.tsx';
import { usePageTitle } from '../lib/page-title.ts';

/** Stands where a page waits to know who is signed in, and the server does not say. */
export function UnreachablePage({
  retrying,
  retry,
}: {
  readonly retrying: boolean;
  readonly retry: () => void;
}) {
  usePageTitle('No connection');
  return (
    <div role="alert" className="page-width py-20 text-center">
      <p className="slate text-accent">No signal</p>
      <h1 className="mt-2 text-h1">The server could not be reached</h1>
      <p className="mx-auto mt-4 max-w-prose text-lead text-ink-soft">
        Check your connection and try again. You are still signed in, if you were.
      </p>
      <TryAgain look="primary" className="mt-8" busy={retrying} onRetry={retry} />
    </div>
  );
}
