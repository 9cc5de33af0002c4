import { PLAN_PRICES } from '@moodreel/contract';
import { type SQL, sql } from 'drizzle-orm';
import { type CurrentSubscription, STRIPE_GRACE_MS } from './read-subscription.ts';
import { subscriptions } from './schema.ts';

type Judged = Pick<
  CurrentSubscription,
  'subscriptionType' | 'subscriptionPlan' | 'startDate' | 'endDate'
>;

/**
 * What `agreedSubscription` says, as SQL over `subscriptions`, so that the database can sort by it;
 * also where a left join found no row. Dates are timestamps without a zone, in UTC. A test
 * compares the two.
 */
export function judgeInSql(now: Date): { readonly [K in keyof Judged]: SQL } {
  const { type, plan, provider, cancelledAt } = subscriptions;
  const start = sql`(${subscriptions.startDate} at time zone 'UTC')`;
  // What is yet to begin is judged as at its beginning; no row has none, and greatest() skips it.
  const at = sql`greatest(${now.toISOString()}::timestamp, ${start})`;
  const end = sql`(${subscriptions.endDate} at time zone 'UTC')`;
  const hasPlan = sql`(${type} = 'paid' and ${plan} is not null)`;
  const renews = sql`(${provider} = 'sandbox' and ${cancelledAt} is null)`;
  const grace = sql`(case when ${provider} = 'stripe' and ${cancelledAt} is null
    then ${STRIPE_GRACE_MS} * interval '1 millisecond' else interval '0' end)`;
  const isInForce = sql`(${hasPlan} and (${renews} or ${end} + ${grace} > ${at}))`;

  // The end of the period that now lies in: as many periods as begin no later than this month,
  // and one more if that is over, too. Months are added to the start as `addMonths` does.
  const step = sql`(case ${plan} when 'yearly' then ${PLAN_PRICES.yearly.months}::int
    else ${PLAN_PRICES.monthly.months}::int end)`;
  const months = sql`((extract(year from ${at}) - extract(year from ${start})) * 12
    + extract(month from ${at}) - extract(month from ${start}))::int`;
  const periods = sql`greatest(1, ${months} / ${step})`;
  const after = (count: SQL) => sql`(${start} + ${count} * ${step} * interval '1 month')`;
  const renewed = sql`(case when ${after(periods)} > ${at} then ${after(periods)}
    else ${after(sql`(${periods} + 1)`)} end)`;

  return {
    subscriptionType: sql`(case when ${isInForce} then 'paid' else 'free' end)`,
    subscriptionPlan: sql`(case when ${isInForce} then ${plan} end)`,
    startDate: sql`(case when ${isInForce} or not ${hasPlan} then ${start} end)`,
    endDate: sql`(case when ${isInForce} and ${renews} and ${end} <= ${at} then ${renewed}
      when ${isInForce} or not ${hasPlan} then ${end} end)`,
  };
}
