import { zodResolver } from '@hookform/resolvers/zod';
import {
  type AdminUser,
  emailSchema,
  newPasswordSchema,
  subscriptionPlanSchema,
  subscriptionTypeSchema,
} from '@moodreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf } from '../../components/ui/form.tsx';
import { askBefore, showPopup } from '../../components/ui/popup.tsx';
import { callNamed, messageOf } from '../../lib/api.ts';
import { routes } from '../../lib/routes.ts';
import { AdminPasswordDialog, sayWrongPassword } from './admin-password-dialog.tsx';
import { adminUsersKey } from './admin-users-key.ts';
import { SubscriptionFields } from './subscription-fields.tsx';

const editForm = z.object({
  email: z.union([z.literal(''), emailSchema]),
  password: z.union([z.literal(''), newPasswordSchema]),
  subscriptionType: subscriptionTypeSchema,
  subscriptionPlan: subscriptionPlanSchema,
  startDate: z.string(),
  endDate: z.string(),
});

type EditValues = z.output<typeof editForm>;

/** What waits for the admin's own password. */
interface Pending {
  readonly text: string;
  readonly run: (adminPassword: string) => Promise<void>;
  readonly onCancel?: () => void;
}

/** Changes or deletes a user. Nothing is required: what is left empty stays as it is. */
export function EditUserForm({ user }: { readonly user: AdminUser }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<Pending>();
  const form = useForm({
    resolver: zodResolver(editForm),
    defaultValues: {
      email: user.email,
      password: '',
      subscriptionType: user.subscriptionType,
      subscriptionPlan: user.subscriptionPlan ?? 'monthly',
      startDate: dayOf(user.startDate),
      endDate: dayOf(user.endDate),
    },
  });

  async function askToSave(values: EditValues): Promise<void> {
    const sure = await showPopup({
      title: 'Do you want to save the changes?',
      confirm: 'Save',
      cancel: "Don't save",
    });
    if (!sure) {
      sayNotSaved();
      return;
    }
    setPending({
      text: 'Please enter your own password to save the changes.',
      run: (adminPassword) => save(values, adminPassword),
      onCancel: sayNotSaved,
    });
  }

  async function save(
    { subscriptionPlan, ...values }: EditValues,
    adminPassword: string,
  ): Promise<void> {
    try {
      await callNamed('updateUser', {
        uid: user.id,
        ...values,
        ...(values.subscriptionType === 'paid' ? { subscriptionPlan } : {}),
        role: 'user',
        adminPassword,
      });
      setPending(undefined);
      form.resetField('password');
      void showPopup({ title: 'Saved!' });
      await queries.invalidateQueries({ queryKey: adminUsersKey });
    } catch (error) {
      sayWhatFailed(error);
    }
  }

  function sayWhatFailed(error: unknown): void {
    setPending(undefined);
    if (sayWrongPassword(error)) return;
    void showPopup({ title: 'Error', text: messageOf(error) });
  }

  async function askToRemove(): Promise<void> {
    const isPaid = user.subscriptionType === 'paid';
    const sure = await askBefore({
      title: 'Delete this user?',
      text: `${user.email}, with all videos, will be gone for good${isPaid ? ', and Premium ends at once' : ''}.`,
      confirm: 'Delete',
    });
    if (!sure) return;
    setPending({ text: 'Please enter your own password to delete this user.', run: remove });
  }

  async function remove(adminPassword: string): Promise<void> {
    try {
      await callNamed('deleteUser', { uid: user.id, adminPassword });
      setPending(undefined);
      queries.removeQueries({ queryKey: adminUsersKey });
      void showPopup({ title: 'Deleted!', text: 'The user has been deleted.' });
      await navigate(routes.admin);
    } catch (error) {
      sayWhatFailed(error);
    }
  }

  return (
    <>
      <Form form={form} onSend={askToSave}>
        <Field label="Email" type="email" autoComplete="off" {...fieldOf(form, 'email')} />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="Left empty, the password stays."
          {...fieldOf(form, 'password')}
        />
        <SubscriptionFields />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.formState.isSubmitting}>
            Save
          </Button>
          <Button look="danger" onClick={() => void askToRemove()}>
            Delete User
          </Button>
          <Button look="quiet" onClick={() => void navigate(routes.admin)}>
            Back to the users
          </Button>
        </div>
      </Form>
      {pending ? (
        <AdminPasswordDialog
          text={pending.text}
          onCancel={() => {
            setPending(undefined);
            pending.onCancel?.();
          }}
          onConfirm={pending.run}
        />
      ) : null}
    </>
  );
}

function sayNotSaved(): void {
  void showPopup({ title: 'Changes are not saved' });
}

/** The UTC day of an instant, as date fields take it. */
function dayOf(instant: string | null): string {
  return instant?.slice(0, 10) ?? '';
}
