import type { JobQueue } from '../jobs/job-queue.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { RenderNotices } from './render-notices.ts';

/** What the use cases of renders and videos work with. */
export interface RenderParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly queue: JobQueue;
  readonly notices: RenderNotices;
  readonly now: () => Date;
}
