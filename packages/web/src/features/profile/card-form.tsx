import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Form, Submit } from '../../components/ui/form.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { type CardDetails, cardSchema, emptyCard } from '../payment-card/card-details.ts';
import { CardFields } from '../payment-card/card-fields.tsx';
import { TrialNote } from '../payment-card/trial-note.tsx';

/** Stands in the form's place, as high as it is, on wide screens and on narrow ones. */
export function CardFormLoading() {
  return <Loading className="min-h-141 sm:min-h-108" />;
}

/**
 * Checks a card where there is no payment provider. As everywhere, its details stay in the browser
 * and are not kept.
 */
export function CardForm() {
  const form = useForm<CardDetails>({
    resolver: zodResolver(cardSchema),
    defaultValues: emptyCard,
  });
  return (
    <Form
      form={form}
      onSend={() => {
        form.reset();
        void showPopup({
          title: 'Changes saved successfully!',
          text: 'As this is a trial, nothing is charged, and no card is kept.',
        });
      }}
      // Once it is closed, the first field that is wrong has the focus.
      onInvalid={async () => {
        if (Object.values(form.getValues()).some((value) => value.trim() === '')) {
          await showPopup({ title: 'Please fill out the credit card information.' });
        }
      }}
    >
      <TrialNote />
      <CardFields />
      <Submit className="self-start">Save Card</Submit>
    </Form>
  );
}
