import { filmTitle, paths, type Render } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { askBefore, tellFailure } from '../../components/ui/popup.tsx';
import { isNotFound, sendApi } from '../../lib/api.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { dispatchStudio } from './studio-store.ts';
import { keptRendersKey, withoutRender } from './use-kept-renders.ts';

/** `onGone` is called when the film is gone, and its place on the page is not yet. */
type Discard = (film: Pick<Render, 'id' | 'label' | 'take'>, onGone?: () => void) => Promise<void>;

/**
 * Deletes a film that was not saved, before its day is over. Asks first. `discarding` are the ids of
 * those that are on their way out.
 */
export function useDiscard(): { discard: Discard; discarding: readonly string[] } {
  const queries = useQueryClient();
  const { isPaid } = useSubscription();
  const [discarding, setDiscarding] = useState<readonly string[]>([]);
  const discard: Discard = async (film, onGone) => {
    const sure = await askBefore({
      title: 'Discard this film?',
      text: `“${filmTitle(film)}” will be gone for good.`,
      ...(isPaid ? {} : { hint: 'It still counts as one of your films this week.' }),
      confirm: 'Discard',
    });
    if (!sure) return;
    setDiscarding((ids) => [...ids, film.id]);
    try {
      await sendApi(paths.renderVideo(film.id), { method: 'DELETE' });
    } catch (error) {
      // What is not there any more is what was wanted.
      if (!isNotFound(error)) {
        tellFailure('Error discarding film', error);
        return;
      }
    } finally {
      setDiscarding((ids) => ids.filter((id) => id !== film.id));
    }
    onGone?.();
    // Before the list is asked for again: until that comes it would still show the film.
    queries.setQueryData(keptRendersKey, withoutRender(film.id));
    dispatchStudio({ type: 'discarded', renderId: film.id });
    toast('The film is gone.');
    void queries.invalidateQueries({ queryKey: keptRendersKey });
  };
  return { discard, discarding };
}
