import { useSyncExternalStore } from 'react';
import { useReducedMotion } from '../../lib/reduced-motion.ts';

/*
 * Whether what moves on the home page does, as far as somebody said so. One answer for all of it, and
 * kept while the application is open: who stopped the pictures and comes back does not have to stop
 * them again.
 */
let wanted: boolean | undefined;
const listeners = new Set<() => void>();

export function setRunning(next: boolean): void {
  wanted = next;
  for (const listener of listeners) listener();
}

/** Whether the pictures move: for people who want less movement only when they ask for it. */
export function useRunning(): boolean {
  const isWanted = useSyncExternalStore(subscribe, () => wanted);
  const isStill = useReducedMotion();
  return isWanted ?? !isStill;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
