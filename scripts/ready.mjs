// Makes a checkout ready to run: installs what the lockfile names when node_modules differs
// from it, then builds what is older than its sources. Plain JavaScript without dependencies,
// because on a fresh clone it runs under whatever Node (20 or newer) the host has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchWeights } from './fetch-weights.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const goal = process.argv[2] ?? 'start';
const stampDir = join(root, 'node_modules', '.moodreel');

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Moodreel needs Node 20 or newer; this is ${process.version}. See https://nodejs.org.`);
}
installIfStale();
try {
  fetchWeights(root, (args) => npm(args, process.execPath, ['ignore', 'ignore', 'inherit']));
} catch (error) {
  fail(`${error instanceof Error ? error.message : error} The registry gave another package.`);
}
const node = runtimePath();
buildIfStale(
  'kernels',
  ['packages/engine/kernels'],
  ['scripts/build-kernels.ts'],
  'packages/engine/kernels/build/kernels.wasm',
);
// `npm test` builds it itself, beside its checks.
if (goal === 'start' || goal === 'build') {
  buildIfStale(
    'web',
    [
      'packages/web',
      'packages/contract/src',
      'packages/engine/src',
      'packages/engine/kernels',
      'samples',
    ],
    ['scripts/build-web.ts', 'scripts/sample-films.ts'],
    'packages/web/dist/index.html',
  );
}

/** Runs `npm ci` when the lockfile or the platform is not the one that node_modules was made for. */
function installIfStale() {
  const wanted = digest([
    readFileSync(join(root, 'package-lock.json')),
    `${process.platform}-${process.arch}`,
  ]);
  if (readStamp('install') === wanted) return;
  say('Installing packages (once; this takes a minute or so)…');
  // What builds is needed to run, also where NODE_ENV=production would leave it out.
  npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  // npm under an older Node skips optional packages whose `engines` ask for a newer one.
  // Under the Node that was just installed it puts them in.
  if (Number(process.versions.node.split('.')[0]) < 24) {
    const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--no-save'];
    npm(['install', ...options], runtimePath());
  }
  writeStamp('install', wanted);
}

/** Runs a build script when any of its sources changed since it last succeeded, or `made` is gone. */
function buildIfStale(name, sources, scripts, made) {
  if (!existsSync(join(root, scripts[0]))) return;
  const files = [
    ...scripts,
    'package-lock.json',
    ...sources.flatMap((folder) => filesBelow(folder)),
  ];
  const wanted = digest(
    files.map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${file}:${size}:${mtimeMs}`;
    }),
  );
  if (readStamp(name) === wanted && existsSync(join(root, made))) return;
  say(`Building ${name}…`);
  const done = spawnSync(node, [join(root, scripts[0])], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) fail(`Building ${name} failed; the lines above say why.`);
  writeStamp(name, wanted);
}

/** The Node that the lockfile pins; the `node` package puts it beside the other binaries. */
function runtimePath() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', 'node', 'bin', name);
  return existsSync(pinned) ? pinned : process.execPath;
}

function npm(args, nodePath = process.execPath, stdio = 'inherit') {
  const cli = process.env.npm_execpath;
  const done = cli
    ? spawnSync(nodePath, [cli, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
  if (done.status !== 0) {
    fail('Installing failed. Check the connection to the npm registry and run the command again.');
  }
}

function filesBelow(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'build'].includes(entry.name)) return [];
    const child = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(child) : [child];
  });
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function readStamp(name) {
  const file = join(stampDir, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeStamp(name, value) {
  mkdirSync(stampDir, { recursive: true });
  writeFileSync(join(stampDir, name), value);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
