import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('an empty environment gives a server that needs nothing else', () => {
  const config = readConfig({ PORT: '', HOST: ' ' });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    region: 'us-central1',
    payments: { provider: 'sandbox' },
    storage: { kind: 'files' },
  });
  expect(config.renderWorkers).toBeGreaterThan(0);
});

test('all bad values are listed at once, by name', () => {
  const problems = problemsOf({
    PORT: '70000',
    PUBLIC_URL: 'ftp://x',
    LOG_LEVEL: 'loud',
    SECRET: 'short',
    DATABASE_URL: 'mysql://x',
  });
  expect(problems).toHaveLength(5);
  for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'SECRET', 'DATABASE_URL']) {
    expect(problems.some((line) => line.startsWith(`${name} must`))).toBe(true);
  }
});

test('the port is one that links can name', () => {
  expect(problemsOf({ PORT: '0' })).toEqual(['PORT must be a whole number from 1 to 65535']);
});

test('probes and metrics have a port of their own, which only this machine reaches unless it is told to', () => {
  expect(readConfig({}).health).toBeUndefined();
  expect(readConfig({ HEALTH_PORT: '9464' }).health).toEqual({ host: '127.0.0.1', port: 9464 });
  const open = { HEALTH_PORT: '9464', HEALTH_HOST: '0.0.0.0' };
  expect(readConfig(open).health).toEqual({ host: '0.0.0.0', port: 9464 });
  for (const HEALTH_PORT of ['0', '70000', 'yes']) {
    expect(problemsOf({ HEALTH_PORT })).toContain(
      'HEALTH_PORT must be a whole number from 1 to 65535',
    );
  }
  expect(problemsOf({ HEALTH_PORT: '3000' })).toEqual([
    'HEALTH_PORT must be another port than PORT, which is 3000',
  ]);
  expect(problemsOf({ HEALTH_HOST: '0.0.0.0' })).toEqual(['HEALTH_PORT is needed for HEALTH_HOST']);
});

test('of a value that is too long it is said how long it can be', () => {
  const admin = { ADMIN_EMAIL: 'admin@moodreel.example' };
  for (const [name, most] of [
    ['HOST', 253],
    ['OPERATOR_NAME', 300],
    ['OPERATOR_ADDRESS', 300],
    ['ADMIN_PASSWORD', 128],
  ] as const) {
    expect(problemsOf({ ...admin, ADMIN_PASSWORD: 'secret', [name]: 'x'.repeat(most) })).toEqual(
      [],
    );
    expect(problemsOf({ ...admin, [name]: 'x'.repeat(most + 1) })).toEqual([
      `${name} must have at most ${most} characters`,
    ]);
  }
});

test('the public address is that of a host: below a path nothing would be found', () => {
  for (const wrong of ['/app', '/app/', '/?a=b', '/#top']) {
    expect(problemsOf({ PUBLIC_URL: `https://moodreel.example${wrong}` })).toEqual([
      'PUBLIC_URL must be the address of a host without a path, like https://moodreel.example',
    ]);
  }
  expect(problemsOf({ PUBLIC_URL: 'https://user:secret@moodreel.example' })).toHaveLength(1);
  for (const right of ['http://moodreel.example:8080', 'https://Moodreel.example:443/']) {
    expect(problemsOf({ PUBLIC_URL: right })).toEqual([]);
  }
});

test('choices name the settings that they need', () => {
  expect(problemsOf({ PAYMENTS: 'stripe' })).toHaveLength(4);
  expect(problemsOf({ STORAGE: 's3', S3_BUCKET: 'films' })).toEqual([
    'S3_ACCESS_KEY_ID is needed for STORAGE=s3',
    'S3_SECRET_ACCESS_KEY is needed for STORAGE=s3',
  ]);
  for (const SMTP_URL of ['smtp://', 'smtp:mail.example', 'smtps:///inbox']) {
    expect(problemsOf({ SMTP_URL, MAIL_FROM: 'us@mail.example' })).toEqual([
      expect.stringContaining('must name the mail server'),
    ]);
  }
  expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual([
    'MAIL_FROM is needed for SMTP_URL',
  ]);
  expect(problemsOf({ ADMIN_EMAIL: 'a@b.example' })).toEqual([
    'ADMIN_PASSWORD must be set too (with ADMIN_EMAIL, ADMIN_PASSWORD)',
  ]);
});

test('the public address has no slash at the end and is readable for any-address hosts', () => {
  expect(readConfig({ PUBLIC_URL: 'https://moodreel.example/' }).publicUrl).toBe(
    'https://moodreel.example',
  );
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080');
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
});

test('a key or id of Stripe in the place of another is told', () => {
  const settings = {
    STRIPE_SECRET_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'we_1',
    STRIPE_PRICE_MONTHLY: 'prod_1',
    STRIPE_PRICE_YEARLY: 'plan_1',
  };
  expect(problemsOf(settings)).toEqual([
    'STRIPE_SECRET_KEY must begin with sk_ or rk_',
    'STRIPE_WEBHOOK_SECRET must begin with whsec_',
    'STRIPE_PRICE_MONTHLY must begin with price_ or plan_',
  ]);
});
