import { deleteObjects } from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { RenderParts } from './render-parts.ts';
import { cancel } from './render-transitions.ts';
import { findRender } from './render-view.ts';

/**
 * Cancels a user's own render. One that waits never starts; the worker of one that runs hears of
 * it and stops. Throws `conflict` when it has ended already; a second cancel is fine.
 */
export async function cancelRender(parts: RenderParts, userId: string, id: string): Promise<void> {
  const pictureKey = await parts.db.transaction(async (tx) => {
    const row = await findRender(tx, userId, id);
    if (!(await cancel(tx, id, parts.now()))) {
      // Read anew: another call may have cancelled it meanwhile.
      const { state } = await findRender(tx, userId, id);
      if (state === 'cancelled') return null;
      throw new AppError('conflict', 'This film is not in work any more.');
    }
    if (row.state === 'queued') await parts.queue.cancel(tx, 'render', id);
    return row.pictureKey;
  });
  // It is done: a storage that is slow or away must not make it look undone.
  void deleteObjects(parts.db, parts.storage, [pictureKey]);
}
