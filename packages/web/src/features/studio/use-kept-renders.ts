import { type KeptRenders, keptRendersSchema, paths, type Render } from '@moodreel/contract';
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { renderToResume, type StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';

/** The query key of that list. */
export const keptRendersKey = ['renders', 'kept'] as const;

/** Takes one out of the list, as far as that is known. */
export const withoutRender = (id: string) => (known: KeptRenders | undefined) =>
  known && { renders: known.renders.filter((render) => render.id !== id) };

/** How often the list is asked for while it does not come. */
const againMilliseconds = 10_000;
/** And while films are in work that nobody follows here: they were ordered in another tab, say. */
const inWorkMilliseconds = 4000;

/** Takes those that are not done. */
export const inWork = (renders: readonly Render[]) =>
  renders.filter(({ state }) => state !== 'finished');

/** Asks for the renders in work and those that are not saved. */
export function askForRenders({ signal }: Pick<QueryFunctionContext, 'signal'>) {
  return callApi(paths.renders(), keptRendersSchema, { signal });
}

/** The list as the page has it. */
export const keptRendersQuery = queryOptions({
  queryKey: keptRendersKey,
  queryFn: askForRenders,
  // Without an answer the page opens empty; better that than waiting.
  retry: false,
});

/**
 * The user's renders that are in work or were not saved. The first answer decides where the AI
 * page opens after a reload: with the film that was on the screen, or with one that is being made.
 */
export function useKeptRenders({
  phase,
  recalled,
  picture,
  forgone,
}: StudioState): readonly Render[] {
  const { data, isFetching } = useQuery({
    ...keptRendersQuery,
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return againMilliseconds;
      const isFollowed = phase.name === 'working';
      return !isFollowed && state.data && inWork(state.data.renders).length > 0
        ? inWorkMilliseconds
        : false;
    },
  });
  useEffect(() => {
    if (data && recalled) dispatchStudio({ type: 'listed', renders: data.renders });
  }, [data, recalled]);
  /** The picture with which the page has opened without an answer. */
  const [openedWith, setOpenedWith] = useState<typeof picture>();
  // The picture of a film comes first, so that the page does not open twice.
  const isLooking = phase.name === 'looking' && recalled;
  useEffect(() => {
    if (!isLooking || isFetching) return;
    dispatchStudio({ type: 'looked', render: renderToResume(data?.renders ?? [], forgone) });
    if (!data) setOpenedWith(picture);
  }, [isLooking, isFetching, data, picture, forgone]);
  const isUntouched = phase.name === 'input' && picture === openedWith;
  useEffect(() => {
    if (!data || openedWith === undefined) return;
    setOpenedWith(undefined);
    const render = renderToResume(data.renders, forgone);
    // A film that is done lies below; one in work would be out of sight.
    if (isUntouched && render && render.state !== 'finished') {
      dispatchStudio({ type: 'show', render });
    }
  }, [data, openedWith, isUntouched, forgone]);
  return data?.renders ?? [];
}
