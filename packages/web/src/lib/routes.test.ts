import { describe, expect, it } from 'vitest';
import {
  isSessionEnded,
  loginWithReturn,
  returnTarget,
  routes,
  SESSION_ENDED,
  signUpWithReturn,
} from './routes.ts';

describe('coming back after signing in', () => {
  it('returns to the page one wanted, with its query', () => {
    const url = new URL(loginWithReturn('/Downloads/Downloads?page=2'), 'http://x');
    expect(url.pathname).toBe(routes.login);
    expect(returnTarget(url.searchParams)).toBe('/Downloads/Downloads?page=2');
  });

  it('returns after signing up as well', () => {
    const url = new URL(signUpWithReturn(routes.yearly), 'http://x');
    expect(url.pathname).toBe(routes.signUp);
    expect(returnTarget(url.searchParams)).toBe(routes.yearly);
  });

  it.each([
    ...['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''],
    ...['/\t/evil.example', '/\n/evil.example', '\t//evil.example'],
  ])('does not follow %j', (next) => {
    expect(returnTarget(new URLSearchParams({ next }))).toBeUndefined();
  });

  it('does not return to the sign-in page itself', () => {
    expect(returnTarget(new URLSearchParams({ next: routes.signUp }))).toBeUndefined();
  });

  it('tells an ended session from any other way to the sign-in page', () => {
    expect(isSessionEnded(SESSION_ENDED)).toBe(true);
    for (const state of [null, undefined, 'sessionEnded', { email: '' }]) {
      expect(isSessionEnded(state)).toBe(false);
    }
  });
});
