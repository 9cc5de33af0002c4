import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NotFetched } from '../../components/not-fetched.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { routes } from '../../lib/routes.ts';
import { subscriptionDetailsQuery } from '../../lib/subscription.ts';
import { PortalButton } from '../payment-card/portal-button.tsx';

const whenSubscribing = 'When you subscribe, Stripe, our payment provider, asks for one.';

/** The card where Stripe takes the payments: it keeps the card as well, once there is one. */
export function ProviderCard() {
  const details = useQuery(subscriptionDetailsQuery);
  if (details.isPending) return <Loading className="min-h-42 sm:min-h-29" />;
  if (!details.data) return <NotFetched query={details} />;
  const { subscriptionType, hasCard, hasInvoices } = details.data;
  const isFree = subscriptionType === 'free';
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {hasCard
          ? 'Your card is kept by Stripe, our payment provider, and not by us. You change it there, and come back here afterwards.'
          : `${isFree ? 'You are on the free plan, for which no card is needed.' : 'Premium was given to you without payment, so there is no card.'} ${whenSubscribing}`}
      </p>
      {!hasCard && hasInvoices ? (
        <p>Stripe also keeps the invoices of what you paid before.</p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {hasCard || hasInvoices ? <PortalButton returnTo="profile" /> : null}
        {isFree && !hasCard ? (
          <Button look="secondary" asChild>
            <Link to={routes.pricing}>See Premium</Link>
          </Button>
        ) : null}
      </div>
    </div>
  );
}
