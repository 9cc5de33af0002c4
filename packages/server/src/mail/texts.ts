import type { LinkKind, Mail } from './mail.ts';

/** How long links in mails work; the texts say it in words. */
export const LINK_SECONDS = {
  verification: 86_400,
  passwordReset: 3_600,
} as const satisfies Record<LinkKind, number>;

const FOOT = '\n\nMoodreel\n';

export function verificationMail(recipient: string, link: string): Mail {
  return {
    recipient,
    subject: 'Please confirm your e-mail address',
    body: `Welcome to Moodreel!\n\nPlease confirm that this is your e-mail address by opening this link within a day:\n\n${link}\n\nIf you did not make an account, you need not do anything.${FOOT}`,
    ...linkOf('verification'),
  };
}

export function passwordResetMail(recipient: string, link: string): Mail {
  return {
    recipient,
    subject: 'Choose a new password',
    body: `Somebody, hopefully you, asked for a new password for this address.\n\nOpen this link within an hour to choose one:\n\n${link}\n\nIf it was not you, you need not do anything: your password stays as it is.${FOOT}`,
    ...linkOf('passwordReset'),
  };
}

export function emailChangedMail(recipient: string, newEmail: string): Mail {
  return {
    recipient,
    subject: 'Your e-mail address was changed',
    body: `Your account now uses the address ${newEmail}.\n\nIf it was not you who changed it, please write to us at once.${FOOT}`,
  };
}

export function passwordChangedMail(recipient: string): Mail {
  return {
    recipient,
    subject: 'Your password was changed',
    body: `The password of your account was changed, and all other sessions were signed out.\n\nIf it was not you, choose a new one with 'Forgot password?' on the login page.${FOOT}`,
  };
}

/** The link is made at the same moment, and lives by the same clock. */
function linkOf(link: LinkKind): Pick<Mail, 'link' | 'expiresAt'> {
  return { link, expiresAt: new Date(Date.now() + LINK_SECONDS[link] * 1000) };
}
