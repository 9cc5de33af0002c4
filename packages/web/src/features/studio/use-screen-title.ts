import { type RefObject, useEffect, useRef } from 'react';
import type { Phase } from './phase.ts';

/** Where the focus stays: the bar, menus, and dialogs that are not just being closed. */
const elsewhere = 'nav, [role="menu"], [role="dialog"][data-state="open"]';

/**
 * For the heading over the screen. Whenever something else comes on the screen, it is scrolled to
 * and takes the focus: what was pressed for it is gone then, or switched off, and far away on small
 * screens. Opening the page moves nothing, and who is in a dialog or in the bar is not called away.
 * The first picture lies where one looks already: only the focus of the button for it is saved.
 */
export function useScreenTitle(
  phase: Phase,
  hasPicture: boolean,
): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const scene = sceneOf(phase, hasPicture);
  const last = useRef(scene);
  useEffect(() => {
    const before = last.current;
    last.current = scene;
    if (before === scene || before === 'looking') return;
    const isFirstPicture = before === 'empty' && scene === 'input';
    if (isFirstPicture && document.activeElement !== document.body) return;
    if (document.activeElement?.closest(elsewhere)) return;
    if (isFirstPicture) title.current?.focus({ preventScroll: true });
    else goTo(title.current);
  }, [scene]);
  return title;
}

/** Scrolls to the heading, which takes the focus. */
export function goTo(title: HTMLElement | null): void {
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** What is on the screen, as far as it is another thing than before. */
function sceneOf(phase: Phase, hasPicture: boolean): string {
  if (phase.name === 'sending' || phase.name === 'working') return 'filming';
  if (phase.name === 'input') return hasPicture ? 'input' : 'empty';
  return phase.name === 'ready' ? phase.renderId : phase.name;
}
