/** A day as the user's language writes it, in UTC like all dates of an account; 'N/A' for none. */
export function dayText(
  instant: string | null | undefined,
  month: 'long' | 'short' = 'long',
): string {
  if (!instant) return 'N/A';
  return new Date(instant).toLocaleDateString(undefined, {
    year: 'numeric',
    month,
    day: 'numeric',
    timeZone: 'UTC',
  });
}
