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
import { useAskBeforeLeaving } from '../../components/ask-before-leaving.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf } from '../../components/ui/form.tsx';
import { askBefore, showPopup, tellFailure } from '../../components/ui/popup.tsx';
import { callNamed } from '../../lib/api.ts';
import { ownDay, startOfOwnDay } from '../../lib/dates.ts';
import { adminUsersKey } from './admin-users-key.ts';
import { dayField, premiumDates } from './subscription-dates.ts';
import { SubscriptionFields } from './subscription-fields.tsx';
import { useWayBack } from './users-list.ts';

const editForm = z.object({
  email: z.union([z.literal(''), emailSchema]),
  password: z.union([z.literal(''), newPasswordSchema]),
  subscriptionType: subscriptionTypeSchema,
  subscriptionPlan: subscriptionPlanSchema,
  startDate: dayField,
  endDate: dayField,
});
type EditValues = z.output<typeof editForm>;

/** Changes or deletes a user. Nothing is required: what is left empty stays as it is. */
export function EditUserForm({ user }: { readonly user: AdminUser }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const [deleting, setDeleting] = useState(false);
  const known: EditValues = {
    email: user.email,
    password: '',
    subscriptionType: user.subscriptionType,
    subscriptionPlan: user.subscriptionPlan ?? 'monthly',
    startDate: ownDay(user.startDate),
    endDate: ownDay(user.endDate),
  };
  const form = useForm<EditValues>({
    resolver: zodResolver(
      editForm.superRefine((dates, context) => premiumDates(dates, context, known)),
    ),
    // What the user changes meanwhile comes in, under what the admin has changed.
    values: known,
    resetOptions: { keepDirtyValues: true },
  });
  const { dirtyFields, isDirty } = form.formState;
  useAskBeforeLeaving(isDirty && !deleting);

  async function save(values: EditValues): Promise<void> {
    const sure = await showPopup({
      title: 'Do you want to save the changes?',
      confirm: 'Save',
      cancel: "Don't save",
    });
    if (!sure) {
      void showPopup({ title: 'Changes are not saved' });
      return;
    }
    try {
      await callNamed('updateUser', {
        uid: user.id,
        ...changedOf(values, dirtyFields),
        role: 'user',
      });
      form.reset({
        ...form.getValues(),
        password: '',
        // What was left empty has stayed.
        startDate: values.startDate || known.startDate,
        endDate: values.endDate || known.endDate,
      });
      void showPopup({ title: 'Saved!' });
      await queries.invalidateQueries({ queryKey: adminUsersKey });
    } catch (error) {
      tellFailure('Error', error);
    }
  }

  async function remove(): Promise<void> {
    const isPaid = user.subscriptionType === 'paid';
    const sure = await askBefore({
      title: 'Delete this user?',
      text: `${user.email}, with all videos, will be gone for good${isPaid ? ', and Premium ends at once' : ''}.`,
      confirm: 'Delete',
    });
    if (!sure) return;
    setDeleting(true);
    try {
      await callNamed('deleteUser', { uid: user.id });
      queries.removeQueries({ queryKey: adminUsersKey });
      void showPopup({ title: 'Deleted!', text: 'The user has been deleted.' });
      await navigate(wayBack);
    } catch (error) {
      tellFailure('Error', error);
      setDeleting(false);
    }
  }

  return (
    <Form form={form} onSend={save}>
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
        <Button look="danger" busy={deleting} onClick={() => void remove()}>
          Delete User
        </Button>
        <Button look="secondary" onClick={() => void navigate(wayBack)}>
          Back to the users
        </Button>
      </div>
    </Form>
  );
}

/** What the admin has changed: all else may have been changed by the user since it was read. */
function changedOf(
  { subscriptionType, subscriptionPlan, ...values }: EditValues,
  dirty: Readonly<Partial<Record<keyof EditValues, boolean>>>,
) {
  const changesPlan = dirty.subscriptionType || dirty.subscriptionPlan;
  return {
    ...(dirty.email ? { email: values.email } : {}),
    ...(dirty.password ? { password: values.password } : {}),
    ...(dirty.startDate && values.startDate ? { startDate: startOfOwnDay(values.startDate) } : {}),
    ...(dirty.endDate && values.endDate ? { endDate: startOfOwnDay(values.endDate) } : {}),
    ...(changesPlan ? { subscriptionType } : {}),
    ...(changesPlan && subscriptionType === 'paid' ? { subscriptionPlan } : {}),
  };
}
