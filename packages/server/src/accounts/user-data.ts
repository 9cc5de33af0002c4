import type { Readable } from 'node:stream';
import type { Video } from '@moodreel/contract';
import type { Transaction } from '../platform/database/database.ts';

/** A file that is kept of a user, under the name that it has in an export. */
export interface KeptFile {
  readonly name: string;
  /** Rejects with `ObjectMissing` where it was deleted since. */
  readonly open: () => Promise<Readable>;
}

/** What was asked of films, and what lies in the storage for it. */
export interface KeptRenders {
  readonly records: readonly object[];
  readonly files: readonly KeptFile[];
  /** When films were asked for that count from a former account of the same address. */
  readonly spentBefore: readonly Date[];
}

/** What renders and videos offer to accounts and named calls. */
export interface UserData {
  readonly isAllowedToSave: (userId: string) => Promise<boolean>;
  readonly listVideos: (userId: string) => Promise<readonly Video[]>;
  /** Throws `not_found` unless the video is the user's own. */
  readonly deleteVideo: (userId: string, videoId: string) => Promise<void>;
  readonly openFilm: (userId: string, videoId: string) => Promise<Readable>;
  /** Renders as they are exported: newest first, with films that were not saved, and pictures. */
  readonly exportRenders: (userId: string) => Promise<KeptRenders>;
  /** Counts for a new account what its address has used up before. */
  readonly takeOverSpent: (tx: Transaction, userId: string, email: string) => Promise<void>;
  /** Removes everything of a user; files follow after the transaction. */
  readonly forgetUser: (tx: Transaction, userId: string) => Promise<void>;
}
