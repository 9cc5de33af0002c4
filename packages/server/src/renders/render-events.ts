import type { RenderEvent, RenderState } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { Alarm } from './render-notices.ts';
import type { RenderParts } from './render-parts.ts';
import { findPlace } from './render-view.ts';
import { type RenderRow, renders } from './schema.ts';

/** How long to trust in notices alone: one may be lost with a connection. */
const LOOK_AGAIN_SECONDS = 5;
const ENDED: readonly RenderState[] = ['finished', 'failed', 'cancelled'];

/** Yields what is so now and then every change, until the render ends or the signal aborts. */
export async function* watchRender(
  { db, notices }: RenderParts,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<RenderEvent> {
  const alarm = new Alarm();
  const unwatch = notices.watch(id, alarm.wake);
  let unwatchQueue: (() => void) | undefined;
  signal.addEventListener('abort', alarm.wake);
  const said = new Map<string, string>();
  let chapter = '';
  try {
    while (!signal.aborted) {
      const [row] = await db.select().from(renders).where(eq(renders.id, id));
      if (!row) return;
      // The films of others are of interest only to who waits; watched before the place is counted.
      if (row.state === 'queued') unwatchQueue ??= notices.watchQueue(alarm.wake);
      else {
        unwatchQueue?.();
        unwatchQueue = undefined;
      }
      // Put back into the queue (its worker was lost) it tells again what it told before.
      const now = `${row.state} ${row.attempt}`;
      if (now !== chapter) said.clear();
      chapter = now;
      const place = row.state === 'queued' ? await findPlace(db, row) : 0;
      for (const event of describeRender(row, place)) {
        const text = JSON.stringify(event);
        if (said.get(event.type) === text) continue;
        said.set(event.type, text);
        yield event;
      }
      if (ENDED.includes(row.state)) return;
      await alarm.next(LOOK_AGAIN_SECONDS);
    }
  } finally {
    unwatch();
    unwatchQueue?.();
    signal.removeEventListener('abort', alarm.wake);
  }
}

/** Waits until a render has ended. Undefined when the signal aborts or the render is gone. */
export async function awaitRender(
  parts: RenderParts,
  id: string,
  signal: AbortSignal,
): Promise<RenderRow | undefined> {
  for await (const event of watchRender(parts, id, signal)) {
    if (!(ENDED as readonly string[]).includes(event.type)) continue;
    const [row] = await parts.db.select().from(renders).where(eq(renders.id, id));
    return row;
  }
  return undefined;
}

function describeRender(row: RenderRow, place: number): RenderEvent[] {
  switch (row.state) {
    case 'queued':
      return [{ type: 'queued', place }];
    case 'running': {
      const events: RenderEvent[] = [];
      if (row.stage) events.push({ type: 'stage', stage: row.stage });
      if (row.framesTotal > 0) {
        const { framesDone, framesTotal } = row;
        events.push({ type: 'progress', framesDone, framesTotal });
      }
      return events;
    }
    case 'failed':
      return [
        {
          type: 'failed',
          code: row.failureCode ?? 'render_failed',
          message: row.failureMessage ?? '',
        },
      ];
    case 'finished':
    case 'cancelled':
      return [{ type: row.state }];
  }
}
