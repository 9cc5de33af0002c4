import { useNavigate } from 'react-router';
import { hasUnsavedChanges, UNSAVED, WAS_ASKED } from '../components/ask-before-leaving.ts';
import { showPopup, tellFailure } from '../components/ui/popup.tsx';
import { routes } from '../lib/routes.ts';
import { useSessionActions } from '../lib/session.ts';

/** Asks, signs out, and goes home; a failure is shown and changes nothing. */
export function useLogout(): () => void {
  const { signOut } = useSessionActions();
  const navigate = useNavigate();
  return () => {
    void (async () => {
      const sure = await showPopup({
        title: 'Are you sure you want to logout?',
        ...(hasUnsavedChanges() ? { text: UNSAVED } : {}),
        confirm: 'Yes',
        cancel: 'Cancel',
      });
      if (!sure) return;
      try {
        // Home first: a guarded page would send its now signed-out visitor to sign in.
        await navigate(routes.home, { state: WAS_ASKED });
        await signOut();
      } catch (error) {
        tellFailure('Failed to log out', error);
      }
    })();
  };
}
