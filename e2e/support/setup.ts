import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly origin: string;
  }
}

/** One server for all browser tests; they keep out of each other's way by using own accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = join(import.meta.dirname, '..', '..', 'packages', 'web', 'dist', 'index.html');
  if (!existsSync(built)) {
    throw new Error('The web application is not built. Run `npm run build` first.');
  }
  const server = await startServer();
  project.provide('origin', server.origin);
  return () => server.stop();
}
