import { zodResolver } from '@hookform/resolvers/zod';
import {
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
import { EmailField, NewPasswordField } from '../../components/credential-fields.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, callNamed } from '../../lib/api.ts';
import { startOfOwnDay } from '../../lib/dates.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { AdminPasswordDialog } from './admin-password-dialog.tsx';
import { adminUsersKey } from './admin-users-key.ts';
import { dayField, premiumDates } from './subscription-dates.ts';
import { SubscriptionFields } from './subscription-fields.tsx';
import { useWayBack } from './users-list.ts';

const createForm = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    subscriptionType: subscriptionTypeSchema,
    subscriptionPlan: subscriptionPlanSchema,
    startDate: dayField.min(1, 'Please choose a start date.'),
    endDate: dayField.min(1, 'Please choose an end date.'),
  })
  .superRefine((dates, context) => premiumDates(dates, context));
type NewUser = z.output<typeof createForm>;

/** New Account Information, then the admin's own password, then the account: in that order. */
export function CreateUserPage() {
  usePageTitle('Create User', 'Make an account for somebody.');
  const [pending, setPending] = useState<NewUser>();
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const queries = useQueryClient();
  const form = useForm<z.input<typeof createForm>, unknown, NewUser>({
    resolver: zodResolver(createForm),
    defaultValues: {
      email: '',
      password: '',
      subscriptionType: 'free',
      subscriptionPlan: 'monthly',
      startDate: '',
      endDate: '',
    },
  });

  async function create(adminPassword: string): Promise<void> {
    if (!pending) return;
    const { subscriptionPlan, ...rest } = pending;
    try {
      await callNamed('createUser', {
        ...rest,
        startDate: startOfOwnDay(rest.startDate),
        endDate: startOfOwnDay(rest.endDate),
        ...(rest.subscriptionType === 'paid' ? { subscriptionPlan } : {}),
        role: 'user',
        adminPassword,
      });
      setPending(undefined);
      void queries.invalidateQueries({ queryKey: adminUsersKey });
      void showPopup({ title: 'User created successfully' });
      await navigate(wayBack);
    } catch (error) {
      setPending(undefined);
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'admin_verification_failed') {
        void showPopup({ title: 'Admin verification failed', text: 'Incorrect admin password.' });
        return;
      }
      // Who is to sign in is led there, and back.
      if (code === 'unauthenticated') return;
      const known = error instanceof ApiError && error.status > 0 && error.status < 500;
      void showPopup({
        title: 'Error creating user',
        text: known ? error.message : 'Something went wrong',
      });
    }
  }

  return (
    <div className="page-width max-w-3xl!">
      <PageHeader slate="New in the ensemble" title="Create User" />
      <Card>
        <h2 className="mb-5 text-h3">New Account Information</h2>
        <Form form={form} onSend={setPending}>
          <EmailField autoComplete="off" />
          <NewPasswordField />
          <SubscriptionFields required />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">Create User</Button>
            <Button look="secondary" onClick={() => void navigate(wayBack)}>
              Back to the users
            </Button>
          </div>
        </Form>
      </Card>
      {pending ? (
        <AdminPasswordDialog onCancel={() => setPending(undefined)} onConfirm={create} />
      ) : null}
    </div>
  );
}
