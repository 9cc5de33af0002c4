import { paths, type Render, type RenderEvent } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tellFailure } from '../../components/ui/popup.tsx';
import { ApiError, sendApi } from '../../lib/api.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { usageKey } from '../../lib/usage.ts';
import { anotherTakeOf, type FilmOrder, withFreeTake } from './film-order.ts';
import type { ChosenPicture } from './picture-file.ts';
import { sendOrder, UndecidedFace } from './send-order.ts';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio, onStudioLeft, readStudio } from './studio-store.ts';
import { notUnderWay, takeBack } from './take-back.ts';
import { unlessAborted } from './unless-aborted.ts';
import { useTellCancelled } from './use-cancel-film.ts';
import { useExplainRefusal } from './use-explain-refusal.ts';
import { keptRendersKey, withoutRender } from './use-kept-renders.ts';
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
  const explain = useExplainRefusal({ onNoFace, onFull });
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
}
