import { zodResolver } from '@hookform/resolvers/zod';
import { PLAN_PRICES, type Subscription, type SubscriptionPlan } from '@moodreel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Checkbox } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { NewTabLink } from '../../components/ui/new-tab-link.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { WithPublicConfig } from '../../components/with-public-config.tsx';
import { ApiError, callNamed } from '../../lib/api.ts';
import { ownDayText } from '../../lib/dates.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { loginWithReturn, routes } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import {
  refreshSubscription,
  subscriptionDetailsQuery,
  useSubscription,
} from '../../lib/subscription.ts';
import { cardSchema, testCardNumber } from '../payment-card/card-details.ts';
import { CardFields } from '../payment-card/card-fields.tsx';
import { TrialNote } from '../payment-card/trial-note.tsx';
import { AccountFirst } from './account-first.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { typedPayment, useTypedPayment } from './typed-payment.ts';
import { useThanks } from './use-thanks.ts';

/** Premium by the month. */
export function MonthlyPage() {
  return <SubscribePage plan="monthly" />;
}

/** Premium by the year. */
export function YearlyPage() {
  return <SubscribePage plan="yearly" />;
}

/** As high as the longer of the two forms. */
const formComes = <Loading className="min-h-196 sm:min-h-136" />;

const terms = z.boolean().refine((accepted) => accepted, 'Please accept the terms.');
const sandboxForm = cardSchema.extend({ terms });
const providerForm = z.object({ terms });

/**
 * The payment step. Visitors may look, and are told before they type that it takes an account; what
 * they type all the same is there when they come back from signing in. Without a payment provider the form checks a card here and forgets it: nothing
 * of it is sent. With one, the provider's own page takes the card.
 */
function SubscribePage({ plan }: { readonly plan: SubscriptionPlan }) {
  const price = PLAN_PRICES[plan];
  usePageTitle(price.title, `${price.title}: ${price.total}.`);
  const { status } = useSession();
  const subscribe = useSubscribe(plan);
  const leaveToSignIn = useLeaveToSignIn();
  const { isPaid, cancelled, subscriptionPlan, endDate } = useSubscription();
  const details = useQuery({ ...subscriptionDetailsQuery, enabled: status === 'signed-in' });
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await subscribe().finally(() => setSending(false));
  };
  // Who cancelled may pay again; and who has just paid is led away, and not told so before.
  if (isPaid && !cancelled && !isSending) return <PaidAlready />;
  if (isPaid && subscriptionPlan !== plan && !isSending) return <StillRuns until={endDate} />;
  const isVisitor = status === 'signed-out';
  const planned = details.data?.planned;
  // Asked for once: a form in which somebody types does not go for another try.
  const isUnknown = status === 'loading' || (details.isLoading && details.errorUpdateCount === 0);
  const form: FormProps = {
    onSubmit: isVisitor ? leaveToSignIn : send,
    // Nobody has to mend a card before they are told to sign in.
    ...(isVisitor ? { onInvalid: () => void leaveToSignIn() } : {}),
  };
  return (
    <div className="page-width">
      <PageHeader slate="Box office" title="Go Premium" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-12">
        <PaymentSummary price={price} />
        <Card className="lg:-order-1">
          {isVisitor ? <AccountFirst /> : null}
          {planned ? <PlannedPremium {...planned} /> : null}
          {isUnknown ? (
            formComes
          ) : (
            <WithPublicConfig loading={formComes}>
              {({ payments }) =>
                payments === 'stripe' ? <ProviderForm {...form} /> : <SandboxForm {...form} />
              }
            </WithPublicConfig>
          )}
        </Card>
      </div>
    </div>
  );
}

/** Said before one pays: an account has one subscription, and this one is the user's to lose. */
function PlannedPremium({ startDate, endDate }: NonNullable<Subscription['planned']>) {
  return (
    <p className="mb-6 rounded-field bg-sunken px-4 py-3">
      <strong>
        Premium was given to you from {ownDayText(startDate)} until {ownDayText(endDate)}.
      </strong>{' '}
      If you subscribe now, your subscription takes its place, and those days are lost.
    </p>
  );
}

function PaidAlready() {
  return (
    <NothingToPay title="You have Premium already">
      All six moods are yours, and there is nothing to pay here. Your subscription page has its
      dates, and says how it ends.
    </NothingToPay>
  );
}

/** For another plan than the one that is cancelled but paid for. */
function StillRuns({ until }: { readonly until: string | null }) {
  return (
    <NothingToPay title="Your Premium still runs">
      It is paid for{until ? ` until ${ownDayText(until)}` : ''}. You can take another plan when it
      has ended, or keep the one that you have on your subscription page.
    </NothingToPay>
  );
}

/** Instead of a form whose payment could only be refused. */
function NothingToPay({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="page-width max-w-2xl!">
      <PageHeader slate="Box office" title={title} />
      <Card className="flex flex-col items-start gap-6">
        <p>{children}</p>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link to={routes.studio}>Animate a face</Link>
          </Button>
          <Button look="secondary" asChild>
            <Link to={routes.cancel}>Your subscription</Link>
          </Button>
        </div>
      </Card>
    </div>
  );
}

type FormProps = { readonly onSubmit: () => Promise<void>; readonly onInvalid?: () => void };

function SandboxForm({ onSubmit, ...rest }: FormProps) {
  const form = useForm({ resolver: zodResolver(sandboxForm), defaultValues: typedPayment() });
  useTypedPayment(form);
  return (
    <Form form={form} onSend={onSubmit} {...rest}>
      <TrialNote>
        To try it, take the test card <strong className="inline-block">{testCardNumber}</strong>,
        any date to come and any CVC.
      </TrialNote>
      <CardFields />
      <TermsBox />
      <Submit size="large">Submit</Submit>
    </Form>
  );
}

function ProviderForm({ onSubmit, ...rest }: FormProps) {
  const { terms } = typedPayment();
  const form = useForm({ resolver: zodResolver(providerForm), defaultValues: { terms } });
  useTypedPayment(form);
  return (
    <Form form={form} onSend={onSubmit} {...rest}>
      <p>You pay on the page of Stripe, our payment provider, and come back here afterwards.</p>
      <TermsBox />
      <Submit size="large">Submit</Submit>
    </Form>
  );
}

/** Inside a Form, and known to it after the fields above: the first that is wrong gets the focus. */
function TermsBox() {
  const form = useFormContext<z.infer<typeof providerForm>>();
  return (
    <Checkbox
      required
      label={
        <>
          I accept the <NewTabLink to={routes.terms}>terms</NewTabLink>: the subscription renews
          until I cancel it, and I can do that at any time.
        </>
      }
      {...fieldOf(form, 'terms')}
    />
  );
}

/** The way to sign in, and back to this plan. */
function useLeaveToSignIn(): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async () => await navigate(loginWithReturn(pathname));
}

/** Takes the subscription; thanks only when it is there. */
function useSubscribe(plan: SubscriptionPlan): () => Promise<void> {
  const session = useSession();
  const navigate = useNavigate();
  const leaveToSignIn = useLeaveToSignIn();
  const queries = useQueryClient();
  const thank = useThanks();
  const showSubscription = async () => {
    await refreshSubscription(queries);
    await navigate(routes.cancel);
  };
  return async () => {
    // Visitors were led away already: here the server has not said who it is.
    if (session.status !== 'signed-in') return await leaveToSignIn();
    try {
      const answer = await callNamed('subscribe', { userId: session.user.id, plan });
      if (answer.checkoutUrl) {
        return await leaveFor(answer.checkoutUrl);
      }
      await thank(showSubscription());
    } catch (error) {
      const hint = error instanceof ApiError && error.status < 500 ? error.message : undefined;
      void showPopup({
        title: 'Subscription failed',
        text: 'Please try again later!',
        ...(hint ? { hint } : {}),
      });
      // There one can do something about the one that is in the way.
      const isThere = error instanceof ApiError && error.code === 'already_subscribed';
      if (isThere) await showSubscription();
    }
  };
}
