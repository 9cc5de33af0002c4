import {
  ERRORS,
  type Faces,
  facesSchema,
  paths,
  type Render,
  renderSchema,
} from '@moodreel/contract';
import { type QueryClient, QueryObserver, queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError, type CallOptions, callApi, gotNoAnswer } from '../../lib/api.ts';
import { makeKey } from '../../lib/make-key.ts';
import { adjustmentFields } from './adjustments.ts';
import type { FilmOrder } from './film-order.ts';
import { type ChosenPicture, isReadable } from './picture-file.ts';
import { dispatchStudio } from './studio-store.ts';
import { unlessAborted } from './unless-aborted.ts';

/**
 * Where the faces are on a picture. To find them the server gets the picture, and keeps it for the
 * film that is asked of it next. Failing is no harm: the render looks again.
 */
export const facesQuery = (picture: ChosenPicture | null) =>
  queryOptions({
    queryKey: ['faces', picture?.url],
    // Without a picture it is not asked.
    queryFn: picture
      ? ({ signal }) => sendPicture(paths.faces(), facesSchema, picture, {}, { signal })
      : skipToken,
    initialData: picture?.faces,
    staleTime: Number.POSITIVE_INFINITY,
    // However long one looks at another page: the picture is not sent again for that.
    gcTime: Number.POSITIVE_INFINITY,
    // What failed is said, and there is a button: the picture is not sent thrice without a word, nor each
    // time that one looks at the page again.
    retry: false,
    refetchOnWindowFocus: false,
    // What got no answer is looked for again by itself, when the connection or the user comes back.
    refetchOnReconnect: ({ state }) => gotNoAnswer(state.error),
    retryOnMount: ({ state }) => gotNoAnswer(state.error),
  });

/** Lets go of all pictures but the one that is in, and of what was found on them. */
export function dropOtherFaces(queries: QueryClient, picture: ChosenPicture): void {
  const { queryKey } = facesQuery(picture);
  queries.removeQueries({
    queryKey: queryKey.slice(0, 1),
    predicate: (query) => query.queryKey[1] !== queryKey[1],
  });
}

const unreadableText =
  'The file of this picture cannot be read any more: it was changed or moved. Put it in again.';

/** Several faces turned up only after the order: whose film it is was never asked. */
export class UndecidedFace extends Error {}

/** Keys of orders that failed. Some may have arrived, and only their answer was lost. */
const triedKeys = new Map<string, string>();

/**
 * Asks for a film. The picture goes with the order only where the server has it no more, or never
 * got it; while it is on its way already, the order waits for it. Asked for once more after a failure
 * it is the same order, of which the server makes one film. The signal breaks off what cannot have
 * arrived; else the answer still comes. Throws `UndecidedFace`.
 */
export async function sendOrder(
  queries: QueryClient,
  picture: ChosenPicture,
  order: FilmOrder,
  signal: AbortSignal,
): Promise<Render> {
  const query = facesQuery(picture);
  const wasAsked = queries.getQueryData(query.queryKey) !== undefined;
  const faces = await unlessAborted(askForFaces(queries, query), signal);
  // So the server keeps the picture for the film by three points.
  if (faces?.faces.length === 0 && order.face.kind === 'automatic') {
    const { status, message } = ERRORS.no_face_found;
    throw new ApiError('no_face_found', message, status);
  }
  // Who wants another take knows from the first whose film it is.
  const isUndecided = !wasAsked && order.face.kind === 'automatic' && order.take === 0;
  if (isUndecided && faces && faces.faces.length > 1) throw new UndecidedFace();
  const asked = formOf(order);
  const film = JSON.stringify([picture.id, asked]);
  const key = triedKeys.get(film) ?? makeKey();
  triedKeys.delete(film);
  dispatchStudio({ type: 'keyed', key });
  try {
    return await sendForm(queries, picture, { ...asked, key }, signal);
  } catch (error) {
    // The film of a cancelled order is not wanted: the next one is another.
    if (!signal.aborted) triedKeys.set(film, key);
    throw error;
  }
}

/** Sends an order, with what the server keeps of the picture, or else with the picture. */
async function sendForm(
  queries: QueryClient,
  picture: ChosenPicture,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Render> {
  const { queryKey } = facesQuery(picture);
  const uploadId = queries.getQueryData(queryKey)?.uploadId;
  const sendAll = () =>
    sendPicture(paths.renders(), renderSchema, picture, fields, { signal, untilSent: true });
  if (uploadId === undefined) return await sendAll();
  // It serves for one film. An order that is refused leaves it for the next one.
  const forget = () =>
    queries.setQueryData(queryKey, (known) => known && { ...known, uploadId: undefined });
  try {
    const body = formDataOf({ upload: uploadId, ...fields });
    const render = await callApi(paths.renders(), renderSchema, { method: 'POST', body });
    forget();
    return render;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upload_gone')) throw error;
    forget();
    return await sendAll();
  }
}

/** Sends a picture, and tells the page all the while how much of it is sent. */
async function sendPicture<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  picture: ChosenPicture,
  fields: Readonly<Record<string, string>>,
  options: Pick<CallOptions, 'signal' | 'untilSent'>,
): Promise<z.infer<Schema>> {
  const tell = (share01: number | null) =>
    dispatchStudio({ type: 'sent', pictureId: picture.id, share01 });
  const body = formDataOf({ image: picture.file, ...fields });
  tell(0);
  try {
    return await callApi(path, schema, { method: 'POST', body, ...options, onSent: tell });
  } catch (error) {
    // The browser says no more of it than of a lost connection.
    if (!gotNoAnswer(error) || (await isReadable(picture.file))) throw error;
    throw new ApiError('broken_image', unreadableText, ERRORS.broken_image.status);
  } finally {
    tell(null);
  }
}

function formDataOf(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

/** What the server said of the picture, or will say; undefined if it could not. */
async function askForFaces(
  queries: QueryClient,
  query: ReturnType<typeof facesQuery>,
): Promise<Faces | undefined> {
  // What was refused or got lost is not asked once more: the order itself brings the picture.
  if (queries.getQueryState(query.queryKey)?.status === 'error') return undefined;
  // Whoever leaves the page meanwhile does not break off the picture, which would begin anew.
  const leave = new QueryObserver(queries, query).subscribe(() => {});
  return await queries
    .fetchQuery(query)
    .catch(() => undefined)
    .finally(leave);
}

function formOf({ emotion, face, adjustments, take }: FilmOrder): Readonly<Record<string, string>> {
  return {
    label: String(emotion),
    ...(take > 0 ? { take: String(take) } : {}),
    ...adjustmentFields(adjustments),
    ...(face.kind === 'face' ? { face: String(face.id) } : {}),
    ...(face.kind === 'points'
      ? { points: face.points.map((value) => value.toFixed(1)).join(',') }
      : {}),
  };
}
