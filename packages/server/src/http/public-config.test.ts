import { publicConfigSchema } from '@moodreel/contract';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { AppEnv } from './app-env.ts';
import { addPublicConfig } from './public-config.ts';

async function tell(environment: Record<string, string>): Promise<unknown> {
  const app = new Hono<AppEnv>();
  addPublicConfig(app, readConfig(environment));
  return publicConfigSchema.strict().parse(await (await app.request('/api/config')).json());
}

test('without settings nobody is named, and no service of others takes part', async () => {
  expect(await tell({})).toEqual({
    payments: 'sandbox',
    operator: { name: null, address: null, email: null },
    services: { mail: false, contactMail: false, storage: false, analytics: false },
  });
});

test('who runs it is told as they say, and every service that receives something', async () => {
  const told = await tell({
    OPERATOR_NAME: 'Puppets Ltd.',
    OPERATOR_ADDRESS: '1 Puppet Street, Vienna',
    OPERATOR_EMAIL: 'Hello@Puppets.example',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_secret',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    STRIPE_PRICE_MONTHLY: 'price_1',
    STRIPE_PRICE_YEARLY: 'price_2',
    SMTP_URL: 'smtps://user:secret@mail.example',
    MAIL_FROM: 'us@mail.example',
    EMAILJS_URL: 'https://mail.example/send',
    EMAILJS_SERVICE_ID: 'one',
    EMAILJS_TEMPLATE_ID: 'two',
    EMAILJS_USER_ID: 'three',
    STORAGE: 's3',
    S3_BUCKET: 'films',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    GA4_MEASUREMENT_ID: 'G-1',
    GA4_API_SECRET: 'secret',
  });
  expect(told).toEqual({
    payments: 'stripe',
    operator: {
      name: 'Puppets Ltd.',
      address: '1 Puppet Street, Vienna',
      email: 'hello@puppets.example',
    },
    services: { mail: true, contactMail: true, storage: true, analytics: true },
  });
});
