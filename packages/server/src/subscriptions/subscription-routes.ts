import { openPortalSchema } from '@moodreel/contract';
import { type App, requireUser } from '../http/app-env.ts';
import { readJson } from '../http/body.ts';
import { countUse } from '../http/rate-limit.ts';
import type { Payments } from '../payments/payments.ts';
import type { Database } from '../platform/database/database.ts';
import { describeSubscription } from './describe-subscription.ts';
import { agreedSubscription, hasEverPaid, readSubscription } from './read-subscription.ts';

export interface SubscriptionParts {
  readonly db: Database;
  readonly payments: Payments;
  readonly now: () => Date;
}

/** The subscription's details and the way to the provider's own pages. */
export function addSubscriptionRoutes(app: App, { db, payments, now }: SubscriptionParts): void {
  app.get('/api/subscription', async (c) => {
    const user = await requireUser(c);
    const moment = now();
    const current = await readSubscription(db, user.id, moment);
    const agreed = await readSubscription(db, user.id, moment, agreedSubscription);
    const hasPaid = await hasEverPaid(db, user.id);
    return c.json(describeSubscription(current, payments.provider, hasPaid, agreed));
  });
  app.post('/api/subscription/portal', async (c) => {
    const user = await requireUser(c);
    const { returnTo } = await readJson(c, openPortalSchema);
    await countUse(db, 'payment', user.id);
    return c.json({ url: await payments.portalUrl(user.id, returnTo) });
  });
}
