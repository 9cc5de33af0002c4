import { TryAgain } from '../components/try-again.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { DeadEnd } from './dead-end.tsx';

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
    <DeadEnd
      emotion="sad"
      slate="No signal"
      title="The server could not be reached"
      text="Check your connection and try again. You are still signed in, if you were."
      isAlert
    >
      <TryAgain look="primary" busy={retrying} onRetry={retry} />
    </DeadEnd>
  );
}
