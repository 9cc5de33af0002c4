import type { ReactNode } from 'react';

/** Said before a card is typed where there is no payment provider. */
export function TrialNote({ children }: { readonly children?: ReactNode }) {
  return (
    <p>
      This is a trial installation: no money is taken, and your card details do not leave your
      browser. {children}
    </p>
  );
}
