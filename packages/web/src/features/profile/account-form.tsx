import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema, newPasswordSchema, passwordSchema } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { OwnUsername } from '../../components/own-username.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, callNamed } from '../../lib/api.ts';
import { checkRepeat } from '../../lib/new-password.ts';
import { useSessionActions } from '../../lib/session.ts';

const accountForm = z
  .object({
    newEmail: z.union([z.literal(''), emailSchema]),
    newPassword: z.union([z.literal(''), newPasswordSchema]),
    repeat: z.string(),
    currentPassword: z.string(),
  })
  .superRefine((values, context) => {
    if (values.newEmail === '' && values.newPassword === '') {
      context.addIssue({
        code: 'custom',
        path: ['root'],
        message: 'Please fill out the email or password fields.',
      });
      return;
    }
    checkRepeat(values, context);
    if (!passwordSchema.safeParse(values.currentPassword).success) {
      context.addIssue({
        code: 'custom',
        path: ['currentPassword'],
        message: 'Please enter your current password.',
      });
    }
  });

type AccountValues = z.output<typeof accountForm>;

/** Changes e-mail, password, or both; asks for the current password, then to sign in again. */
export function AccountForm({ userId }: { readonly userId: string }) {
  const queries = useQueryClient();
  const { signOut } = useSessionActions();
  const form = useForm({
    resolver: zodResolver(accountForm),
    defaultValues: { newEmail: '', newPassword: '', repeat: '', currentPassword: '' },
  });
  async function send({ newEmail, newPassword, currentPassword }: AccountValues): Promise<void> {
    try {
      await callNamed('updateUserEmailAndPassword', {
        uid: userId,
        newEmail,
        newPassword,
        currentPassword,
      });
    } catch (error) {
      const known = error instanceof ApiError && error.status > 0 && error.status < 500;
      // Who is to sign in is led there, and back.
      if (known && error.code === 'unauthenticated') return;
      const isWrongPassword = known && error.code === 'wrong_password';
      if (isWrongPassword) form.setError('currentPassword', { message: error.message });
      await showPopup({
        title: 'Error!',
        text: 'There was an issue updating your details. Please try again.',
        hint: known ? error.message : 'Failed to update user details.',
      });
      if (isWrongPassword) form.setFocus('currentPassword', { shouldSelect: true });
      return;
    }
    form.reset();
    await showPopup({
      title: 'Changes saved successfully! Login again with your new details!',
    });
    try {
      // The guard of the page leads to sign in from here, and back afterwards.
      await signOut();
    } catch (error) {
      void queries.invalidateQueries();
      throw error;
    }
  }
  return (
    <Form form={form} onSend={send}>
      <OwnUsername />
      <Field label="New email" type="email" autoComplete="email" {...fieldOf(form, 'newEmail')} />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        {...fieldOf(form, 'newPassword')}
      />
      <Field
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        {...fieldOf(form, 'repeat')}
      />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="So that nobody else can change these."
        {...fieldOf(form, 'currentPassword')}
      />
      <Submit className="self-start">Save Changes</Submit>
    </Form>
  );
}
