// Builds the web application into packages/web/dist. Called by scripts/ready.mjs when stale.
import { join } from 'node:path';
import { build } from 'vite';

const web = join(import.meta.dirname, '..', 'packages', 'web');

await build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' });
