import type { Render } from '@moodreel/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueMail } from '../src/mail/mail-queue.ts';
import { mails } from '../src/mail/schema.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, freePort, startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let health: string;
let ada: Client;

beforeAll(async () => {
  const HEALTH_PORT = String(await freePort());
  health = `http://127.0.0.1:${HEALTH_PORT}`;
  const options = { filmWorkerEntry: SCRIPTED_WORKER };
  server = await startTestServer({ RENDER_WORKERS: '1', HEALTH_PORT }, options);
  ada = await server.signedUp();
});
afterAll(() => server.close());

/** What Prometheus reads: each figure with its labels, as it stands there, and its value. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${health}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

const requestsOf = (route: string, status: string, method = 'GET') =>
  `moodreel_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

async function makeFilm(script: WorkerScript): Promise<Render> {
  const body = new FormData();
  body.set('image', new File([JSON.stringify(script)], 'x.png'));
  body.set('label', '0');
  const { id } = (await (
    await ada.fetch('/api/renders', { method: 'POST', body })
  ).json()) as Render;
  await (await ada.fetch(`/api/renders/${id}/events`)).text();
  return (await (await ada.fetch(`/api/renders/${id}`)).json()) as Render;
}

describe('metrics', () => {
  it('are not where everybody is', async () => {
    expect(await (await ada.fetch('/metrics')).text()).not.toContain('moodreel_');
    expect((await fetch(`${health}/api/config`)).status).toBe(404);
  });

  it('tell the version and what Node says of the process', async () => {
    const figures = await scrape();
    expect(figures.get('moodreel_build_info{version="0.1.0"}')).toBe(1);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  it('count requests by the pattern of their route, never by what stands in their addresses', async () => {
    const before = await scrape();
    const id = '00000000-0000-4000-8000-000000000000';
    await ada.fetch(`/api/videos/${id}`);
    await ada.fetch('/api/videos');
    await server.visitor().fetch('/api/videos');
    await server.visitor().fetch('/no/such/place-of-mine');
    const counted = [
      requestsOf('/api/videos/:id', '4xx'),
      requestsOf('/api/videos', '2xx'),
      requestsOf('/api/videos', '4xx'),
    ];
    await expect
      .poll(async () => {
        const now = await scrape();
        return counted.map((name) => (now.get(name) ?? 0) - (before.get(name) ?? 0));
      })
      .toEqual([1, 1, 1]);
    const names = [...(await scrape()).keys()].join('\n');
    expect(names).toMatch(/route="none"/);
    expect(names).not.toContain(id);
    expect(names).not.toContain('place-of-mine');
  });

  it('count what became of films, and how long each phase of them took', async () => {
    const tries = (outcome: string) => `moodreel_film_tries_total{outcome="${outcome}"}`;
    const phases = (phase: string) =>
      `moodreel_film_phase_duration_seconds_count{phase="${phase}"}`;
    expect(await makeFilm([{ do: 'progress', done: 1, of: 2 }])).toMatchObject({
      state: 'finished',
    });
    expect(await makeFilm([{ do: 'refuse' }])).toMatchObject({ state: 'failed' });
    // The user is told a moment before the worker is free.
    await expect.poll(async () => (await scrape()).get('moodreel_film_workers_busy')).toBe(0);
    const figures = await scrape();
    const counted = [tries('made'), tries('refused'), tries('tried-again'), phases('rendering')];
    expect(counted.map((name) => figures.get(name))).toEqual([1, 1, 0, 1]);
    // The refused film never came that far.
    expect(figures.get(phases('storing'))).toBe(1);
    expect(figures.get('moodreel_films{state="finished"}')).toBe(1);
    expect(figures.get('moodreel_films{state="failed"}')).toBe(1);
    expect(figures.get('moodreel_films{state="queued"}')).toBe(0);
    expect(figures.get('moodreel_oldest_waiting_film_seconds')).toBe(0);
    expect(figures.get('moodreel_stored_film_bytes{kept="unsaved"}')).toBeGreaterThan(0);
    expect(figures.get('moodreel_stored_film_bytes{kept="saved"}')).toBe(0);
  });

  it('tell how long the oldest film waits, and which mails do', async () => {
    await server.db.execute(
      sql`update renders set state = 'queued', created_at = now() - interval '90 seconds'
        where state = 'failed'`,
    );
    const later = new Date(Date.now() + 3_600_000);
    await server.db.transaction(async (tx) => {
      // The account's own may be there yet.
      await tx.delete(mails);
      for (const recipient of ['a@test.example', 'b@test.example']) {
        await queueMail(tx, { recipient, subject: 'Hello', body: 'Hello' });
      }
      await tx.update(mails).set({ nextAttemptAt: later });
      await tx.execute(sql`update mails set attempts = 3 where recipient = 'b@test.example'`);
    });
    const figures = await scrape();
    expect(figures.get('moodreel_films{state="queued"}')).toBe(1);
    expect(figures.get('moodreel_oldest_waiting_film_seconds')).toBeGreaterThanOrEqual(90);
    expect(figures.get('moodreel_waiting_mails{tried="no"}')).toBe(1);
    expect(figures.get('moodreel_waiting_mails{tried="yes"}')).toBe(1);
  });

  it('tell of the process alone, and that it is so, while the database fails', async () => {
    expect((await scrape()).get('moodreel_database_up')).toBe(1);
    await server.db.execute(sql`alter table mails rename to lost_mails`);
    const figures = await scrape();
    await server.db.execute(sql`alter table lost_mails rename to mails`);
    expect(figures.get('moodreel_database_up')).toBe(0);
    expect(figures.has('moodreel_films{state="queued"}')).toBe(false);
    expect(figures.has('moodreel_film_workers')).toBe(true);
  });
});
