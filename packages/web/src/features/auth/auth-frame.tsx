import type { ReactNode } from 'react';
import { PuppetStage } from '../../components/brand/puppet-stage.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';

/** The stage door: a form beside the waiting puppets, which have what it leaves them. */
export function AuthFrame({
  slate,
  title,
  lead,
  children,
}: {
  readonly slate: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="page-width grid grid-cols-1 items-end gap-12 md:grid-cols-[minmax(0,27rem)_minmax(14rem,1fr)]">
      <section>
        <PageHeader slate={slate} title={title}>
          {lead}
        </PageHeader>
        <Card>{children}</Card>
      </section>
      <div aria-hidden="true" className="hidden justify-center self-stretch md:flex">
        <PuppetStage emotions={['sad', 'happy', 'angry']} />
      </div>
    </div>
  );
}
