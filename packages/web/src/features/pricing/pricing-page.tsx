import {
  PLAN_LIMITS,
  PLAN_PRICES,
  type SubscriptionPlan,
  YEARLY_SAVING_CENTS,
} from '@moodreel/contract';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { FilmLink } from '../../components/film-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LineIcon } from '../../components/ui/line-icon.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { classNames } from '../../lib/class-names.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { useSubscription } from '../../lib/subscription.ts';

const { free, paid } = PLAN_LIMITS;

const dollars = (cents: number) => `$${cents / 100}`;

/** What it costs: Free and Premium, by the month or by the year. */
export function PricingPage() {
  usePageTitle('Pricing', 'Moodreel is free for three films a week; Premium has no limits.');
  // It stands in the address: whoever comes back from paying finds the plan that they looked at.
  const [search, setSearch] = useSearchParams();
  const own = useSubscription().subscriptionPlan ?? 'monthly';
  const asked = search.get('plan');
  const plan = asked === 'yearly' || asked === 'monthly' ? asked : own;
  return (
    <div className="page-width">
      <div className="text-center [&_header>div]:mx-auto">
        <PageHeader slate="Box office" title="Pricing">
          Come in for free. Stay for the full house of feelings.
        </PageHeader>
      </div>
      <Tabs
        label="How you pay"
        value={plan}
        onValueChange={(next) =>
          setSearch(next === own ? {} : { plan: next }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        items={[
          { value: 'monthly', label: 'Monthly', content: <Plans plan="monthly" /> },
          { value: 'yearly', label: 'Yearly', content: <Plans plan="yearly" /> },
        ]}
      />
    </div>
  );
}

function Plans({ plan }: { readonly plan: SubscriptionPlan }) {
  const session = useSession();
  const { isPaid, isKnown, subscriptionPlan } = useSubscription();
  const price = PLAN_PRICES[plan];
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 items-start gap-8 md:grid-cols-2">
      <Ticket
        title="Free"
        own={isKnown && !isPaid}
        price="$0"
        unit="for ever"
        mask={<MoodMask emotion="happy" size={64} />}
        action={
          <Button look="secondary" className="mt-6 w-full" asChild>
            <FilmLink>
              {session.status === 'signed-in' ? 'Animate a face' : 'Start for free'}
            </FilmLink>
          </Button>
        }
      >
        <Feature>Three emotions: Happy, Angry and Sad</Feature>
        <Feature>
          {free.rendersPerWindow} films in {free.windowDays} days
        </Feature>
        <Feature>Up to {free.savedVideos} saved videos</Feature>
        <Feature>Share them with a link</Feature>
        <Feature missing>No download</Feature>
      </Ticket>
      <Ticket
        title="Premium"
        // Who was given Premium has no plan that they pay for.
        own={isPaid && (subscriptionPlan === null || subscriptionPlan === plan)}
        price={dollars(price.perMonthCents)}
        unit="a month"
        note={
          plan === 'yearly'
            ? `${dollars(price.amountCents)} billed yearly. Saves ${dollars(YEARLY_SAVING_CENTS)} a month.`
            : `Billed monthly. Yearly saves ${dollars(YEARLY_SAVING_CENTS)} a month.`
        }
        mask={
          <span className="flex -space-x-[24px] sm:-space-x-[16px]">
            <MoodMask emotion="surprise" size={58} />
            <MoodMask emotion="fear" size={58} />
            <MoodMask emotion="disgust" size={58} />
          </span>
        }
        strong
        action={
          <Button className="mt-6 w-full" asChild>
            {isPaid ? (
              <Link to={routes.cancel}>Your subscription</Link>
            ) : (
              <Link to={plan === 'monthly' ? routes.monthly : routes.yearly}>Subscribe</Link>
            )}
          </Button>
        }
      >
        <Feature>All {paid.emotions.length} emotions, with Surprise, Fear and Disgust</Feature>
        <Feature>Unlimited films, first in the queue</Feature>
        <Feature>Unlimited saved videos</Feature>
        <Feature>Download them as files</Feature>
        <Feature>Cancel whenever you like</Feature>
      </Ticket>
    </div>
  );
}

/** An admission ticket: stub above, what it admits to below. */
function Ticket({
  title,
  own,
  price,
  unit,
  note,
  mask,
  strong = false,
  action,
  children,
}: {
  readonly title: string;
  /** Whether it is the one that the account has. */
  readonly own: boolean;
  readonly price: string;
  readonly unit: string;
  readonly note?: string;
  readonly mask: ReactNode;
  readonly strong?: boolean;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'overflow-hidden rounded-card border-2 border-line bg-surface shadow-card',
        strong && 'md:-translate-y-3',
      )}
    >
      <div
        className={classNames(
          'border-b-2 md:min-h-48 border-dashed border-line p-[min(1.75rem,8vw)]',
          strong ? 'bg-bulb text-mood-ink' : 'bg-sunken',
        )}
      >
        <div className="flex min-h-16 flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 text-h2">{title}</h2>
          {mask}
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p>
            <span className="font-display text-5xl">{price}</span>{' '}
            <span className="font-semibold">{unit}</span>
          </p>
          {own ? (
            <p className="rounded-full border-2 border-line bg-surface px-3 text-sm font-bold text-ink">
              Your plan
            </p>
          ) : null}
        </div>
        {/* Beside the other ticket its stub is as high, and below it no higher than its words. */}
        <p className="mt-1 min-h-[1.5em] text-[0.9375rem] max-md:empty:hidden">{note}</p>
      </div>
      <div className="p-[min(1.75rem,8vw)]">
        <ul className="flex flex-col gap-3">{children}</ul>
        {action}
      </div>
    </section>
  );
}

function Feature({
  missing = false,
  children,
}: {
  readonly missing?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className={classNames('flex gap-3', missing && 'text-ink-soft')}>
      <LineIcon
        width={22}
        weight={3}
        className={classNames('mt-0.5 shrink-0', missing ? '' : 'text-good')}
      >
        <path d={missing ? 'M6 11h10' : 'm4 12 5 5L18 6'} />
      </LineIcon>
      <span>{children}</span>
    </li>
  );
}
