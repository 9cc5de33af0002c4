/** What a log may say of a mail that could not be sent. */
export interface MailFailure {
  readonly reason: string;
  /** Whether the mail server says that it will never take mails to this recipient. */
  readonly isRefusal: boolean;
}

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/**
 * Mail servers quote the recipient in what they answer, so only their codes are told, and where
 * they gave them: `550 5.1.1 to RCPT TO`.
 */
export function describeMailFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: typeof error, isRefusal: false };
  const { responseCode, response, command } = error as SmtpError;
  if (responseCode === undefined) {
    return { reason: error.message.replace(ADDRESS, '[hidden]'), isRefusal: false };
  }
  const [, detail] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  const [verb] = /^[A-Z]+(?: (?:FROM|TO)\b)?/.exec(command ?? '') ?? [];
  const reason = [responseCode, detail, verb && `to ${verb}`].filter(Boolean).join(' ');
  // Where the sender or the text is refused, the fault is ours and may be mended.
  return { reason, isRefusal: responseCode >= 500 && verb === 'RCPT TO' };
}

/** Of nodemailer, where a server had answered. */
type SmtpError = Error & {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
};
