import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from './config.ts';

const lines = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8').split(
  '\n',
);
const settings = lines.flatMap((line) => {
  const [, name = '', value = ''] = /^#([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
  return name ? [{ name, value }] : [];
});

test('the example names every setting', () => {
  expect(settings.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort());
});

test('each value that it shows is one that is taken', () => {
  for (const { name, value } of settings) {
    // The EmailJS address belongs to a group that is not filled in.
    if (name === 'EMAILJS_URL') continue;
    // Mails by a server need an address that they come from.
    const besides = name === 'SMTP_URL' ? { MAIL_FROM: 'us@test.example' } : {};
    expect(() => readConfig({ ...besides, [name]: value }), name).not.toThrow();
  }
});
