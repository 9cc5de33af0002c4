import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { SETTING_NAMES } from './settings.ts';

const lines = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8').split(
  '\n',
);
const settings = lines.flatMap((line) => {
  const [, name = '', value = ''] = /^#([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
  return name ? [{ name, value }] : [];
});

/** What a setting asks for that may not be set alone. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Mails by a server need an address that they come from.
  SMTP_URL: { MAIL_FROM: 'us@test.example' },
  HEALTH_HOST: { HEALTH_PORT: '9464' },
};

test('the example names every setting', () => {
  expect(settings.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort());
});

test('each value that it shows is one that is taken', () => {
  for (const { name, value } of settings) {
    // The EmailJS address belongs to a group that is not filled in.
    if (name === 'EMAILJS_URL') continue;
    const besides = NEEDED[name];
    expect(() => readConfig({ ...besides, [name]: value }), name).not.toThrow();
  }
});
