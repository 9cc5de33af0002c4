import { useSyncExternalStore } from 'react';
import {
  initialState,
  type StudioAction,
  type StudioState,
  studioReducer,
} from './studio-state.ts';

/*
 * The studio's state outlives its page: who looks at the prices while a film is drawn, or comes
 * back with the back button, finds everything as it was. It belongs to one account.
 */
let state: StudioState = initialState;
let owner: string | undefined;
const listeners = new Set<() => void>();

export function useStudio(userId: string): StudioState {
  if (owner !== userId) {
    forgetPicture();
    owner = userId;
    state = initialState;
  }
  return useSyncExternalStore(subscribe, () => state);
}

export function dispatchStudio(action: StudioAction): void {
  if (action.type === 'picture') forgetPicture();
  state = studioReducer(state, action);
  for (const listener of listeners) listener();
}

/** What is so at this moment, for callers outside of rendering. */
export function readStudio(): StudioState {
  return state;
}

function forgetPicture(): void {
  if (state.picture) URL.revokeObjectURL(state.picture.url);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
