// Runs before the first paint, so that a chosen theme does not flash the other one.
try {
  const theme = localStorage.getItem('moodreel-theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // The browser's own bar, as lib/theme.ts does it.
    for (const meta of document.querySelectorAll('meta[data-of]')) {
      meta.media = meta.dataset.of === theme ? 'all' : 'not all';
    }
  }
} catch {
  // Storage may be switched off; then the device's own preference counts.
}

// Here, as no other script is sure to be there: says so when the page's own code does not come, which
// would leave "Loading..." for ever.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    const tell = () => {
      document.getElementById('loading')?.remove();
      const words = document.getElementById('not-loaded');
      if (!words) return;
      words.hidden = false;
      words.querySelector('button').onclick = () => location.reload();
    };
    // It may fail before those words are there.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
    else tell();
  },
  true,
);
