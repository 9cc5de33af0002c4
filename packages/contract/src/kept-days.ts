/** How many days the server keeps what is not deleted at once; the page on privacy says the same. */
export const KEPT_DAYS = {
  /** What was asked of a film. Longer than the window in which renders are counted. */
  renderRecords: 9,
  /** A session that is not used. */
  sessions: 30,
  /** A mail that nobody takes. */
  undeliveredMails: 14,
  /** A mail in the folder that stands in for a mail server. */
  outboxMails: 14,
  /** Longer than a provider repeats an event. */
  paymentEvents: 90,
  analyticsEvents: 400,
} as const;
