import type { Config } from './config.ts';

/** Settings with which a server works, but hardly as it is meant: one sentence each, for the log. */
export function listDoubts(config: Config): readonly string[] {
  const doubts = [...config.unknownSettings];
  if (config.publicUrl.startsWith('https:') && !config.paymentsIsSet) {
    doubts.push(
      'PAYMENTS is not set: whoever subscribes gets Premium and pays nothing. ' +
        'Set PAYMENTS=stripe, or PAYMENTS=sandbox if that is meant',
    );
  }
  if (!isOwnMachine(config.host) && !config.publicUrlIsSet) {
    doubts.push(
      `HOST lets other machines in, and PUBLIC_URL is not set: links in mails and of shared videos begin with ${config.publicUrl}. ` +
        'Set PUBLIC_URL to the address that people use',
    );
  }
  return doubts;
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
