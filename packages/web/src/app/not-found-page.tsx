import { Link } from 'react-router';
import { MoodMask } from '../components/brand/mood-mask.tsx';
import { FilmLink } from '../components/film-link.tsx';
import { Button } from '../components/ui/button.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { routes } from '../lib/routes.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <section className="page-width grid place-items-center py-16 text-center sm:py-24">
      <div className="greeting">
        <MoodMask emotion="surprise" size={150} />
      </div>
      <p className="slate mt-6 text-accent">Scene 404, take 1</p>
      <h1 className="mt-2 text-h1">This scene was never filmed</h1>
      <p className="mt-4 max-w-prose text-lead text-ink-soft">
        There is no page at this address. Perhaps the link was cut short, or the video is no longer
        shared.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <Button asChild>
          <Link to={routes.home}>Go home</Link>
        </Button>
        <Button look="secondary" asChild>
          <FilmLink>Animate a face</FilmLink>
        </Button>
      </div>
    </section>
  );
}
