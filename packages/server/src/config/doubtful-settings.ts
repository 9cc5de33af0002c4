import type { Config } from './config.ts';

/** Settings with which a server works, but hardly as it is meant: one sentence each, for the log. */
export function listDoubts(config: Config): readonly string[] {
  const doubts: string[] = [];
  if (config.publicUrl.startsWith('https:') && !config.paymentsIsSet) {
    doubts.push(
      'PAYMENTS is not set: whoever subscribes gets Premium and pays nothing. ' +
        'Set PAYMENTS=stripe, or PAYMENTS=sandbox if that is meant',
    );
  }
  return doubts;
}
