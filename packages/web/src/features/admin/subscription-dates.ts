import type { z } from 'zod';

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
