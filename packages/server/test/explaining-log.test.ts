import type { Render } from '@moodreel/contract';
import { expect, it, vi } from 'vitest';
import { readableLog } from './support/read-log.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { PASSWORD } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const { log, lines } = readableLog();
const server = useServer({ RENDER_WORKERS: '1' }, { filmWorkerEntry: SCRIPTED_WORKER, log });

/**
 * Asks for a film that goes as the script says, and waits for its end. Whoever asked hears of that before
 * the log does.
 */
async function order(script: WorkerScript) {
  const user = await server.signedUp();
  const body = new FormData();
  body.set('image', new File([JSON.stringify(script)], 'x.png'));
  body.set('label', '0');
  const answer = await user.fetch('/api/renders', { method: 'POST', body });
  const { id } = (await answer.json()) as Render;
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  const told = () => lines.filter((line) => line.render === id);
  return { user, told, requestId: answer.headers.get('x-request-id') };
}

it('joins a film with the request that asked for it, and says why it was refused', async () => {
  const { user, told, requestId } = await order([{ do: 'refuse' }]);
  await vi.waitFor(
    () =>
      expect(told()).toEqual([
        expect.objectContaining({ msg: 'a film was asked for', requestId, user: user.id }),
        expect.objectContaining({
          level: 'info',
          msg: 'a film was refused',
          attempt: 1,
          code: 'no_face_found',
        }),
      ]),
    30_000,
  );
});

it('shows where the engine failed, under the same name for the render’s id each time', async () => {
  const { told } = await order([{ do: 'break' }]);
  const failures = () => told().filter(({ err }) => err !== undefined);
  await vi.waitFor(
    () =>
      expect(failures().map(({ msg }) => msg)).toEqual([
        'a job failed and is tried again',
        'a job failed and is tried again',
        'a render failed for good',
      ]),
    30_000,
  );
  for (const { err } of failures()) {
    expect(err).toMatchObject({
      message: 'scripted failure',
      stack: '    at drawMouth (mouth.ts:7:7)',
    });
  }
  expect(lines.filter((line) => 'renderId' in line)).toEqual([]);
});

it('tells which admin did what to whom, by ids alone', async () => {
  const admin = await server.admin();
  const bob = await server.signedUp();
  const lineOf = async (answer: Response) => {
    const requestId = answer.headers.get('x-request-id');
    const find = () => lines.find((one) => one.requestId === requestId && one.msg === 'request');
    await vi.waitFor(() => expect(find()).toBeDefined(), 30_000);
    return find();
  };
  const email = 'made-by-admin@test.example';
  const made = await admin.call('createUser', {
    email,
    password: PASSWORD,
    subscriptionType: 'free',
    subscriptionPlan: 'monthly',
    startDate: '2026-01-01',
    endDate: '2026-02-01',
    adminPassword: PASSWORD,
  });
  const { uid } = (await made.clone().json()) as { uid: string };
  const by = { admin: admin.id };
  expect(await lineOf(made)).toMatchObject({ ...by, user: uid, status: 200 });
  const looked = await admin.fetch(`/api/admin/users/${uid}`);
  expect(await lineOf(looked)).toMatchObject({ ...by, user: uid });
  const info = await admin.call('getUserInfo', { userId: bob.id });
  expect(await lineOf(info)).toMatchObject({ ...by, user: bob.id });
  const wrong = await lineOf(await admin.call('getUserInfo', { userId: email }));
  expect(wrong).toMatchObject({ ...by, status: 404 });
  expect(wrong).not.toHaveProperty('user');
  const own = await lineOf(await bob.call('getUserInfo', { userId: bob.id }));
  expect(own).not.toHaveProperty('admin');
  expect(JSON.stringify(lines)).not.toContain(email);
});
