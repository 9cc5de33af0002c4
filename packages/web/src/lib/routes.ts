import { pages } from '@moodreel/contract';

/** Every address of the application: the contract's, for the server knows them as well. */
export const routes = pages;

/** The sign-in page, which comes back to `wanted` afterwards. */
export function loginWithReturn(wanted: string): string {
  return `${routes.login}?next=${encodeURIComponent(wanted)}`;
}

/** The sign-up page, which comes back in the same way. */
export function signUpWithReturn(wanted: string): string {
  return `${routes.signUp}?next=${encodeURIComponent(wanted)}`;
}

/** What goes along to the sign-in page from one whose session has ended under it. */
export const SESSION_ENDED = { sessionEnded: true };
/** And from a button that promises a film: most who press it as visitors have no account yet. */
export const FIRST_FILM = { firstFilm: true };

/** Whether a navigation's state says so. */
export function isSessionEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sessionEnded' in state;
}

/** Likewise. */
export function isFirstFilm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'firstFilm' in state;
}

/** Whether it is a page that takes a subscription. */
export function isPaymentPage(pathname: string | undefined): boolean {
  return pathname === routes.monthly || pathname === routes.yearly;
}

/** Where `?next=` points to; only pages of this application are followed, never other sites. */
export function returnTarget(search: URLSearchParams): string | undefined {
  const next = search.get('next');
  // A browser takes \ for /, and leaves out tabs and ends of lines: the router throws at what leads elsewhere by that.
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\s]/.test(next)) return undefined;
  if (next.startsWith('/login-signUp/')) return undefined;
  return next;
}
