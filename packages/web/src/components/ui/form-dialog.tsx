import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import type { ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form, Submit } from './form.tsx';

/**
 * An open dialog that asks with a form. While that is being sent it does not close: Cancel would
 * promise that nothing happens, and it may have happened already.
 */
export function FormDialog<In extends FieldValues, Out>({
  form,
  submit,
  look = 'primary',
  onSend,
  onClose,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'text'> & {
  readonly form: UseFormReturn<In, unknown, Out>;
  /** What stands on the button that sends. */
  readonly submit: string;
  readonly look?: ButtonProps['look'];
  readonly onSend: (values: Out) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { isSubmitting } = useFormState({ control: form.control });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      {...dialog}
    >
      <Form form={form} onSend={onSend}>
        {children}
        <Submit look={look} onCancel={onClose}>
          {submit}
        </Submit>
      </Form>
    </Dialog>
  );
}
