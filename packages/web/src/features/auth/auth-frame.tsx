import type { ReactNode } from 'react';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';

/** The stage door: a form beside the waiting puppets. */
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
    <div className="page-width grid grid-cols-1 items-end gap-12 md:grid-cols-[minmax(0,27rem)_1fr]">
      <section>
        <PageHeader slate={slate} title={title}>
          {lead}
        </PageHeader>
        <Card>{children}</Card>
      </section>
      <div aria-hidden="true" className="hidden justify-center self-stretch md:flex">
        <PuppetStage />
      </div>
    </div>
  );
}

/** Three puppets looking over the edge of their stage. */
function PuppetStage() {
  return (
    <div className="relative flex min-h-96 w-full max-w-md flex-col justify-end overflow-hidden rounded-t-[14rem] rounded-b-card border-2 border-line bg-stage">
      <div className="absolute inset-x-0 top-0 h-full bg-[radial-gradient(ellipse_at_50%_110%,var(--bulb),transparent_62%)] opacity-45" />
      <div className="relative flex items-end justify-center px-4">
        <Puppet delay="-0.4s">
          <MoodMask emotion="sad" size={142} stick />
        </Puppet>
        <Puppet delay="-1.9s">
          <MoodMask emotion="happy" size={190} stick />
        </Puppet>
        <Puppet delay="-3s">
          <MoodMask emotion="angry" size={142} stick />
        </Puppet>
      </div>
      <div className="relative h-16 border-t-2 border-line bg-curtain bg-[repeating-linear-gradient(90deg,rgb(0_0_0/0.16)_0_10px,transparent_10px_34px)]" />
    </div>
  );
}

function Puppet({ delay, children }: { readonly delay: string; readonly children: ReactNode }) {
  return (
    <div
      className="-mx-3 origin-bottom animate-[puppet-sway_4.5s_ease-in-out_infinite]"
      style={{ animationDelay: delay }}
    >
      {children}
    </div>
  );
}
