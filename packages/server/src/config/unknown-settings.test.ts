import { expect, test } from 'vitest';
import { SETTING_NAMES } from './settings.ts';
import { findUnknownInEnvironment, findUnknownInFile } from './unknown-settings.ts';

test('a name in the file of settings that is none is told, with the one that was meant', () => {
  expect(findUnknownInFile(['PORT', 'TZ', 'NODE_OPTIONS'], SETTING_NAMES)).toEqual([]);
  expect(findUnknownInFile(['PUBLIC_URI', 'COLOUR'], SETTING_NAMES)).toEqual([
    'PUBLIC_URI in .env is no setting: did you mean PUBLIC_URL?',
    'COLOUR in .env is no setting',
  ]);
});

test('of the environment only what looks like a setting is', () => {
  const names = ['HOME', 'HOSTNAME', 'POST', 'PATH', 'S3_SERVICE_HOST', 'S3_PORT', 'SMTP_URL'];
  expect(findUnknownInEnvironment(names, SETTING_NAMES)).toEqual([]);
  expect(findUnknownInEnvironment(['DATADIR', 'STRIPE_KEY'], SETTING_NAMES)).toEqual([
    'DATADIR in the environment is no setting: did you mean DATA_DIR?',
    'STRIPE_KEY in the environment is no setting',
  ]);
});
