import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { noFilmsLeft, usageQuery } from '../../lib/usage.ts';
import { readStudio } from './studio-store.ts';
import { inWork, keptRendersQuery } from './use-kept-renders.ts';
import { useOfferPremium } from './use-offer-premium.ts';

/**
 * Says why there is no film, in the way that leads on: points, films in work, Premium, or words.
 * `onNoFace` is called when points are needed, `onFull` when films in work are in the way.
 */
export function useExplainRefusal({
  onNoFace,
  onFull,
}: {
  readonly onNoFace: () => void;
  readonly onFull: () => void;
}): (error: unknown) => Promise<void> {
  const queries = useQueryClient();
  const offerPremium = useOfferPremium();
  return explain;

  async function explain(error: unknown): Promise<void> {
    const code = error instanceof ApiError ? error.code : '';
    // Whoever is to sign in is led there, and back to this page.
    if (code === 'unauthenticated') return;
    if (code === 'too_many_waiting' && (await areSomeInWork(queries))) {
      onFull();
      return;
    }
    // Where the browser kept no picture over a reload, points cannot be placed on it.
    const hasPicture = readStudio().picture !== null;
    if (hasPicture && (code === 'no_face_found' || code === 'bad_points')) {
      onNoFace();
      return;
    }
    if (code === 'weekly_limit_reached' || code === 'premium_required') {
      // Nothing is wrong: the plan ends here. The page tells so before; this is for whoever made a
      // film, or lost premium, elsewhere.
      const isUsedUp = code === 'weekly_limit_reached';
      await offerPremium(
        isUsedUp ? 'Your free films are used up' : 'This is part of Premium',
        isUsedUp ? await weekUsedUp(queries) : messageOf(error),
      );
      return;
    }
    await showPopup({
      title: 'Oops! Something is wrong...',
      text: 'Something went wrong while processing the image. Please try again later.',
      hint: `${reasonOf(error) ?? 'You could try another image: a face may not be detected in this one.'} ${
        hasPicture ? 'Your picture is still here.' : 'Put the picture in again to go on.'
      }`,
    });
  }
}

/** In the page's words and the user's own time: the server knows neither. */
async function weekUsedUp(queries: QueryClient): Promise<string> {
  const now = { ...usageQuery, staleTime: 0, retry: false };
  const usage = await queries.fetchQuery(now).catch(() => undefined);
  return noFilmsLeft(usage?.resetsAt);
}

/** Whether films in work are on the list, which is asked for now: they may be done meanwhile. */
async function areSomeInWork(queries: QueryClient): Promise<boolean> {
  const kept = await queries.fetchQuery(keptRendersQuery).catch(() => undefined);
  return inWork(kept?.renders ?? []).length > 0;
}

/** A reason that the user can act on; undefined where the general text says as much. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const general = ['internal', 'render_failed', 'unexpected-answer'];
  return general.includes(error.code) || error.status >= 500 || error.message === ''
    ? undefined
    : error.message;
}
