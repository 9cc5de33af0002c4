import { useSession } from '../lib/session.ts';

/**
 * Tells password managers, and nobody else, whose password a form is about: they would take a field for
 * another address that stands before it, and keep the new password for nobody.
 */
export function OwnUsername() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return <input hidden readOnly autoComplete="username" value={session.user.email} />;
}
