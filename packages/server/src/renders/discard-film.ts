import { and, eq } from 'drizzle-orm';
import { deleteObjects, doomObjects } from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { RenderParts } from './render-parts.ts';
import { findRender } from './render-view.ts';
import { renders } from './schema.ts';

/**
 * Deletes the film of a user's own render before its day is over. The row stays, and goes on
 * counting: what was made was made. Throws `not_found` also for a film that is gone already,
 * `render_not_finished`, and `conflict` for one that is saved: that is deleted as a video.
 */
export async function discardFilm(
  { db, storage, now }: RenderParts,
  userId: string,
  id: string,
): Promise<void> {
  const keys = await db.transaction(async (tx) => {
    // Saving marks the row: held here, the film is either saved or gone, and never both.
    await tx
      .select({ id: renders.id })
      .from(renders)
      .where(and(eq(renders.id, id), eq(renders.userId, userId)))
      .for('update');
    const { state, videoId, filmKey, posterKey } = await findRender(tx, userId, id);
    if (state !== 'finished') throw new AppError('render_not_finished');
    if (videoId !== null) {
      throw new AppError('conflict', 'This film is saved. Delete it in your Downloads.');
    }
    const gone = { filmKey: null, posterKey: null, expiresAt: null };
    await tx.update(renders).set(gone).where(eq(renders.id, id));
    await doomObjects(tx, [filmKey, posterKey], now());
    return [filmKey, posterKey];
  });
  // It is done: a storage that is slow or away must not make it look undone.
  void deleteObjects(db, storage, keys);
}
