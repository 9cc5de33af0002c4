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
