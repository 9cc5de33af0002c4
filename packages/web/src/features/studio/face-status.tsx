import { type RefObject, useEffect } from 'react';
import { TryAgain } from '../../components/try-again.tsx';
import { sendingText } from './sending-text.ts';

type FaceKnowledge = {
  /** How many faces were found, if that is known. */
  readonly found: number | undefined;
  /** Whether the only one may be none: see doubtfulFace. */
  readonly doubtful: boolean;
  /** Whether they are looked for, for which the picture is sent first. */
  readonly looking: boolean;
  /** How much of the picture is sent; null while it is not being sent. */
  readonly sent01: number | null;
  /** Why the search gave no answer, in words for the user. */
  readonly problem: string | undefined;
  readonly byHand: boolean;
  /** Whether nothing can be shown of the picture: then no points can be placed on it. */
  readonly unseen: boolean;
};

/** What is known about the face on the picture, and another search where none came through. */
export function FaceStatus({
  line,
  onRetry,
  ...known
}: FaceKnowledge & {
  /** Where it stands, for who has another reason to show it. */
  readonly line: RefObject<HTMLDivElement | null>;
  readonly onRetry: () => void;
}) {
  const canRetry = known.problem !== undefined && !known.byHand && !known.looking;
  // Where there is something to do about it, it must be seen: below a portrait on a phone it is not.
  const asks = !known.looking && !known.byHand && (canRetry || known.found === 0 || known.doubtful);
  useEffect(() => {
    if (asks) line.current?.scrollIntoView({ block: 'nearest' });
  }, [asks, line]);
  return (
    // Where it has nothing to say it is there all the same, so that its first words are heard.
    <div
      ref={line}
      className="flex scroll-my-4 flex-wrap items-center gap-x-4 gap-y-2 has-[>:only-child:empty]:-mb-5"
    >
      <p role="status" className="font-semibold">
        {faceText(known)}
      </p>
      {canRetry ? <TryAgain size="small" onRetry={onRetry} /> : null}
    </div>
  );
}

/** What is known in one line. Exported for its test. */
export function faceText({
  found,
  doubtful,
  looking,
  sent01,
  problem,
  byHand,
  unseen,
}: FaceKnowledge): string {
  if (byHand) return 'Your three points are set.';
  if (looking) {
    const isSent = sent01 === null || sent01 === 1;
    return isSent ? 'Looking for the face…' : `${sendingText(sent01)}…`;
  }
  if (problem) return `The face could not be looked for. ${problem}`;
  switch (found) {
    case undefined:
      return '';
    case 0:
      return unseen
        ? 'No face was found automatically. Put the picture in as JPEG or PNG to show where it is.'
        : 'No face was found automatically. Show where it is, and it works all the same.';
    case 1:
      if (!doubtful || unseen) return 'Face found. Ready when you are.';
      return 'Is this the face? If the mark is not on it, show where it is.';
    default:
      return `${found} faces found. Which one should it be?`;
  }
}
