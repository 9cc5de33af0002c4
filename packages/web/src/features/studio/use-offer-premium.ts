import { useNavigate } from 'react-router';
import { showPopup } from '../../components/ui/popup.tsx';
import { routes } from '../../lib/routes.ts';

/** Says that the plan ends here, and leads to the other one if that is wanted. */
export function useOfferPremium(): (title: string, text: string) => Promise<void> {
  const navigate = useNavigate();
  return async (title, text) => {
    const isWanted = await showPopup({
      title,
      text,
      hint: 'Premium has all six expressions and no weekly limit.',
      confirm: 'See Premium',
      cancel: 'Not now',
    });
    if (isWanted) await navigate(routes.pricing);
  };
}
