import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { routes } from '../../lib/routes.ts';
import { refreshSubscription, subscriptionDetailsQuery } from '../../lib/subscription.ts';
import { useThanks } from './use-thanks.ts';

/** How often the payment provider's word is asked for, and how long: it takes seconds, or something is wrong. */
const askMilliseconds = 2000;
const patienceMilliseconds = 60_000;

/** Whether a payment is waited for, or was in vain: then the user looks again. */
type Awaited = 'no' | 'soon' | 'late';

/**
 * What one pays for. The payment provider's page leads back with `?paid=1`, and its word may arrive
 * after the user: it is waited for, and thanked for when it is there.
 */
export function useAwaitedPayment() {
  const [search, setSearch] = useSearchParams();
  const hasJustPaid = search.get('paid') === '1';
  const [isLate, setIsLate] = useState(false);
  const details = useQuery({
    ...subscriptionDetailsQuery,
    refetchInterval: ({ state }) =>
      hasJustPaid && state.data?.subscriptionType !== 'paid' ? askMilliseconds : false,
  });
  const queries = useQueryClient();
  const thank = useThanks();
  const isPaid = details.data?.subscriptionType === 'paid';
  const isThanked = isPaid && (hasJustPaid || isLate);
  const isWaiting = hasJustPaid && !isPaid;
  useEffect(() => {
    if (!isThanked) return;
    // Bar and moods were asked for before the provider's word was here.
    void refreshSubscription(queries);
    void thank();
    setIsLate(false);
    setSearch({}, { replace: true });
  }, [isThanked, queries, setSearch, thank]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setIsLate(true);
      setSearch({}, { replace: true });
    }, patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting, setSearch]);
  const late = isLate && !isPaid ? 'late' : 'no';
  const awaited: Awaited = isWaiting ? 'soon' : late;
  return { details, awaited };
}

/** Says of a payment that is not confirmed what happens, and what to do where nothing does. */
export function AwaitedPayment({
  awaited,
  looking,
  onLook,
}: {
  readonly awaited: Awaited;
  readonly looking: boolean;
  readonly onLook: () => void;
}) {
  return (
    <div role="status" className="mb-6 flex flex-col items-start gap-3 empty:hidden">
      {awaited === 'soon' ? (
        <p className="font-semibold">Your payment is being confirmed. This takes a few seconds.</p>
      ) : null}
      {awaited === 'late' ? (
        <>
          <p>
            <strong>Your payment is not confirmed yet.</strong> There is no need to pay again: look
            again in some minutes, and{' '}
            <Link className="text-link" to={routes.contact}>
              write to us
            </Link>{' '}
            if it is still not here then.
          </p>
          <Button look="secondary" busy={looking} onClick={onLook}>
            Look again
          </Button>
        </>
      ) : null}
    </div>
  );
}
