import { type AnalyticsEvent, paths } from '@moodreel/contract';
import { sendApi } from './api.ts';

/**
 * Reports an event to our own server: no cookie, no third party. Nothing is sent for people who
 * ask not to be tracked, and nobody waits for it.
 */
export function reportEvent(name: AnalyticsEvent['name'], screen: string): void {
  const nav = navigator as Navigator & { readonly globalPrivacyControl?: boolean };
  if (nav.doNotTrack === '1' || nav.globalPrivacyControl) return;
  sendApi(paths.events(), { method: 'POST', body: { name, screen } }).catch(() => {
    // A lost event is not worth a word.
  });
}
