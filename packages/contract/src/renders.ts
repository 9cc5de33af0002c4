import { z } from 'zod';
import { emotionLabelSchema, emotionLabelTextSchema } from './emotions.ts';
import { errorCodeSchema } from './errors.ts';
import { subscriptionTypeSchema } from './plans.ts';

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

export const framingSchema = z.enum(['portrait', 'full']);
export type Framing = z.infer<typeof framingSchema>;

/** How a picture was made, or what it shows. */
export const pictureStyleSchema = z.enum(['photo', 'painting', 'drawing', 'animal']);
export type PictureStyle = z.infer<typeof pictureStyleSchema>;

/** The intensity of a render that asks for none. The engine has the same one. */
export const DEFAULT_INTENSITY01 = 0.75;

/** Takes go from 0 to this; the engine has the same limit. */
export const MAX_TAKE = 9999;

/**
 * Which film of the same picture, face, emotion and adjustments: 0 is the first, and each one after
 * it is acted in another way than the one before.
 */
export const takeSchema = z.int().min(0).max(MAX_TAKE);

const TAKE_TEXT_REFUSAL = `take must be a whole number from 0 to ${MAX_TAKE}`;
const takeTextSchema = z
  .string()
  .regex(/^\d{1,4}$/, TAKE_TEXT_REFUSAL)
  .transform(Number);

const numberText = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,6})?$/, `${what} must be a number`)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Eyes that are closer in the picture, px, are too small a face for a film. */
export const MIN_EYES_APART_PX = 12;

/** Three points in picture pixels, the subject's right eye, left eye and mouth: "x,y,x,y,x,y". */
export const pointsTextSchema = z
  .string()
  .regex(/^(-?\d{1,5}(\.\d{1,4})?)(,-?\d{1,5}(\.\d{1,4})?){5}$/, 'points must be six numbers')
  .transform((text) => text.split(',').map(Number));

/**
 * Form fields of `POST /api/renders` beside the file field `image`. All are text.
 * - `upload`: in the place of `image`, what `POST /api/faces` answered as `uploadId`.
 * - `face`: id of one of the faces that `POST /api/faces` found; the largest one if left out.
 * - `intensity`: 0..1; DEFAULT_INTENSITY01 if left out.
 * - `framing`: what suits the size of the face if left out.
 * - `style`: guessed from the picture if left out.
 * - `stillHead`: `true` or `false`; false if left out.
 * - `take`: 0..MAX_TAKE; 0 if left out.
 * - `key`: chosen by the client; a second request with the same key answers the same render.
 */
export const renderFieldsSchema = z.object({
  label: emotionLabelTextSchema,
  upload: z.uuid('upload must be an id').optional(),
  points: pointsTextSchema.optional(),
  face: z
    .string()
    .regex(/^\d{1,2}$/, 'face must be a whole number')
    .transform(Number)
    .optional(),
  intensity: numberText(0, 1, 'intensity').optional(),
  framing: framingSchema.optional(),
  style: pictureStyleSchema.optional(),
  stillHead: z
    .enum(['true', 'false'], 'stillHead must be true or false')
    .transform((text) => text === 'true')
    .optional(),
  take: takeTextSchema.optional(),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'key must be 8 to 64 letters, digits, - or _')
    .optional(),
});
export type RenderFields = z.infer<typeof renderFieldsSchema>;

/** Form fields of `POST /proxy/process` beside the file field `image`. */
export const processFieldsSchema = z.object({ label: emotionLabelTextSchema });

/** queued → running → finished | failed; queued and running → cancelled. See docs/render-jobs.md. */
export const renderStateSchema = z.enum(['queued', 'running', 'finished', 'failed', 'cancelled']);
export type RenderState = z.infer<typeof renderStateSchema>;

/** What a running render does now, in this order. */
export const RENDER_STAGES = [
  'reading',
  'finding-face',
  'preparing',
  'rendering',
  'finishing',
] as const;
export const renderStageSchema = z.enum(RENDER_STAGES);
export type RenderStage = z.infer<typeof renderStageSchema>;

/** What a user reads while a stage runs. */
export const RENDER_STAGE_TITLES: Readonly<Record<RenderStage, string>> = {
  reading: 'Reading the picture',
  'finding-face': 'Finding the face',
  preparing: 'Studying the face',
  rendering: 'Drawing the film',
  finishing: 'Finishing the film',
};

export const renderSchema = z.object({
  id: z.uuid(),
  /** What its client called the request for it: who never got the answer knows it by that. */
  key: z.string().nullable(),
  label: emotionLabelSchema,
  take: takeSchema,
  state: renderStateSchema,
  /** While queued: how many are before this one; 0 is next. */
  place: z.int().nonnegative().nullable(),
  stage: renderStageSchema.nullable(),
  framesDone: z.int().nonnegative(),
  framesTotal: z.int().nonnegative(),
  /** Why it failed; null in every other state. */
  failure: z.object({ code: errorCodeSchema, message: z.string() }).nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** The saved video made of it, if it was saved. */
  videoId: z.uuid().nullable(),
  /** When it is deleted unless it is saved; null while it is in work or saved. */
  expiresAt: instantSchema.nullable(),
  widthPx: z.int().nullable(),
  heightPx: z.int().nullable(),
  durationSeconds: z.number().nullable(),
});
/** Answer of `POST /api/renders` (202; 200 for a known key) and of `GET /api/renders/:id`. */
export type Render = z.infer<typeof renderSchema>;

/** How many renders `GET /api/renders` lists at most. */
export const KEPT_RENDERS_LISTED = 24;

/**
 * Answer of `GET /api/renders`: the user's renders that are in work, and the finished ones that
 * are kept for now but not saved. Newest first.
 */
export const keptRendersSchema = z.object({ renders: z.array(renderSchema) });
export type KeptRenders = z.infer<typeof keptRendersSchema>;

/**
 * One message of `GET /api/renders/:id/events`, as the `data` of a server-sent event whose
 * `event` is its `type`. The stream starts with what is so now, and closes after
 * finished, failed or cancelled.
 */
export const renderEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), place: z.int().nonnegative() }),
  z.object({ type: z.literal('stage'), stage: renderStageSchema }),
  z.object({
    type: z.literal('progress'),
    framesDone: z.int().nonnegative(),
    framesTotal: z.int().positive(),
  }),
  z.object({ type: z.literal('finished') }),
  z.object({ type: z.literal('failed'), code: errorCodeSchema, message: z.string() }),
  z.object({ type: z.literal('cancelled') }),
]);
export type RenderEvent = z.infer<typeof renderEventSchema>;

/** Answer of `GET /api/renders/usage`: null where the plan has no limit. */
export const usageSchema = z.object({
  subscriptionType: subscriptionTypeSchema,
  rendersLeft: z.int().nonnegative().nullable(),
  rendersLimit: z.int().positive().nullable(),
  /** When the next render comes back; null if none is used up or there is no limit. */
  resetsAt: instantSchema.nullable(),
  placesLeft: z.int().nonnegative().nullable(),
  placesLimit: z.int().positive().nullable(),
  waiting: z.int().nonnegative(),
  waitingLimit: z.int().positive(),
});
export type Usage = z.infer<typeof usageSchema>;

export const foundFaceSchema = z.object({
  /** What `face` of `POST /api/renders` takes: 0 is the largest. */
  id: z.int().nonnegative(),
  /** Box of the face, px of the picture as it is seen (turned as its file says). */
  box: z.object({ xPx: z.number(), yPx: z.number(), widthPx: z.number(), heightPx: z.number() }),
  confidence01: z.number().min(0).max(1),
  foundBy: z.enum(['first-pass', 'search', 'animal-search', 'points']),
  /** Longer side of the box, px. */
  sizePx: z.number().positive(),
});
export type FoundFace = z.infer<typeof foundFaceSchema>;

/** How the address of a preview begins: it holds the picture itself. */
export const PREVIEW_START = 'data:image/jpeg;base64,';

/** Answer of `POST /api/faces` (multipart `image`): those large enough for a film, largest first. */
export const facesSchema = z.object({
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  faces: z.array(foundFaceSchema),
  /**
   * What `upload` of `POST /api/renders` takes, so that the picture need not be sent again: once,
   * within a quarter of an hour, and until the next picture. Left out where it was not kept.
   */
  uploadId: z.uuid().optional(),
  /**
   * true: the picture's file breaks off. What counts is what could be read of it, which `preview` shows;
   * a browser may show grey rows below it, or less.
   */
  isCutOff: z.literal(true).optional(),
  /**
   * A small JPEG of the picture, as the address of an image: for formats that not every browser
   * shows (HEIC, TIFF) and files that break off, and left out for all others. Upright, and of the same
   * shape as the picture.
   */
  preview: z.string().startsWith(PREVIEW_START).optional(),
});
export type Faces = z.infer<typeof facesSchema>;
