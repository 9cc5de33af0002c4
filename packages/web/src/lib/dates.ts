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

/**
 * The day of something that the user did, as their own calendar and language have it:
 * 'Nov 24, 2026'. In UTC it would be another day for a part of the world.
 */
export function ownDayText(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

const sixDaysMilliseconds = 6 * 86_400_000;

/**
 * A moment of the next days, in the user's own time: 'Sunday 14:05' or 'Sunday 2:05 PM'. In a week
 * the day has the name that today has, and is told by its date as well.
 */
export function momentText(
  instant: string,
  weekday: 'long' | 'short' = 'long',
  now: number = Date.now(),
): string {
  const moment = new Date(instant);
  const isFar = moment.getTime() - now > sixDaysMilliseconds;
  return moment.toLocaleString(undefined, {
    weekday,
    ...(isFar ? { month: weekday, day: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
  });
}
