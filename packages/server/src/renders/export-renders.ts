import { desc, eq } from 'drizzle-orm';
import type { KeptFile, KeptRenders } from '../accounts/user-data.ts';
import { listUploads } from './kept-uploads.ts';
import type { RenderParts } from './render-parts.ts';
import { type RenderRow, renders } from './schema.ts';
import { listSpent } from './spent-renders.ts';

/**
 * What is kept of a user beside saved videos: records of what was asked, films that were not saved,
 * and pictures whose film is in work or was not asked yet. Posters are frames of the films.
 */
export async function exportRenders(
  { db, storage }: Pick<RenderParts, 'db' | 'storage'>,
  userId: string,
): Promise<KeptRenders> {
  const rows = await db
    .select()
    .from(renders)
    .where(eq(renders.userId, userId))
    .orderBy(desc(renders.createdAt), desc(renders.id));
  const waiting = await listUploads(db, userId);
  const file = (key: string, name: string): KeptFile => ({
    name,
    open: async () => await storage.read(key),
  });
  const files = [
    ...rows.flatMap((row) => {
      const { film, picture } = nameFiles(row);
      return [
        ...(film && row.filmKey ? [file(row.filmKey, film)] : []),
        ...(picture && row.pictureKey ? [file(row.pictureKey, picture)] : []),
      ];
    }),
    ...waiting.map((key) => file(key, `pictures/waiting-${key.slice(-36, -28)}`)),
  ];
  const spentBefore = await listSpent(db, userId);
  return { records: rows.map(describeRender), files, spentBefore };
}

function describeRender(row: RenderRow): object {
  const { id, label, take, settings, state, failureCode, failureMessage, videoId } = row;
  const { widthPx, heightPx, durationSeconds, sizeBytes } = row;
  return {
    id,
    askedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    // Of its files; the record stays for a while longer.
    filesKeptUntil: row.expiresAt?.toISOString() ?? null,
    key: row.clientKey,
    label,
    take,
    settings,
    state,
    failure: failureCode && { code: failureCode, message: failureMessage },
    videoId,
    film: nameFiles(row).film,
    picture: nameFiles(row).picture,
    ...{ widthPx, heightPx, durationSeconds, sizeBytes },
  };
}

/** A film that was saved is among the videos. Pictures are as they were sent, of any format. */
function nameFiles({ id, createdAt, filmKey, pictureKey, videoId }: RenderRow) {
  const plain = `${createdAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}`;
  return {
    film: filmKey && videoId === null ? `unsaved/${plain}.mp4` : null,
    picture: pictureKey ? `pictures/${plain}` : null,
  };
}
