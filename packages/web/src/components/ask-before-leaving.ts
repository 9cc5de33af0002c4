import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askBefore } from './ui/popup.tsx';

/** Asks before another page takes the place of one with changes that are not saved. */
export function useAskBeforeLeaving(changed: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askBefore({
      title: 'Leave without saving?',
      text: 'What you have changed here is not saved.',
      confirm: 'Leave',
      cancel: 'Stay',
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}
