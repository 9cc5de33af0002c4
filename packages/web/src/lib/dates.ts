/** A day that is the same one everywhere, YYYY-MM-DD, as the user's language writes it. */
export function dayText(day: string): string {
  // Without a time it is read in UTC.
  return new Date(day).toLocaleDateString(undefined, { ...longDay, timeZone: 'UTC' });
}

/**
 * The day of an instant as the user's own calendar and language have it, 'November 24, 2026' or
 * 'Nov 24, 2026'; 'N/A' for none. In UTC it would be another day for a part of the world, and for
 * days that an admin there entered.
 */
export function ownDayText(
  instant: string | null | undefined,
  month: 'long' | 'short' = 'long',
): string {
  if (!instant) return 'N/A';
  return new Date(instant).toLocaleDateString(undefined, { ...longDay, month });
}

/** An instant in the user's own time and language, to the minute: 'Nov 24, 2026, 2:05 PM'. */
export function ownMomentText(instant: string): string {
  return new Date(instant).toLocaleString(undefined, {
    ...longDay,
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
}

const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** The day of an instant in the user's own calendar, as date fields have it: YYYY-MM-DD; '' for none. */
export function ownDay(instant: string | null): string {
  if (!instant) return '';
  const moment = new Date(instant);
  const shown = moment.getTime() - moment.getTimezoneOffset() * 60_000;
  return new Date(shown).toISOString().slice(0, 10);
}

/** When a day of a date field begins where the user is, as an instant. */
export function startOfOwnDay(day: string): string {
  // Without a zone it is read in the user's own.
  return new Date(`${day}T00:00`).toISOString();
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
