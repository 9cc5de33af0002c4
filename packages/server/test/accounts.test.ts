import { createHash } from 'node:crypto';
import type { SessionList, Usage } from '@moodreel/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sessions } from '../src/accounts/schema.ts';
import { mails } from '../src/mail/schema.ts';
import { passwordChangedMail, passwordResetMail, verificationMail } from '../src/mail/texts.ts';
import { spentRenders } from '../src/renders/schema.ts';
import { seedVideo } from './support/seed-video.ts';
import { type Client, errorOf, isThere, PASSWORD } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();

describe('sessions', () => {
  it('are renewed together with their cookie, and not without it', async () => {
    const ada = await server.signedUp();
    const ofAda = eq(sessions.userId, ada.id);
    const old = new Date(Date.now() + 20 * 86_400_000);
    await server.db.update(sessions).set({ expiresAt: old }).where(ofAda);
    const ends = async () => (await server.db.select().from(sessions).where(ofAda))[0]?.expiresAt;
    const used = await ada.fetch('/api/videos');
    expect([used.status, used.headers.getSetCookie()]).toEqual([200, []]);
    expect(await ends()).toEqual(old);
    const asked = await ada.fetch('/api/session');
    expect(asked.headers.getSetCookie()).toEqual([expect.stringContaining('session_token=')]);
    expect(Number(await ends())).toBeGreaterThan(Number(old));
  });

  it('are listed with where they come from, and can be ended one by one', async () => {
    const ada = await server.signedUp();
    const phone = server.visitor();
    await phone.signIn(ada.email);
    const list = async () =>
      (await (await ada.fetch('/api/account/sessions')).json()) as {
        sessions: { id: string; current: boolean; address: string }[];
      };
    const { sessions } = await list();
    expect(sessions.map(({ address }) => address)).toEqual([phone.address, ada.address]);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);

    const path = `/api/account/sessions/${sessions[0]?.id}`;
    const stranger = await server.signedUp();
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
    expect(await phone.user()).not.toBeNull();
    expect((await ada.fetch(path, { method: 'DELETE' })).status).toBe(200);
    expect(await phone.user()).toBeNull();
    expect((await list()).sessions).toHaveLength(1);
  });

  it('are fifty at most, whoever signs in how often: the one that was not used for longest ends', async () => {
    const ada = await server.signedUp();
    const { id: userId } = ada;
    const others = Array.from({ length: 50 }, (_, i) => {
      const updatedAt = new Date(Date.now() - (i + 1) * 60_000);
      const id = `${userId}-${i}`;
      return { id, token: id, userId, expiresAt: new Date(Date.now() + 3_600_000), updatedAt };
    });
    await server.db.insert(sessions).values(others);
    expect((await server.visitor().signIn(ada.email)).status).toBe(200);
    const left = await server.db.select().from(sessions).where(eq(sessions.userId, userId));
    expect(left).toHaveLength(50);
    expect(left.map(({ id }) => id)).not.toContain(others.at(-1)?.id);
    expect(await ada.user()).not.toBeNull();
  });

  it('keep no more of what a browser calls itself than anybody reads', async () => {
    const ada = await server.signedUp();
    const userAgent = `Browser ${'x'.repeat(10_000)}`;
    await server.visitor().fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: ada.email, password: PASSWORD }),
    });
    const list = (await (await ada.fetch('/api/account/sessions')).json()) as SessionList;
    expect(list.sessions.map((session) => session.userAgent?.length)).toEqual([500, 4]);
  });

  it('are listed until their time is over', async () => {
    const ada = await server.signedUp();
    await server.visitor().signIn(ada.email);
    const list = async () =>
      (await (await ada.fetch('/api/account/sessions')).json()) as SessionList;
    const [phone, own] = (await list()).sessions;
    const expiresAt = new Date(Date.now() + 3_600_000);
    await server.db
      .update(sessions)
      .set({ expiresAt })
      .where(eq(sessions.id, phone?.id ?? ''));
    expect((await list()).sessions).toHaveLength(2);
    server.advance(3_600_000);
    expect((await list()).sessions.map(({ id }) => id)).toEqual([own?.id]);
    server.advance(-3_600_000);
  });
});

describe('my data', () => {
  it('comes as a zip with the record and the films', async () => {
    const ada = await server.signedUp();
    const { videoId } = await seedVideo(server, ada.id);
    const answer = await ada.fetch('/api/account/export');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const record = JSON.parse(new TextDecoder().decode(files['account.json']));
    expect(record.user).toMatchObject({ id: ada.id, email: ada.email, subscriptionType: 'free' });
    expect(record.sessions).toHaveLength(1);
    expect(record.videos).toMatchObject([{ id: videoId, title: 'Grandma laughs' }]);
    const [film = ''] = Object.keys(files).filter((name) => name.startsWith('videos/'));
    expect(film).toMatch(/^videos\/\d{4}-\d\d-\d\d-grandma-laughs-[0-9a-f]{8}\.mp4$/);
    expect(new TextDecoder().decode(files[film])).toBe('bytes of mp4');
    expect(JSON.stringify(record)).not.toContain('token');
  });

  it('is deleted with the account, which asks for the password', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'monthly' });
    const wrong = await ada.json('DELETE', '/api/account', { currentPassword: 'no' });
    expect((await errorOf(wrong)).code).toBe('wrong_password');
    const right = await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(right.status).toBe(200);
    expect(await isThere(server.db, ada.id)).toBe(false);
    expect(await ada.user()).toBeNull();
    expect((await server.visitor().signIn(ada.email)).status).toBe(401);
  });
});

describe('films that an account made', () => {
  const leftFor = async (client: Client) => {
    const answer = await client.fetch('/api/renders/usage');
    return (await answer.json()) as Usage;
  };
  const leave = async (client: Client) =>
    await client.json('DELETE', '/api/account', { currentPassword: PASSWORD });

  it('count for the next one of its address, until their week is over', async () => {
    const ada = await server.signedUp();
    const { email } = ada;
    // One is finished, and one waits.
    await seedVideo(server, ada.id);
    const { rendersLimit, resetsAt } = await leftFor(ada);
    const spent = { rendersLeft: Number(rendersLimit) - 1, resetsAt };
    await leave(ada);
    const again = await server.signUp(email);
    expect(await leftFor(again)).toMatchObject(spent);
    const zip = await (await again.fetch('/api/account/export')).arrayBuffer();
    const record = unzipSync(new Uint8Array(zip))['account.json'];
    expect(JSON.parse(new TextDecoder().decode(record)).rendersOfFormerAccount).toHaveLength(1);
    await leave(again);
    expect(await leftFor(await server.signUp(email))).toMatchObject(spent);
    expect(await leftFor(await server.signedUp())).toMatchObject({ rendersLeft: rendersLimit });
  });

  it('are known by an address that the database does not tell, and by nothing else', async () => {
    const ada = await server.signedUp();
    await seedVideo(server, ada.id);
    await leave(ada);
    const kept = await server.db.select().from(spentRenders).where(isNull(spentRenders.userId));
    expect(kept.length).toBeGreaterThan(0);
    for (const { addressHash, ...rest } of kept) {
      expect(Object.keys(rest).sort()).toEqual(['createdAt', 'id', 'userId']);
      expect(Buffer.from(addressHash, 'base64url')).toHaveLength(32);
      const plain = createHash('sha256').update(ada.email).digest('base64url');
      expect(addressHash).not.toBe(plain);
    }
  });
});

describe('mails that wait', () => {
  it('go with the account that they are for, and no others', async () => {
    const [ada, bob] = [await server.signedUp(), await server.signedUp()];
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    await server.db.update(mails).set({ nextAttemptAt });
    const waiting = async ({ email }: { email: string }) =>
      await server.db.$count(mails, eq(mails.recipient, email));
    for (const { email } of [ada, bob]) {
      const body = { recipient: email, subject: 'a', body: 'b', nextAttemptAt };
      await server.db.insert(mails).values(body);
    }
    await ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(await waiting(ada)).toBe(0);
    expect(await waiting(bob)).toBeGreaterThan(0);
  });

  it('go when their links end, and tell what else they have to tell', async () => {
    const ada = await server.signedUp();
    const { email } = ada;
    const nextAttemptAt = new Date(Date.now() + 7_200_000);
    const link = 'http://test.example';
    const texts = [
      passwordResetMail(email, link),
      verificationMail(email, link),
      passwordChangedMail(email),
    ];
    await server.db.insert(mails).values(texts.map((mail) => ({ ...mail, nextAttemptAt })));
    const waiting = async () => {
      const ours = and(eq(mails.recipient, email), eq(mails.nextAttemptAt, nextAttemptAt));
      const rows = await server.db.select().from(mails).where(ours);
      return rows.map(({ subject }) => subject).sort();
    };
    const change = async (what: object) =>
      await ada.call('updateUserEmailAndPassword', { ...what, currentPassword: PASSWORD });
    await change({ newPassword: PASSWORD });
    const [, confirm, changed] = texts.map(({ subject }) => subject);
    expect(await waiting()).toEqual([confirm, changed]);
    await change({ newEmail: `moved.${email}` });
    expect(await waiting()).toEqual([changed]);
  });
});

describe('an admin', () => {
  it('does not delete the own account on the pages', async () => {
    const admin = await server.admin();
    const answer = await admin.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await isThere(server.db, admin.id)).toBe(true);
  });
});

describe('avatars', () => {
  it('are PNGs of our own, the same for the same name', async () => {
    const visitor = server.visitor();
    const [one, two, other] = await Promise.all(
      ['ada', 'ada', "o'brien+x"].map(async (name) => {
        const answer = await visitor.fetch(`/api/avatars/${encodeURIComponent(name)}.png`);
        expect(answer.headers.get('content-type')).toBe('image/png');
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 });
    expect(two).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('are there for the longest e-mail address that an account can have', async () => {
    const ada = await server.signedUp('ada@test.example'.padStart(254, 'a'));
    const { profilePic } = (await ada.user()) ?? {};
    const answer = await ada.fetch(String(profilePic));
    expect(answer.headers.get('content-type')).toBe('image/png');
  });
});
