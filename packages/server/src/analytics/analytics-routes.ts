import { randomUUID } from 'node:crypto';
import { type AnalyticsEvent, analyticsEventSchema } from '@moodreel/contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { App } from '../http/app-env.ts';
import { readJson } from '../http/body.ts';
import { countUse } from '../http/rate-limit.ts';
import { warnSparingly } from '../http/warn-sparingly.ts';
import type { Database } from '../platform/database/database.ts';
import { analyticsEvents } from './schema.ts';

const PATIENCE_MS = 5_000;

export interface AnalyticsParts {
  readonly db: Database;
  readonly ga4: Config['ga4'];
  readonly log: Logger;
}

/** Takes events of pages: no cookie, no address, nothing for visitors who do not want it. */
export function addAnalyticsRoutes(app: App, { db, ga4, log }: AnalyticsParts): void {
  // Every page that is looked at is an event.
  const onLost = warnSparingly(log, 'an event did not reach GA4');
  app.post('/api/events', async (c) => {
    const unwanted = c.req.header('dnt') === '1' || c.req.header('sec-gpc') === '1';
    if (unwanted) return c.body(null, 204);
    await countUse(db, 'events', c.var.clientNetwork);
    const event = await readJson(c, analyticsEventSchema);
    await db.insert(analyticsEvents).values({ name: event.name, screen: event.screen });
    if (ga4) {
      sendToGa4(ga4, event).catch((error: unknown) => onLost(error, c.var.log));
    }
    return c.body(null, 204);
  });
}

/** GA4's Measurement Protocol. Its client id is another one each time, so it links nothing. */
async function sendToGa4(ga4: NonNullable<Config['ga4']>, event: AnalyticsEvent): Promise<void> {
  const url = new URL(ga4.url);
  url.searchParams.set('measurement_id', ga4.measurementId);
  url.searchParams.set('api_secret', ga4.apiSecret);
  const params = event.screen ? { screen_name: event.screen } : {};
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: JSON.stringify({ client_id: randomUUID(), events: [{ name: event.name, params }] }),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`GA4 answered ${answer.status}`);
}
