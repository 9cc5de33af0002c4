import { DATE_FAULTS, type NamedCallRequest, PLAN_PRICES } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { changeCredentialsIn, hashIfGiven } from '../accounts/change-credentials.ts';
import { insertUser } from '../accounts/create-user.ts';
import { hashPassword, isStillHashOf } from '../accounts/passwords.ts';
import { users } from '../accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { addMonths } from '../subscriptions/period.ts';
import {
  agreedSubscription,
  type CurrentSubscription,
  readSubscription,
} from '../subscriptions/read-subscription.ts';
import { subscriptions } from '../subscriptions/schema.ts';

type CreateRequest = NamedCallRequest<'createUser'>;
type UpdateRequest = NamedCallRequest<'updateUser'>;
/** What an admin's form says about a subscription. */
type SubscriptionFields = Pick<
  UpdateRequest,
  'subscriptionType' | 'subscriptionPlan' | 'startDate' | 'endDate'
>;

/**
 * Makes an account with the dates that an admin entered. Throws `email_in_use`, `bad_request`, and
 * `admin_verification_failed` where the admin has another password since `verifiedHash` was found right.
 */
export async function createUserByAdmin(
  db: Database,
  admin: { readonly id: string; readonly verifiedHash: string },
  request: CreateRequest,
  now: Date,
): Promise<string> {
  const { email, password } = request;
  const passwordHash = await hashPassword(password);
  return await db.transaction(async (tx) => {
    if (!(await isStillHashOf(tx, admin.id, admin.verifiedHash, 'share'))) {
      throw new AppError('admin_verification_failed');
    }
    const userId = await insertUser(tx, { email, passwordHash, role: 'user', now });
    await writeSubscription(tx, userId, request, undefined, now);
    return userId;
  });
}

/** Changes what the form changed and nothing else. Throws what `changeCredentials` does. */
export async function updateUserByAdmin(
  db: Database,
  request: UpdateRequest,
  now: Date,
): Promise<void> {
  const { uid: userId, email, password } = request;
  const passwordHash = await hashIfGiven(password);
  await db.transaction(async (tx) => {
    await requireOrdinaryUser(tx, userId);
    await lockUser(tx, userId);
    await changeCredentialsIn(tx, { userId, email, passwordHash });
    const current = await readSubscription(tx, userId, now, agreedSubscription);
    if (changesSubscription(request, current)) {
      const paysByStripe = current.provider === 'stripe' && current.subscriptionType === 'paid';
      if (paysByStripe || current.paymentDue) {
        throw new AppError(
          'conflict',
          'This user pays by Stripe: the subscription is changed or cancelled there.',
        );
      }
      await writeSubscription(tx, userId, request, current, now);
    }
  });
}

/** Throws `user_not_found` unless there is such an account and its role is user. */
export async function requireOrdinaryUser(db: Queryable, userId: string): Promise<void> {
  const [found] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (found?.role !== 'user') throw new AppError('user_not_found');
}

/** What is sent as it is stays: unchanged fields must not turn a paying user into a gift. */
function changesSubscription(request: SubscriptionFields, current: CurrentSubscription): boolean {
  const { subscriptionType, subscriptionPlan, startDate, endDate } = request;
  return (
    (subscriptionType !== undefined && subscriptionType !== current.subscriptionType) ||
    (subscriptionPlan !== undefined &&
      (subscriptionType ?? current.subscriptionType) === 'paid' &&
      subscriptionPlan !== current.subscriptionPlan) ||
    differs(startDate, current.startDate) ||
    differs(endDate, current.endDate)
  );
}

/** A day is the same if it is the day of the moment; the form shows days only. */
function differs(text: string | undefined, moment: Date | null): boolean {
  if (text === undefined) return false;
  if (!moment) return true;
  const known = moment.toISOString();
  return text.length === 10 ? text !== known.slice(0, 10) : new Date(text).toISOString() !== known;
}

/** A day that was left as it is keeps its moment, or changing the plan would cut the end to midnight. */
function momentOf(text: string | undefined, known: Date | null | undefined): Date | null {
  if (text === undefined || (known && !differs(text, known))) return known ?? null;
  return new Date(text);
}

async function writeSubscription(
  tx: Transaction,
  userId: string,
  request: SubscriptionFields,
  current: CurrentSubscription | undefined,
  now: Date,
): Promise<void> {
  const type = request.subscriptionType ?? current?.subscriptionType ?? 'free';
  const plan = request.subscriptionPlan ?? current?.subscriptionPlan ?? 'monthly';
  const startDate = momentOf(request.startDate, current?.startDate) ?? now;
  const endDate =
    momentOf(request.endDate, current?.endDate) ?? addMonths(startDate, PLAN_PRICES[plan].months);
  // Of a free account they say nothing.
  if (type === 'paid') {
    if (endDate <= startDate) refuseEndDate(DATE_FAULTS.order);
    if (endDate <= now) refuseEndDate(DATE_FAULTS.over);
  }
  const row = {
    type,
    plan: type === 'paid' ? plan : null,
    provider: 'admin',
    startDate,
    endDate,
    cancelledAt: null,
    providerSubscriptionId: null,
    updatedAt: now,
  } as const;
  await tx
    .insert(subscriptions)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: subscriptions.userId, set: row });
}

function refuseEndDate(reason: string): never {
  throw new AppError('bad_request', reason, { fields: { endDate: reason } });
}
