/** What a log may say of a mail that could not be sent. */
export interface MailFailure {
  readonly reason: string;
  /** Whether the mail server says that it will never take mails to this recipient. */
  readonly isRefusal: boolean;
}

/**
 * Of RFC 3463 and 7505, what is wrong with the recipient itself: no such mailbox, no such host, no
 * address, moved away, a host that takes no mail, a mailbox that was closed. All others tell of the
 * sender, of rules (`5.7.1 relay access denied` or a blocked client, say) or of a mail system.
 */
const OF_RECIPIENTS: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];
/** What RFC 5321 and 7504 have for a recipient, where a server says no more. */
const BARE_OF_RECIPIENTS: readonly number[] = [550, 551, 553, 556];

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
  // Where anything else is refused, the fault may be ours and be mended: also at RCPT TO, where servers
  // say late what they have against the sender.
  const isOfRecipient = detail
    ? OF_RECIPIENTS.includes(detail)
    : BARE_OF_RECIPIENTS.includes(responseCode);
  return { reason, isRefusal: responseCode >= 500 && verb === 'RCPT TO' && isOfRecipient };
}

/** Of nodemailer, where a server had answered. */
type SmtpError = Error & {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
};
