import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

const NOT_BUILT =
  'the pages were not built, and browsers are answered 404: run `npm run build` and start again';

export interface BuiltPages {
  readonly staticFiles: StaticFiles;
  /** The one page of the application; undefined where it was not built. */
  readonly indexPage: string | undefined;
}

/** What the build of the pages left in `folder`. Without it the calls work nevertheless, and the log says so. */
export function openPages(folder: string, publicUrl: string, log: Logger): BuiltPages {
  const index = join(folder, 'index.html');
  if (existsSync(index)) {
    return {
      staticFiles: createStaticFiles(folder, publicUrl),
      indexPage: readFileSync(index, 'utf8'),
    };
  }
  log.warn(NOT_BUILT);
  return { staticFiles: () => undefined, indexPage: undefined };
}
