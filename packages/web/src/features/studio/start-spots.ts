import type { Faces } from '@moodreel/contract';
import type { FaceChoice } from './film-order.ts';
import type { Spot } from './spot.ts';

/** Where eyes and mouth lie in the box of most faces, as shares of its sides. */
const inFace = [
  [0.29, 0.33],
  [0.71, 0.33],
  [0.5, 0.71],
] as const;

/** Where there is no face to begin at: as in a portrait. */
const inPicture: readonly Spot[] = [
  { x01: 0.38, y01: 0.42 },
  { x01: 0.62, y01: 0.42 },
  { x01: 0.5, y01: 0.64 },
];

/**
 * Where the three markers stand at first: where they were put before, else on the face that the film
 * would be made of, else in the picture's middle.
 */
export function startSpots(choice: FaceChoice, picture: Faces | undefined): readonly Spot[] {
  if (!picture) return inPicture;
  const spot = (xPx: number, yPx: number): Spot => ({
    x01: xPx / picture.widthPx,
    y01: yPx / picture.heightPx,
  });
  if (choice.kind === 'points') {
    return [0, 2, 4].map((at) => spot(choice.points[at] ?? 0, choice.points[at + 1] ?? 0));
  }
  const chosen = choice.kind === 'face' ? choice.id : picture.faces[0]?.id;
  const box = picture.faces.find(({ id }) => id === chosen)?.box;
  if (!box) return inPicture;
  return inFace.map(([along, down]) =>
    spot(box.xPx + along * box.widthPx, box.yPx + down * box.heightPx),
  );
}
