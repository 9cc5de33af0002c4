// npm run backup -- FILE
// npm run restore -- FILE [--replace]
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeFailure, isName, sayUsage } from '../command-line.ts';
import { requireInstallation } from '../config/data-folder.ts';
import { readProcessConfig } from '../config/read-environment.ts';
import '../platform/compile-cache.ts';
import '../platform/drizzle-modules.ts';

const USAGE = 'Usage: npm run backup -- FILE\n       npm run restore -- FILE [--replace]\n';

const [command, ...words] = process.argv.slice(2);
const replace = command === 'restore' && words.includes('--replace');
const [name, ...more] = words.filter((word) => !(replace && word === '--replace'));
const status = sayUsage(USAGE, words, isName(name) && more.length === 0);
try {
  if (status === undefined) process.stdout.write(await run(name ?? ''));
  else process.exitCode = status;
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}

async function run(named: string): Promise<string> {
  const file = resolve(process.env.INIT_CWD ?? '.', named);
  if (command === 'backup' && existsSync(file)) {
    throw new Error(`${file} exists already. Choose another name.`);
  }
  if (command === 'restore' && !existsSync(file)) throw new Error(`There is no file ${file}.`);
  const config = readProcessConfig();
  if (command === 'backup') requireInstallation(config);
  // Loading it takes seconds: not for whoever asks how it is used, or has a name wrong.
  const { openDatabase } = await import('../platform/database/database.ts');
  const { describePlace, openStorage } = await import('../platform/storage/open-storage.ts');
  const { refuseOtherStorage } = await import('../files/own-storage.ts');
  const { backUp } = await import('./backup.ts');
  const { restore } = await import('./restore.ts');
  const asItIs = command === 'backup';
  const database = await openDatabase({ ...config, patient: true, asItIs });
  try {
    const storage = await openStorage(config);
    if (command === 'backup') {
      await refuseOtherStorage(database.db, storage, describePlace(config));
      const { rows, objects, deleted, lost, changed } = await backUp(database.pool, storage, file);
      tellDamage(lost, 'There is no file of');
      tellDamage(changed, 'Another length than they were made have the files of');
      const gone = deleted ? ` (${deleted} were deleted meanwhile)` : '';
      return `Wrote ${rows} rows and ${objects} files${gone} to ${file}\nIt holds personal data and password hashes: keep it safe.\n`;
    }
    const { rows, objects, createdAt, verified } = await restore(
      database.pool,
      storage,
      file,
      replace,
    );
    const doubt = verified
      ? ''
      : 'It has no checksums to compare with: an older version made it.\n';
    return `Restored ${rows} rows and ${objects} files of ${createdAt}\n${doubt}`;
  } finally {
    await database.close();
  }
}

/** The backup is kept: it has all that is there. */
function tellDamage(keys: readonly string[], what: string): void {
  if (keys.length === 0) return;
  process.stderr.write(`${what} these, which the database names:\n${keys.join('\n')}\n`);
  process.exitCode = 1;
}
