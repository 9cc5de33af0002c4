import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Asks the browser for the fonts of the first screen at once, so that text does not jump. */
function preloadFonts(): Plugin {
  return {
    name: 'moodreel-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => /(caprasimo|figtree)-latin-.*normal.*\.woff2$/.test(file))
          .filter((file) => !file.includes('latin-ext'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    chunkSizeWarningLimit: 700,
  },
  server: {
    // Not in the short form: that changes Host, and the server takes the pages for another site's.
    proxy: Object.fromEntries(
      ['/api', '/proxy', '/us-central1'].map((path) => [path, { target: api }]),
    ),
  },
});
