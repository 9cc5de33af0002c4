import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { doomObjects } from '../src/files/doomed-objects.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { renders } from '../src/renders/schema.ts';
import { paymentCustomers } from '../src/subscriptions/schema.ts';
import { seedVideo } from './support/seed-video.ts';
import type { Client } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();

async function download(client: Client) {
  const answer = await client.fetch('/api/account/export');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.entries(files).map(([name, bytes]) => [
    name,
    new TextDecoder().decode(bytes),
  ]);
  const { 'account.json': record = '', ...others } = Object.fromEntries(texts);
  return { record: JSON.parse(record), files: others as Record<string, string> };
}

async function put(key: string, text: string): Promise<void> {
  const storage = await openStorage({ dataDir: server.dataDir, storage: { kind: 'files' } });
  await storage.put(key, new TextEncoder().encode(text), { contentType: 'image/jpeg' });
  storage.close();
}

describe('the export of an account', () => {
  it('has films that were not saved, and what was asked of all films', async () => {
    const ada = await server.signedUp();
    const { renderId, queuedId } = await seedVideo(server, ada.id);
    await put(`uploads/${queuedId}`, 'picture of Ada');
    await server.db
      .update(renders)
      .set({ pictureKey: `uploads/${queuedId}`, settings: { points: [1, 2, 3, 4, 5, 6], face: 1 } })
      .where(eq(renders.id, queuedId));
    const { record, files } = await download(ada);
    const [film, picture] = [
      expect.stringMatching(/^unsaved\/\d{4}-\d\d-\d\d-[0-9a-f]{8}\.mp4$/),
      expect.stringMatching(/^pictures\/\d{4}-\d\d-\d\d-[0-9a-f]{8}$/),
    ];
    expect(record.renders).toHaveLength(2);
    expect(record.renders).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: renderId, state: 'finished', film, picture: null }),
        expect.objectContaining({
          id: queuedId,
          settings: { points: [1, 2, 3, 4, 5, 6], face: 1 },
          film: null,
          picture,
        }),
      ]),
    );
    const named = record.renders.map((render: { film: string | null; picture: string | null }) =>
      String(render.film ?? render.picture),
    );
    expect(named.map((name: string) => files[name]).toSorted()).toEqual([
      'bytes of mp4',
      'picture of Ada',
    ]);
  });

  it('is not made, nor counted, for who asks for its head alone', async () => {
    const ada = await server.signedUp();
    const heads: Response[] = [];
    // It may be asked for five times an hour.
    for (let n = 0; n < 6; n += 1) {
      heads.push(await ada.fetch('/api/account/export', { method: 'HEAD' }));
    }
    expect(heads.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const whole = await ada.fetch('/api/account/export');
    await whole.arrayBuffer();
    expect(whole.status).toBe(200);
    for (const name of ['content-type', 'content-disposition', 'cache-control']) {
      expect(heads[0]?.headers.get(name)).toBe(whole.headers.get(name));
    }
    const stranger = await server.visitor().fetch('/api/account/export', { method: 'HEAD' });
    expect(stranger.status).toBe(401);
  });

  it('is refused, to who asks for its head as well, when it was asked for too often', async () => {
    const ada = await server.signedUp();
    for (let n = 0; n < 5; n += 1) {
      await (await ada.fetch('/api/account/export')).arrayBuffer();
    }
    const head = await ada.fetch('/api/account/export', { method: 'HEAD' });
    expect(head.status).toBe(429);
    expect(Number(head.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await ada.fetch('/api/account/export')).status).toBe(429);
  });

  it('has pictures that wait for a film, and nothing of others', async () => {
    const [ada, bob] = [await server.signedUp(), await server.signedUp()];
    for (const { id } of [ada, bob]) {
      const key = `uploads/${id}/${randomUUID()}`;
      await doomObjects(server.db, [key], new Date(Date.now() + 600_000));
      await put(key, `picture of ${id}`);
    }
    await seedVideo(server, bob.id);
    const { record, files } = await download(ada);
    expect(Object.values(files)).toEqual([`picture of ${ada.id}`]);
    expect(record).toMatchObject({ renders: [], rendersOfFormerAccount: [], videos: [] });
  });

  it('has the subscription, and the number of who pays', async () => {
    const ada = await server.signedUp();
    expect((await download(ada)).record).toMatchObject({
      subscription: null,
      paymentCustomer: null,
    });
    await ada.call('subscribe', { plan: 'yearly' });
    await server.db.insert(paymentCustomers).values({ userId: ada.id, customerId: 'cus_ada' });
    expect((await download(ada)).record).toMatchObject({
      subscription: { plan: 'yearly', provider: 'sandbox', cancelledAt: null },
      paymentCustomer: 'cus_ada',
    });
  });

  it('goes on when a film was deleted meanwhile', async () => {
    const ada = await server.signedUp();
    const { renderId } = await seedVideo(server, ada.id);
    const [row] = await server.db.select().from(renders).where(eq(renders.id, renderId));
    const storage = await openStorage({ dataDir: server.dataDir, storage: { kind: 'files' } });
    await storage.delete(row?.filmKey ?? '');
    storage.close();
    const { record, files } = await download(ada);
    expect(record.renders).toHaveLength(2);
    expect(Object.keys(files)).toEqual([expect.stringMatching(/^videos\//)]);
  });
});
