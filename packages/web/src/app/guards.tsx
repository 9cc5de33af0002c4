import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { dropQuestions, showPopup } from '../components/ui/popup.tsx';
import { Loading } from '../components/ui/spinner.tsx';
import { loginWithReturn, returnTarget, routes, SESSION_ENDED } from '../lib/routes.ts';
import { type SessionState, useSession } from '../lib/session.ts';
import { UnreachablePage } from './unreachable-page.tsx';

/**
 * Whether the address is another one already, and the page only stands until that is drawn. Who
 * ends a session leaves first: such a page must not lead anywhere else.
 */
function isLeft(pathname: string): boolean {
  return pathname !== window.location.pathname;
}

/** Lets signed-in users through; others go to sign in and come back afterwards. */
export function RequireSession() {
  const session = useSession();
  const ended = useEnded(session);
  const { pathname } = useLocation();
  // Begun anew where another tab signed somebody else in: what stands on it is not theirs.
  if (session.status === 'signed-in') return <Outlet key={session.user.id} />;
  if (session.status === 'unreachable') return <UnreachablePage {...session} />;
  if (session.status === 'loading' || isLeft(pathname)) return <Loading />;
  return <ToSignIn ended={ended} />;
}

/** Lets admins through; everybody else is told so and goes home. */
export function RequireAdmin() {
  const session = useSession();
  const ended = useEnded(session);
  const { pathname } = useLocation();
  if (session.status === 'signed-in' && session.isAdmin) return <Outlet key={session.user.id} />;
  if (session.status === 'unreachable') return <UnreachablePage {...session} />;
  if (session.status === 'loading' || isLeft(pathname)) return <Loading />;
  return ended ? <ToSignIn ended /> : <AccessDenied />;
}

/** Was there a session on this page, which is over: by age, by a new password, in another tab? */
function useEnded({ status }: SessionState): boolean {
  const [had, setHad] = useState(false);
  if (status === 'signed-in' && !had) setHad(true);
  return had && status === 'signed-out';
}

function ToSignIn({ ended }: { readonly ended: boolean }) {
  const { pathname, search } = useLocation();
  // What its page has asked nobody can answer any more.
  useEffect(dropQuestions, []);
  const state = ended ? SESSION_ENDED : undefined;
  return <Navigate to={loginWithReturn(pathname + search)} state={state} replace />;
}

function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    // Deferred, so that React's double run of effects in development shows it once.
    const timer = setTimeout(() => {
      void showPopup({
        title: 'Access Denied',
        text: 'You are not authorized to access this page.',
      });
      void navigate(routes.home, { replace: true });
    });
    return () => clearTimeout(timer);
  }, [navigate]);
  return <Loading />;
}

/**
 * Shows sign-in and sign-up to signed-out visitors. As soon as there is a session it leaves: back
 * to where one wanted to go, else admins to their table and everybody else to the AI page.
 */
export function RequireSignedOut() {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'unreachable') return <UnreachablePage {...session} />;
  if (session.status === 'signed-in') {
    const target = returnTarget(search) ?? (session.isAdmin ? routes.admin : routes.studio);
    return <Navigate to={target} replace />;
  }
  return <Outlet />;
}
