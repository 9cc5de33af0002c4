import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isPaymentPage } from '../../lib/routes.ts';
import { type CardDetails, emptyCard } from '../payment-card/card-details.ts';

/** What a payment form holds. Where the provider's page takes the card, its fields stay empty. */
type TypedPayment = CardDetails & { readonly terms: boolean };

const nothing: TypedPayment = { ...emptyCard, terms: false };

/*
 * Who fills in the form and then signs in, or makes an account, finds it as it was. It lies in this
 * variable and nowhere else: not in storage, not in the history, and a reload forgets it.
 */
let typed = nothing;

/** What was typed before the way to sign in, if that is where one comes from. */
export function typedPayment(): TypedPayment {
  return typed;
}

/** Keeps what a form holds when its page is left. */
export function useTypedPayment<Values extends FieldValues & Partial<TypedPayment>, Out>(
  form: UseFormReturn<Values, unknown, Out>,
): void {
  const { getValues } = form;
  useEffect(
    () => () => {
      typed = { ...nothing, ...getValues() };
    },
    [getValues],
  );
}

/** Forgets it on every page that is not on the way from a payment page to sign in, and back. */
export function dropTypedPayment(pathname: string): void {
  if (!isOnTheWay(pathname)) typed = nothing;
}

function isOnTheWay(pathname: string): boolean {
  return isPaymentPage(pathname) || pathname.startsWith('/login-signUp/');
}
