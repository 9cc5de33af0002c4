import { useFormContext } from 'react-hook-form';
import { Field, Select } from '../../components/ui/field.tsx';
import { fieldOf } from '../../components/ui/form.tsx';

/** The subscription of a user as an admin's form holds it; dates as YYYY-MM-DD where the admin is. */
export type SubscriptionValues = {
  subscriptionType: 'free' | 'paid';
  subscriptionPlan: 'monthly' | 'yearly';
  startDate: string;
  endDate: string;
};

/** Free or Premium User, how it is paid, from when and until when. Inside a Form. */
export function SubscriptionFields({ required = false }: { readonly required?: boolean }) {
  const form = useFormContext<SubscriptionValues>();
  const isPaid = form.watch('subscriptionType') === 'paid';
  const date = { type: 'date', required, ...(required ? {} : { hint: 'Left empty, it stays.' }) };
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Select label="Subscription" {...fieldOf(form, 'subscriptionType')}>
          <option value="free">Free</option>
          <option value="paid">Premium User</option>
        </Select>
        <Select
          label="Plan"
          disabled={!isPaid}
          hint={isPaid ? undefined : 'Only Premium has one.'}
          {...fieldOf(form, 'subscriptionPlan')}
        >
          <option value="monthly">Monthly</option>
          <option value="yearly">Yearly</option>
        </Select>
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="Start date" {...date} {...fieldOf(form, 'startDate')} />
        <Field label="End date" {...date} {...fieldOf(form, 'endDate')} />
      </div>
    </>
  );
}
