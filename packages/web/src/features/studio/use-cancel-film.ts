import { paths, type Render } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { tellFailure } from '../../components/ui/popup.tsx';
import { isNotFound, sendApi } from '../../lib/api.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { usageKey } from '../../lib/usage.ts';
import { dispatchStudio } from './studio-store.ts';
import { keptRendersKey, withoutRender } from './use-kept-renders.ts';

/** Says once that a film is cancelled, whether here, of which a stream may tell as well, or elsewhere. */
export function useTellCancelled(): () => void {
  const { isPaid } = useSubscription();
  const said = isPaid ? 'Cancelled.' : 'Cancelled. It does not count against your week.';
  return () => void toast(said, { id: 'cancelled' });
}

/**
 * Cancels a film that is not on the screen. `cancelling` are the ids of those that are on their way out;
 * `onGone` is called when one is gone, and its place on the page is not yet.
 */
export function useCancelFilm() {
  const queries = useQueryClient();
  const tellCancelled = useTellCancelled();
  const [cancelling, setCancelling] = useState<readonly string[]>([]);
  return { cancelling, cancelFilm };

  async function cancelFilm({ id }: Pick<Render, 'id'>, onGone: () => void): Promise<void> {
    setCancelling((ids) => [...ids, id]);
    try {
      await sendApi(paths.render(id), { method: 'DELETE' });
      onGone();
      // Before the list is asked for again: until that comes it would still show the film.
      queries.setQueryData(keptRendersKey, withoutRender(id));
      dispatchStudio({ type: 'cancelled', renderId: id });
      tellCancelled();
    } catch (error) {
      if (!isNotFound(error)) tellFailure('The film was not cancelled', error);
    } finally {
      setCancelling((ids) => ids.filter((other) => other !== id));
      // What cannot be cancelled any more is ready, and shown as such.
      void queries.invalidateQueries({ queryKey: keptRendersKey });
      void queries.invalidateQueries({ queryKey: usageKey });
    }
  }
}
