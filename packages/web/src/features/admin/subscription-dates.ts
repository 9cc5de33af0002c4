import { DATE_FAULTS, dateInputSchema } from '@moodreel/contract';
import { z } from 'zod';
import { ownDay } from '../../lib/dates.ts';
import type { SubscriptionValues } from './subscription-fields.tsx';

/** A day of a date field, YYYY-MM-DD or empty: browsers let years be typed that no calendar of ours has. */
export const dayField = z
  .string()
  .refine((day) => day === '' || dateInputSchema.safeParse(day).success, DATE_FAULTS.years);

type Dates = Omit<SubscriptionValues, 'subscriptionPlan'>;

/**
 * Holds at the end date what the server asks of Premium, so that it is said before anything else is
 * asked: it ends after its start, and has not ended. A date that is left empty is not asked.
 * @param known what the user has: as it is, it may stay, and two moments of one day be its dates
 */
export function premiumDates(
  { subscriptionType, startDate, endDate }: Dates,
  context: z.core.$RefinementCtx,
  known?: Dates,
): void {
  if (subscriptionType === 'free' || endDate === '') return;
  if (
    subscriptionType === known?.subscriptionType &&
    startDate === known.startDate &&
    endDate === known.endDate
  ) {
    return;
  }
  const isReversed = startDate !== '' && endDate <= startDate;
  // A day that has begun: the end is its first moment.
  const isOver = endDate <= ownDay(new Date().toISOString());
  if (!isReversed && !isOver) return;
  const message = isReversed ? DATE_FAULTS.order : DATE_FAULTS.over;
  context.addIssue({ code: 'custom', path: ['endDate'], message });
}
