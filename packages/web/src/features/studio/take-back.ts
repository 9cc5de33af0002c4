import { paths, type Render } from '@moodreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, gotNoAnswer, sendApi } from '../../lib/api.ts';
import { dispatchStudio } from './studio-store.ts';
import { askForRenders } from './use-kept-renders.ts';

/** How long it is asked for a film whose answer was lost: a connection may be away for a while. */
const again = { times: 60, milliseconds: 5000 } as const;

/** Keys of orders that are being taken back at this moment. */
const underWay = new Set<string>();

/**
 * Cancels the film of an order that was cancelled before its answer was here. Where that got lost, the
 * list of what the server has says whether the order has arrived. Until that is known the order is
 * among those that the page remembers over a reload. Says whether a film was cancelled.
 * @param ordered the order's answer; undefined if nobody waits for it any more, as after a reload
 */
export async function takeBack(
  queries: QueryClient,
  key: string,
  ordered?: Promise<Render>,
): Promise<boolean> {
  underWay.add(key);
  dispatchStudio({ type: 'forgone', key });
  try {
    const renderId = await (ordered ? renderOf(queries, key, ordered) : findLost(queries, key));
    if (renderId !== undefined) {
      await sendApi(paths.render(renderId), { method: 'DELETE' });
      dispatchStudio({ type: 'cancelled', renderId });
    }
    dispatchStudio({ type: 'taken-back', key });
    return renderId !== undefined;
  } catch (error) {
    // The film is made already and lies among those that are not saved, or it is gone. Else whoever
    // opens the page next tries once more.
    const isOver = error instanceof ApiError && [404, 409].includes(error.status);
    if (isOver) dispatchStudio({ type: 'taken-back', key });
    return false;
  } finally {
    underWay.delete(key);
  }
}

/** Those of cancelled orders that nobody is taking back. */
export function notUnderWay(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => !underWay.has(key));
}

async function renderOf(
  queries: QueryClient,
  key: string,
  ordered: Promise<Render>,
): Promise<string | undefined> {
  try {
    return (await ordered).id;
  } catch (error) {
    return gotNoAnswer(error) ? await findLost(queries, key) : undefined;
  }
}

async function findLost(queries: QueryClient, key: string): Promise<string | undefined> {
  const { renders } = await queries.fetchQuery({
    // The page's own list is told at once that there is no answer.
    queryKey: ['renders', 'lost', key],
    queryFn: askForRenders,
    retry: (count, error) => count < again.times && gotNoAnswer(error),
    retryDelay: again.milliseconds,
    gcTime: 0,
  });
  return renders.find((render) => render.key === key && render.state !== 'finished')?.id;
}
