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

/** A moment of the next days, in the user's own time: 'Sunday 14:05' or 'Sunday 2:05 PM'. */
export function momentText(instant: string, weekday: 'long' | 'short' = 'long'): string {
  return new Date(instant).toLocaleString(undefined, {
    weekday,
    hour: 'numeric',
    minute: '2-digit',
  });
}
