import { useEffect, useSyncExternalStore } from 'react';
import { onDropped, onForgotten } from '../../lib/kept.ts';
import { createListeners } from '../../lib/listeners.ts';
import { onVideoDeleted } from '../../lib/videos.ts';
import { keepChoices, keepPicture, recallStudio } from './kept-studio.ts';
import {
  initialState,
  type StudioAction,
  type StudioState,
  studioReducer,
} from './studio-state.ts';

/*
 * The studio's state outlives its page: who looks at the prices while a film is drawn, or comes
 * back with the back button, finds everything as it was. It belongs to one account. Picture and
 * choices outlive also a reload: the browser keeps them for a day, until the account signs out.
 */
let state: StudioState = initialState;
let owner: string | undefined;
/** Whether the browser keeps it: where a session ended, it was dropped, and only its page has it still. */
let isKept = true;
const listeners = createListeners();
const leaving = createListeners();

onForgotten(() => belongTo(undefined));
onDropped(() => {
  isKept = false;
});
onVideoDeleted((videoId) => dispatchStudio({ type: 'deleted', videoId }));

/** The studio of an account, for its page: rendered anew whenever it changes. */
export function useStudio(userId: string): StudioState {
  enterStudio(userId);
  useEffect(() => keepAgain(userId), [userId]);
  return useSyncExternalStore(listeners.add, readStudio);
}

/** Makes the studio an account's own, with what this browser kept for it, unless it is already. */
export function enterStudio(userId: string): void {
  if (owner === userId) return;
  belongTo(userId);
  isKept = true;
  void recallStudio(userId).then((kept) => {
    if (owner === userId) dispatchStudio({ type: 'recalled', kept });
    // Who was quicker, or another account, has no use for it.
    if (kept.picture && kept.picture !== state.picture) URL.revokeObjectURL(kept.picture.url);
  });
}

/** For who comes back after the session ended. Exported for its test. */
export function keepAgain(userId: string): void {
  if (owner === userId && !isKept) keepChanges(userId, initialState, state);
  isKept = true;
}

/** Changes the studio, and what this browser keeps of it. */
export function dispatchStudio(action: StudioAction): void {
  if (action.type === 'picture') forgetPicture();
  const before = state;
  state = studioReducer(state, action);
  if (owner !== undefined && action.type !== 'recalled') keepChanges(owner, before, state);
  listeners.tell();
}

/** Calls a listener when an account leaves the studio, or another one takes its place. */
export const onStudioLeft = leaving.add;

/** What is so at this moment, for callers outside of rendering. */
export function readStudio(): StudioState {
  return state;
}

function belongTo(userId: string | undefined): void {
  forgetPicture();
  owner = userId;
  state = initialState;
  leaving.tell();
}

function keepChanges(userId: string, before: StudioState, after: StudioState): void {
  if (after.picture !== before.picture) keepPicture(userId, after.picture);
  const kept = [
    'picture',
    'face',
    'emotion',
    'adjustments',
    'take',
    'orders',
    'unanswered',
    'forgone',
  ] as const;
  if (kept.some((part) => after[part] !== before[part]))
    keepChoices(userId, after, after.picture?.id ?? null);
}

function forgetPicture(): void {
  if (state.picture) URL.revokeObjectURL(state.picture.url);
}
