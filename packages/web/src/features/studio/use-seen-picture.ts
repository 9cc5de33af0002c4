import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { type ChosenPicture, showPicture } from './picture-file.ts';
import { refusalOf, useFaces } from './use-faces.ts';

/** The picture that is in: what the page can show of it, and what the server found on it. */
export type SeenPicture = ReturnType<typeof useSeenPicture>;

/** Looks for the faces on a picture, and sees whether the browser can show it. */
export function useSeenPicture(userId: string, picture: ChosenPicture | null) {
  const search = useFaces(userId, picture);
  /** The picture, by its id, that the browser cannot show. */
  const [unseenId, setUnseenId] = useState<string>();
  const faces = search.data;
  const refusal = picture ? refusalOf(search.error) : undefined;
  return {
    faces,
    /** How many were found; undefined while that is not known. */
    found: faces?.faces.length,
    looking: search.isFetching,
    lookAgain: () => void search.refetch(),
    shown: picture ? showPicture(picture, faces, picture.id === unseenId) : undefined,
    setUnseen: () => setUnseenId(picture?.id),
    /** Why it cannot be used. */
    refusal,
    /** Why it is not known where its faces are; it can be used all the same. */
    problem: search.error && !refusal ? messageOf(search.error) : undefined,
  };
}
