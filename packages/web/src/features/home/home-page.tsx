import { useEffect } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { loginWithReturn, routes } from '../../lib/routes.ts';
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
  const generateTo =
    session.status === 'signed-in' ? routes.studio : loginWithReturn(routes.studio);
  return (
    <>
      <Hero generateTo={generateTo} />
      <ExpressionsCarousel />
      <ThreeSteps generateTo={generateTo} />
    </>
  );
}
