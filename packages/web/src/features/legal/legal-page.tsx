import type { PublicConfig } from '@moodreel/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { WithPublicConfig } from '../../components/with-public-config.tsx';
import { dayText } from '../../lib/dates.ts';
import { routes } from '../../lib/routes.ts';

/** A page of small print, in terms of what this installation does. */
export function LegalPage({
  slate,
  title,
  lead,
  lastChanged,
  children,
}: {
  readonly slate: string;
  readonly title: string;
  readonly lead: string;
  /** The day on which the text was last changed, like 2026-11-23. */
  readonly lastChanged: string;
  readonly children: (config: PublicConfig) => ReactNode;
}) {
  return (
    <div className="page-width max-w-4xl!">
      <PageHeader slate={slate} title={title}>
        {lead}
        <p className="mt-2 text-base">
          Last changed: <time dateTime={lastChanged}>{dayText(lastChanged)}</time>
        </p>
      </PageHeader>
      <WithPublicConfig>{children}</WithPublicConfig>
    </div>
  );
}

/** One subject of the small print: its name on the left where there is room. */
export function LegalSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-x-8 gap-y-3 border-t-2 border-dashed border-line-soft py-7 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <h2 className="text-h3">{title}</h2>
      <div className="flex max-w-prose flex-col gap-4">{children}</div>
    </section>
  );
}

/** Facts below each other, each with a dot of the marquee. */
export function LegalList({ children }: { readonly children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-accent">{children}</ul>;
}

/** Who answers for what happens here, and how they are reached. */
export function Operator({ name, address, email }: PublicConfig['operator']) {
  return (
    <>
      {name || address ? (
        <p>
          “We” are {name ?? 'those who run this Moodreel'}
          {address ? `, ${address}` : ''}.
        </p>
      ) : (
        <p>“We” are those who run this Moodreel.</p>
      )}
      <p>
        You reach us{' '}
        {email ? (
          <>
            at{' '}
            <a className="text-link wrap-anywhere" href={`mailto:${email}`}>
              {email}
            </a>{' '}
            and{' '}
          </>
        ) : null}
        by the{' '}
        <Link className="text-link" to={routes.contact}>
          contact form
        </Link>
        .
      </p>
    </>
  );
}
