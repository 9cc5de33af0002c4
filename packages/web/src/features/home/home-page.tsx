import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { usePageTitle } from '../../lib/page-title.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { routes } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { ExpressionsCarousel } from './expressions-carousel.tsx';
import { Hero } from './hero.tsx';
import { ThreeSteps } from './three-steps.tsx';

/** Home. 'Generate Now' goes to the AI page, for signed-out visitors by way of signing in. */
export function HomePage() {
  usePageTitle(
    '',
    'Give any face a feeling: Moodreel turns a still photo, painting or drawing into a short film.',
  );
  const session = useSession();
  useEffect(() => reportEvent('screen_view', 'Home'), []);
  const [search, setSearch] = useSearchParams();
  const isVerified = search.get('verified') === '1';
  useEffect(() => {
    if (!isVerified) return;
    // The link in the mail leads here.
    if (search.has('error')) toast.error('This link is no longer valid. Please ask for a new one.');
    else toast.success('Your e-mail address is confirmed.');
    setSearch({}, { replace: true });
  }, [isVerified, search, setSearch]);
  // Without the way back: signing in leads to the AI page by itself, and admins to their table.
  const generateTo = session.status === 'signed-in' ? routes.studio : routes.login;
  return (
    <>
      <Hero generateTo={generateTo} />
      <ExpressionsCarousel />
      <ThreeSteps generateTo={generateTo} />
    </>
  );
}
