import { zodResolver } from '@hookform/resolvers/zod';
import { passwordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError } from '../../lib/api.ts';

const passwordForm = z.object({ adminPassword: passwordSchema });

/** Admin Authentication: asks for the admin's own password. */
export function AdminPasswordDialog({
  text,
  onCancel,
  onConfirm,
}: {
  /** What it is asked for. */
  readonly text: string;
  readonly onCancel: () => void;
  readonly onConfirm: (password: string) => Promise<void>;
}) {
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { adminPassword: '' },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title="Admin Authentication"
      text={text}
    >
      <Form form={form} onSend={({ adminPassword }) => onConfirm(adminPassword)}>
        <Field
          label="Admin password"
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf(form, 'adminPassword')}
        />
        <Submit onCancel={onCancel}>Confirm</Submit>
      </Form>
    </Dialog>
  );
}

/** The popup for a password that was not the admin's; false where something else went wrong. */
export function sayWrongPassword(error: unknown): boolean {
  if (!(error instanceof ApiError && error.code === 'admin_verification_failed')) return false;
  void showPopup({ title: 'Admin verification failed', text: 'Incorrect admin password.' });
  return true;
}
