import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center rounded-small px-4 font-semibold outline-none data-highlighted:bg-accent data-highlighted:text-on-accent';

/** A dropdown menu that opens from its trigger, by mouse and by keyboard. */
export function Menu({
  trigger,
  children,
}: {
  /** A button; it gets the menu's behaviour. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={10}
          collisionPadding={12}
          className="z-30 min-w-52 rounded-card border-2 border-line bg-surface p-2 text-ink shadow-card animate-[dialog-in_var(--quick)_var(--ease-out-soft)]"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** An entry of a menu that leads to a page. */
export function MenuLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

/** An entry of a menu that does something here. */
export function MenuAction({
  onSelect,
  children,
}: {
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}
