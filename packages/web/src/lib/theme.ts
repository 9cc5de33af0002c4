import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** By day, by night, or as the operating system has it. */
export type Theme = 'device' | 'light' | 'dark';

const storageKey = 'moodreel-theme';
const listeners = createListeners();

/** The chosen theme; 'device' follows the operating system. public/theme.js applies it early. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(listeners.add, readTheme), setTheme];
}

function readTheme(): Theme {
  const set = document.documentElement.dataset.theme;
  return set === 'light' || set === 'dark' ? set : 'device';
}

function setTheme(theme: Theme): void {
  if (theme === 'device') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  colourBar(theme);
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  listeners.tell();
}

/** Browsers on phones colour their bar as the page says it: by night dark, also on a light device. */
function colourBar(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-of]')) {
    const own = meta.dataset.of;
    if (theme === 'device') meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}
