import type {
  EmotionLabel,
  ErrorCode,
  Framing,
  PictureStyle,
  RenderStage,
  RenderState,
} from '@moodreel/contract';
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { instant } from '../platform/database/instant.ts';

/** One generation. The rows stay for the weekly count after their files are gone. */
export const renders = pgTable(
  'renders',
  {
    id: uuid('id').primaryKey(),
    /** Nothing cascades: an account goes by `deleteAccount`, which enters its files for deletion. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The client's own key; a second request with it answers the first one's render. */
    clientKey: text('client_key'),
    label: smallint('label').$type<EmotionLabel>().notNull(),
    settings: jsonb('settings').$type<RenderSettings>().notNull(),
    /** 0 is the first film of these settings; see the contract's takeSchema. */
    take: smallint('take').notNull().default(0),
    state: text('state').$type<RenderState>().notNull(),
    /** Larger goes first. */
    priority: smallint('priority').notNull(),
    /** How often a worker took it up. What a worker writes holds only for its own attempt. */
    attempt: integer('attempt').notNull().default(0),
    /** The process that has it in work, see liveness.ts. */
    holder: integer('holder'),
    stage: text('stage').$type<RenderStage>(),
    framesDone: integer('frames_done').notNull().default(0),
    framesTotal: integer('frames_total').notNull().default(0),
    failureCode: text('failure_code').$type<ErrorCode>(),
    failureMessage: text('failure_message'),
    /** Keys in the storage; null before and after they exist. */
    pictureKey: text('picture_key'),
    filmKey: text('film_key'),
    posterKey: text('poster_key'),
    widthPx: integer('width_px'),
    heightPx: integer('height_px'),
    durationSeconds: doublePrecision('duration_seconds'),
    sizeBytes: integer('size_bytes'),
    videoId: uuid('video_id'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** When the files of an unsaved film go. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('renders_client_key').on(table.userId, table.clientKey),
    index('renders_of_user').on(table.userId, table.createdAt),
    index('renders_waiting')
      .on(table.priority.desc(), table.createdAt, table.id)
      .where(sql`${table.state} = 'queued'`),
    index('renders_running').on(table.holder).where(sql`${table.state} = 'running'`),
    index('renders_expiring').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
  ],
);

/** Renders of the present week whose account is gone: they count for the next one of the same address. */
export const spentRenders = pgTable(
  'spent_renders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Keyed: whoever has only the database cannot find out the address. */
    addressHash: text('address_hash').notNull(),
    /** The account that they count for now; null while there is none. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('spent_renders_of_address').on(table.addressHash),
    index('spent_renders_of_user').on(table.userId),
  ],
);

export type RenderRow = typeof renders.$inferSelect;

/** What a user may choose besides the emotion. */
export interface RenderSettings {
  /** The subject's right eye, left eye, mouth: x,y pairs, px of the picture as it is seen. */
  readonly points?: readonly number[];
  /** Which of the found faces, 0 is the largest. */
  readonly face?: number;
  readonly intensity01?: number;
  readonly framing?: Framing;
  readonly style?: PictureStyle;
  readonly stillHead?: boolean;
}
