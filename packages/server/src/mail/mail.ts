/** What the link in a mail is for. */
export type LinkKind = 'verification' | 'passwordReset';

/** A mail as our code writes it: plain text, one recipient. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly replyTo?: string | undefined;
  readonly link?: LinkKind | undefined;
  /** When its link dies: from then on it is not sent. */
  readonly expiresAt?: Date | undefined;
}

/** Hands a mail over. Rejects when it was not taken; the queue tries again later. */
export type SendMail = (mail: Mail & { readonly id: string }) => Promise<void>;
