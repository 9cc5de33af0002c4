import type { Subscription, SubscriptionPlan } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { DefinitionList } from '../../components/ui/definition-list.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { askBefore, showPopup, tellFailure } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { ApiError, callNamed, messageOf } from '../../lib/api.ts';
import { ownDayText } from '../../lib/dates.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { planText, refreshSubscription } from '../../lib/subscription.ts';
import { PortalButton } from '../payment-card/portal-button.tsx';
import { AwaitedPayment, useAwaitedPayment } from './awaited-payment.tsx';

/** What one pays for, and the way out of it. */
export function CancelPage() {
  usePageTitle('Subscription Details', 'Your Moodreel subscription, and how to cancel it.');
  const { details, awaited } = useAwaitedPayment();
  return (
    <div className="page-width max-w-2xl!">
      <PageHeader slate="Season ticket" title="Subscription Details" />
      {details.isPending ? <Loading /> : null}
      {details.isError && !details.data ? (
        <Failure error={details.error} onRetry={() => void details.refetch()} />
      ) : null}
      <AwaitedPayment
        awaited={awaited}
        looking={details.isFetching}
        onLook={() => void details.refetch()}
      />
      {details.data ? (
        <Details subscription={details.data} offersPremium={awaited === 'no'} />
      ) : null}
    </div>
  );
}

function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <h2 className="text-h3">{isUnknown ? 'No user found' : 'Error fetching subscription'}</h2>
      {isUnknown ? null : (
        <>
          <p className="text-ink-soft">{messageOf(error)}</p>
          <TryAgain onRetry={onRetry} />
        </>
      )}
    </div>
  );
}

function Details({
  subscription,
  offersPremium,
}: {
  readonly subscription: Subscription;
  /** false: it may be paid for already. */
  readonly offersPremium: boolean;
}) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { subscriptionType, subscriptionPlan, startDate, endDate, amountCharged } = subscription;
  const { cancelled, paymentDue, given, hasCard, hasInvoices } = subscription;
  const isPaid = subscriptionType === 'paid';
  /** The plan that was cancelled and can go on. */
  const keepable = isPaid && cancelled && !given ? subscriptionPlan : null;
  return (
    <Card>
      <DefinitionList
        rows={[
          ['Plan', planText(subscriptionPlan)],
          ['Start date', ownDayText(startDate)],
          ['End date', ownDayText(endDate)],
          ['Amount charged', amountCharged ?? '$0'],
        ]}
      />
      {listNotes(subscription).map((note) => (
        <p key={note} className="mt-8 rounded-field bg-sunken px-4 py-3 font-semibold">
          {note}
        </p>
      ))}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {keepable ? (
          <Button busy={busy} onClick={() => void keep(keepable)}>
            Keep my subscription
          </Button>
        ) : null}
        {isPaid ? (
          <Button look={keepable ? 'secondary' : 'primary'} asChild>
            <Link to={routes.studio}>Animate a face</Link>
          </Button>
        ) : null}
        {(isPaid && !cancelled && !given) || paymentDue ? (
          <Button look="danger" busy={busy} onClick={() => void cancel()}>
            Cancel Subscription
          </Button>
        ) : null}
        {hasCard || hasInvoices ? <PortalButton returnTo="cancel" /> : null}
      </div>
      {isPaid || paymentDue || !offersPremium ? null : (
        <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-soft">You are on the free plan: there is nothing to cancel.</p>
          <Button asChild>
            <Link to={routes.pricing}>See Premium</Link>
          </Button>
        </div>
      )}
    </Card>
  );

  /** Also after a failure: only its answer may have been lost, or it was done in another tab. */
  async function refresh(): Promise<void> {
    await refreshSubscription(queries);
  }

  async function keep(plan: SubscriptionPlan): Promise<void> {
    setBusy(true);
    try {
      const { checkoutUrl } = await callNamed('subscribe', { plan });
      if (checkoutUrl) {
        return await leaveFor(checkoutUrl);
      }
      await refresh();
      void showPopup({
        title: 'Your subscription goes on',
        text: `It will be renewed on ${ownDayText(endDate)}. You can cancel it at any time.`,
      });
    } catch (error) {
      tellFailure('Subscription failed', error);
      await refresh();
    } finally {
      setBusy(false);
    }
  }

  async function cancel(): Promise<void> {
    const sure = await askBefore({
      title: 'Cancel your subscription?',
      ...whatEnds(subscription),
      confirm: 'Cancel Subscription',
      cancel: 'Keep it',
    });
    if (!sure) return;
    setBusy(true);
    try {
      await callNamed('unsubscribe', {});
      await refresh();
      void showPopup({
        title: 'Your subscription has been cancelled!',
        text: paymentDue
          ? "You won't be charged any more."
          : `You won't be charged next ${subscriptionPlan === 'yearly' ? 'year' : 'month'}. However, you can still continue enjoying all the benefits of your subscription until the end of this billing cycle.`,
      });
    } catch (error) {
      tellFailure('Error!', error);
      await refresh();
    } finally {
      setBusy(false);
    }
  }
}

/** What is out of the ordinary with this subscription, a sentence or two each. */
function listNotes(subscription: Subscription): readonly string[] {
  const { subscriptionType, endDate, cancelled, paymentDue, given, planned, renews } = subscription;
  const isPaid = subscriptionType === 'paid';
  const end = ownDayText(endDate);
  const notes: string[] = [];
  if (paymentDue) {
    notes.push(
      'The payment for your subscription has not arrived. Check your card under “Cards and invoices”, or cancel.',
    );
  }
  if (given) {
    notes.push(
      `Premium was given to you without payment. It stays yours until ${end} and then ends by itself: there is nothing to cancel.`,
    );
  } else if (isPaid && cancelled) {
    notes.push(`Cancelled. Premium stays yours until ${end}.`);
  } else if (isPaid && !renews) {
    notes.push(`Premium was given to you. It stays yours until ${end} and is not renewed.`);
  }
  if (planned) {
    const [from, until] = [ownDayText(planned.startDate), ownDayText(planned.endDate)];
    notes.push(`Premium was given to you from ${from} until ${until}. It begins by itself.`);
  }
  return notes;
}

/** What cancelling does to this subscription. */
function whatEnds({ subscriptionType, endDate, paymentDue }: Subscription) {
  if (!paymentDue) {
    return {
      text: `Premium stays yours until ${ownDayText(endDate)}, and you won't be charged again.`,
      hint: 'Until then you can change your mind here.',
    };
  }
  const isPaid = subscriptionType === 'paid';
  return {
    text: `The payment that has not arrived will not be collected any more${isPaid ? ', and Premium ends at once' : ''}.`,
  };
}
