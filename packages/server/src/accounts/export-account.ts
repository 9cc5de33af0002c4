import { Readable } from 'node:stream';
import type { Video } from '@moodreel/contract';
import { desc, eq } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Database } from '../platform/database/database.ts';
import { ObjectMissing } from '../platform/storage/storage.ts';
import { paymentCustomers, subscriptions } from '../subscriptions/schema.ts';
import { sessions } from './schema.ts';
import type { KeptFile, UserData } from './user-data.ts';
import { readUser } from './user-record.ts';
import { zipStream } from './zip-stream.ts';

export interface ExportParts {
  readonly db: Database;
  readonly userData: UserData;
  readonly now: () => Date;
}

/**
 * Everything that we keep about a user, as a zip that is made while it is sent: `account.json`,
 * the films, and pictures that wait for theirs. Memory does not grow with the number of films.
 */
export async function exportAccount(
  { db, userData, now }: ExportParts,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  const [user, videos, renders, paying, devices] = await Promise.all([
    readUser(db, userId, now()),
    userData.listVideos(userId),
    userData.exportRenders(userId),
    readPaying(db, userId),
    db
      .select({
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
        address: sessions.ipAddress,
        userAgent: sessions.userAgent,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt)),
  ]);
  const record = {
    exportedAt: now().toISOString(),
    user,
    ...paying,
    videos,
    renders: renders.records,
    rendersOfFormerAccount: renders.spentBefore,
    sessions: devices,
  };
  const films: readonly KeptFile[] = videos.map((video) => ({
    name: filmName(video),
    open: () => userData.openFilm(userId, video.id),
  }));
  const zip = zipStream(async function* () {
    yield { name: 'account.json', text: `${JSON.stringify(record, null, 2)}\n` };
    for (const { name, open } of [...films, ...renders.files]) {
      const bytes = await openIfThere(open);
      if (bytes) yield { name, bytes };
    }
  });
  return Readable.toWeb(zip) as ReadableStream<Uint8Array>;
}

/** What was agreed, word for word, and under which number the provider knows who pays. */
async function readPaying(db: Database, userId: string): Promise<object> {
  const [[subscription], [customer]] = await Promise.all([
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId)),
  ]);
  return {
    subscription: subscription ?? null,
    paymentCustomer: customer?.customerId ?? null,
  };
}

/** A file that was deleted while those before it were sent is no reason to break off. */
async function openIfThere(open: KeptFile['open']): Promise<Readable | undefined> {
  try {
    return await open();
  } catch (error) {
    const isGone =
      error instanceof ObjectMissing || (error instanceof AppError && error.code === 'not_found');
    if (isGone) return undefined;
    throw error;
  }
}

/** `videos/2026-03-01-grandma-laughs-1a2b3c4d.mp4`: unique, and plain for every file system. */
function filmName({ createdAt, title, id }: Video): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `videos/${createdAt.slice(0, 10)}-${plain || 'film'}-${id.slice(0, 8)}.mp4`;
}
