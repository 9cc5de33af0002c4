import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareDataFolder } from '../../config/data-folder.ts';
import { makeFileOnce } from '../make-file-once.ts';
import { canReach, chooseAccount, type SystemAccount } from './account.ts';

/** The folders and files of one embedded database. */
export interface PostgresHome {
  readonly folder: string;
  readonly cluster: string;
  readonly sockets: string;
  readonly log: string;
  readonly ownerFile: string;
  /** Names the port that a server on 127.0.0.1 had last. */
  readonly portFile: string;
  readonly binaries: string;
  readonly password: string;
  readonly account: SystemAccount | undefined;
}

/** The longest path of a unix socket that every system takes, less `/.s.PGSQL.65535`. */
const SOCKET_FOLDER_LIMIT = 103 - 15;

/**
 * Makes (or finds) `<dataDir>/postgres`. When we are root and the unprivileged account cannot
 * reach that place (a DATA_DIR below /root, say), the folder lies in /var/lib/moodreel and
 * `<dataDir>/postgres` is a link to it. Throws a sentence where such a link leads nowhere.
 */
export function preparePostgresHome(dataDir: string): PostgresHome {
  prepareDataFolder(dataDir, 0o711);
  const wished = join(realpathSync(dataDir), 'postgres');
  refuseIfGone(wished);
  const account = chooseAccount(join(wished, 'cluster'));
  const folder = existsSync(wished) ? realpathSync(wished) : makeHome(wished, account);
  const sockets = makeSocketFolder(folder, account);
  return {
    folder,
    cluster: join(folder, 'cluster'),
    sockets,
    log: join(folder, 'postgres.log'),
    ownerFile: join(folder, 'owner'),
    portFile: join(folder, 'port'),
    binaries: join(folder, 'binaries'),
    password: readOrMakePassword(join(folder, 'password')),
    account,
  };
}

/** A new database in the place of one that is only not mounted, or left in another container, would hide it. */
function refuseIfGone(wished: string): void {
  const isLink = lstatSync(wished, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!isLink || existsSync(wished)) return;
  throw new Error(
    `The database lies in ${readlinkSync(wished)}, as the link ${wished} says, and that folder is gone. ` +
      'Is it mounted, or was it left on another machine? Put it back; or remove the link to begin with an empty database.',
  );
}

function makeHome(wished: string, account: SystemAccount | undefined): string {
  mkdirSync(wished, { recursive: true, mode: 0o700 });
  own(wished, account);
  if (canReach(wished, account)) return wished;
  const elsewhere = join('/var/lib/moodreel', shortHash(wished));
  mkdirSync('/var/lib/moodreel', { recursive: true, mode: 0o711 });
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  own(elsewhere, account);
  // The empty folder gives way to a link; rmdir refuses if anything is in it.
  rmdirSync(wished);
  symlinkSync(elsewhere, wished);
  return elsewhere;
}

function makeSocketFolder(folder: string, account: SystemAccount | undefined): string {
  const inside = join(folder, 'run');
  const place =
    Buffer.byteLength(inside) <= SOCKET_FOLDER_LIMIT
      ? inside
      : join(tmpdir(), `moodreel-${shortHash(resolve(folder))}`);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  own(place, account);
  // In a shared temporary folder somebody else may have made the place first.
  const { uid, mode } = lstatSync(place);
  const wanted = account?.uid ?? process.getuid?.() ?? uid;
  if (process.platform !== 'win32' && (uid !== wanted || (mode & 0o077) !== 0)) {
    throw new Error(`${place} belongs to somebody else; remove it and start again.`);
  }
  return place;
}

function readOrMakePassword(file: string): string {
  makeFileOnce(file, randomBytes(24).toString('base64url'), 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** Gives a file or folder to the account that PostgreSQL runs as, where that is another than ours. */
export function own(path: string, account: SystemAccount | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
