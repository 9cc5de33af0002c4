import { useFormContext } from 'react-hook-form';
import { Field, Select } from '../../components/ui/field.tsx';

/** The subscription of a user as an admin's form holds it; dates as YYYY-MM-DD. */
export type SubscriptionValues = {
  subscriptionType: 'free' | 'paid';
  subscriptionPlan: 'monthly' | 'yearly';
  startDate: string;
  endDate: string;
};

/** Free or Premium User, how it is paid, from when and until when. Inside a FormProvider. */
export function SubscriptionFields({ required = false }: { readonly required?: boolean }) {
  const { register, formState, watch } = useFormContext<SubscriptionValues>();
  const { errors } = formState;
  const isPaid = watch('subscriptionType') === 'paid';
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label="Subscription" {...register('subscriptionType')}>
          <option value="free">Free</option>
          <option value="paid">Premium User</option>
        </Select>
        <Select label="Plan" disabled={!isPaid} {...register('subscriptionPlan')}>
          <option value="monthly">Monthly</option>
          <option value="yearly">Yearly</option>
        </Select>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Start date"
          type="date"
          required={required}
          error={errors.startDate?.message}
          {...register('startDate')}
        />
        <Field
          label="End date"
          type="date"
          required={required}
          error={errors.endDate?.message}
          {...register('endDate')}
        />
      </div>
    </>
  );
}
