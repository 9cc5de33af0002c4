import { DATE_YEARS, dateInputSchema } from '@moodreel/contract';
import { z } from 'zod';

/** A day of a date field, YYYY-MM-DD or empty: browsers let years be typed that no calendar of ours has. */
export const dayField = z
  .string()
  .refine((day) => day === '' || dateInputSchema.safeParse(day).success, DATE_YEARS);

/** Refuses, at the end date, an end that lies before its start; a date that is left empty is not asked. */
export function endsAfterStart(
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  context: z.core.$RefinementCtx,
): void {
  if (startDate === '' || endDate === '' || startDate <= endDate) return;
  context.addIssue({
    code: 'custom',
    path: ['endDate'],
    message: 'The end date lies before the start date.',
  });
}
