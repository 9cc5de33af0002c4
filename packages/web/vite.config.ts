import { join } from 'node:path';
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

const MAIN = join(import.meta.dirname, 'src', 'main.tsx');

/** What a module of the graph is known to import at once. */
type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/** Everything that the page's own script imports without waiting, itself included. */
let first: ReadonlySet<string> | undefined;

/**
 * In which file a module is that several pages have: the one that all wait for, one of what needs libraries, as
 * forms do, and one of the rest, which is small.
 */
function placeOf(id: string, graph: Graph): 'app' | 'libraries' | 'shared' {
  first ??= followImports(MAIN, graph);
  if (first.has(id)) return 'app';
  for (const needed of followImports(id, graph)) {
    if (needed.includes('/node_modules/') && !first.has(needed)) return 'libraries';
  }
  return 'shared';
}

function followImports(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([start]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

function groupOf(place: ReturnType<typeof placeOf>, minShareCount: number) {
  const name = (id: string, graph: Graph) => (placeOf(id, graph) === place ? place : null);
  return { debugName: place, name, minShareCount };
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
    rolldownOptions: {
      output: {
        // Left alone the bundler makes a file of all that some pages share, be it of a hundred bytes: a page would
        // ask for 28 scripts.
        codeSplitting: {
          groups: [groupOf('app', 1), groupOf('shared', 2), groupOf('libraries', 2)],
        },
      },
    },
  },
  server: {
    // Not in the short form: that changes Host, and the server takes the pages for another site's.
    proxy: Object.fromEntries(
      ['/api', '/proxy', '/us-central1'].map((path) => [path, { target: api }]),
    ),
  },
});
