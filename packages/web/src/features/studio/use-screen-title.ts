import { type RefObject, useEffect, useRef } from 'react';
import type { Phase } from './studio-state.ts';

/** Where the focus stays: the bar, menus, and dialogs that are not just being closed. */
const elsewhere = 'nav, [role="menu"], [role="dialog"][data-state="open"]';

/**
 * For the heading over the screen. Whenever something else comes on the screen, it is scrolled to
 * and takes the focus: what was pressed for it is gone then, or switched off, and far away on small
 * screens. Opening the page moves nothing, and who is in a dialog or in the bar is not called away.
 */
export function useScreenTitle(phase: Phase): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const scene = sceneOf(phase);
  const last = useRef(scene);
  useEffect(() => {
    const before = last.current;
    last.current = scene;
    if (before === scene || before === 'looking') return;
    if (document.activeElement?.closest(elsewhere)) return;
    title.current?.scrollIntoView({ block: 'start' });
    title.current?.focus({ preventScroll: true });
  }, [scene]);
  return title;
}

/** What is on the screen, as far as it is another thing than before. */
function sceneOf(phase: Phase): string {
  if (phase.name === 'sending' || phase.name === 'working') return 'filming';
  return phase.name === 'ready' ? phase.renderId : phase.name;
}
