import { zodResolver } from '@hookform/resolvers/zod';
import { deleteAccountSchema, paths } from '@moodreel/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { OwnUsername } from '../../components/own-username.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { fieldOf } from '../../components/ui/form.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { sendApi } from '../../lib/api.ts';
import { routes } from '../../lib/routes.ts';
import { useSessionActions } from '../../lib/session.ts';
import { useSubscription } from '../../lib/subscription.ts';

/** The exit: the account with everything in it, after one more look and the password. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6 border-t-2 border-dashed border-line-soft pt-6">
      <p className="mb-4 text-ink-soft">
        Deleting your account removes your record, your videos and their links, for good.
      </p>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open ? <DeleteDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { forget } = useSessionActions();
  const { isPaid } = useSubscription();
  const form = useForm({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { currentPassword: '' },
  });
  return (
    <FormDialog
      title="Delete your account?"
      text={`Your record, all saved videos and their links will be gone${isPaid ? ', and Premium ends at once' : ''}. This cannot be undone.`}
      form={form}
      submit="Delete everything"
      look="danger"
      onSend={async (body) => {
        await sendApi(paths.account(), { method: 'DELETE', body });
        // Home first: the guard of this page sends those who are signed out to sign in.
        await navigate(routes.home);
        forget();
        void showPopup({ title: 'Your account is deleted', text: 'Thank you for playing.' });
      }}
      onClose={onClose}
    >
      <OwnUsername />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...fieldOf(form, 'currentPassword')}
      />
    </FormDialog>
  );
}
