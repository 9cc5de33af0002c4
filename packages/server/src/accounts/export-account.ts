import type { Video } from '@moodreel/contract';
import { desc, eq } from 'drizzle-orm';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Database } from '../platform/database/database.ts';
import { sessions } from './schema.ts';
import type { UserData } from './user-data.ts';
import { readUser } from './user-record.ts';

/** Bytes of the zip that may wait for a slow client. */
const HIGH_WATER_BYTES = 1_000_000;

export interface ExportParts {
  readonly db: Database;
  readonly userData: UserData;
  readonly now: () => Date;
}

/**
 * Everything that we keep about a user, as a zip that is made while it is sent: `account.json`
 * and the films. Memory does not grow with the number of films.
 */
export async function exportAccount(
  { db, userData, now }: ExportParts,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  const [user, videos, devices] = await Promise.all([
    readUser(db, userId, now()),
    userData.listVideos(userId),
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
  const record = { exportedAt: now().toISOString(), user, videos, sessions: devices };
  return zipStream(async function* () {
    yield { name: 'account.json', text: `${JSON.stringify(record, null, 2)}\n` };
    for (const video of videos) {
      yield { name: filmName(video), film: await userData.openFilm(userId, video.id) };
    }
  });
}

type Entry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly film: AsyncIterable<Uint8Array> };

function zipStream(entries: () => AsyncGenerator<Entry>): ReadableStream<Uint8Array> {
  const zipped = zipChunks(entries);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await zipped.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await zipped.return(undefined);
      },
    },
    { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

async function* zipChunks(entries: () => AsyncGenerator<Entry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const entry of entries()) {
    if ('text' in entry) {
      const file = new ZipDeflate(entry.name);
      zip.add(file);
      file.push(new TextEncoder().encode(entry.text), true);
      yield* take();
      continue;
    }
    // Films are compressed already.
    const file = new ZipPassThrough(entry.name);
    zip.add(file);
    for await (const chunk of entry.film) {
      file.push(new Uint8Array(chunk));
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
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
