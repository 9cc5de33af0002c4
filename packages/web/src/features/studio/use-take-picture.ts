import { useState } from 'react';
import { toast } from 'sonner';
import { choosePicture, refusalText, refusePicture } from './picture-file.ts';
import type { Phase } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';

/**
 * Takes files as pictures whatever is on the screen: over a finished film it begins the next one. Tells
 * what was said of the last file, if it was not taken.
 * @param keepsPicture whether a picture is in that can be used
 */
export function useTakePicture(phase: Phase['name'], keepsPicture: boolean) {
  const [refusal, setRefusal] = useState<string>();
  // It is about choosing a picture. Once a film begins that is over, also for the time after it.
  if (phase !== 'input' && refusal) setRefusal(undefined);
  return { refusal, take };

  function take(file: File): void {
    switch (phase) {
      case 'looking':
        // In a moment it is known what there is to go on with.
        return;
      case 'sending':
      case 'working':
        toast('One film after another. Put the next picture in when this film is ready.');
        return;
      case 'ready':
      case 'input':
        choose(file);
    }
  }

  function choose(file: File): void {
    const problem = refusePicture(file);
    const said = problem && refusalText(file.name, problem, keepsPicture && phase === 'input');
    if (!said) {
      dispatchStudio({ type: 'picture', picture: choosePicture(file) });
      dispatchStudio({ type: 'back' });
    } else if (phase === 'ready') toast.error(said);
    setRefusal(said);
  }
}
