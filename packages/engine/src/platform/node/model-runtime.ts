import './without-maglev.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import type { ModelName, ModelRuntime } from '../../face/face.ts';
import { packageFolder, readCatCascade, readModel } from './models.ts';
import { once } from './once.ts';

/** LiteRT's own messages kept for error reports, lines. */
const LOG_LINES_KEPT = 20;

/**
 * LiteRT asks for a WebGPU device whatever it is to run on, and warns on the console where asking
 * fails. This adapter answers that there is none, which is all that LiteRT's CPU needs to know.
 */
const NO_GPU = {
  requestAdapter: async () => ({
    limits: {},
    features: new Set<string>(),
    requestDevice: async () => null,
  }),
};

const shared = once(startRuntime);

/**
 * The networks of the face stage on LiteRT's WASM runtime, on the CPU of this process. LiteRT is
 * global in its realm: all callers of one thread share one runtime. Models are compiled when they
 * are first used and stay warm.
 */
export function createNodeModelRuntime(): Promise<ModelRuntime> {
  return shared();
}

async function startRuntime(): Promise<ModelRuntime> {
  const log: string[] = [];
  await loadRuntime(log);
  const models = new Map<ModelName, () => Promise<CompiledModel>>();
  const compile = (name: ModelName): Promise<CompiledModel> => {
    let model = models.get(name);
    if (!model) {
      model = once(async () => loadAndCompile(await readModel(name), { accelerator: 'wasm' }));
      models.set(name, model);
    }
    return model();
  };
  return {
    catCascade: once(readCatCascade),
    async run(name, inputs) {
      const made: Tensor[] = [];
      try {
        const model = await compile(name);
        const details = model.getInputDetails();
        for (const [i, input] of inputs.entries()) {
          made.push(new Tensor(input, [...details[i]!.shape]));
        }
        const outputs = await model.run(made);
        made.push(...outputs);
        // toTypedArray copies out of the WASM heap.
        return outputs.map((output) => output.toTypedArray() as Float32Array);
      } catch (cause) {
        const said = log.length > 0 ? ` LiteRT said: ${log.join(' | ')}` : '';
        throw new Error(`The model "${name}" failed to run.${said}`, { cause });
      } finally {
        for (const tensor of made) tensor.delete();
      }
    },
  };
}

/**
 * Loads LiteRT's WASM module, which expects a browser's worker: `self`, `importScripts` and
 * `Module` exist while it loads and are taken away again, and so does a GPU that has no device.
 */
async function loadRuntime(log: string[]): Promise<void> {
  const wasmFolder = join(packageFolder('@litertjs/core'), 'wasm');
  const keep = (line: string): void => {
    log.push(line);
    if (log.length > LOG_LINES_KEPT) log.shift();
  };
  const shim: Record<string, unknown> = {
    self: globalThis,
    Module: {
      locateFile: (file: string) => join(wasmFolder, file),
      // LiteRT reports its start on stderr, line by line. The lines are kept for error messages.
      print: keep,
      printErr: keep,
    },
    importScripts: (file: string) => {
      const path = file.startsWith('file:') ? fileURLToPath(file) : file;
      const script = readFileSync(path, 'utf8');
      // The script belongs to CommonJS: it reads its neighbours by `require`.
      const load = runInThisContext(
        `(function (require, __dirname, __filename) {${script}\nreturn ModuleFactory;})`,
        { filename: path },
      ) as (...args: unknown[]) => unknown;
      shim.ModuleFactory = load(createRequire(path), dirname(path), path);
      Object.assign(globalThis, { ModuleFactory: shim.ModuleFactory });
    },
  };
  const before = new Map(
    [...Object.keys(shim), 'ModuleFactory'].map((name) => [
      name,
      Object.getOwnPropertyDescriptor(globalThis, name),
    ]),
  );
  Object.assign(globalThis, shim);
  const withGpu = Object.getOwnPropertyDescriptor(navigator, 'gpu');
  Object.defineProperty(navigator, 'gpu', { value: NO_GPU, configurable: true });
  try {
    await loadLiteRt(`${wasmFolder}/`);
  } finally {
    if (withGpu) Object.defineProperty(navigator, 'gpu', withGpu);
    else Reflect.deleteProperty(navigator, 'gpu');
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
