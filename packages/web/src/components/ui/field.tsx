import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { PasswordInput } from './password-input.tsx';

const controlClass =
  'w-full min-h-12 rounded-field border-2 border-line bg-surface px-4 py-2.5 text-ink placeholder:text-ink-soft transition-shadow duration-(--quick) focus:outline-hidden focus:shadow-[0_0_0_3px_var(--accent)] aria-invalid:border-accent aria-invalid:bg-accent-wash/40 disabled:cursor-not-allowed disabled:opacity-55';

/** Only where one types: to CSS a select is always read-only. */
const typedClass = `${controlClass} read-only:border-line-soft read-only:bg-sunken`;

type Frame = {
  readonly label: string;
  /** What is wrong, in words that help; announced when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

/** A labelled text input. Spread react-hook-form's `register(...)` into it. */
export function Field({
  label,
  error,
  hint,
  className,
  id,
  type,
  ...rest
}: Frame & ComponentProps<'input'>) {
  const own = useId();
  const controlId = id ?? own;
  const input = {
    id: controlId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(controlId, error, hint),
    className: classNames(typedClass, className),
    ...rest,
  };
  return (
    <FieldFrame {...{ label, error, hint, controlId }}>
      {type === 'password' ? (
        <PasswordInput label={label} {...input} />
      ) : (
        <input type={type} {...input} />
      )}
    </FieldFrame>
  );
}

/** A labelled text area. */
export function TextArea({
  label,
  error,
  hint,
  className,
  id,
  ...area
}: Frame & ComponentProps<'textarea'>) {
  const own = useId();
  const controlId = id ?? own;
  return (
    <FieldFrame {...{ label, error, hint, controlId }}>
      <textarea
        id={controlId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, error, hint)}
        className={classNames(typedClass, 'min-h-36 leading-normal', className)}
        {...area}
      />
    </FieldFrame>
  );
}

/** A labelled native select. */
export function Select({
  label,
  error,
  hint,
  className,
  id,
  children,
  ...select
}: Frame & ComponentProps<'select'>) {
  const own = useId();
  const controlId = id ?? own;
  return (
    <FieldFrame {...{ label, error, hint, controlId }}>
      <select
        id={controlId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, error, hint)}
        className={classNames(controlClass, className)}
        {...select}
      >
        {children}
      </select>
    </FieldFrame>
  );
}

/** A checkbox with its label to the right; beside the first line of a long one. */
export function Checkbox({
  label,
  error,
  id,
  ...input
}: { readonly label: ReactNode; readonly error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'type'
>) {
  const own = useId();
  const controlId = id ?? own;
  return (
    <div>
      <label
        htmlFor={controlId}
        className="grid min-h-11 cursor-pointer has-disabled:cursor-not-allowed has-disabled:opacity-55 grid-cols-[auto_minmax(0,1fr)] content-center gap-3"
      >
        <input
          id={controlId}
          type="checkbox"
          className="mt-0.75 size-5 accent-(--accent)"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${controlId}-error` : undefined}
          {...input}
        />
        <span className="wrap-break-word">{label}</span>
      </label>
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  );
}

function FieldFrame({
  label,
  error,
  hint,
  controlId,
  children,
}: Frame & { readonly controlId: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={controlId} className="font-semibold">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${controlId}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm font-semibold text-accent empty:hidden">
      {error}
    </p>
  );
}

function describedBy(id: string, error: string | undefined, hint: ReactNode): string | undefined {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}
