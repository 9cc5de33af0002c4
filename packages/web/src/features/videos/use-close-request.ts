import { useEffect, useEffectEvent } from 'react';

/** What is used of a browser's CloseWatcher, which TypeScript does not know yet. */
type CloseWatcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    /** Not every browser has it. */
    readonly CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Closes a dialog that shows a film by Escape where the page does not hear it: Chromium keeps the keys
 * that are pressed within a video's controls to itself. A dialog prevents what the browser does at
 * the keys that it hears, so that both never close for one.
 */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!window.CloseWatcher) return;
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, []);
}
