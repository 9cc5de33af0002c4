import { zodResolver } from '@hookform/resolvers/zod';
import { passwordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';

const form = z.object({ adminPassword: passwordSchema });

/** Admin Authentication: asks for the admin's own password. */
export function AdminPasswordDialog({
  onCancel,
  onConfirm,
}: {
  readonly onCancel: () => void;
  readonly onConfirm: (password: string) => Promise<void>;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
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
      <form
        noValidate
        onSubmit={handleSubmit(({ adminPassword }) => onConfirm(adminPassword))}
        className="flex flex-col gap-5"
      >
        <Field
          label="Admin password"
          type="password"
          autoComplete="current-password"
          required
          error={formState.errors.adminPassword?.message}
          {...register('adminPassword')}
        />
        <div className="flex justify-end gap-3">
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
