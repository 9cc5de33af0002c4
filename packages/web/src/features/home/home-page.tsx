import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { showPopup } from '../../components/ui/popup.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { reportEvent } from '../../lib/report-event.ts';
import { routes } from '../../lib/routes.ts';
import { ExpressionsCarousel } from './expressions-carousel.tsx';
import { Hero } from './hero.tsx';
import { ThreeSteps } from './three-steps.tsx';

/** Home. 'Generate Now' goes to the AI page, for signed-out visitors by way of signing in. */
export function HomePage() {
  usePageTitle(
    '',
    'Give any face a feeling: Moodreel turns a still photo, painting or drawing into a short film.',
  );
  useEffect(() => reportEvent('screen_view', 'Home'), []);
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const isVerified = search.get('verified') === '1';
  useEffect(() => {
    if (!isVerified) return;
    // The link in the mail leads here. Deferred, so that React's double run of effects in
    // development says it once.
    const timer = setTimeout(() => {
      if (search.has('error')) void offerAnother();
      else toast.success('Your e-mail address is confirmed.');
      setSearch({}, { replace: true });
    });
    return () => clearTimeout(timer);

    async function offerAnother(): Promise<void> {
      const wanted = await showPopup({
        title: 'This link is no longer valid',
        text: 'You can ask for a new one on your profile.',
        confirm: 'Go to your profile',
        cancel: 'Not now',
      });
      if (wanted) await navigate(routes.profile);
    }
  }, [isVerified, search, setSearch, navigate]);
  return (
    <>
      <Hero />
      <ExpressionsCarousel />
      <ThreeSteps />
    </>
  );
}
