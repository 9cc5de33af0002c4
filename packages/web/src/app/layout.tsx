import { useEffect, useRef } from 'react';
import {
  type Location,
  NavigationType,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router';
import { dropQuestions } from '../components/ui/popup.tsx';
import { dropContactDraft } from '../features/contact/contact-draft.ts';
import { dropTypedPayment } from '../features/pricing/typed-payment.ts';
import { onForgotten } from '../lib/kept.ts';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';

/**
 * What a scroll position is kept under. The first page of every visit has the same key, whichever it is:
 * who comes back from paying would stand where the page before was left.
 */
function placeOf({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** The frame of every page: skip link, bar, the page, credits. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isTravel = useNavigationType() === NavigationType.Pop;
  const last = useRef(pathname);
  // After a change of page the reading position starts at its top, also for screen readers.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Where Back does not close what lies over the page, as in Safari, it leaves the page.
    if (isTravel) dropQuestions();
    main.current?.focus({ preventScroll: true });
  }, [pathname, isTravel]);
  useEffect(() => dropTypedPayment(pathname), [pathname]);
  // Here, as the page of the form may not be there when the account leaves.
  useEffect(() => onForgotten(dropContactDraft), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-full bg-accent px-5 py-3 font-bold text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to the content
      </a>
      <NavBar />
      {navigation.state === 'loading' ? (
        <div
          aria-hidden="true"
          className="fixed inset-x-0 top-0 z-50 h-1 animate-[bar-march_0.6s_linear_infinite] bg-[repeating-linear-gradient(90deg,var(--accent)_0_14px,var(--bulb)_14px_28px)]"
        />
      ) : null}
      <main id="content" ref={main} tabIndex={-1} className="grow pt-8 outline-none sm:pt-12">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration getKey={placeOf} />
    </div>
  );
}
