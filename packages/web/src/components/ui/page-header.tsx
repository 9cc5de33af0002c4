import type { ReactNode } from 'react';

/** The head of a page: a slate line, the title, and a sentence. */
export function PageHeader({
  slate,
  title,
  children,
}: {
  /** A short remark above the title, in the film crew's hand. */
  readonly slate?: string;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className="mb-8 sm:mb-10">
      {slate ? <p className="slate mb-2 text-accent">{slate}</p> : null}
      <h1 className="text-h1">{title}</h1>
      {children ? <div className="mt-3 max-w-prose text-lead text-ink-soft">{children}</div> : null}
    </header>
  );
}
