import { Link } from 'react-router';
import { ThemeChoice } from '../components/ui/theme-choice.tsx';
import { routes } from '../lib/routes.ts';

const links = [
  { to: routes.pricing, text: 'Pricing' },
  { to: routes.contact, text: 'Contact' },
  { to: routes.terms, text: 'Terms' },
  { to: routes.privacy, text: 'Privacy' },
] as const;

/** The end credits. Below `lg` the links stand under the text: beside it they leave it no place. */
export function Footer() {
  return (
    <footer className="mt-24 print:hidden">
      <div className="bulbs" aria-hidden="true" />
      <div className="mt-3 border-t-2 border-line bg-surface">
        <div className="page-width flex flex-col items-start justify-between gap-6 py-8 lg:flex-row lg:items-center">
          <p className="max-w-md text-[0.9375rem] text-ink-soft">
            <span className="font-display text-ink">Moodreel</span>, a small theatre for still
            faces. We delete your picture as soon as its film is made, and the film a day later
            unless you save it.
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:shrink-0">
            {links.map(({ to, text }) => (
              <Link key={to} className="finger-size text-link" to={to}>
                {text}
              </Link>
            ))}
            <ThemeChoice />
          </div>
        </div>
      </div>
    </footer>
  );
}
