import type { PlanPrice } from '@moodreel/contract';

/**
 * What one is about to pay for, as a till receipt. On phones, where it stands before the form, it is
 * short: the page of the prices has just told the rest.
 */
export function PaymentSummary({ price }: { readonly price: PlanPrice }) {
  return (
    <section
      aria-labelledby="summary"
      className="rounded-card border-2 border-line bg-stage p-6 sm:p-8 lg:rotate-1"
    >
      <h2 id="summary" className="text-h3">
        {price.title}
      </h2>
      <ul className="mt-4 flex flex-col gap-2 max-sm:hidden">
        <li>All six emotions</li>
        <li>Unlimited films, first in the queue</li>
        <li>Unlimited saved videos</li>
        <li>Downloads as files</li>
      </ul>
      <p className="mt-4 sm:mt-6 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-dashed border-line pt-4">
        <span className="font-semibold">Total</span>
        <span className="wrap-anywhere font-display text-h2">{price.total}</span>
      </p>
    </section>
  );
}
