import type { Render, Video } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { describe, expect, it } from 'vitest';
import { usualAdjustments } from './adjustments.ts';
import { anotherTakeOf, type FilmOrder } from './film-order.ts';
import { describe as describePhase } from './progress-view.tsx';
import {
  initialState,
  renderToResume,
  type StudioAction,
  type StudioState,
  studioReducer,
} from './studio-state.ts';

const picture = {
  id: 'one',
  file: new File(['x'], 'face.png', { type: 'image/png' }),
  url: 'blob:face',
};
const queued: Render = { ...runningRender, label: 2, state: 'queued', place: 1, stage: null };

const order: FilmOrder = {
  emotion: 2,
  face: { kind: 'points', points: [1, 2, 3, 4, 5, 6], insteadOf: { kind: 'automatic' } },
  adjustments: usualAdjustments,
  take: 0,
};

function after(...actions: readonly StudioAction[]): StudioState {
  return actions.reduce(studioReducer, initialState);
}

const sent: readonly StudioAction[] = [
  { type: 'picture', picture },
  { type: 'emotion', emotion: 2 },
  { type: 'points', points: [1, 2, 3, 4, 5, 6] },
  { type: 'send', order },
  { type: 'accepted', render: queued },
];

describe('the AI page', () => {
  it('waits in the queue, draws, and is ready', () => {
    const waiting = after(...sent);
    expect(describePhase(waiting.phase).text).toBe('Place 2 in the queue');
    const drawing = studioReducer(
      studioReducer(waiting, { type: 'event', event: { type: 'stage', stage: 'rendering' } }),
      { type: 'event', event: { type: 'progress', framesDone: 60, framesTotal: 120 } },
    );
    const { text, detail, share } = describePhase(drawing.phase);
    expect({ text, detail }).toEqual({ text: 'Drawing the film', detail: 'frame 60 of 120' });
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.7);
    const ready = studioReducer(drawing, { type: 'event', event: { type: 'finished' } });
    const { id: renderId } = queued;
    expect(ready.phase).toEqual({ name: 'ready', renderId, label: 2, take: 0, saved: null });
  });

  it('counts no frames of before when a film is begun anew', () => {
    const drawn = [
      { type: 'stage', stage: 'rendering' },
      { type: 'progress', framesDone: 120, framesTotal: 120 },
    ] as const;
    const reading = { type: 'stage', stage: 'reading' } as const;
    const putBack = { type: 'queued', place: 0 } as const;
    for (const anew of [[putBack, reading], [reading]]) {
      const events = [...drawn, ...anew].map((event) => ({ type: 'event', event }) as const);
      expect(describePhase(after(...sent, ...events).phase)).toMatchObject({
        text: 'Reading the picture',
        detail: '',
      });
    }
    const waiting = after(...sent, { type: 'event', event: putBack });
    expect(describePhase(waiting.phase)).toMatchObject({ text: 'You are next', detail: 'waiting' });
  });

  it('tells how much of its picture is sent, and never goes back on its bar', () => {
    const sending = after(...sent.slice(0, 4));
    const { id: pictureId } = picture;
    const shares = [0.1, 0.5, 1].map((share01) => {
      const { phase, sent01 } = studioReducer(sending, { type: 'sent', pictureId, share01 });
      return describePhase(phase, sent01, true);
    });
    expect(shares.map(({ text }) => text.replace('\u00A0', ' '))).toEqual([
      'Sending the picture, 10 %',
      'Sending the picture, 50 %',
      'Finding the face',
    ]);
    const waiting = describePhase(after(...sent).phase);
    const inWork = (
      ['reading', 'finding-face', 'preparing', 'rendering', 'finishing'] as const
    ).map((stage) =>
      describePhase(after(...sent, { type: 'event', event: { type: 'stage', stage } }).phase),
    );
    const bar = [...shares, waiting, ...inWork].map(({ share }) => share ?? Number.NaN);
    expect(bar).toEqual(bar.toSorted((a, b) => a - b));
    expect(bar[0]).toBeGreaterThan(0);
    // As long as nothing is known of it, nothing is filled.
    expect(describePhase(sending.phase, 0, true).share).toBeUndefined();
  });

  it('leaves a film that is discarded, and no other one', () => {
    const ready = after(...sent, { type: 'event', event: { type: 'finished' } });
    const other = '0b6f7a55-30a9-4c0f-8a60-5a2a6d6f6f01';
    expect(studioReducer(ready, { type: 'discarded', renderId: other })).toBe(ready);
    const left = studioReducer(ready, { type: 'discarded', renderId: queued.id });
    expect(left.phase).toEqual({ name: 'input' });
    expect(left.picture).toBe(picture);
  });

  it('hears no more of a picture that another one has taken the place of', () => {
    const other = { ...picture, id: 'two' };
    const half: StudioAction = { type: 'sent', pictureId: picture.id, share01: 0.5 };
    expect(after({ type: 'picture', picture }, half).sent01).toBe(0.5);
    const replaced = after({ type: 'picture', picture }, half, { type: 'picture', picture: other });
    expect(replaced.sent01).toBeNull();
    expect(studioReducer(replaced, half).sent01).toBeNull();
  });

  it('opens after a reload with what is in work, else with the newest unsaved film', () => {
    const film = { ...queued, id: '0b6f7a55-30a9-4c0f-8a60-5a2a6d6f6f01', label: 1 } as const;
    const finished = { ...film, state: 'finished' } as const;
    const open = (kept: readonly Render[]) =>
      after({ type: 'looked', render: renderToResume(kept, []) }).phase;
    expect(open([])).toEqual({ name: 'input' });
    expect(open([finished, queued])).toMatchObject({ name: 'working', renderId: queued.id });
    const older = { ...finished, id: queued.id };
    expect(open([finished, older])).toMatchObject({ name: 'ready', renderId: film.id, label: 1 });
  });

  it('is not taken over by an answer that comes late', () => {
    const looked = { type: 'looked', render: { ...queued, state: 'finished' } } as const;
    expect(after({ type: 'looked', render: null }, { type: 'send', order }, looked).phase).toEqual({
      name: 'sending',
      key: null,
    });
  });

  it('shows an unsaved film again, and leaves the choices as they are', () => {
    const render = { ...queued, state: 'finished', label: 1 } as const;
    const state = after({ type: 'picture', picture }, { type: 'show', render });
    expect(state).toMatchObject({ picture, emotion: 0, phase: { name: 'ready', label: 1 } });
    expect(studioReducer(state, { type: 'back' })).toMatchObject({ picture, emotion: 0 });
  });

  describe('that shows a film', () => {
    const finished = { ...queued, state: 'finished' } as const;
    const video: Video = {
      id: '0f0e0d0c-0b0a-4908-8706-050403020100',
      title: 'Angry',
      ...{ videoUrl: '/v', posterUrl: '/p', downloadUrl: null, shareUrl: null },
      ...{ label: 2, take: 0, createdAt: '2026-01-01T00:00:00.000Z' },
      ...{ widthPx: 640, heightPx: 640, durationSeconds: 4, sizeBytes: 1 },
    };
    const shown = after({ type: 'show', render: finished });
    const saved = studioReducer(shown, { type: 'saved', renderId: queued.id, video });

    it('has it saved', () => {
      expect(saved.phase).toMatchObject({ name: 'ready', saved: video });
    });

    it('does not take another film for the one that was saved meanwhile', () => {
      const other = { ...finished, id: '10000000-0000-4000-8000-000000000000' };
      const late = studioReducer(after({ type: 'show', render: other }), {
        type: 'saved',
        renderId: queued.id,
        video,
      });
      expect(late.phase).toMatchObject({ renderId: other.id, saved: null });
    });

    it('lets it go when its video is deleted, and no other', () => {
      expect(studioReducer(saved, { type: 'deleted', videoId: 'another' })).toBe(saved);
      expect(studioReducer(shown, { type: 'deleted', videoId: video.id })).toBe(shown);
      const { phase } = studioReducer(saved, { type: 'deleted', videoId: video.id });
      expect(phase).toEqual({ name: 'input' });
    });
  });

  it.each(['failed', 'cancelled'] as const)('keeps picture, face and mood when it %s', (type) => {
    const event = { type, code: 'render_failed' as const, message: '' };
    const state = after(...sent, { type: 'event', event });
    expect(state).toMatchObject({ picture, emotion: 2, face: { kind: 'points' } });
    expect(state.phase.name).toBe('input');
  });

  it('looks for the face anew when the picture changes', () => {
    const state = after(...sent, { type: 'back' }, { type: 'picture', picture });
    expect(state.face).toEqual({ kind: 'automatic' });
  });

  it('is back at the face that was chosen before points were placed, also more than once', () => {
    const face = { kind: 'face', id: 1 } as const;
    const placed = after(
      { type: 'picture', picture },
      { type: 'face', face },
      { type: 'points', points: [1, 2, 3, 4, 5, 6] },
      { type: 'points', points: [2, 2, 3, 4, 5, 6] },
    );
    expect(placed.face).toMatchObject({ kind: 'points', points: [2, 2, 3, 4, 5, 6] });
    expect(studioReducer(placed, { type: 'found' }).face).toEqual(face);
    const unchosen = after(...sent, { type: 'back' }, { type: 'found' });
    expect(unchosen.face).toEqual({ kind: 'automatic' });
  });

  it('keeps the adjustments for the next picture, but not what kind of picture it is', () => {
    const adjustments = { ...usualAdjustments, intensity01: 0.5, style: 'drawing' } as const;
    const state = after({ type: 'adjust', adjustments }, { type: 'picture', picture });
    expect(state.adjustments).toEqual({ ...adjustments, style: null });
  });

  it('knows what was asked of the picture, but not what came to nothing', () => {
    expect(after(...sent).orders).toEqual({ [queued.id]: order });
    for (const type of ['failed', 'cancelled'] as const) {
      const event = { type, code: 'render_failed' as const, message: '' };
      expect(after(...sent, { type: 'event', event }).orders).toEqual({});
    }
    expect(after(...sent, { type: 'back' }, { type: 'picture', picture }).orders).toEqual({});
  });

  it('shows what another take is asked with, and is back at the film if it is refused', () => {
    const ready = after(...sent, { type: 'event', event: { type: 'finished' } });
    const other = [{ type: 'back' }, { type: 'emotion', emotion: 0 }] as const;
    const again = anotherTakeOf(order);
    const asked = [...other, { type: 'send', order: again }] as const;
    const state = asked.reduce(studioReducer, ready);
    expect(state).toMatchObject({ ...again, take: 1, phase: { name: 'sending' } });
    expect(studioReducer(state, { type: 'refused', from: ready.phase }).phase).toEqual(ready.phase);
  });

  it('goes on with the take when only adjustments change, and begins anew otherwise', () => {
    const taken = after(...sent, { type: 'send', order: anotherTakeOf(order) });
    const adjustments = { ...usualAdjustments, stillHead: true };
    expect(studioReducer(taken, { type: 'adjust', adjustments }).take).toBe(1);
    expect(studioReducer(taken, { type: 'emotion', emotion: 1 }).take).toBe(0);
    expect(studioReducer(taken, { type: 'face', face: { kind: 'face', id: 1 } }).take).toBe(0);
    expect(studioReducer(taken, { type: 'picture', picture }).take).toBe(0);
  });

  it('has picture and choices again after a reload, unless others were quicker', () => {
    const orders = { [queued.id]: order };
    const kept = { picture, choices: { ...order, orders, unanswered: [], forgone: [] } };
    const recalled = { type: 'recalled', kept } as const;
    expect(after(recalled)).toMatchObject({ picture, ...order, orders, recalled: true });
    const nothing = { picture: null, choices: null };
    expect(after({ type: 'recalled', kept: nothing })).toEqual({ ...initialState, recalled: true });
    const quicker = after({ type: 'emotion', emotion: 1 }, recalled);
    expect(quicker).toMatchObject({ picture: null, emotion: 1, orders: {}, recalled: true });
  });

  it('knows orders whose answers it never got by their keys, also after a reload', () => {
    const input = { name: 'input' } as const;
    const lost = after(
      ...sent.slice(0, 4),
      { type: 'keyed', key: 'the-order' },
      { type: 'refused', from: input },
      { type: 'send', order: { ...order, take: 3 } },
      { type: 'keyed', key: 'the-next-order' },
    );
    const { unanswered, orders, forgone } = lost;
    const kept = { picture, choices: { ...order, orders, unanswered, forgone } };
    const next = [{ key: 'the-next-order', order: { ...order, take: 3 } }];
    const its: Render = { ...queued, key: 'the-order' };
    const renders = [{ ...runningRender, id: 'another', key: 'another' }, its];
    for (const before of [
      after({ type: 'recalled', kept }),
      studioReducer(lost, { type: 'refused', from: input }),
    ]) {
      const state = studioReducer(before, { type: 'listed', renders });
      expect(state).toMatchObject({ orders: { [its.id]: order }, unanswered: next });
      expect(studioReducer(before, { type: 'listed', renders: [] })).toEqual(before);
      // Cancelled, it may be asked for once more.
      expect(studioReducer(state, { type: 'cancelled', renderId: its.id }).orders).toEqual({});
    }
    const answered = studioReducer(lost, { type: 'accepted', render: its });
    expect(answered.unanswered).toEqual(next);
    expect(studioReducer(lost, { type: 'picture', picture: null }).unanswered).toEqual([]);
  });

  it('does not open with the film of an order that was cancelled unanswered', () => {
    const forgone = ['one', 'two'];
    const kept = { picture: null, choices: { ...order, orders: {}, unanswered: [], forgone } };
    const reloaded = after({ type: 'emotion', emotion: 1 }, { type: 'recalled', kept });
    expect(reloaded.forgone).toEqual(forgone);
    const inVain: readonly Render[] = forgone.map((key) => ({ ...queued, key }));
    expect(renderToResume(inVain, forgone)).toBeNull();
    expect(renderToResume([...inVain, queued], forgone)).toBe(queued);
    const made = { ...queued, key: 'one', state: 'finished' } as const;
    expect(renderToResume([made], forgone)).toBe(made);
    const settled = studioReducer(reloaded, { type: 'taken-back', key: 'one' });
    expect(settled.forgone).toEqual(['two']);
  });

  it('does not fall back from ready because of a late event', () => {
    const ready = after(...sent, { type: 'event', event: { type: 'finished' } });
    const late = studioReducer(ready, { type: 'event', event: { type: 'queued', place: 3 } });
    expect(late.phase.name).toBe('ready');
  });
});
