import type { ReactNode } from 'react';
import {
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useFormContext,
} from 'react-hook-form';
import { messageOf } from '../../lib/api.ts';
import { Button, type ButtonProps } from './button.tsx';
import { FormError } from './form-error.tsx';

/**
 * Fields below each other, checked by the form's schema instead of the browser. Where sending
 * throws, `explain` puts it into words, and `Submit` shows them.
 */
export function Form<In extends FieldValues, Out>({
  form,
  onSend,
  onInvalid,
  explain = messageOf,
  children,
}: {
  readonly form: UseFormReturn<In, unknown, Out>;
  readonly onSend: (values: Out) => unknown;
  /** Called where the schema refuses; when it is done, the first field that is wrong is focused. */
  readonly onInvalid?: () => unknown;
  readonly explain?: (error: unknown) => string;
  readonly children: ReactNode;
}) {
  const send = async (values: Out) => {
    try {
      await onSend(values);
    } catch (error) {
      form.setError('root', { message: explain(error) });
    }
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(send, onInvalid)}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
    </FormProvider>
  );
}

/** What a form gives to the field of one of its values: its registration, and what is wrong. */
export function fieldOf<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: Path<In>,
) {
  return {
    ...form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
  };
}

/** The end of a form: what is wrong with it as a whole, and the button that sends it. */
export function Submit({
  notice,
  onCancel,
  ...button
}: ButtonProps & {
  /** What is to be said as long as nothing else is wrong. */
  readonly notice?: string | undefined;
  /** Puts a Cancel button before it, as in dialogs; it waits while the form is being sent. */
  readonly onCancel?: () => void;
}) {
  const { errors, isSubmitting } = useFormContext().formState;
  const submit = <Button type="submit" busy={isSubmitting} {...button} />;
  return (
    <>
      <FormError message={errors.root?.message ?? notice} />
      {onCancel ? (
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" unavailable={isSubmitting} onClick={onCancel}>
            Cancel
          </Button>
          {submit}
        </div>
      ) : (
        submit
      )}
    </>
  );
}
