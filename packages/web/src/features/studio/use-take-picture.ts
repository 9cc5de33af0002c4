import { useRef, useState } from 'react';
import { showPopup } from '../../components/ui/popup.tsx';
import { isBusy, type Phase } from './phase.ts';
import { choosePicture, isReadable, refusalText, refusePicture } from './picture-file.ts';
import { dispatchStudio, readStudio } from './studio-store.ts';

const linkText =
  'That was only a link to a picture. Save the picture first, or copy it and paste it here.';
const unreadableText = 'It is a folder, or a file that cannot be read.';

/**
 * Takes files as pictures whatever is on the screen: over a finished film it begins the next one. Tells
 * what was said of the last file, if it was not taken.
 * @param keepsPicture whether a picture is in that can be used
 */
export function useTakePicture(phase: Phase['name'], keepsPicture: boolean) {
  const [refusal, setRefusal] = useState<string>();
  const reading = useRef<Promise<boolean>>(null);
  // It is about choosing a picture. Once a film begins that is over, also for the time after it.
  if (phase !== 'input' && refusal) setRefusal(undefined);
  return {
    refusal,
    take: (file: File) => {
      if (hasPlace()) void read(file);
    },
    /** Whether the file that is still being read will be taken; null if none is. */
    reading: () => reading.current,
    /** For what was dropped and is no file. */
    refuseLink: () => {
      if (hasPlace()) refuse(linkText);
    },
  };

  /** Says why not. While it is looked for what there is to go on with, what is put in is newer. */
  function hasPlace(): boolean {
    if (!isBusy(readStudio().phase)) return true;
    void showPopup({
      title: 'One film after another',
      text: 'Put the next picture in when this film is ready.',
    });
    return false;
  }

  async function read(file: File): Promise<void> {
    const taken = choose(file);
    reading.current = taken;
    await taken;
    if (reading.current === taken) reading.current = null;
  }

  /** Whether it was taken. */
  async function choose(file: File): Promise<boolean> {
    const problem = refusePicture(file) ?? ((await isReadable(file)) ? undefined : unreadableText);
    if (problem) {
      refuse(refusalText(file.name, problem, keepsPicture && phase === 'input'));
      return false;
    }
    // Reading takes a moment, in which a film may have begun.
    if (!hasPlace()) return false;
    dispatchStudio({ type: 'picture', picture: choosePicture(file) });
    dispatchStudio({ type: 'back' });
    setRefusal(undefined);
    return true;
  }

  function refuse(said: string): void {
    if (phase !== 'input') void showPopup({ title: 'Not a picture for a film', text: said });
    setRefusal(said);
  }
}
