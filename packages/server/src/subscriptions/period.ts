import { PLAN_PRICES, type SubscriptionPlan } from '@moodreel/contract';

/**
 * The same moment `months` later, in UTC. A day that the month lacks becomes its last one:
 * 31 January and one month is 28 or 29 February.
 */
export function addMonths(moment: Date, months: number): Date {
  const moved = new Date(moment);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(moment.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}

/**
 * The end of the billing period that `now` lies in, counted from the start so that a subscription
 * of the 31st does not wander to the 28th.
 */
export function periodEnd(start: Date, plan: SubscriptionPlan, now: Date): Date {
  const { months } = PLAN_PRICES[plan];
  for (let periods = 1; ; periods += 1) {
    const end = addMonths(start, periods * months);
    if (end > now) return end;
  }
}
