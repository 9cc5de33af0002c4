import { Link } from 'react-router';
import { FilmLink } from '../components/film-link.tsx';
import { Button } from '../components/ui/button.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { routes } from '../lib/routes.ts';
import { DeadEnd } from './dead-end.tsx';

/** An address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <DeadEnd
      emotion="surprise"
      slate="Scene 404, take 1"
      title="This scene was never filmed"
      text="There is no page at this address. Perhaps the link was cut short, or the video is no longer shared."
    >
      <Button asChild>
        <Link to={routes.home}>Go home</Link>
      </Button>
      <Button look="secondary" asChild>
        <FilmLink>Animate a face</FilmLink>
      </Button>
    </DeadEnd>
  );
}
