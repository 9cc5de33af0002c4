import { useLocation } from 'react-router';
import { z } from 'zod';

const arrival = z.object({ email: z.string() }).catch({ email: '' });

/**
 * The address as far as it was typed on the page of this folder that one comes from; empty if none was. Links
 * between them hand it on in the router's state, as addresses of pages are logged.
 */
export function useTypedEmail(): string {
  return arrival.parse(useLocation().state).email;
}
