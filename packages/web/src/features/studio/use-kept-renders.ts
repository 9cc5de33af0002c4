import { type KeptRenders, keptRendersSchema, paths, type Render } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../lib/api.ts';
import { renderToResume, type StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';

export const keptRendersKey = ['renders', 'kept'] as const;

/** Takes one out of the list, as far as that is known. */
export const withoutRender = (id: string) => (known: KeptRenders | undefined) =>
  known && { renders: known.renders.filter((render) => render.id !== id) };

/**
 * The user's renders that are in work or were not saved. The first answer decides where the AI
 * page opens after a reload: with the film that was on the screen, or with one that is being made.
 */
export function useKeptRenders({ phase, recalled }: StudioState): readonly Render[] {
  const { data, isFetching } = useQuery({
    queryKey: keptRendersKey,
    queryFn: ({ signal }) => callApi(paths.renders(), keptRendersSchema, { signal }),
    // Without an answer the page opens empty; better that than waiting.
    retry: false,
  });
  // The picture of a film comes first, so that the page does not open twice.
  const isLooking = phase.name === 'looking' && recalled;
  useEffect(() => {
    if (isLooking && !isFetching) {
      dispatchStudio({ type: 'looked', render: renderToResume(data?.renders ?? []) });
    }
  }, [isLooking, isFetching, data]);
  return data?.renders ?? [];
}
