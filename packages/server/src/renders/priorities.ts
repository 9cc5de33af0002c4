/** By plan; larger goes first. Further apart than `comingBack` moves a job: premium stays first. */
export const PRIORITY = { free: 0, paid: 10 } as const;

/**
 * The priority of a new job for a render that had one before: it had its turn, or was asked for before
 * those that wait now, and the queue orders jobs of one class by when they were entered. Only the job's:
 * the row keeps its class, and with it the place that its user is shown.
 */
export function comingBack(priority: number): number {
  return priority + 1;
}
