import { randomUUID } from 'node:crypto';
import type { RenderFields } from '@moodreel/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../accounts/schema.ts';
import { announceObjects, claimObjects, deleteObjects } from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { claimUpload } from './kept-uploads.ts';
import { PRIORITY } from './priorities.ts';
import { assertMayRender, readRenderUsage } from './quota.ts';
import { notifyRender } from './render-notices.ts';
import type { RenderParts } from './render-parts.ts';
import { type RenderRow, type RenderSettings, renders } from './schema.ts';

export interface RenderRequest {
  readonly userId: string;
  /** The picture, unless `upload` names one that was kept. */
  readonly bytes: Uint8Array | undefined;
  readonly fields: RenderFields;
}

/**
 * Enters a render into the queue, within what the plan allows. A request whose key is known
 * answers that render (`isNew` false) and uses nothing up. Throws `unauthenticated` when the
 * account was deleted while the picture arrived, `upload_gone` when the kept one is not there.
 */
export async function requestRender(
  parts: RenderParts,
  request: RenderRequest,
): Promise<{ readonly row: RenderRow; readonly isNew: boolean }> {
  const { db, storage } = parts;
  const { userId, fields } = request;
  const known = await findByKey(db, userId, fields.key);
  if (known) return { row: known, isNew: false };
  // Checked again under the lock; here it spares storing pictures that will be refused.
  await checkLimits(parts, db, request);

  const id = randomUUID();
  const { bytes } = request;
  const sentKey = bytes && `uploads/${id}`;
  if (bytes && sentKey) {
    await announceObjects(db, [sentKey], parts.now());
    await storage.put(sentKey, bytes, { contentType: 'application/octet-stream' });
  }
  // Nobody waits for that: what fails is left to the clean-up.
  const forgetPicture = () => void deleteObjects(db, storage, [sentKey ?? null]);
  try {
    const entered = await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      await requireAccount(tx, userId);
      const twin = await findByKey(tx, userId, fields.key);
      if (twin) return { row: twin, isNew: false };
      const type = await checkLimits(parts, tx, request);
      if (sentKey) await claimObjects(tx, [sentKey], parts.now());
      const kept = fields.upload ?? '';
      const pictureKey = sentKey ?? (await claimUpload(tx, userId, kept, parts.now()));
      const row = await enter(tx, parts, request, { id, pictureKey, priority: PRIORITY[type] });
      return { row, isNew: true };
    });
    if (!entered.isNew) forgetPicture();
    return entered;
  } catch (error) {
    // A transaction that broke off otherwise may have been committed all the same.
    if (error instanceof AppError) forgetPicture();
    throw error;
  }
}

async function requireAccount(tx: Transaction, userId: string): Promise<void> {
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!found) throw new AppError('unauthenticated');
}

async function checkLimits({ now }: RenderParts, tx: Queryable, request: RenderRequest) {
  const moment = now();
  const { subscriptionType } = await readSubscription(tx, request.userId, moment);
  const usage = await readRenderUsage(tx, request.userId, subscriptionType, moment);
  assertMayRender(usage, request.fields.label);
  return subscriptionType;
}

async function enter(
  tx: Transaction,
  { queue, now }: RenderParts,
  { userId, fields }: RenderRequest,
  made: { readonly id: string; readonly pictureKey: string; readonly priority: number },
): Promise<RenderRow> {
  const [row] = await tx
    .insert(renders)
    .values({
      ...made,
      userId,
      clientKey: fields.key ?? null,
      label: fields.label,
      settings: pickSettings(fields),
      take: fields.take ?? 0,
      state: 'queued',
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('the render was not entered');
  await queue.send(tx, 'render', { renderId: row.id }, { id: row.id, priority: row.priority });
  await notifyRender(tx, row.id, 'moved');
  return row;
}

function pickSettings(fields: RenderFields): RenderSettings {
  const { points, face, intensity, framing, style, stillHead } = fields;
  return {
    ...(points === undefined ? {} : { points }),
    ...(face === undefined ? {} : { face }),
    ...(intensity === undefined ? {} : { intensity01: intensity }),
    ...(framing === undefined ? {} : { framing }),
    ...(style === undefined ? {} : { style }),
    ...(stillHead === undefined ? {} : { stillHead }),
  };
}

async function findByKey(
  tx: Queryable,
  userId: string,
  key: string | undefined,
): Promise<RenderRow | undefined> {
  if (key === undefined) return undefined;
  const [row] = await tx
    .select()
    .from(renders)
    .where(and(eq(renders.userId, userId), eq(renders.clientKey, key)));
  return row;
}
