import { randomBytes, randomUUID } from 'node:crypto';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { renders } from '../../src/renders/schema.ts';
import { videos } from '../../src/videos/schema.ts';
import type { TestServer } from './test-server.ts';

export interface Seeded {
  /** A finished render that is not saved. */
  readonly renderId: string;
  /** A render that waits. */
  readonly queuedId: string;
  readonly videoId: string;
  /** Link of the video's public page. */
  readonly token: string;
}

/** Gives a user a finished render, a waiting one, and a saved, shared video, with their files. */
export async function seedVideo({ db, dataDir }: TestServer, userId: string): Promise<Seeded> {
  const ids = { renderId: randomUUID(), queuedId: randomUUID(), videoId: randomUUID() };
  const token = randomBytes(16).toString('base64url');
  const storage = await openStorage({ dataDir, storage: { kind: 'files' } });
  const put = async (name: string, contentType: string) => {
    const key = `${userId}/videos/${randomUUID()}.${name}`;
    await storage.put(key, new TextEncoder().encode(`bytes of ${name}`), { contentType });
    return key;
  };
  const files = async () => ({
    filmKey: await put('mp4', 'video/mp4'),
    posterKey: await put('jpg', 'image/jpeg'),
  });
  const size = { widthPx: 640, heightPx: 640, durationSeconds: 4, sizeBytes: 12 };
  const createdAt = new Date(Date.now() - 60_000);
  const common = { userId, label: 0, settings: {}, priority: 0, createdAt } as const;
  await db.insert(renders).values([
    {
      ...common,
      ...size,
      ...(await files()),
      id: ids.renderId,
      state: 'finished',
      finishedAt: createdAt,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    { ...common, id: ids.queuedId, state: 'queued' },
  ]);
  await db.insert(videos).values({
    ...size,
    ...(await files()),
    id: ids.videoId,
    userId,
    renderId: randomUUID(),
    title: 'Grandma laughs',
    label: 0,
    shareToken: token,
    createdAt,
  });
  storage.close();
  return { ...ids, token };
}
