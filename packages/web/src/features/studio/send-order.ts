import {
  ERRORS,
  type Faces,
  facesSchema,
  paths,
  type Render,
  renderSchema,
} from '@moodreel/contract';
import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { ApiError, callApi } from '../../lib/api.ts';
import { makeKey } from '../../lib/make-key.ts';
import { adjustmentFields } from './adjustments.ts';
import type { FilmOrder } from './film-order.ts';
import type { ChosenPicture } from './picture-file.ts';

/**
 * Where the faces are on a picture. To find them the server gets the picture, and keeps it for the
 * film that is asked of it next. Failing is no harm: the render looks again.
 */
export const facesQuery = (picture: ChosenPicture | null) =>
  queryOptions({
    queryKey: ['faces', picture?.url],
    queryFn: ({ signal }) => {
      const body = new FormData();
      if (picture) body.set('image', picture.file);
      return callApi(paths.faces(), facesSchema, { method: 'POST', body, signal });
    },
    initialData: picture?.faces,
    staleTime: Number.POSITIVE_INFINITY,
    // However long one looks at another page: the picture is not sent again for that.
    gcTime: Number.POSITIVE_INFINITY,
    // What failed is said, and there is a button: the picture is not sent thrice without a word. When
    // the connection comes back, it is looked for again by itself.
    retry: false,
    refetchOnReconnect: true,
  });

/**
 * Asks for a film. The picture goes with the order only where the server has it no more, or never
 * got it; while it is on its way already, the order waits for it.
 */
export async function sendOrder(
  queries: QueryClient,
  picture: ChosenPicture,
  order: FilmOrder,
  signal: AbortSignal,
): Promise<Render> {
  const query = facesQuery(picture);
  const faces = await unlessAborted(askForFaces(queries, query), signal);
  // So the server keeps the picture for the film by three points.
  if (faces?.faces.length === 0 && order.face.kind === 'automatic') {
    const { status, message } = ERRORS.no_face_found;
    throw new ApiError('no_face_found', message, status);
  }
  const uploadId = faces?.uploadId;
  const fields = formOf(order);
  const post = (name: string, value: string | File) => {
    const body = new FormData();
    body.set(name, value);
    for (const [field, text] of Object.entries(fields)) body.set(field, text);
    return callApi(paths.renders(), renderSchema, { method: 'POST', body, signal });
  };
  if (uploadId === undefined) return await post('image', picture.file);
  // It serves for one film: that is the end of it, whatever comes of the order.
  const forget = () =>
    queries.setQueryData(query.queryKey, (known) => known && { ...known, uploadId: undefined });
  try {
    const render = await post('upload', uploadId);
    forget();
    return render;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upload_gone')) throw error;
    forget();
    return await post('image', picture.file);
  }
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
    // A repeated request is the same render.
    key: makeKey(),
    ...adjustmentFields(adjustments),
    ...(face.kind === 'face' ? { face: String(face.id) } : {}),
    ...(face.kind === 'points'
      ? { points: face.points.map((value) => value.toFixed(1)).join(',') }
      : {}),
  };
}

/** As `work` ends, but rejects as soon as the signal aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
