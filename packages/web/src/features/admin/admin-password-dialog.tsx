import { zodResolver } from '@hookform/resolvers/zod';
import { passwordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { OwnUsername } from '../../components/own-username.tsx';
import { Field } from '../../components/ui/field.tsx';
import { fieldOf } from '../../components/ui/form.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';

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
    <FormDialog
      title="Admin Authentication"
      text="Please enter your own password to create this user."
      form={form}
      submit="Confirm"
      onSend={({ adminPassword }) => onConfirm(adminPassword)}
      onClose={onCancel}
    >
      <OwnUsername />
      <Field
        label="Admin password"
        type="password"
        autoComplete="current-password"
        required
        {...fieldOf(form, 'adminPassword')}
      />
    </FormDialog>
  );
}
