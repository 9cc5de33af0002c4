import { paths, type Render, type RenderEvent } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showPopup, tellFailure } from '../../components/ui/popup.tsx';
import { ApiError, messageOf, sendApi } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { noFilmsLeft, usageKey, usageQuery } from '../../lib/usage.ts';
import { anotherTakeOf, type FilmOrder, withFreeTake } from './film-order.ts';
import type { ChosenPicture } from './picture-file.ts';
import { sendOrder, UndecidedFace } from './send-order.ts';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio, onStudioLeft, readStudio } from './studio-store.ts';
import { notUnderWay, takeBack } from './take-back.ts';
import { unlessAborted } from './unless-aborted.ts';
import { useTellCancelled } from './use-cancel-film.ts';
import { inWork, keptRendersKey, keptRendersQuery, withoutRender } from './use-kept-renders.ts';
import { useOfferPremium } from './use-offer-premium.ts';
import { watchRender } from './watch-render.ts';

/** The order that is on its way; it outlives the page, as the studio's state does. */
let sending = new AbortController();
/** Why an order is broken off whose account has left: nothing of it is for who comes then. */
const wasLeft = new DOMException('its account left', 'AbortError');
onStudioLeft(() => sending.abort(wasLeft));

/**
 * Starting, following and cancelling a render. `onNoPicture` is called when there is none to animate,
 * `onNoFace` when points are needed, `onUndecided` when the order came back because one of several faces is to be chosen first, `onFull`
 * when it did because of films that are in work.
 */
export function useAnimate(
  state: StudioState,
  {
    onNoPicture,
    onNoFace,
    onUndecided,
    onFull,
  }: {
    readonly onNoPicture: () => Promise<void>;
    readonly onNoFace: () => void;
    readonly onUndecided: (picture: ChosenPicture) => void;
    readonly onFull: () => void;
  },
) {
  const queries = useQueryClient();
  const offerPremium = useOfferPremium();
  const tellCancelled = useTellCancelled();
  const renderId = state.phase.name === 'working' ? state.phase.renderId : undefined;
  /** Whether the server answers while a render is followed. */
  const [connected, setConnected] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another render is followed anew
  useEffect(() => {
    if (renderId === undefined) return;
    const hear = (event: RenderEvent) => {
      if (['finished', 'failed', 'cancelled'].includes(event.type)) leaveWork(renderId);
      dispatchStudio({ type: 'event', event });
      if (event.type === 'finished') reportEvent('render_finished', 'AI');
      if (event.type === 'cancelled') tellCancelled();
      if (event.type === 'failed') void explain(new ApiError(event.code, event.message, 0));
    };
    const stop = watchRender(renderId, hear, setConnected);
    return () => {
      stop();
      setConnected(true);
    };
  }, [renderId]);

  const { recalled } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as they are known
  useEffect(() => {
    if (recalled) for (const key of notUnderWay(readStudio().forgone)) void forgo(key);
  }, [recalled]);

  return { animate, animateAgain, cancel, connected };

  /** Asks for what is chosen on the page. */
  async function animate(): Promise<void> {
    const { emotion, face, adjustments, take } = readStudio();
    await send({ emotion, face, adjustments, take });
  }

  /** Asks for another take of a film that was made of the picture that is in. */
  async function animateAgain(renderId: string): Promise<void> {
    const order = readStudio().orders[renderId];
    if (order) await send(anotherTakeOf(order));
  }

  async function send(wanted: FilmOrder): Promise<void> {
    const { picture, orders, phase: from } = readStudio();
    if (!picture) return await onNoPicture();
    const order = withFreeTake(orders, wanted);
    dispatchStudio({ type: 'send', order });
    sending = new AbortController();
    const { signal } = sending;
    const ordered = sendOrder(queries, picture, order, signal);
    try {
      const render = await unlessAborted(ordered, signal);
      if (signal.reason === wasLeft) return;
      dispatchStudio({ type: 'accepted', render });
      reportEvent('render_started', 'AI');
      refreshLists();
    } catch (error) {
      if (signal.reason === wasLeft) return;
      const { phase } = readStudio();
      const key = phase.name === 'sending' ? phase.key : null;
      dispatchStudio({ type: 'refused', from });
      // What was cancelled on its way, or got no answer, may have arrived all the same.
      refreshLists();
      if (signal.aborted) {
        if (key !== null) void forgo(key, ordered);
      } else if (error instanceof UndecidedFace) onUndecided(picture);
      else await explain(error);
    }
  }

  /** Cancels the film of an order that was cancelled before its answer was here, if there is one. */
  async function forgo(key: string, ordered?: Promise<Render>): Promise<void> {
    if (await takeBack(queries, key, ordered)) refreshLists();
  }

  async function cancel(): Promise<void> {
    if (renderId === undefined) {
      sending.abort();
      return;
    }
    try {
      await sendApi(paths.render(renderId), { method: 'DELETE' });
      leaveWork(renderId);
      const { phase } = readStudio();
      // Another film may be in work by now, of another account even.
      if (phase.name === 'working' && phase.renderId === renderId) {
        dispatchStudio({ type: 'event', event: { type: 'cancelled' } });
      }
      tellCancelled();
    } catch (error) {
      tellFailure('The film was not cancelled', error);
    }
  }

  /** Until the list comes again it would still have the film among those in work. */
  function leaveWork(id: string): void {
    queries.setQueryData(keptRendersKey, withoutRender(id));
    refreshLists();
  }

  function refreshLists(): void {
    void queries.invalidateQueries({ queryKey: usageKey });
    void queries.invalidateQueries({ queryKey: keptRendersKey });
  }

  /** In the page's words and the user's own time: the server knows neither. */
  async function weekUsedUp(): Promise<string> {
    const now = { ...usageQuery, staleTime: 0, retry: false };
    const usage = await queries.fetchQuery(now).catch(() => undefined);
    return noFilmsLeft(usage?.resetsAt);
  }

  /** Whether films in work are on the list, which is asked for now: they may be done meanwhile. */
  async function areSomeInWork(): Promise<boolean> {
    const kept = await queries.fetchQuery(keptRendersQuery).catch(() => undefined);
    return inWork(kept?.renders ?? []).length > 0;
  }

  async function explain(error: unknown): Promise<void> {
    const code = error instanceof ApiError ? error.code : '';
    // Whoever is to sign in is led there, and back to this page.
    if (code === 'unauthenticated') return;
    if (code === 'too_many_waiting' && (await areSomeInWork())) {
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
        isUsedUp ? await weekUsedUp() : messageOf(error),
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

/** A reason that the user can act on; undefined where the general text says as much. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const general = ['internal', 'render_failed', 'unexpected-answer'];
  return general.includes(error.code) || error.status >= 500 || error.message === ''
    ? undefined
    : error.message;
}
