import { useRef } from 'react';

/**
 * The last element outside of dialogs and menus that had the focus, or opened the menu that has it.
 * What opened a dialog may be gone when that closes: an entry of a menu, a button of another dialog.
 */
let place: Element | null = null;

/** Keeps an eye on where the focus is, for all dialogs. Returns how to stop. */
export function followFocus(): () => void {
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element) || target.closest('[role="dialog"]')) return;
  const menu = target.closest('[role="menu"]');
  // By mouse a menu opens without its button being focused.
  place = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : target;
}

/**
 * Where the focus goes when a dialog closes: to what had it when the dialog opened, or where that
 * is gone, to the page. Dialogs here open by state, without the trigger that Radix would focus.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      for (const goal of [opener.current, place, document.getElementById('content')]) {
        // The page may have put it somewhere by itself.
        if (document.activeElement !== document.body) return;
        if (goal instanceof HTMLElement) goal.focus({ preventScroll: true });
      }
    },
  };
}
