import type { Render, RenderEvent } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { afterEach, expect, test, vi } from 'vitest';
import type { Phase } from './phase.ts';
import { initialState, studioReducer } from './studio-state.ts';
import { eventsOf, watchRender } from './watch-render.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const queued: Render = { ...runningRender, state: 'queued', place: 4, stage: null };
const running = (stage: Render['stage'], framesDone = 0, framesTotal = 0): Render => ({
  ...runningRender,
  stage,
  framesDone,
  framesTotal,
});

/** A film as it may be found by asking, and what a stream tells from one moment to the next. */
const story: readonly (readonly [Render, readonly RenderEvent[]])[] = [
  [queued, [{ type: 'queued', place: 4 }]],
  [running('finding-face'), [{ type: 'stage', stage: 'finding-face' }]],
  [running('preparing'), [{ type: 'stage', stage: 'preparing' }]],
  [
    running('rendering', 30, 120),
    [
      { type: 'stage', stage: 'rendering' },
      { type: 'progress', framesDone: 30, framesTotal: 120 },
    ],
  ],
  [running('rendering', 90, 120), [{ type: 'progress', framesDone: 90, framesTotal: 120 }]],
  [
    running('finishing', 120, 120),
    [
      { type: 'stage', stage: 'finishing' },
      { type: 'progress', framesDone: 120, framesTotal: 120 },
    ],
  ],
  [{ ...runningRender, state: 'finished' }, [{ type: 'finished' }]],
];

test('asking instead of listening shows the same at every moment', () => {
  let asked = begin();
  let heard = begin();
  for (const [render, events] of story) {
    asked = eventsOf(render).reduce(hear, asked);
    heard = events.reduce(hear, heard);
    expect(asked).toEqual(heard);
  }
  expect(asked.name).toBe('ready');
});

test('asking tells why a film failed, and that it was cancelled', () => {
  const failure = { code: 'no_face_found' as const, message: 'No face.' };
  expect(eventsOf({ ...runningRender, state: 'failed', failure })).toEqual([
    { type: 'failed', ...failure },
  ]);
  expect(eventsOf({ ...runningRender, state: 'cancelled' })).toEqual([{ type: 'cancelled' }]);
});

function begin(): Phase {
  return studioReducer(initialState, { type: 'accepted', render: queued }).phase;
}

function hear(phase: Phase, event: RenderEvent): Phase {
  return studioReducer({ ...initialState, phase }, { type: 'event', event }).phase;
}

test('a stream that falls silent, as after the sleep of a laptop, keeps nobody from their film', async () => {
  vi.useFakeTimers();
  const closed = vi.fn();
  vi.stubGlobal(
    'EventSource',
    class {
      readonly readyState = 1;
      addEventListener(): void {}
      close = closed;
    },
  );
  let render: Render = running('rendering', 30, 120);
  const asked = vi.fn(async () => Response.json(render));
  vi.stubGlobal('fetch', asked);
  const heard: RenderEvent[] = [];
  watchRender(
    runningRender.id,
    (event) => heard.push(event),
    () => {},
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard.at(-1)).toEqual({ type: 'progress', framesDone: 30, framesTotal: 120 });
  render = { ...runningRender, state: 'finished' };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard.at(-1)).toEqual({ type: 'finished' });
  expect(closed).toHaveBeenCalled();
  const { length } = asked.mock.calls;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(length);
});
