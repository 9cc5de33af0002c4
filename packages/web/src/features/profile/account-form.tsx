import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema, newPasswordSchema, passwordSchema } from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormError } from '../../components/ui/form-error.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, callNamed } from '../../lib/api.ts';
import { checkRepeat } from '../../lib/new-password.ts';
import { sessionKey } from '../../lib/session.ts';

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

/** Changes e-mail, password, or both; asks for the current password. */
export function AccountForm({ userId }: { readonly userId: string }) {
  const queries = useQueryClient();
  const { register, handleSubmit, formState, reset, setError } = useForm({
    resolver: zodResolver(accountForm),
    defaultValues: { newEmail: '', newPassword: '', repeat: '', currentPassword: '' },
  });
  const submit = handleSubmit(async ({ newEmail, newPassword, currentPassword }) => {
    try {
      await callNamed('updateUserEmailAndPassword', {
        uid: userId,
        newEmail,
        newPassword,
        currentPassword,
      });
      reset();
      void showPopup({
        title: 'Changes saved successfully! Login again with your new details!',
      });
      await queries.invalidateQueries({ queryKey: sessionKey });
      await queries.invalidateQueries();
    } catch (error) {
      const known = error instanceof ApiError && error.status > 0 && error.status < 500;
      if (known && error.code === 'wrong_password') {
        setError('currentPassword', { message: error.message });
      }
      void showPopup({
        title: 'Error!',
        text: 'There was an issue updating your details. Please try again.',
        hint: known ? error.message : 'Failed to update user details.',
      });
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={errors.newEmail?.message}
        {...register('newEmail')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <Field
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        error={errors.repeat?.message}
        {...register('repeat')}
      />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="So that nobody else can change these."
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <FormError message={errors.root?.message} />
      <Button type="submit" className="self-start" busy={isSubmitting}>
        Save Changes
      </Button>
    </form>
  );
}
