import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link inside of a form to something to read: in a tab of its own, so that what was typed stays. */
export function NewTabLink({
  to,
  children,
}: {
  readonly to: string;
  readonly children: ReactNode;
}) {
  return (
    <Link className="text-link" to={to} target="_blank">
      {children}
      <span className="sr-only"> (in a new tab)</span>
    </Link>
  );
}
