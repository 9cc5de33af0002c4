import { z } from 'zod';

/*
 * Card details are looked at in the browser and go nowhere: no request carries them and nothing
 * keeps them. With a payment provider configured the provider's own page asks for them.
 */

/** The well-known number of no card at all: with it the form can be tried without a real one. */
export const testCardNumber = '4242 4242 4242 4242';

/** Keeps digits and puts a slash after two of them: what the expiry field shows. */
export function maskExpiry(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Keeps digits, in groups of four: what the card number field shows. */
export function maskCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Keeps up to four digits: what the CVC field shows. */
export function maskCvc(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4);
}

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled; the sum ends in 0. */
export function hasLuhnSum(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Whether a card with this expiry (MM/YY) is still good: it is until its month ends. */
export function isExpiryAhead(expiry: string, now: Date): boolean {
  const month = Number(expiry.slice(0, 2));
  const year = 2000 + Number(expiry.slice(3, 5));
  return new Date(year, month, 1) > now;
}

/** Four checked fields of a card. */
export const cardSchema = z.object({
  cardNumber: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .regex(/^\d{12,19}$/, 'A card number has 12 to 19 digits.')
        .refine(hasLuhnSum, 'This is not a card number: please check the digits.'),
    ),
  expiry: z
    .string()
    .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'Please enter month and year as MM/YY.')
    .refine((expiry) => isExpiryAhead(expiry, new Date()), 'This card has expired.'),
  cvc: z.string().regex(/^\d{3,4}$/, 'The CVC has 3 or 4 digits.'),
  cardOwner: z.string().trim().min(1, 'Please enter the name on the card.').max(100),
});
/** A card as it is typed. */
export type CardDetails = z.input<typeof cardSchema>;

/** Nothing typed yet. */
export const emptyCard: CardDetails = { cardNumber: '', expiry: '', cvc: '', cardOwner: '' };
