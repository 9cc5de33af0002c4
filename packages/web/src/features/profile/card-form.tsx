import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { type CardDetails, cardSchema, emptyCard } from '../payment-card/card-details.ts';
import { CardFields } from '../payment-card/card-fields.tsx';

/** Checks a card. As everywhere, its details stay in the browser and are not kept. */
export function CardForm() {
  const form = useForm<CardDetails>({
    resolver: zodResolver(cardSchema),
    defaultValues: emptyCard,
  });
  const { handleSubmit, formState, reset, getValues } = form;
  const submit = handleSubmit(
    () => {
      reset();
      void showPopup({ title: 'Changes saved successfully!' });
    },
    () => {
      if (Object.values(getValues()).some((value) => value.trim() === '')) {
        void showPopup({ title: 'Please fill out the credit card information.' });
      }
    },
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProvider {...form}>
        <CardFields />
      </FormProvider>
      <Button type="submit" className="self-start" busy={formState.isSubmitting}>
        Save Card
      </Button>
    </form>
  );
}
