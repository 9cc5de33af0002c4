// Builds the web application into packages/web/dist. Called by scripts/ready.mjs when stale.
import { join } from 'node:path';
import { build } from 'vite';
import { makeSampleFilms } from './sample-films.ts';

const web = join(import.meta.dirname, '..', 'packages', 'web');

await makeSampleFilms(join(web, 'build', 'films'));
await build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' });
// The model runtime keeps threads that would keep this process alive.
process.exit(0);
