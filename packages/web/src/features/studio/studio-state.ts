import type { EmotionLabel, Render, RenderEvent, Video } from '@moodreel/contract';
import { type Adjustments, usualAdjustments } from './adjustments.ts';
import { type FilmOrder, type FoundChoice, foundOf, type UnansweredOrder } from './film-order.ts';
import type { KeptStudio } from './kept-studio.ts';
import { type Phase, phaseAfter, phaseOf } from './phase.ts';
import type { ChosenPicture } from './picture-file.ts';

/** The page's own order is what is chosen on it; its take is the least one of the next film. */
export type StudioState = FilmOrder & {
  readonly picture: ChosenPicture | null;
  /** How much of the picture is sent, 0 to 1; null while it is not being sent. */
  readonly sent01: number | null;
  /** What was asked of the picture, by render. */
  readonly orders: Readonly<Record<string, FilmOrder>>;
  /** Orders that were sent, as long as it is not known which renders are theirs. */
  readonly unanswered: readonly UnansweredOrder[];
  /** Keys of orders that were cancelled unanswered, until it is known that no film comes of them. */
  readonly forgone: readonly string[];
  /** Whether this browser has said what it kept before the page was loaded. */
  readonly recalled: boolean;
  readonly phase: Phase;
};

export type StudioAction =
  /** This browser was asked what it kept. */
  | { readonly type: 'recalled'; readonly kept: KeptStudio }
  /** The server was asked what there is to resume. */
  | { readonly type: 'looked'; readonly render: Render | null }
  /** The server has told what it has. */
  | { readonly type: 'listed'; readonly renders: readonly Render[] }
  /** A film that was made before comes on the screen. */
  | { readonly type: 'show'; readonly render: Render }
  | { readonly type: 'picture'; readonly picture: ChosenPicture | null }
  | { readonly type: 'sent'; readonly pictureId: string; readonly share01: number | null }
  | { readonly type: 'face'; readonly face: FoundChoice }
  /** Three points were placed by hand. */
  | { readonly type: 'points'; readonly points: readonly number[] }
  /** What was found counts again, and not the points. */
  | { readonly type: 'found' }
  | { readonly type: 'emotion'; readonly emotion: EmotionLabel }
  | { readonly type: 'adjust'; readonly adjustments: Adjustments }
  | { readonly type: 'send'; readonly order: FilmOrder }
  /** It goes to the server now, by that key. */
  | { readonly type: 'keyed'; readonly key: string }
  | { readonly type: 'accepted'; readonly render: Render }
  | { readonly type: 'event'; readonly event: RenderEvent }
  /** The order was refused: back to where it was given. */
  | { readonly type: 'refused'; readonly from: Phase }
  /** An order was cancelled that may have arrived: its film is to be cancelled as well. */
  | { readonly type: 'forgone'; readonly key: string }
  /** There is none, or nothing can be done about it any more. */
  | { readonly type: 'taken-back'; readonly key: string }
  /** A film was cancelled that was not on the screen. */
  | { readonly type: 'cancelled'; readonly renderId: string }
  /** Back to the input view; the picture stays. */
  | { readonly type: 'back' }
  /** A film is in the account; another one may be on the screen by now. */
  | { readonly type: 'saved'; readonly renderId: string; readonly video: Video }
  /** A saved video was deleted; its film may be on the screen. */
  | { readonly type: 'deleted'; readonly videoId: string }
  /** A film was deleted; it may be on the screen. */
  | { readonly type: 'discarded'; readonly renderId: string };

/** A studio into which nobody has looked yet. */
export const initialState: StudioState = {
  picture: null,
  sent01: null,
  face: { kind: 'automatic' },
  emotion: 0,
  adjustments: usualAdjustments,
  take: 0,
  orders: {},
  unanswered: [],
  forgone: [],
  recalled: false,
  phase: { name: 'looking' },
};

/**
 * How the AI page moves: looking → input → sending → working → ready, and back to input from
 * anywhere; from looking also at once to working or ready.
 */
export function studioReducer(state: StudioState, action: StudioAction): StudioState {
  switch (action.type) {
    case 'recalled': {
      const { picture, choices } = action.kept;
      // Who was quicker than the browser's memory has chosen anew.
      const untouched = isUntouched(state);
      return {
        ...state,
        ...(untouched ? choices : null),
        picture: untouched ? picture : state.picture,
        // Cancelled is cancelled, whatever was chosen since.
        forgone: [...state.forgone, ...(choices?.forgone ?? [])],
        recalled: true,
      };
    }
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
        sent01: null,
        face: { kind: 'automatic' },
        take: 0,
        orders: {},
        unanswered: [],
        // What was said about the picture before does not hold for this one.
        adjustments: { ...state.adjustments, style: null },
      };
    case 'sent':
      // What is still heard of a picture before is not about this one.
      return action.pictureId === state.picture?.id ? { ...state, sent01: action.share01 } : state;
    case 'face':
      return { ...state, face: action.face, take: 0 };
    case 'points': {
      const { points } = action;
      return {
        ...state,
        face: { kind: 'points', points, insteadOf: foundOf(state.face) },
        take: 0,
      };
    }
    case 'found':
      return { ...state, face: foundOf(state.face), take: 0 };
    case 'emotion':
      return { ...state, emotion: action.emotion, take: 0 };
    case 'adjust':
      return { ...state, adjustments: action.adjustments };
    case 'send':
      return { ...state, ...action.order, phase: { name: 'sending', key: null } };
    case 'keyed': {
      const { key } = action;
      const unanswered = [...unansweredBut(state, key), { key, order: orderOf(state) }];
      return {
        ...state,
        unanswered,
        ...(state.phase.name === 'sending' && { phase: { name: 'sending', key } }),
      };
    }
    case 'accepted': {
      const { render } = action;
      return {
        ...state,
        orders: { ...state.orders, [render.id]: orderOf(state) },
        unanswered: unansweredBut(state, render.key),
        phase: phaseOf(render),
      };
    }
    case 'listed':
      return action.renders.reduce(withAnswer, state);
    case 'event': {
      const { phase } = state;
      const orders =
        phase.name === 'working' && isInVain(action.event)
          ? without(state.orders, phase.renderId)
          : state.orders;
      return { ...state, orders, phase: phaseAfter(phase, action.event) };
    }
    case 'refused':
      return { ...state, phase: action.from };
    case 'forgone':
      return state.forgone.includes(action.key)
        ? state
        : { ...state, forgone: [...state.forgone, action.key] };
    case 'taken-back':
      return { ...state, forgone: state.forgone.filter((key) => key !== action.key) };
    case 'cancelled':
      return { ...state, orders: without(state.orders, action.renderId) };
    case 'back':
      return { ...state, phase: { name: 'input' } };
    case 'saved': {
      const { phase } = state;
      return phase.name === 'ready' && phase.renderId === action.renderId
        ? { ...state, phase: { ...phase, saved: action.video } }
        : state;
    }
    case 'deleted': {
      const { phase } = state;
      const isShown = phase.name === 'ready' && phase.saved?.id === action.videoId;
      return isShown ? { ...state, phase: { name: 'input' } } : state;
    }
    case 'discarded': {
      const isShown = state.phase.name === 'ready' && state.phase.renderId === action.renderId;
      return isShown ? { ...state, phase: { name: 'input' } } : state;
    }
  }
}

function isUntouched({ picture, face, emotion, adjustments }: StudioState): boolean {
  return (
    picture === initialState.picture &&
    face === initialState.face &&
    emotion === initialState.emotion &&
    adjustments === initialState.adjustments
  );
}

function orderOf({ emotion, face, adjustments, take }: StudioState): FilmOrder {
  return { emotion, face, adjustments, take };
}

function unansweredBut({ unanswered }: StudioState, key: string | null): StudioState['unanswered'] {
  return unanswered.filter((sent) => sent.key !== key);
}

/** Knows a render by its key as that of an order whose answer was lost. */
function withAnswer(state: StudioState, { id, key }: Render): StudioState {
  const its = state.unanswered.find((sent) => sent.key === key);
  if (!its) return state;
  const orders = { ...state.orders, [id]: its.order };
  return { ...state, orders, unanswered: unansweredBut(state, its.key) };
}

/** Whether nothing came of a render: then its take may be asked for once more. */
function isInVain(event: RenderEvent): boolean {
  return event.type === 'failed' || event.type === 'cancelled';
}

function without(orders: StudioState['orders'], renderId: string): StudioState['orders'] {
  const { [renderId]: _, ...others } = orders;
  return others;
}

/**
 * Of renders in work and unsaved films, newest first, the one to open the page with.
 * @param forgone keys of orders that were cancelled: their films are, too, as soon as that gets through
 */
export function renderToResume(
  kept: readonly Render[],
  forgone: StudioState['forgone'],
): Render | null {
  const wanted = kept.filter(
    ({ state, key }) => state === 'finished' || key === null || !forgone.includes(key),
  );
  return wanted.find(({ state }) => state !== 'finished') ?? wanted[0] ?? null;
}
