import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useCloseRequest } from './close-request.ts';
import { useFocusReturn } from './focus-return.ts';

export type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Ours, or what a user called something, in whatever script. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons; the most likely one last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
};

/** A modal dialog: traps focus, closes with Escape and by Back on a phone, gives focus back to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  text,
  children,
  actions,
  wide = false,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  useCloseRequest(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-scrim/70 p-4 animate-[fade-in_var(--quick)_ease-out]">
          <Radix.Content
            {...focusReturn}
            {...(text ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'relative w-full rounded-card border-2 border-line bg-surface p-[min(1.5rem,7vw)] text-ink shadow-card outline-none animate-[dialog-in_var(--calm)_var(--ease-out-soft)] sm:p-8',
              wide ? 'max-w-3xl' : 'max-w-md',
            )}
          >
            <Radix.Title dir="auto" className="wrap-anywhere text-h3">
              {title}
            </Radix.Title>
            {text ? (
              <Radix.Description asChild>
                <div className="mt-2 wrap-anywhere text-ink-soft">{text}</div>
              </Radix.Description>
            ) : null}
            {children ? <div className="mt-5">{children}</div> : null}
            {actions ? (
              <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>
            ) : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
