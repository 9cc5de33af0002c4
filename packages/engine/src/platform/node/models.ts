import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ATTENTION_TENSORS } from '../../face/attention-regions.ts';
import { cutModel } from '../../face/cut-model.ts';
import type { ModelName } from '../../face/face.ts';
import { type HaarCascade, parseHaarCascade } from '../../face/haar-cascade.ts';

const require = createRequire(import.meta.url);

/** Weights inside a pinned npm package. */
interface WeightSource {
  readonly packageName: string;
  readonly file: string;
  /** First byte, and the first byte after it. */
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
}

const PACKED_ASSETS = 'face_mesh_solution_packed_assets.data';

const SOURCES = {
  'detector-short': {
    packageName: '@mediapipe/face_mesh',
    file: PACKED_ASSETS,
    start: 3_757_224,
    end: 3_986_256,
    sha256: '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633',
  },
  'detector-full': {
    packageName: '@mediapipe/face_detection',
    file: 'face_detection_full_range.tflite',
    start: 0,
    end: 1_083_984,
    sha256: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
  },
  'mesh-attention': {
    packageName: '@mediapipe/face_mesh',
    file: PACKED_ASSETS,
    start: 0,
    end: 2_495_952,
    sha256: '883b7411747bac657c30c462d305d312e9dec6adbf8b85e2f5d8d722fca9455d',
  },
  'person-mask': {
    packageName: '@mediapipe/selfie_segmentation',
    file: 'selfie_segmentation.tflite',
    start: 0,
    end: 249_024,
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
  },
  'canonical-mesh': {
    packageName: '@mediapipe/face_mesh',
    file: PACKED_ASSETS,
    start: 3_737_848,
    end: 3_757_224,
    sha256: 'bdbcda96dfcb7da883da124aaa2c55dee49770d934f0fcc71747f8c21bdc75b4',
  },
} as const satisfies Record<string, WeightSource>;

export type WeightName = keyof typeof SOURCES;

/**
 * Weights out of the installed packages, checked to be the very bytes that the engine was made
 * for.
 *
 * @throws Error when the package is another version than the lockfile's
 */
export async function readWeights(name: WeightName): Promise<Uint8Array> {
  const { packageName, file, start, end, sha256 } = SOURCES[name];
  const path = join(packageFolder(packageName), file);
  const bytes = new Uint8Array(await readFile(path)).slice(start, end);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) {
    throw new Error(
      `The weights "${name}" in ${path} are not the expected ones (SHA-256 ${found}, wanted ` +
        `${sha256}). Run "npm ci" to install the pinned version of ${packageName}.`,
    );
  }
  return bytes;
}

/** The bytes of the .tflite file of one network. */
export async function readModel(name: ModelName): Promise<Uint8Array> {
  switch (name) {
    case 'mesh-attention-a':
    case 'mesh-attention-b': {
      const part = ATTENTION_TENSORS[name === 'mesh-attention-a' ? 'a' : 'b'];
      return cutModel(await readWeights('mesh-attention'), part.inputs, part.outputs);
    }
    case 'beings':
      return readFetched('beings');
    default:
      return readWeights(name);
  }
}

const FETCHED = new URL('../../../../../node_modules/.moodreel/weights/', import.meta.url);

/**
 * Weights whose packages cannot be dependencies, or are too large to be: set-up fetches the parts that
 * are wanted (scripts/fetch-weights.mjs).
 *
 * @throws Error when they are missing or others than the pinned ones
 */
async function readFetched(name: 'cat-cascade' | 'beings'): Promise<Uint8Array> {
  const list = await readFile(new URL('fetched-weights.json', import.meta.url), 'utf8');
  const { package: packageName, sha256 } = JSON.parse(list)[name];
  const path = fileURLToPath(new URL(name, FETCHED));
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return new Uint8Array();
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) {
    throw new Error(
      `The weights in ${path} are missing or not those of ${packageName} (SHA-256 ${found}, ` +
        `wanted ${sha256}). Run "node scripts/ready.mjs engine" to fetch them.`,
    );
  }
  return new Uint8Array(bytes);
}

/** The cascade that knows cats' faces. */
export async function readCatCascade(): Promise<HaarCascade> {
  return parseHaarCascade(new TextDecoder().decode(await readFetched('cat-cascade')));
}

/** The folder of an installed package, wherever npm put it. */
export function packageFolder(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}
