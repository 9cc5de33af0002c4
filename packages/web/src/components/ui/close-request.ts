import { useEffect, useEffectEvent } from 'react';

/** What is used of a browser's CloseWatcher, which TypeScript does not know yet. */
type CloseWatcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    /** Not every browser has it. */
    readonly CloseWatcher?: new () => CloseWatcher;
  }
}

/** How to close what lies over the page, the topmost last. */
let open: readonly (() => void)[] = [];
/** One for all of them: a browser closes several that no press opened by a single request. */
let watcher: CloseWatcher | undefined;

/**
 * Closes what lies over the page where the browser is asked to and the page does not hear it: by Back
 * on a phone, which would leave the page, and by Escape within a video's controls, whose keys
 * Chromium keeps to itself. A dialog prevents what the browser does at the keys that it hears, so
 * that both never close for one.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const closeThis = () => close();
    open = [...open, closeThis];
    watch();
    return () => {
      open = open.filter((other) => other !== closeThis);
      watch();
    };
  }, [isOpen]);
}

/** Watches as long as anything is open. */
function watch(): void {
  if (open.length === 0) {
    watcher?.destroy();
    watcher = undefined;
    return;
  }
  if (watcher || !window.CloseWatcher) return;
  watcher = new window.CloseWatcher();
  watcher.onclose = () => {
    // It watches no more. What it closes is open until React has heard of it.
    watcher = undefined;
    open.at(-1)?.();
    watch();
  };
}
