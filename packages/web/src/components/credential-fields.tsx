import { type FieldValues, useFormContext } from 'react-hook-form';
import { newPasswordHint } from '../lib/new-password.ts';
import { Field } from './ui/field.tsx';
import { fieldOf } from './ui/form.tsx';

/** The e-mail address of an account: the value `email` of the form around it. */
export function EmailField({
  autoComplete = 'email',
}: {
  /** `off` where the account is somebody else's. */
  readonly autoComplete?: 'email' | 'off';
}) {
  const form = useFormContext<FieldValues>();
  return (
    <Field
      label="Email"
      type="email"
      autoComplete={autoComplete}
      required
      {...fieldOf(form, 'email')}
    />
  );
}

/** A password that is new: a value of the form around it. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
}: {
  readonly label?: string;
  readonly name?: string;
}) {
  const form = useFormContext<FieldValues>();
  return (
    <Field
      label={label}
      type="password"
      autoComplete="new-password"
      required
      hint={newPasswordHint}
      {...fieldOf(form, name)}
    />
  );
}
