import { z } from 'zod';
import { emotionLabelSchema } from './emotions.ts';
import { instantSchema, takeSchema } from './renders.ts';

/** Something of which an eye sees anything: no space, control, or sign that is ignored where it is drawn. */
const VISIBLE = /[^\p{Z}\p{C}\p{DI}]/u;

/**
 * Nothing that breaks lines or headers, is half a character, or turns the direction of what stands around
 * the title: public pages show it among text of ours.
 */
const PLAIN = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/** A title as a user gives it: trimmed, 1-80 characters, one line in its own direction. */
export const videoTitleSchema = z
  .string()
  .trim()
  .regex(VISIBLE, 'The title is empty.')
  .max(80, 'The title is longer than 80 characters.')
  .regex(PLAIN, 'The title contains characters that cannot be shown.');

/** Body of `POST /api/renders/:id/save`. Without a title it is named after emotion and take. */
export const saveRenderSchema = z.object({ title: videoTitleSchema.optional() });

/** Body of `PATCH /api/videos/:id`. */
export const renameVideoSchema = z.object({ title: videoTitleSchema });

export const videoSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Address that streams it to its owner. */
  videoUrl: z.string(),
  posterUrl: z.string(),
  /** Address of the file; null where the plan has no download. */
  downloadUrl: z.string().nullable(),
  /** Public page, while it is shared. */
  shareUrl: z.string().nullable(),
  label: emotionLabelSchema,
  take: takeSchema,
  createdAt: instantSchema,
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  durationSeconds: z.number().positive(),
  sizeBytes: z.int().positive(),
});
export type Video = z.infer<typeof videoSchema>;

export const VIDEOS_PER_PAGE = 24;

/** `page` of `GET /api/videos`, also in the address of the page that shows them: text, 1 to 999999. */
export const videosPageTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'page must be a number from 1')
  .transform(Number);

/** Answer of `GET /api/videos?page=` (1 is the first page), newest first. */
export const videosPageSchema = z.object({
  videos: z.array(videoSchema),
  page: z.int().positive(),
  pages: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type VideosPage = z.infer<typeof videosPageSchema>;

/** A share token: 22 characters of base64url, 128 random bits. */
export const shareTokenSchema = z.string().regex(/^[\w-]{22}$/);

/** Answer of `POST /api/videos/:id/share`. A second call answers the same link. */
export const shareSchema = z.object({ token: shareTokenSchema, url: z.url() });
export type Share = z.infer<typeof shareSchema>;

/** Answer of `GET /api/shares/:token`: what the public page shows, nothing of the account. */
export const sharedVideoSchema = z.object({
  title: z.string(),
  label: emotionLabelSchema,
  videoUrl: z.string(),
  posterUrl: z.string(),
  /** Whether its player offers it as a file: what the plan says of downloads holds for what it shares. */
  download: z.boolean(),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  durationSeconds: z.number().positive(),
});
export type SharedVideo = z.infer<typeof sharedVideoSchema>;
