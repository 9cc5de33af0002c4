import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { lockUser } from '../src/platform/database/user-lock.ts';
import { type Client, errorOf, PASSWORD } from './support/test-server.ts';
import { untilWaiting } from './support/until-waiting.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();
let ada: Client;

beforeEach(async () => {
  ada = await server.signedUp();
});

/** The answer to a request that comes while the account is being deleted, and waits for that with these words. */
async function duringDeletion(words: string, request: () => Promise<Response>) {
  const answer = Promise.withResolvers<Response>();
  await server.db.transaction(async (tx) => {
    await lockUser(tx, ada.id);
    await tx.delete(users).where(eq(users.id, ada.id));
    request().then(answer.resolve, answer.reject);
    await untilWaiting(server.db, words);
  });
  return await errorOf(await answer.promise);
}

describe('an account that is deleted in that very moment', () => {
  it('is signed in to no more, as if it had never been', async () => {
    const answer = await duringDeletion('"sessions"', () => server.visitor().signIn(ada.email));
    expect(answer).toMatchObject({ status: 401, code: 'wrong_credentials' });
  });

  it('subscribes to nothing', async () => {
    const answer = await duringDeletion('pg_advisory_xact_lock', () =>
      ada.call('subscribe', { plan: 'monthly' }),
    );
    expect(answer).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('is not deleted twice, and no password is called wrong', async () => {
    const deletion = () => ada.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    const answers = await Promise.all([deletion(), deletion(), deletion()]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(['user_not_found', 'unauthenticated']).toContain((await errorOf(answer)).code);
    }
  });
});
