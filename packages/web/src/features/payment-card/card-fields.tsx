import { useFormContext } from 'react-hook-form';
import { Field } from '../../components/ui/field.tsx';
import { fieldOf } from '../../components/ui/form.tsx';
import { type CardDetails, maskCardNumber, maskCvc, maskExpiry } from './card-details.ts';

/** The four fields of a card, masked while one types. Inside a Form. */
export function CardFields() {
  const form = useFormContext<CardDetails>();
  const number = fieldOf(form, 'cardNumber');
  const expiry = fieldOf(form, 'expiry');
  const cvc = fieldOf(form, 'cvc');
  return (
    <>
      <Field
        label="Card number"
        required
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        {...number}
        onChange={masked(number.onChange, maskCardNumber)}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          label="Expiry (MM/YY)"
          required
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          maxLength={5}
          {...expiry}
          onChange={masked(expiry.onChange, maskExpiry)}
        />
        <Field
          label="CVC"
          required
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          {...cvc}
          onChange={masked(cvc.onChange, maskCvc)}
        />
      </div>
      <Field
        label="Card owner"
        required
        autoComplete="cc-name"
        placeholder="Name on the card"
        {...fieldOf(form, 'cardOwner')}
      />
    </>
  );
}

/** Rewrites the field's text before the form sees it; the caret stays behind the digit that it followed. */
function masked(
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => unknown,
  mask: (text: string) => string,
) {
  return (event: React.ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const { value, selectionEnd } = input;
    input.value = mask(value);
    const before = countDigits(value.slice(0, selectionEnd ?? value.length));
    // At the end it is behind whatever the mask has put there.
    if (before < countDigits(value)) {
      const ends = [...input.value.matchAll(/\d/g)].map(({ index }) => index + 1);
      const caret = before === 0 ? 0 : (ends[before - 1] ?? input.value.length);
      input.setSelectionRange(caret, caret);
    }
    return onChange(event);
  };
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}
