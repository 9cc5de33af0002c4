import { expect, test } from 'vitest';
import { useBrowser } from './support/journey.ts';

const { openAsUser } = useBrowser();

test('where no switch stops it, nothing moves for longer than five seconds', async () => {
  const page = await openAsUser({ reducedMotion: 'no-preference' });
  const endless: Record<string, readonly string[]> = {};
  const lookAt = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5000)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
    if (found.length > 0) endless[path] = found;
  };
  await lookAt('/Downloads/Downloads');
  await page.context().clearCookies();
  for (const path of ['/login-signUp/login', '/Contact/Contact', '/no/such/page']) {
    await lookAt(path);
  }
  expect(endless).toEqual({});
});
