import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { showPopup } from '../../components/ui/popup.tsx';
import { routes } from '../../lib/routes.ts';

/**
 * Thanks for a subscription, and leads to what it was taken for if that is wanted: not before
 * `meanwhile` is over, which may lead elsewhere.
 */
export function useThanks(): (meanwhile?: Promise<void>) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (meanwhile) => {
      const asked = showPopup({
        title: 'Thank you for subscribing!',
        text: 'All six moods are yours now.',
        cancel: 'OK',
        confirm: 'Animate a face',
      });
      await meanwhile;
      if (await asked) await navigate(routes.studio);
    },
    [navigate],
  );
}
