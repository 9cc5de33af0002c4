import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { z } from 'zod';

const arrival = z.object({ email: z.string() }).catch({ email: '' });

/** What a link to another page of this folder hands on in the router's state, as addresses of pages are logged. */
export type TypedEmail = z.infer<typeof arrival>;

/** The address as far as it was typed on the page of this folder that one comes from; empty if none was. */
export function useTypedEmail(): string {
  return arrival.parse(useLocation().state).email;
}

/** The address as far as it is typed in this form: the state of links to the other pages. */
export function useEmailToHandOn<Form extends FieldValues & TypedEmail, Sent>(
  control: Control<Form, unknown, Sent>,
): TypedEmail {
  return { email: useWatch({ control, name: 'email' as FieldPath<Form> }) };
}
