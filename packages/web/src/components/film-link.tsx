import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { FIRST_FILM, routes } from '../lib/routes.ts';
import { useSession } from '../lib/session.ts';

/**
 * Leads to the AI page; visitors by way of signing in, where those who are new are offered an account.
 * Without the way back: signing in leads to the AI page by itself, and admins to their table.
 */
export function FilmLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  const { status } = useSession();
  return status === 'signed-in' ? (
    <Link {...props} to={routes.studio} />
  ) : (
    <Link {...props} to={routes.login} state={FIRST_FILM} />
  );
}
