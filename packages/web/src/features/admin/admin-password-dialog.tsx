import { zodResolver } from '@hookform/resolvers/zod';
import { passwordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';

const passwordForm = z.object({ adminPassword: passwordSchema });

/** Admin Authentication: asks for the admin's own password. */
export function AdminPasswordDialog({
  onCancel,
  onConfirm,
}: {
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
      text="Please enter your own password to create this user."
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
