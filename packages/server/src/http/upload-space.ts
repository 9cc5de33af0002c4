import { AppError } from './app-error.ts';

/** What all uploads may take up while they are received. */
const LIMIT_BYTES = 192_000_000;
/** The same of those from one network: else who makes four accounts takes all. */
const LIMIT_BYTES_PER_NETWORK = 128_000_000;
/** What those of one user may announce. */
const LIMIT_BYTES_PER_USER = 64_000_000;

let bytesInMemory = 0;
const bytesOfNetworks = new Map<string, number>();
const announcedByUsers = new Map<string, number>();

/** The room of one upload in the memory of this process. */
export interface UploadSpace {
  /**
   * Counts bytes that arrived. Throws `unavailable` when all uploads take up too much, and
   * `too_many_requests` when those from the network do.
   */
  take(bytes: number): void;
  /** Gives all back; once, at the end of the upload. */
  release(): void;
}

/**
 * Begins an upload. What a user announces counts against that user at once, so that one who sends
 * too much hears it early; all users' room is used up only by what has arrived, so that nobody can
 * keep it from the others with a promise. Throws `too_many_requests`.
 */
export function openUploadSpace(
  { userId, network }: { readonly userId: string; readonly network: string },
  announcedBytes: number,
): UploadSpace {
  const ofUser = announcedByUsers.get(userId) ?? 0;
  if (ofUser + announcedBytes > LIMIT_BYTES_PER_USER) {
    throw new AppError('too_many_requests', undefined, { retryAfterSeconds: 5 });
  }
  announcedByUsers.set(userId, ofUser + announcedBytes);
  let taken = 0;
  return {
    take: (bytes) => {
      if (bytesInMemory + bytes > LIMIT_BYTES) {
        const cause = new Error('uploads take up all the memory that is theirs');
        throw new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause });
      }
      const ofNetwork = (bytesOfNetworks.get(network) ?? 0) + bytes;
      if (ofNetwork > LIMIT_BYTES_PER_NETWORK) {
        throw new AppError('too_many_requests', undefined, { retryAfterSeconds: 5 });
      }
      bytesOfNetworks.set(network, ofNetwork);
      bytesInMemory += bytes;
      taken += bytes;
    },
    release: () => {
      bytesInMemory -= taken;
      giveBack(bytesOfNetworks, network, taken);
      giveBack(announcedByUsers, userId, announcedBytes);
    },
  };
}

function giveBack(counts: Map<string, number>, who: string, bytes: number): void {
  const left = (counts.get(who) ?? 0) - bytes;
  if (left > 0) counts.set(who, left);
  else counts.delete(who);
}
