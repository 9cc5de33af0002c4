import type {
  EmotionLabel,
  FoundFace,
  Render,
  RenderEvent,
  RenderStage,
  Video,
} from '@moodreel/contract';
import { type Adjustments, usualAdjustments } from './adjustments.ts';

/** A picture that the user put in. `url` is an object URL of the file, for showing it. */
export type ChosenPicture = { readonly file: File; readonly url: string };

/** Where the face is: found by itself, one chosen of several, or three points placed by hand. */
export type FaceChoice =
  | { readonly kind: 'automatic' }
  | { readonly kind: 'face'; readonly id: number }
  /** Six numbers in picture pixels: eye on the left, eye on the right, mouth; x before y. */
  | { readonly kind: 'points'; readonly points: readonly number[] };

export type Phase =
  /** Asking the server for a render that was in work, or not saved, when the page was left. */
  | { readonly name: 'looking' }
  | { readonly name: 'input' }
  /** The picture is on its way to the server. */
  | { readonly name: 'sending' }
  | {
      readonly name: 'working';
      readonly renderId: string;
      /** What is being made; after a reload it need not be what is chosen now. */
      readonly label: EmotionLabel;
      readonly place: number | null;
      readonly stage: RenderStage | null;
      readonly framesDone: number;
      readonly framesTotal: number;
    }
  | {
      readonly name: 'ready';
      readonly renderId: string;
      readonly label: EmotionLabel;
      readonly saved: Video | null;
    };

export type StudioState = {
  readonly picture: ChosenPicture | null;
  readonly face: FaceChoice;
  readonly emotion: EmotionLabel;
  readonly adjustments: Adjustments;
  readonly phase: Phase;
};

export type StudioAction =
  /** The server was asked what there is to resume. */
  | { readonly type: 'looked'; readonly render: Render | null }
  /** A film that was made before comes on the screen. */
  | { readonly type: 'show'; readonly render: Render }
  | { readonly type: 'picture'; readonly picture: ChosenPicture | null }
  | { readonly type: 'face'; readonly face: FaceChoice }
  | { readonly type: 'emotion'; readonly emotion: EmotionLabel }
  | { readonly type: 'adjust'; readonly adjustments: Adjustments }
  | { readonly type: 'send' }
  | { readonly type: 'accepted'; readonly render: Render }
  | { readonly type: 'event'; readonly event: RenderEvent }
  /** Back to the input view; the picture stays. */
  | { readonly type: 'back' }
  | { readonly type: 'saved'; readonly video: Video };

export const initialState: StudioState = {
  picture: null,
  face: { kind: 'automatic' },
  emotion: 0,
  adjustments: usualAdjustments,
  phase: { name: 'looking' },
};

/**
 * How the AI page moves: looking → input → sending → working → ready, and back to input from
 * anywhere; from looking also at once to working or ready.
 */
export function studioReducer(state: StudioState, action: StudioAction): StudioState {
  switch (action.type) {
    case 'looked': {
      if (state.phase.name !== 'looking') return state;
      return { ...state, phase: action.render ? phaseOf(action.render) : { name: 'input' } };
    }
    case 'show':
      return { ...state, phase: phaseOf(action.render) };
    case 'picture':
      return {
        ...state,
        picture: action.picture,
        face: { kind: 'automatic' },
        // What was said about the picture before does not hold for this one.
        adjustments: { ...state.adjustments, style: null },
      };
    case 'face':
      return { ...state, face: action.face };
    case 'emotion':
      return { ...state, emotion: action.emotion };
    case 'adjust':
      return { ...state, adjustments: action.adjustments };
    case 'send':
      return { ...state, phase: { name: 'sending' } };
    case 'accepted':
      return { ...state, phase: phaseOf(action.render) };
    case 'event':
      return { ...state, phase: phaseAfter(state.phase, action.event) };
    case 'back':
      return { ...state, phase: { name: 'input' } };
    case 'saved':
      return state.phase.name === 'ready'
        ? { ...state, phase: { ...state.phase, saved: action.video } }
        : state;
  }
}

function phaseOf(render: Render): Phase {
  const { id: renderId, label } = render;
  if (render.state === 'finished') return { name: 'ready', renderId, label, saved: null };
  return {
    name: 'working',
    renderId,
    label,
    place: render.place,
    stage: render.stage,
    framesDone: render.framesDone,
    framesTotal: render.framesTotal,
  };
}

function phaseAfter(phase: Phase, event: RenderEvent): Phase {
  if (phase.name !== 'working') return phase;
  switch (event.type) {
    case 'queued':
      return { ...phase, place: event.place, stage: null };
    case 'stage':
      return { ...phase, place: null, stage: event.stage };
    case 'progress':
      return {
        ...phase,
        place: null,
        stage: phase.stage ?? 'rendering',
        framesDone: event.framesDone,
        framesTotal: event.framesTotal,
      };
    case 'finished':
      return { name: 'ready', renderId: phase.renderId, label: phase.label, saved: null };
    case 'failed':
    case 'cancelled':
      return { name: 'input' };
  }
}

/** Of renders in work and unsaved films, newest first, the one to open the page with. */
export function renderToResume(kept: readonly Render[]): Render | null {
  return kept.find(({ state }) => state !== 'finished') ?? kept[0] ?? null;
}

/** The faces one can choose between: those large enough for a film. */
export function usableFaces(faces: readonly FoundFace[]): readonly FoundFace[] {
  return faces.filter((face) => face.usable);
}
