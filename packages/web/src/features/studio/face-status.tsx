/** What is known about the face on the picture. */
export function FaceStatus({
  found,
  doubtful,
  looking,
  byHand,
  unseen,
}: {
  /** How many faces were found, if that is known. */
  readonly found: number | undefined;
  /** Whether the only one may be none: see doubtfulFace. */
  readonly doubtful: boolean;
  readonly looking: boolean;
  readonly byHand: boolean;
  /** Whether nothing can be shown of the picture: then no points can be placed on it. */
  readonly unseen: boolean;
}) {
  return (
    <p role="status" className="min-h-7 font-semibold">
      {textOf()}
    </p>
  );

  function textOf(): string {
    if (byHand) return 'Your three points are set.';
    if (looking) return 'Looking for the face…';
    switch (found) {
      case undefined:
        return '';
      case 0:
        return unseen
          ? 'No face was found by itself. Put the picture in as JPEG or PNG to place three points.'
          : 'No face was found by itself. Place three points, and it works all the same.';
      case 1:
        if (!doubtful || unseen) return 'Face found. Ready when you are.';
        return 'Is this the face? If the mark is not on it, place three points.';
      default:
        return `${found} faces found. Which one should it be?`;
    }
  }
}
