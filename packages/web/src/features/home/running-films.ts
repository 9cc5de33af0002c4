import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';

/*
 * Whether what moves on the home page does, as far as somebody said so. One answer for all of it, and
 * kept while the application is open: who stopped the pictures and comes back does not have to stop
 * them again.
 */
let wanted: boolean | undefined;
const listeners = createListeners();

/** Lets the films of the home page run or stand still, whatever was wanted before. */
export function setRunning(next: boolean): void {
  wanted = next;
  listeners.tell();
}

/** Whether the pictures move: for people who want less movement only when they ask for it. */
export function useRunning(): boolean {
  const isWanted = useSyncExternalStore(listeners.add, () => wanted);
  const isStill = useReducedMotion();
  return isWanted ?? !isStill;
}
