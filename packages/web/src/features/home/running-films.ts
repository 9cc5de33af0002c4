import { useSyncExternalStore } from 'react';
import { useReducedMotion } from '../../lib/reduced-motion.ts';

/*
 * Whether what moves on the home page does. One answer for all of it, and kept while the
 * application is open: who stopped the pictures and comes back does not have to stop them again.
 */
let stopped = false;
const listeners = new Set<() => void>();

export function setStopped(next: boolean): void {
  stopped = next;
  for (const listener of listeners) listener();
}

/** Whether the pictures move: not for people who want less movement, nor once they were stopped. */
export function useRunning(): boolean {
  const isStopped = useSyncExternalStore(subscribe, () => stopped);
  return !useReducedMotion() && !isStopped;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
