import {
  paths,
  type Render,
  type RenderEvent,
  renderEventSchema,
  renderSchema,
} from '@moodreel/contract';
import { callApi } from '../../lib/api.ts';

const eventTypes = ['queued', 'stage', 'progress', 'finished', 'failed', 'cancelled'] as const;
const pollMilliseconds = 2000;
/** A stream can fall silent without an end: while a laptop slept, or behind what collects answers. */
const checkMilliseconds = 15_000;

/**
 * Follows a render until it ends, by server-sent events, and by asking now and then, every two seconds
 * where something between here and the server does not let a stream through.
 * `onConnection` hears whether the server answers, each time it is known.
 * Returns how to stop following.
 */
export function watchRender(
  id: string,
  onEvent: (event: RenderEvent) => void,
  onConnection: (isThere: boolean) => void,
): () => void {
  const source = new EventSource(paths.renderEvents(id));
  let timer = setTimeout(poll, checkMilliseconds);
  let stopped = false;
  for (const type of eventTypes) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const event = renderEventSchema.safeParse(parseJson(message.data));
      if (event.success) tell(event.data);
    });
  }
  source.addEventListener('open', () => onConnection(true));
  source.addEventListener('error', () => {
    if (stopped) return;
    // While it is CONNECTING the browser tries again by itself.
    if (source.readyState === EventSource.CLOSED) poll();
    else onConnection(false);
  });
  return stop;

  function poll(): void {
    clearTimeout(timer);
    callApi(paths.render(id), renderSchema)
      .then((render) => {
        if (!stopped) onConnection(true);
        for (const event of eventsOf(render)) tell(event);
      })
      .catch((error: unknown) => {
        const { status } = error as { status?: number };
        if (status === 404) {
          tell({ type: 'failed', code: 'not_found', message: 'This film is no longer here.' });
        } else if (!stopped) onConnection(status !== 0);
      })
      .finally(() => {
        if (stopped) return;
        // It may have been asked twice at once.
        clearTimeout(timer);
        const isClosed = source.readyState === EventSource.CLOSED;
        timer = setTimeout(poll, isClosed ? pollMilliseconds : checkMilliseconds);
      });
  }

  function tell(event: RenderEvent): void {
    if (stopped) return;
    if (event.type === 'finished' || event.type === 'failed' || event.type === 'cancelled') stop();
    onEvent(event);
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    source.close();
  }
}

/** The events that tell a render's present state, those with which a stream would begin. */
export function eventsOf(render: Render): RenderEvent[] {
  switch (render.state) {
    case 'queued':
      return [{ type: 'queued', place: render.place ?? 0 }];
    case 'running': {
      const { stage, framesDone, framesTotal } = render;
      const events: RenderEvent[] = [];
      if (stage) events.push({ type: 'stage', stage });
      if (framesTotal > 0) events.push({ type: 'progress', framesDone, framesTotal });
      return events;
    }
    case 'failed':
      return [
        {
          type: 'failed',
          code: render.failure?.code ?? 'render_failed',
          message: render.failure?.message ?? '',
        },
      ];
    case 'finished':
    case 'cancelled':
      return [{ type: render.state }];
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
