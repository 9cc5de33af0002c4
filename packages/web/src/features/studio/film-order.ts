import { type EmotionLabel, MAX_TAKE } from '@moodreel/contract';
import type { Adjustments } from './adjustments.ts';

/** A face that was found: the largest one, or one chosen of several. */
export type FoundChoice =
  | { readonly kind: 'automatic' }
  | { readonly kind: 'face'; readonly id: number };

/** Where the face is: found by itself, or three points placed by hand. */
export type FaceChoice =
  | FoundChoice
  | {
      readonly kind: 'points';
      /** Six numbers in picture pixels: eye on the left, eye on the right, mouth; x before y. */
      readonly points: readonly number[];
      /** What was chosen before, and is again when the points do not count any more. */
      readonly insteadOf: FoundChoice;
    };

/** What of the found faces is chosen, or was before points were placed. */
export function foundOf(face: FaceChoice): FoundChoice {
  return face.kind === 'points' ? face.insteadOf : face;
}

/** What is asked of a picture. The same order of the same picture gives the same film. */
export type FilmOrder = {
  readonly emotion: EmotionLabel;
  readonly face: FaceChoice;
  readonly adjustments: Adjustments;
  /** 0 is the first film; each take is acted in another way than the one before. */
  readonly take: number;
};

/** An order that was sent, and the key by which the server has it, if it has arrived. */
export type UnansweredOrder = { readonly key: string; readonly order: FilmOrder };

/**
 * The order with the first take, from its own on, that was not asked for already: nobody shall
 * spend a film on one that they have.
 */
export function withFreeTake(
  orders: Readonly<Record<string, FilmOrder>>,
  order: FilmOrder,
): FilmOrder {
  const film = filmOf(order);
  const taken = new Set(
    Object.values(orders)
      .filter((other) => filmOf(other) === film)
      .map(({ take }) => take),
  );
  let { take } = order;
  while (taken.has(take)) take = nextTake(take);
  return { ...order, take };
}

/** The order of the film that follows this one. */
export function anotherTakeOf(order: FilmOrder): FilmOrder {
  return { ...order, take: nextTake(order.take) };
}

/** After the last one they begin anew; with 1, for 0 would be acted as the last one. */
function nextTake(take: number): number {
  return take < MAX_TAKE ? take + 1 : 1;
}

/** All of an order but its take, as a text that can be compared. */
function filmOf({ emotion, face, adjustments }: FilmOrder): string {
  const { intensity01, framing, style, stillHead } = adjustments;
  return JSON.stringify([emotion, whomOf(face), intensity01, framing, style, stillHead]);
}

/** What a film is made of; what its points took the place of is not in it. */
function whomOf(face: FaceChoice): number | readonly number[] {
  switch (face.kind) {
    case 'automatic':
      // Who chooses nobody gets the largest face.
      return 0;
    case 'face':
      return face.id;
    case 'points':
      return face.points;
  }
}
