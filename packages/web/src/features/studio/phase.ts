import type { EmotionLabel, Render, RenderEvent, RenderStage, Video } from '@moodreel/contract';

/** Where the AI page is on the way to a film. */
export type Phase =
  /** Asking the server for a render that was in work, or not saved, when the page was left. */
  | { readonly name: 'looking' }
  | { readonly name: 'input' }
  /** The order is on its way to the server, its picture first; it has a key from when it is sent itself. */
  | { readonly name: 'sending'; readonly key: string | null }
  | {
      readonly name: 'working';
      readonly renderId: string;
      /** What is being made; after a reload it need not be what is chosen now. */
      readonly label: EmotionLabel;
      readonly take: number;
      readonly place: number | null;
      readonly stage: RenderStage | null;
      readonly framesDone: number;
      readonly framesTotal: number;
    }
  | {
      readonly name: 'ready';
      readonly renderId: string;
      readonly label: EmotionLabel;
      readonly take: number;
      readonly saved: Video | null;
    };

/** Whether a film is being ordered or made: nothing can be chosen for it any more. */
export function isBusy({ name }: Phase): boolean {
  return name === 'sending' || name === 'working';
}

/** Where the page is with a render that the server tells of. */
export function phaseOf(render: Render): Phase {
  const { id: renderId, label, take } = render;
  if (render.state === 'finished') return { name: 'ready', renderId, label, take, saved: null };
  return {
    name: 'working',
    renderId,
    label,
    take,
    place: render.place,
    stage: render.stage,
    framesDone: render.framesDone,
    framesTotal: render.framesTotal,
  };
}

const noFrames = { framesDone: 0, framesTotal: 0 } as const;

/** Where it is after what is heard of the render in work. */
export function phaseAfter(phase: Phase, event: RenderEvent): Phase {
  if (phase.name !== 'working') return phase;
  switch (event.type) {
    case 'queued':
      return { ...phase, ...noFrames, place: event.place, stage: null };
    case 'stage': {
      // A film that is begun anew has none of the frames that were drawn before. Who asks now and then
      // need not hear that it waited in between.
      const isDrawing = event.stage === 'rendering' || event.stage === 'finishing';
      return { ...phase, ...(isDrawing ? null : noFrames), place: null, stage: event.stage };
    }
    case 'progress':
      return {
        ...phase,
        place: null,
        stage: phase.stage ?? 'rendering',
        framesDone: event.framesDone,
        framesTotal: event.framesTotal,
      };
    case 'finished': {
      const { renderId, label, take } = phase;
      return { name: 'ready', renderId, label, take, saved: null };
    }
    case 'failed':
    case 'cancelled':
      return { name: 'input' };
  }
}
