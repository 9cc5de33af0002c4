import { type ComponentProps, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

/** An input for a password, with a button that shows what is typed: a slip is hard to see in dots. */
export function PasswordInput({
  label,
  className,
  ...input
}: {
  /** The label of the field, which tells its button from others of the page. */
  readonly label: string;
} & Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input
        {...input}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        // Edge has a button of its own.
        className={classNames(className, 'pr-20 [&::-ms-reveal]:hidden')}
      />
      <button
        type="button"
        className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-field px-3 text-[0.9375rem] font-semibold text-ink-soft hover:text-ink focus-visible:-outline-offset-2"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
