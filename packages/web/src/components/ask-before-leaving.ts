import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askBefore } from './ui/popup.tsx';

/** State of a navigation before which it was asked already. */
export const WAS_ASKED = { wasAsked: true };

/** What is said of changes wherever they are about to be lost. */
export const UNSAVED = 'What you have changed here is not saved.';

/** Pages with changes that are not saved. */
let changedPages = 0;

/** Whether any page has changes that are not saved. */
export function hasUnsavedChanges(): boolean {
  return changedPages > 0;
}

/** Asks before another page takes the place of one with changes that are not saved. */
export function useAskBeforeLeaving(changed: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.state !== WAS_ASKED,
  );
  useEffect(() => {
    if (!changed) return;
    changedPages += 1;
    return () => {
      changedPages -= 1;
    };
  }, [changed]);
  /** The navigation that is held up: the last, where one went on before there was an answer. */
  const held = useRef(blocker);
  held.current = blocker;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const isAsking = useRef(false);
  // Each navigation that is held up is another blocker: one may follow so soon that React never sees that
  // the one before is over.
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    // Deferred, so that React's double run of effects in development asks once.
    const timer = setTimeout(async () => {
      isAsking.current = true;
      const leaves = await askBefore({
        title: 'Leave without saving?',
        text: UNSAVED,
        confirm: 'Leave',
        cancel: 'Stay',
      });
      isAsking.current = false;
      // The page may be gone by itself: its session has ended, say.
      if (!isHere.current) return;
      if (leaves) held.current.proceed?.();
      else held.current.reset?.();
    });
    return () => clearTimeout(timer);
  }, [blocker]);
}
