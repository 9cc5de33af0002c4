import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  fork,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFacelessPicture } from '../../../../test/support/faceless-picture.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../../samples');
const PHOTO = join(SAMPLES, 'photo-astronaut-smiling.png');
const SHORT = ['--seconds', '2', '--fps', '10', '--size', '256'];

const HOST = join(import.meta.dirname, '../../../../test/support/command-host.ts');

let folder: string;
let host: ChildProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-cli-'));
  await writeFacelessPicture(join(folder, 'faceless.png'));
  host = fork(HOST, { env: environment() });
});
afterAll(async () => {
  host.disconnect();
  await once(host, 'exit');
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Command = 'animate' | 'sheet';

/** In the process that all have in common. */
async function run(command: Command, ...args: string[]): Promise<Ended> {
  const ended = once(host, 'message');
  host.send({ command, args });
  return (await ended)[0];
}

/** In a process of its own, as a terminal starts it. */
function runAlone(command: Command, ...args: string[]): Promise<Ended> {
  return outcome(start(command, ...args));
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, INIT_CWD: folder };
}

function start(command: Command, ...args: string[]): ChildProcessWithoutNullStreams {
  const file = join(import.meta.dirname, `${command}.ts`);
  return spawn(process.execPath, [file, ...args], { env: environment() });
}

function outcome(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

describe('animate', () => {
  it('makes a film where it was called and prints its path', async () => {
    const { status, stdout, stderr } = await runAlone('animate', PHOTO, 'Surprise', ...SHORT);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const path = join(folder, 'photo-astronaut-smiling-surprise.mp4');
    expect(stdout).toBe(`${path}\n`);
    expect((await stat(path)).size).toBeGreaterThan(2000);
  });

  it('makes all six films of a label list and reports each in a line of JSON', async () => {
    const out = join(folder, 'six');
    const { status, stdout } = await run('animate', PHOTO, 'all', '--out', out, '--json', ...SHORT);
    expect(status).toBe(0);
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.map(({ made }) => made.emotion)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(reports[2]).toMatchObject({
      emotionName: 'sad',
      made: { codec: 'h264', frameCount: 20, seconds: 2 },
      found: { faceCount: 1, style: 'photo' },
    });
    expect(reports[0].timesMs.total).toBeGreaterThan(0);
    expect(await readdir(out)).toHaveLength(6);
  });

  it.each([
    ['a picture without a face', run, 'faceless.png', /No face.*three points/],
    ['a file that is no picture', run, join(SAMPLES, 'CREDITS.md'), /not a picture/],
    ['a file that does not exist', runAlone, 'nowhere.png', /nowhere\.png/],
  ])('refuses %s in one line, status 1', async (_, runHow, picture, message) => {
    const { status, stdout, stderr } = await runHow('animate', picture, '0', ...SHORT);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('refuses settings out of their range, status 1', async () => {
    const { status, stderr } = await run('animate', PHOTO, '0', '--seconds', '60');
    expect([status, stderr]).toEqual([1, 'The length in seconds must be a number from 2 to 8.\n']);
  });

  it('puts film and poster by their own names into folders', async () => {
    const own = await mkdtemp(join(folder, 'own.v2-'));
    const options = ['--out', own, '--poster', `${own}/posters.v2/`, ...SHORT];
    const { status, stdout } = await run('animate', PHOTO, '0', ...options);
    const film = join(own, 'photo-astronaut-smiling-happy.mp4');
    expect([status, stdout]).toEqual([0, `${film}\n`]);
    const poster = join(own, 'posters.v2', 'photo-astronaut-smiling-happy.jpg');
    for (const path of [film, poster]) expect((await stat(path)).size).toBeGreaterThan(2000);
  });

  it('leaves the picture as it is when --out or --poster names it, status 2', async () => {
    const picture = join(folder, 'own.png');
    await copyFile(PHOTO, picture);
    const before = await readFile(picture);
    for (const option of ['--out', '--poster']) {
      const { status, stdout, stderr } = await run('animate', picture, '0', option, picture);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${option} would write over ${picture}, which is to be read.`);
    }
    expect((await readFile(picture)).equals(before)).toBe(true);
  });

  it('names the word that is one too many, status 2', async () => {
    const { status, stderr } = await runAlone('animate', 'my', 'pic.jpg', 'happy');
    expect(status).toBe(2);
    expect(stderr).toContain('"happy" is one word too many. Put quotes around');
  });

  it.each([[[PHOTO, 'bored']], [[PHOTO, '0', '--unknown']]])(
    'explains its usage, status 2: %j',
    async (args) => {
      const { status, stdout, stderr } = await run('animate', ...args);
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/\nUsage: npm run animate/);
    },
  );
});

describe('sheet', () => {
  it('shows the source and the chosen emotions of every picture', async () => {
    const out = join(folder, 'sheet.png');
    const { status, stdout, stderr } = await run(
      'sheet',
      PHOTO,
      'faceless.png',
      '--out',
      out,
      '--emotion',
      'happy,2',
      '--size',
      '256',
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`${out}\n`);
    expect(stderr).toMatch(/^faceless\.png: No face/);
    const { data, info } = await sharp(out).raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThanOrEqual(3 * 256);
    // The columns hold different pictures: source and happy differ where the mouth is enlarged.
    const column = (left: number) => {
      const sums: number[] = [];
      for (let y = 60; y < 500; y++) sums.push(data[(y * info.width + left + 128) * 3]!);
      return sums;
    };
    expect(column(6)).not.toEqual(column(6 + 262));
  });

  it('is broken off by Ctrl-C, status 130, also while it draws its last picture', async () => {
    const out = join(folder, 'broken-off.png');
    const child = start('sheet', 'faceless.png', PHOTO, '--out', out, '--size', '256');
    // The first picture is done with, the second is begun.
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { status, stdout, stderr } = await outcome(child);
    expect([status, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/^faceless\.png: .*\n$/);
    await expect(stat(out)).rejects.toThrow('ENOENT');
  });

  it('shows a film as a strip', async () => {
    const out = join(folder, 'strip.png');
    const { status } = await run(
      'sheet',
      ...[PHOTO, '--strip', 'fear', '--frames', '4', '--out', out, '--size', '256'],
    );
    expect(status).toBe(0);
    const { width } = await sharp(out).metadata();
    expect(width).toBeGreaterThanOrEqual(6 + 4 * 262);
  });

  it('refuses a folder as --out before it draws, status 2', async () => {
    const { status, stdout, stderr } = await runAlone('sheet', PHOTO, '--out', folder);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`--out needs a file, and ${folder} is a folder.\n`);
  });

  it('writes over nothing that it reads, status 2', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    for (const name of ['a', 'b']) {
      await mkdir(join(own, name));
      await writeFacelessPicture(join(own, name, 'c.png'));
    }
    const [a, b] = [join(own, 'a'), join(own, 'b')];
    const [inA, inB] = [join(a, 'c.png'), join(b, 'c.png')];
    const points = join(own, 'points.json');
    await writeFile(points, '{}');
    for (const [out, ...words] of [
      [inA, inA],
      [inA, a],
      [points, a, '--points-file', points],
      [inA, a, '--compare', b],
      [inB, a, '--compare', b],
    ] as const) {
      const { status, stdout, stderr } = await run('sheet', ...words, '--out', out);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`--out would write over ${out}, which is to be read.`);
    }
    expect(await readFile(points, 'utf8')).toBe('{}');
  });

  it.each([
    [
      'a format that is none',
      ['--out', 's.bmp'],
      /A sheet is a PNG, JPEG or WebP file.*s\.bmp is not/,
    ],
    [
      'more than the format holds',
      ['--out', 's.webp', '--strip', 'fear', '--frames', '60', '--wide'],
      /can come to 31086 × \d+ pixels, and a WebP file holds 16383 a side/,
    ],
    ['a place in a file', ['--out', 'faceless.png/s.png'], /--out needs a folder to be in/],
    ['no points', ['--out', 's.png', '--points-file', 'null.json'], /--points-file .* must hold/],
  ])('refuses %s in one sentence before it draws, status 2', async (_, options, message) => {
    await writeFile(join(folder, 'null.json'), 'null');
    const { status, stdout, stderr } = await run('sheet', 'faceless.png', ...options);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.indexOf('\nUsage:')).toBe(stderr.indexOf('\n'));
    expect(stderr).not.toContain('No face');
  });

  it('takes pictures by whatever name, and ends with status 1 where it has nothing to show', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    for (const name of ['scan', 'photo.jfif']) {
      await writeFile(join(own, name), 'no picture');
    }
    const out = join(own, 'sheet.png');
    const options = ['--out', out, '--emotion', 'sad', '--size', '256'];
    const pictures = [join(own, 'scan'), join(own, 'photo.jfif')];
    const refused = await run('sheet', ...pictures, ...options);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^scan: This file is not.*\nphoto\.jfif: This file is not.*\nThere is no sheet.*\n$/,
    );
    await expect(stat(out)).rejects.toThrow('ENOENT');
    await copyFile(PHOTO, join(own, 'scan'));
    const done = await run('sheet', join(own, 'scan'), ...options);
    expect(done).toEqual({ status: 0, stdout: `${out}\n`, stderr: '' });
    const missing = await run('sheet', join(own, 'none.png'), ...options);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain(`There is no picture or folder ${join(own, 'none.png')}`);
  });

  it('compares two folders and no more', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    for (const name of ['a', 'b']) {
      await mkdir(join(own, name));
      await writeFacelessPicture(join(own, name, 'c.png'));
      await writeFile(join(own, name, 'd.png'), 'no picture');
    }
    const out = join(own, 'compared.png');
    const [a, b] = [join(own, 'a'), join(own, 'b')];
    const done = await run('sheet', a, '--compare', b, '--out', out);
    expect([done.status, done.stdout]).toEqual([0, `${out}\n`]);
    expect(done.stderr).toMatch(/^a\/d\.png: This file is not.*\nb\/d\.png: This file is not.*\n$/);
    expect((await sharp(out).metadata()).width).toBeGreaterThanOrEqual(6 + 3 * 262);
    const refused = await run('sheet', a, a, '--compare', b, '--out', out);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`"${a}" is one too many.`);
  });

  it('explains its usage, status 2', async () => {
    const { status, stderr } = await run('sheet', SAMPLES);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Usage: npm run sheet/);
  });
});
