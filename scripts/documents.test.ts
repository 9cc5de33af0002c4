import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** All that is written by hand here, with the folders it lies in; relative to the root, with `/`. */
const PLACES = globSync(['*', '.*', '{.ci,bench,docs,e2e,packages,samples,scripts}/**'], {
  cwd: root,
  exclude: (name) =>
    ['node_modules', 'dist', 'build', 'artefacts', 'data', '.git'].includes(basename(name)),
}).map((name) => name.replaceAll('\\', '/'));
const DOCUMENTS = PLACES.filter((name) => name.endsWith('.md'));
const SOURCES = PLACES.filter(
  (name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name),
);

/** Whether some file or folder has this path, or one that ends so: documents leave out where it is clear. */
function isThere(path: string): boolean {
  return PLACES.some((place) => place === path || place.endsWith(`/${path}`));
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): readonly string[] {
  return [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function deadLinks(document: string): readonly string[] {
  return [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .filter((target) => {
      const [path, anchor] = target.split('#');
      const file = path
        ? join(dirname(document), path).replaceAll('\\', '/').replace(/\/$/, '')
        : document;
      if (!PLACES.includes(file)) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
}

/** What stands for names that vary, or for a kind of files. */
const NO_FILES = ['file.ts', 'x.test.ts', 'docs/decisions/NNNN-title.md'];

/** The files and folders that a document names, as their paths in this repository. */
function namedPlaces(document: string): readonly string[] {
  // Links have a test of their own.
  const text = read(document).replace(/\]\([^)\s]+\)/g, ']');
  const files = text.matchAll(
    /(?<![\w/.:@*-])[\w@][\w.@-]*(?:\/[\w.@-]+)*\.(?:tsx?|m[jt]s|cjs|css|json|md)\b/g,
  );
  const folders = text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*)\/`/g);
  // spec-coverage.md names tests of the browser without their ends.
  const journeys = text.matchAll(/\be2e\/[\w-]+(?![\w/.-])/g);
  return [
    ...[...files].map(([name]) => name),
    ...[...folders].map(([, name = '']) => name),
    ...[...journeys].map(([name]) => `${name}.test.ts`),
  ]
    .filter((name) => !NO_FILES.includes(name))
    .map((name) => name.replace(/^[WSC](?=\/)/, (part) => SHORT[part] ?? part));
}
const SHORT: Readonly<Record<string, string>> = {
  W: 'packages/web/src',
  S: 'packages/server/src',
  C: 'packages/contract/src',
};

test.each(DOCUMENTS)('%s: links lead somewhere, and files that it names are there', (document) => {
  expect(deadLinks(document)).toEqual([]);
  expect(namedPlaces(document).filter((name) => !isThere(name))).toEqual([]);
});

test('commands that documents name are there', () => {
  const scripts = PLACES.filter((name) => basename(name) === 'package.json').flatMap((name) =>
    Object.keys((JSON.parse(read(name)) as { scripts?: object }).scripts ?? {}),
  );
  const named = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:-\S+ )*([\w-]+)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test('settings and constants that documents name are there', () => {
  const code = [...SOURCES, '.env.example'].map(read).join('\n');
  const known = new Set(code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));
  const unknown = DOCUMENTS.flatMap((document) =>
    (read(document).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []).filter(
      (name) => !known.has(name),
    ),
  );
  expect(unknown).toEqual([]);
});

test('the list of decisions has each of them, under its own title', () => {
  const list = read('docs/decisions/README.md');
  const files = PLACES.filter((name) => /^docs\/decisions\/\d{4}-.*\.md$/.test(name));
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const [, number, title] = /^# (\d{4}): (.*)\n/.exec(read(file)) ?? [];
    expect(basename(file).startsWith(`${number}-`), file).toBe(true);
    const isReplaced = /^Superseded by /m.test(read(file));
    const line = `| [${number}](${basename(file)}) | ${title} ${isReplaced ? '(superseded' : '|'}`;
    expect(list).toContain(line);
  }
});

/** What PostgreSQL, Stripe and a process's end say, and what is put together of parts. */
const SAID_BY_OTHERS = [
  'canceling statement due to statement timeout',
  'no space left on device',
  'No signatures found',
  'Timestamp outside the tolerance zone',
  'Cannot use the bucket …',
  'ended by SIGKILL',
];

test('troubleshooting.md has every warning and error of the server, and none that is not told', () => {
  const told = [...read('docs/troubleshooting.md').matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => text.split(' ').length > 2 && !/^(npm|curl) /.test(text));
  const sources = SOURCES.filter((name) => name.startsWith('packages/server/src/')).map((name) =>
    joinTexts(read(name)),
  );
  const code = sources.join('\n');
  const unknown = told.filter(
    (text) =>
      !SAID_BY_OTHERS.includes(text) &&
      !text.split('…').every((part) => code.includes(part.trim())),
  );
  expect(unknown).toEqual([]);

  const logged = sources.flatMap(listMessages);
  expect(logged.length).toBeGreaterThan(30);
  const begins = told.map((text) => text.split('…')[0]?.trim()).filter(Boolean);
  const untold = logged.filter(
    (message) => !begins.some((begin) => message.startsWith(`${begin}`)),
  );
  expect(untold).toEqual([]);
});

/** Source whose texts stand in one piece, also those that are written as a sum. */
function joinTexts(source: string): string {
  return source.replace(/['`]\s*\+\s*['`]/g, '').replace(/\s+/g, ' ');
}

/** What a source tells the log as a warning or an error, in texts or in constants of its own. */
function listMessages(source: string): readonly string[] {
  const calls = source.matchAll(/(?:\.(?:warn|error|fatal)|\bwarnSparingly)\(([^;]*)/g);
  return [...calls].flatMap(([, given = '']) => {
    const constants = (given.match(/\b[A-Z][A-Z_]+\b/g) ?? []).map(
      (name) => new RegExp(`\\b${name} = ['\`]([^'\`]+)`).exec(source)?.[1] ?? '',
    );
    const texts = [...given.matchAll(/'([^']+)'/g)].map(([, text = '']) => text);
    return [...texts, ...constants].filter((text) => text.split(' ').length > 2);
  });
}
