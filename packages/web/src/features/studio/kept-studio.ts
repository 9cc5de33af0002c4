import {
  emotionLabelSchema,
  type Faces,
  facesSchema,
  framingSchema,
  pictureStyleSchema,
  takeSchema,
} from '@moodreel/contract';
import { z } from 'zod';
import { keep, recall } from '../../lib/kept.ts';
import { stepOf, usualAdjustments } from './adjustments.ts';
import type { FilmOrder, UnansweredOrder } from './film-order.ts';
import { type ChosenPicture, choosePicture } from './picture-file.ts';

/** Opening the page waits no longer for what is kept. A slow phone needs a second or two, or the picture is lost. */
const patienceMilliseconds = 5000;

/** What was kept may come from another version of the page: what it does not know is dropped. */
const pictureSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.instanceof(ArrayBuffer),
});
const keptFacesSchema = z.object({ pictureId: z.string(), faces: facesSchema });
const foundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('automatic') }),
  z.object({ kind: z.literal('face'), id: z.int().nonnegative() }),
]);
const faceSchema = z.discriminatedUnion('kind', [
  ...foundSchema.options,
  z.object({
    kind: z.literal('points'),
    points: z.array(z.number()).length(6),
    insteadOf: foundSchema.catch({ kind: 'automatic' }),
  }),
]);
const adjustmentsSchema = z.object({
  intensity01: z.number().refine((intensity01) => stepOf(intensity01) >= 0),
  framing: framingSchema.nullable(),
  style: pictureStyleSchema.nullable(),
  stillHead: z.boolean(),
});
const orderSchema = z.object({
  emotion: emotionLabelSchema,
  face: faceSchema,
  adjustments: adjustmentsSchema,
  take: takeSchema,
});
const choicesSchema = orderSchema.extend({
  adjustments: adjustmentsSchema.catch(usualAdjustments),
  orders: z.record(z.string(), orderSchema).catch({}),
  unanswered: z.array(z.object({ key: z.string(), order: orderSchema })).catch([]),
  forgone: z.array(z.string()).catch([]),
  /** The picture that they were made for. */
  pictureId: z.string().nullable(),
});

/** What is chosen, which films were asked of the picture, and which of any picture were cancelled unanswered. */
type Choices = FilmOrder & {
  readonly orders: Readonly<Record<string, FilmOrder>>;
  readonly unanswered: readonly UnansweredOrder[];
  readonly forgone: readonly string[];
};

/** What the page can go on with after a reload. */
export type KeptStudio = {
  readonly picture: ChosenPicture | null;
  readonly choices: Choices | null;
};

/** Keeps a picture in this browser, or no picture. */
export function keepPicture(userId: string, picture: ChosenPicture | null): void {
  void keep(userId, 'picture', () => (picture ? bytesOf(picture) : undefined));
}

async function bytesOf({ id, file }: ChosenPicture): Promise<z.infer<typeof pictureSchema>> {
  // Bytes and not the file: not every browser keeps files reliably.
  return { id, name: file.name, type: file.type, bytes: await file.arrayBuffer() };
}

/** Keeps what the server said of a picture, so that it is not sent again for that. */
export function keepFaces(userId: string, pictureId: string, faces: Faces): void {
  void keep(userId, 'faces', () => ({ pictureId, faces }));
}

/** Keeps what is chosen for a picture, or for none yet. */
export function keepChoices(userId: string, choices: Choices, pictureId: string | null): void {
  const { emotion, face, adjustments, take, orders, unanswered, forgone } = choices;
  const kept = { emotion, face, adjustments, take, orders, unanswered, forgone, pictureId };
  void keep(userId, 'choices', () => kept);
}

/** What the account kept here; nothing where that takes too long. */
export async function recallStudio(userId: string): Promise<KeptStudio> {
  const patience = new Promise<readonly unknown[]>((resolve) => {
    setTimeout(() => resolve([]), patienceMilliseconds);
  });
  const names = ['picture', 'choices', 'faces'] as const;
  const all = Promise.all(names.map((name) => recall(userId, name)));
  // Only then is a picture made of it: the URL of one that came too late would be nobody's.
  const [picture, choices, faces] = await Promise.race([patience, all]);
  return readKept(picture, choices, faces);
}

/** Makes of what was kept what the page can use. Exported for its test. */
export function readKept(kept: unknown, keptChoices: unknown, keptFaces?: unknown): KeptStudio {
  const picture = pictureSchema.safeParse(kept).data;
  const choices = choicesSchema.safeParse(keptChoices).data;
  const found = keptFacesSchema.safeParse(keptFaces).data;
  return {
    picture: picture
      ? pictureOf(picture, found?.pictureId === picture.id ? found.faces : undefined)
      : null,
    choices: choices ? choicesFor(choices, picture?.id) : null,
  };
}

function pictureOf(
  { id, name, type, bytes }: z.infer<typeof pictureSchema>,
  faces: Faces | undefined,
): ChosenPicture {
  return choosePicture(new File([bytes], name, { type }), id, faces);
}

/** Another tab may have kept another picture since: what was said of one holds for that only. */
function choicesFor(
  { pictureId, ...choices }: z.infer<typeof choicesSchema>,
  foundId: string | undefined,
): KeptStudio['choices'] {
  if (pictureId !== null && pictureId === foundId) return choices;
  const adjustments = { ...choices.adjustments, style: null };
  const face = { kind: 'automatic' } as const;
  return { ...choices, adjustments, face, take: 0, orders: {}, unanswered: [] };
}
