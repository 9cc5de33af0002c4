import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useMatch } from 'react-router';
import { Logo } from '../components/brand/logo.tsx';
import { Button } from '../components/ui/button.tsx';
import { useCloseRequest } from '../components/ui/close-request.ts';
import { LineIcon } from '../components/ui/line-icon.tsx';
import { Menu, MenuAction, MenuLink } from '../components/ui/menu.tsx';
import { classNames } from '../lib/class-names.ts';
import { routes } from '../lib/routes.ts';
import { useSession } from '../lib/session.ts';
import { useSubscription } from '../lib/subscription.ts';
import { useLogout } from './use-logout.ts';

/** The bar on every page: what it offers depends on who looks at it. */
export function NavBar() {
  return (
    <header className="relative z-20 print:hidden">
      <div className="border-b-2 border-line bg-surface">
        <nav
          aria-label="Main"
          className="page-width flex min-h-17 items-center justify-between gap-4"
        >
          <Link
            to={routes.home}
            className="flex min-w-0 overflow-hidden rounded-small no-underline"
          >
            <Logo />
          </Link>
          <div className="hidden min-h-11 items-center gap-1 md:flex">
            <DesktopItems />
          </div>
          <SmallScreenMenu />
        </nav>
      </div>
      <div className="valance-shade" aria-hidden="true">
        <div className="valance" />
      </div>
    </header>
  );
}

type Item = {
  readonly to: string;
  readonly text: string;
  /** What the addresses of all its pages begin with, where it has more than one. */
  readonly section?: string;
};

/** The entries of the bar, the same on large and on small screens. */
function useItems(): readonly Item[] {
  const session = useSession();
  const { isPaid, cancelled } = useSubscription();
  if (session.status === 'loading') return [];
  const pricing = isPaid
    ? { to: routes.cancel, text: cancelled ? 'Your subscription' : 'Cancel Subscription' }
    : { to: routes.pricing, text: 'Pricing' };
  const contact = { to: routes.contact, text: 'Contact' };
  if (session.status !== 'signed-in') return [pricing, contact];
  return [
    { to: routes.studio, text: 'Animate' },
    pricing,
    contact,
    ...(session.isAdmin ? [{ to: routes.admin, text: 'Admin', section: '/Admin/' }] : []),
  ];
}

const accountItems: readonly Item[] = [
  { to: routes.downloads, text: 'Downloads' },
  { to: routes.profile, text: 'Edit Profile' },
];

const signIn: Item = { to: routes.login, text: 'Sign In' };

const visitorItems: readonly Item[] = [signIn, { to: routes.signUp, text: 'Sign Up' }];

function DesktopItems() {
  const session = useSession();
  const items = useItems();
  const logout = useLogout();
  return (
    <>
      {items.map((item) => (
        <ItemLink key={item.to} item={item} className={barClass} />
      ))}
      {session.status === 'signed-out' ? (
        <>
          <ItemLink item={signIn} className={barClass} />
          <Button asChild size="small" className="ml-2">
            <NavLink to={routes.signUp}>Sign Up</NavLink>
          </Button>
        </>
      ) : null}
      {session.status === 'signed-in' ? (
        <Menu
          trigger={
            <button
              type="button"
              aria-label="Your account"
              className="ml-3 size-11 overflow-hidden rounded-full border-2 border-line bg-stage transition-transform duration-(--quick) hover:-rotate-6 hover:scale-105"
            >
              <img
                src={session.user.profilePic}
                alt=""
                width={40}
                height={40}
                className="size-full"
              />
            </button>
          }
        >
          <p className="slate max-w-60 truncate px-4 py-2 text-ink-soft">{session.user.email}</p>
          {accountItems.map((item) => (
            <MenuLink key={item.to} to={item.to}>
              {item.text}
            </MenuLink>
          ))}
          <MenuAction onSelect={logout}>Logout</MenuAction>
        </Menu>
      ) : null}
    </>
  );
}

const barClass =
  'inline-flex min-h-11 items-center rounded-full px-4 font-semibold no-underline transition-colors hover:bg-lit';

/** An entry, marked on its own page and on those that belong to it. */
function ItemLink({ item, className }: { readonly item: Item; readonly className: string }) {
  const { to, text, section } = item;
  const { pathname } = useLocation();
  const isHere = useMatch(to) !== null;
  const isWithin = section !== undefined && pathname.startsWith(section);
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : isWithin || undefined}
      className={classNames(className, (isHere || isWithin) && 'bg-lit')}
    >
      {text}
    </Link>
  );
}

const rowClass =
  'flex min-h-13 w-full items-center rounded-field px-4 text-lead font-semibold no-underline hover:bg-lit';

function SmallScreenMenu() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const items = useItems();
  const logout = useLogout();
  const { key } = useLocation();
  const left = useRef(false);
  useCloseRequest(open, () => setOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(() => {
    left.current = open;
    setOpen(false);
  }, [key]);
  const rows = [
    ...items,
    ...(session.status === 'signed-in' ? accountItems : []),
    ...(session.status === 'signed-out' ? visitorItems : []),
  ];
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button
          type="button"
          aria-label="Menu"
          className="grid size-11 shrink-0 place-items-center rounded-full border-2 border-line bg-surface md:hidden"
        >
          <LineIcon width={22} weight={2.5}>
            <path d="M3 6h16M3 11h11M3 16h16" />
          </LineIcon>
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-scrim/70 md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!left.current) return;
            // The reading position is at the page that has come, not back at the button.
            left.current = false;
            event.preventDefault();
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
          className="fixed inset-x-3 top-3 z-40 max-h-[calc(100dvh-1.5rem)] overflow-y-auto rounded-card border-2 border-line bg-surface p-4 shadow-card animate-[dialog-in_var(--calm)_var(--ease-out-soft)] md:hidden"
        >
          <div className="mb-2 flex items-center justify-between pl-4">
            <Dialog.Title className="text-h3">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <button
                type="button"
                aria-label="Close the menu"
                className="grid size-11 place-items-center rounded-full text-2xl hover:bg-lit"
              >
                ×
              </button>
            </Dialog.Close>
          </div>
          {session.status === 'signed-in' ? (
            <p className="slate flex items-center gap-3 px-4 py-2 text-ink-soft">
              <img
                src={session.user.profilePic}
                alt=""
                width={36}
                height={36}
                className="rounded-full border-2 border-line bg-stage"
              />
              <span className="truncate">{session.user.email}</span>
            </p>
          ) : null}
          {rows.map((row) => (
            <ItemLink key={row.to} item={row} className={rowClass} />
          ))}
          {session.status === 'signed-in' ? (
            <button
              type="button"
              className={rowClass}
              onClick={() => {
                setOpen(false);
                logout();
              }}
            >
              Logout
            </button>
          ) : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
