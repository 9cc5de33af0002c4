import { existsSync } from 'node:fs';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decoder, Demuxer } from 'node-av';
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTypeScriptKernels } from '../../render/kernels/kernels-reference.ts';
import { drawFilm } from '../../video/draw-film.ts';
import { openFilm } from './encode-film.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-film-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Film whose red rises frame by frame: 100, 102, 104… */
async function write(widthPx: number, heightPx: number, frameCount: number, frameRateHz: number) {
  const path = join(folder, 'film.mp4');
  const kernels = createTypeScriptKernels(widthPx, heightPx);
  let drawn = 0;
  const film = { widthPx, heightPx, frameRateHz };
  await drawFilm({
    frameCount,
    frameRateHz,
    sink: await openFilm(path, film),
    clockMs: () => 0,
    drawFrame(timeSeconds) {
      expect(timeSeconds).toBeCloseTo(drawn / frameRateHz, 9);
      for (let i = 0; i < widthPx * heightPx; i++) {
        kernels.frame.set([100 + 2 * drawn, 90, 60, 255], 4 * i);
      }
      drawn += 1;
      return kernels.toI420();
    },
  });
  return { path, lastColour: kernels.toI420() };
}

/** Boxes at the top of an mp4 file, in their order. */
function topBoxes(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
  }
  return names;
}

async function decodeAll(path: string) {
  await using input = await Demuxer.open(path);
  const stream = input.streams[0]!;
  using decoder = await Decoder.create(stream);
  const times: number[] = [];
  let last: Uint8Array = new Uint8Array();
  for await (const frame of decoder.frames(input.packets(0))) {
    if (!frame) continue;
    times.push((Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den);
    last = frame.toBuffer();
    expect(frame.colorSpace).toBe(AVCOL_SPC_BT709);
    frame.free();
  }
  return { times, last };
}

describe('openFilm', () => {
  it.each([
    [98, 64, 12, 30],
    [256, 182, 25, 12],
    [64, 64, 1, 60],
  ])('writes %s × %s, %s frames at %s Hz, as a tagged H.264 mp4', async (w, h, count, rate) => {
    const { path } = await write(w, h, count, rate);
    await using input = await Demuxer.open(path);
    expect(input.streams).toHaveLength(1);
    const { codecpar } = input.streams[0]!;
    expect([codecpar.codecTagString, codecpar.width, codecpar.height]).toEqual(['avc1', w, h]);
    expect(codecpar.format).toBe(AV_PIX_FMT_YUV420P);
    expect([codecpar.colorRange, codecpar.colorSpace]).toEqual([AVCOL_RANGE_MPEG, AVCOL_SPC_BT709]);
    expect(codecpar.colorPrimaries).toBe(AVCOL_PRI_BT709);
    expect(codecpar.colorTrc).toBe(AVCOL_TRC_BT709);
    expect(input.streams[0]!.nbFrames).toBe(BigInt(count));
    expect(input.duration).toBeCloseTo(count / rate, 2);
  });

  it('keeps every frame, at its time, in its colour', async () => {
    const { path, lastColour } = await write(98, 64, 40, 25);
    const { times, last } = await decodeAll(path);
    expect(times).toHaveLength(40);
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(index / 25, 4);
    expect(last.length).toBe(lastColour.length);
    for (const at of [0, 98 * 64 - 1, 98 * 64, last.length - 1]) {
      expect(Math.abs(last[at]! - lastColour[at]!)).toBeLessThanOrEqual(1);
    }
  });

  it('puts the index in front, names no software and leaves no other file', async () => {
    const { path } = await write(64, 64, 10, 30);
    const bytes = await readFile(path);
    const boxes = topBoxes(bytes);
    expect(boxes).toContain('moov');
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(bytes.includes('Lavf')).toBe(false);
    expect(await readdir(folder)).toEqual(['film.mp4']);
  });

  it('writes the same bytes for the same frames', async () => {
    const first = await readFile((await write(98, 64, 20, 30)).path);
    for (let again = 0; again < 8; again++) {
      const next = await readFile((await write(98, 64, 20, 30)).path);
      expect(next.equals(first)).toBe(true);
    }
  });

  it('leaves nothing behind when it is cancelled or the drawing fails', async () => {
    const size = { widthPx: 64, heightPx: 64, frameRateHz: 30 };
    const black = createTypeScriptKernels(64, 64);
    const controller = new AbortController();
    const film = {
      frameCount: 30,
      frameRateHz: 30,
      clockMs: () => 0,
      drawFrame: () => black.toI420(),
    };
    await expect(
      drawFilm({
        ...film,
        sink: await openFilm(join(folder, 'a.mp4'), size),
        signal: controller.signal,
        onFrame: (done) => {
          if (done === 5) controller.abort();
        },
      }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    let drawn = 0;
    await expect(
      drawFilm({
        ...film,
        sink: await openFilm(join(folder, 'b.mp4'), size),
        drawFrame: () => {
          drawn += 1;
          if (drawn > 3) throw new Error('no more');
          return black.toI420();
        },
      }),
    ).rejects.toThrow('no more');
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves nothing behind when a folder has the name of the film', async () => {
    await mkdir(join(folder, 'film.mp4'));
    await expect(write(64, 64, 2, 30)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(folder)).toEqual(['film.mp4']);
  });

  it('is put where a link of its name leads', async () => {
    await mkdir(join(folder, 'films'));
    await writeFile(join(folder, 'films', 'older.mp4'), 'an older film');
    await symlink(join('films', 'older.mp4'), join(folder, 'film.mp4'));
    await write(64, 64, 2, 30);
    expect((await lstat(join(folder, 'film.mp4'))).isSymbolicLink()).toBe(true);
    expect(topBoxes(await readFile(join(folder, 'films', 'older.mp4')))).toContain('moov');
    expect(await readdir(join(folder, 'films'))).toEqual(['older.mp4']);
  });

  // The places of sockets on Windows are not files.
  it.skipIf(process.platform === 'win32')('takes the place of no device', async () => {
    const path = join(folder, 'film.mp4');
    const server = await new Promise<Server>((resolve) => {
      const listening = createServer().listen(path, () => resolve(listening));
    });
    try {
      await expect(write(64, 64, 2, 30)).rejects.toThrow(/film\.mp4 is a device/);
      expect((await lstat(path)).isSocket()).toBe(true);
      expect(await readdir(folder)).toEqual(['film.mp4']);
    } finally {
      server.close();
    }
  });

  it('says so when the folder does not exist', async () => {
    const nowhere = join(folder, 'missing', 'film.mp4');
    const size = { widthPx: 64, heightPx: 64, frameRateHz: 30 };
    await expect(openFilm(nowhere, size)).rejects.toThrow(/No such file/);
  });

  it.runIf(existsSync('/dev/full'))('leaves nothing open or behind on a full disk', async () => {
    await symlink('/dev/full', join(folder, 'film.mp4.part'));
    const size = { widthPx: 64, heightPx: 64, frameRateHz: 30 };
    await expect(openFilm(join(folder, 'film.mp4'), size)).rejects.toThrow(/No space left/);
    expect(await readdir(folder)).toEqual([]);
    const open = await readdir('/proc/self/fd');
    const files = open.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => 'closed'));
    expect(await Promise.all(files)).not.toContain('/dev/full');
  });
});
