import type { SubscriptionType } from '@moodreel/contract';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { RenderNotices } from './render-notices.ts';

/** What an account has at this moment. */
export type PlanOf = (tx: Queryable, userId: string, now: Date) => Promise<SubscriptionType>;

/** What the use cases of renders and videos work with. */
export interface RenderParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly queue: JobQueue;
  readonly notices: RenderNotices;
  readonly planOf: PlanOf;
  readonly now: () => Date;
}
