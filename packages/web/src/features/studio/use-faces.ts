import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api.ts';
import { keepFaces } from './kept-studio.ts';
import type { ChosenPicture } from './picture-file.ts';
import { dropOtherFaces, facesQuery } from './send-order.ts';

/** Looks for faces as soon as there is a picture, and keeps for a reload what was found. */
export function useFaces(userId: string, picture: ChosenPicture | null) {
  const queries = useQueryClient();
  const faces = useQuery({ ...facesQuery(picture), enabled: picture !== null });
  const { data } = faces;
  useEffect(() => {
    if (picture) dropOtherFaces(queries, picture);
  }, [queries, picture]);
  useEffect(() => {
    if (picture && data && data !== picture.faces) keepFaces(userId, picture.id, data);
  }, [userId, picture, data]);
  return faces;
}

/** Why the server cannot use a picture, in its words; undefined if it only did not answer. */
export function refusalOf(error: unknown): string | undefined {
  const isRefusal = error instanceof ApiError && [413, 415, 422].includes(error.status);
  return isRefusal ? error.message : undefined;
}
