import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Spinner } from './spinner.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

/** What a button takes beside what every button does. */
export type ButtonProps = ComponentProps<'button'> & {
  readonly look?: Look;
  readonly size?: Size;
  /** Shows a spinner and refuses clicks; the button keeps its place and its focus. */
  readonly busy?: boolean;
  /** Refuses clicks but can be focused, so that its description can say why. */
  readonly unavailable?: boolean;
  /** Renders the only child (a link) in the look of a button. */
  readonly asChild?: boolean;
};

const looks: Record<Look, string> = {
  primary:
    'bg-accent text-on-accent border-line shadow-[3px_4px_0_0_var(--shadow-colour)] hover:bg-accent-strong hover:-translate-y-0.5 hover:shadow-[4px_6px_0_0_var(--shadow-colour)] active:translate-x-[2px] active:translate-y-[3px] active:shadow-[1px_1px_0_0_var(--shadow-colour)]',
  secondary:
    'bg-surface text-ink border-line hover:bg-sunken hover:-translate-y-0.5 hover:shadow-press active:translate-y-px active:shadow-none',
  quiet: 'border-transparent text-ink hover:bg-lit',
  danger:
    'bg-surface text-accent border-accent hover:bg-accent-wash hover:text-accent-strong hover:-translate-y-0.5 active:translate-y-px',
};
const sizes: Record<Size, string> = {
  small: 'min-h-9 px-3.5 text-[0.9375rem] pointer-coarse:min-h-11',
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-14 px-8 text-lead',
};

/** A button in one of four looks, or a link that looks like one. */
export function Button({
  look = 'primary',
  size = 'medium',
  busy = false,
  unavailable = false,
  asChild = false,
  className,
  children,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const names = classNames(
    'lift inline-flex items-center justify-center gap-2 rounded-full border-2 font-bold text-center select-none no-underline transition-[translate,box-shadow,background-color] duration-(--quick) ease-(--ease-out-soft) disabled:opacity-55 disabled:shadow-none disabled:translate-0 disabled:cursor-not-allowed aria-disabled:opacity-70 aria-disabled:translate-0 aria-disabled:cursor-not-allowed aria-busy:cursor-progress',
    looks[look],
    sizes[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={names} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={names}
      disabled={disabled}
      aria-disabled={busy || unavailable || undefined}
      aria-busy={busy || undefined}
      onClick={busy || unavailable ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Spinner size={18} /> : null}
      {children}
    </button>
  );
}
