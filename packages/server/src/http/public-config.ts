import type { PublicConfig } from '@moodreel/contract';
import type { Config } from '../config/config.ts';
import type { App } from './app-env.ts';

/** What everybody may know about this installation. */
export function addPublicConfig(app: App, config: Config): void {
  const told = describe(config);
  app.get('/api/config', (c) => c.json(told));
}

function describe({ payments, operator, mail, storage, ga4 }: Config): PublicConfig {
  return {
    payments: payments.provider,
    operator,
    services: {
      mail: mail.smtpUrl !== undefined,
      contactMail: mail.emailjs !== undefined,
      storage: storage.kind !== 'files',
      analytics: ga4 !== undefined,
    },
  };
}
