import type { Readable } from 'node:stream';
import type { Video } from '@moodreel/contract';
import type { Transaction } from '../platform/database/database.ts';

/** What renders and videos offer to accounts and named calls. */
export interface UserData {
  readonly isAllowedToSave: (userId: string) => Promise<boolean>;
  readonly listVideos: (userId: string) => Promise<readonly Video[]>;
  /** Throws `not_found` unless the video is the user's own. */
  readonly deleteVideo: (userId: string, videoId: string) => Promise<void>;
  readonly openFilm: (userId: string, videoId: string) => Promise<Readable>;
  /** Removes everything of a user; files follow after the transaction. */
  readonly forgetUser: (tx: Transaction, userId: string) => Promise<void>;
}
