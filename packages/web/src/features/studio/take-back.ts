import { paths, type Render } from '@moodreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { sendApi } from '../../lib/api.ts';
import { gotNoAnswer } from './send-order.ts';
import { askForRenders } from './use-kept-renders.ts';

/** How long it is asked for a film whose answer was lost: a connection may be away for a while. */
const again = { times: 60, milliseconds: 5000 } as const;

/**
 * Cancels the film of an order that was cancelled before its answer was here. Where that got lost, the
 * list of what the server has says whether the order has arrived. Returns the film's id; undefined if
 * there is none.
 * @param key the order's; undefined if it was not sent
 */
export async function takeBack(
  queries: QueryClient,
  ordered: Promise<Render>,
  key: string | undefined,
): Promise<string | undefined> {
  const id = await ordered.then(
    (render) => render.id,
    (error) => {
      if (key !== undefined && gotNoAnswer(error)) return findLost(queries, key);
      return undefined;
    },
  );
  if (id !== undefined) await sendApi(paths.render(id), { method: 'DELETE' });
  return id;
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
