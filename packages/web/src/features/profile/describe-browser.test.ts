import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iOS'],
  [`${iPhone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
  [`${iPhone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS'],
  [`${iPhone} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`, 'Edge on iOS'],
  [`${iPhone} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.2.3`, 'Opera on iOS'],
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge on Android'],
  [
    `${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Firefox on Windows',
  ],
  ['curl/8.5.0', 'A browser'],
  [null, 'Unknown browser'],
])('%s is told as %s', (userAgent, told) => {
  expect(describeBrowser(userAgent)).toBe(told);
});
