import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Faces, PREVIEW_START } from '@moodreel/contract';
import { AppError } from '../http/app-error.ts';
import { isDiskTrouble } from '../platform/disk-trouble.ts';
import { FairTurns, type Taker } from './fair-turns.ts';
import { FilmRefused, FilmWorker, WorkerLost } from './film-worker.ts';

/** Pictures that wait for the one face finder of this process, with the one in work. */
const LIMITS = { ofAll: 16, ofUser: 2, ofNetwork: 12 };

const LOST =
  'This picture could not be looked at: that took too long, or broke off. Save it again as a JPEG, or use another one.';

/** How the process ended that looked at a picture, if that is why it was refused. */
export function lossBehind(error: unknown): WorkerLost | undefined {
  return error instanceof AppError && error.cause instanceof WorkerLost ? error.cause : undefined;
}

/** Finds faces in uploaded pictures, in a child process of its own beside the film workers. */
export class FaceFinder {
  readonly #worker: FilmWorker;
  readonly #workFolder: string;
  readonly #turns = new FairTurns(LIMITS);

  constructor(workFolder: string, entry?: string) {
    this.#workFolder = workFolder;
    this.#worker = new FilmWorker(entry === undefined ? {} : { entry });
  }

  /**
   * Writes a picture to a file, in which it waits for its turn: no limit would count it in memory any
   * more. The caller removes the file. Throws `unavailable` where the disk does not take it.
   */
  async putDown(bytes: Uint8Array): Promise<string> {
    const pictureFile = join(this.#workFolder, `faces-${randomUUID()}`);
    try {
      await mkdir(this.#workFolder, { recursive: true, mode: 0o700 });
      await writeFile(pictureFile, bytes, { mode: 0o600 });
    } catch (error) {
      await rm(pictureFile, { force: true });
      throw isDiskTrouble(error) ? new AppError('unavailable', undefined, { cause: error }) : error;
    }
    return pictureFile;
  }

  /**
   * Throws `AppError` with the engine's code, `too_many_requests` when two of the user's pictures wait
   * already, or twelve of their network, or `unavailable` when too many of all do. Who leaves, by the signal, waits no longer for
   * a turn; the answer of a search that has begun is dropped when it comes.
   */
  async find(taker: Taker, pictureFile: string, signal: AbortSignal): Promise<Faces> {
    return await this.#turns.take(taker, signal, () => this.#run(pictureFile, signal));
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #run(pictureFile: string, signal: AbortSignal): Promise<Faces> {
    try {
      // Never broken off: the engine hears of it too late, and its process would be killed, which all
      // who wait need with its models loaded.
      const answer = await this.#worker.run({ type: 'faces', pictureFile });
      signal.throwIfAborted();
      if (answer.type !== 'faces') throw new Error(`the worker answered with ${answer.type}`);
      const { faces, preview, ...others } = answer.faces;
      // In the answer itself and nowhere else: only who sent the picture sees it, and nothing is
      // left of it to be deleted.
      const shown = preview && { preview: PREVIEW_START + Buffer.from(preview).toString('base64') };
      return { ...others, faces: [...faces], ...shown };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FilmRefused) throw new AppError(error.code, error.message);
      if (error instanceof WorkerLost) {
        throw new AppError('broken_image', LOST, { cause: error });
      }
      throw error;
    }
  }
}
