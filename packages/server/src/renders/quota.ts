import {
  type EmotionLabel,
  ERRORS,
  emotionOf,
  PLAN_LIMITS,
  type SubscriptionType,
} from '@moodreel/contract';
import { and, eq, gt, inArray, notInArray } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Queryable } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/day.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { renders } from './schema.ts';
import { listSpent } from './spent-renders.ts';

export interface RenderUsage {
  readonly subscriptionType: SubscriptionType;
  /** Renders of the rolling window that count; the oldest first. */
  readonly countedAt: readonly Date[];
  /** Renders that wait or run now. */
  readonly waiting: number;
}

/**
 * What a user has used up, also by a former account of the same address. A render counts from its request until the window has passed it, unless
 * it failed or was cancelled: then it is given back by that.
 */
export async function readRenderUsage(
  tx: Queryable,
  userId: string,
  subscriptionType: SubscriptionType,
  now: Date,
): Promise<RenderUsage> {
  const { windowDays } = PLAN_LIMITS[subscriptionType];
  const since = new Date(now.getTime() - windowDays * DAY_MS);
  const counted = await tx
    .select({ createdAt: renders.createdAt })
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        gt(renders.createdAt, since),
        notInArray(renders.state, ['failed', 'cancelled']),
      ),
    );
  const spent = await listSpent(tx, userId, since);
  const waiting = await tx.$count(
    renders,
    and(eq(renders.userId, userId), inArray(renders.state, ['queued', 'running'])),
  );
  const countedAt = [...spent, ...counted.map(({ createdAt }) => createdAt)];
  countedAt.sort((a, b) => a.getTime() - b.getTime());
  return { subscriptionType, countedAt, waiting };
}

/**
 * Throws when the plan does not allow one more render of this emotion. Inside a transaction that
 * holds `lockUser` it stays true until the render is entered.
 */
export function assertMayRender(usage: RenderUsage, label: EmotionLabel): void {
  const limits = PLAN_LIMITS[usage.subscriptionType];
  if (!limits.emotions.includes(label)) {
    throw new AppError(
      'premium_required',
      `${emotionOf(label).title} needs a premium subscription.`,
    );
  }
  if (usage.waiting >= limits.waitingRenders) throw new AppError('too_many_waiting');
  if (limits.rendersPerWindow !== null && usage.countedAt.length >= limits.rendersPerWindow) {
    const resetsAt = renderComesBackAt(usage);
    throw new AppError(
      'weekly_limit_reached',
      `${ERRORS.weekly_limit_reached.message} The next one comes back on ` +
        `${resetsAt?.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
  }
}

/** Throws `premium_required` when the plan has no download. */
export async function assertMayDownload(tx: Queryable, userId: string, now: Date): Promise<void> {
  const { subscriptionType } = await readSubscription(tx, userId, now);
  if (PLAN_LIMITS[subscriptionType].download) return;
  throw new AppError('premium_required', 'Downloads need a premium subscription.');
}

/**
 * When the next render comes back: as soon as fewer count than the plan has. After premium more may
 * count than that. Null if none counts or there is no limit.
 */
export function renderComesBackAt({ subscriptionType, countedAt }: RenderUsage): Date | null {
  const { rendersPerWindow, windowDays } = PLAN_LIMITS[subscriptionType];
  if (rendersPerWindow === null) return null;
  const next = countedAt[Math.max(0, countedAt.length - rendersPerWindow)];
  return next ? new Date(next.getTime() + windowDays * DAY_MS) : null;
}
