import { beforeEach, describe, expect, it } from 'vitest';
import { createFaceState, type FaceState } from '../src/expression/face-state.ts';
import { loadKernels } from '../src/platform/node/load-kernels.ts';
import { createTypeScriptKernels } from '../src/render/kernels/kernels-reference.ts';
import { mouthFeatherPx } from '../src/render/mouth/mouth-feather.ts';
import { loadPlate, renderState, setStage } from '../src/render/render-frame.ts';
import { STRENGTH_COUNT, strengthIndex } from '../src/rig/action-units.ts';
import { readPair } from '../src/rig/plate-grid.ts';
import type { Scene } from '../src/video/set-scene.ts';
import { allCells, inOpening, movedSlits, shownCells } from './support/layers.ts';
import {
  ANIMALS,
  direct,
  drawFrame,
  EMOTIONS,
  openScene,
  PEOPLE,
  SHARED,
  SHARED_ANIMALS,
  skipWithout,
  titleOf,
} from './support/scenes.ts';

const SIZE_PX = 288;
const ALL = [...PEOPLE, ...ANIMALS, ...SHARED].map((name) => [titleOf(name), name] as const);
/** For what does not depend on the picture. */
const FEW = [PEOPLE[0], PEOPLE[1], ANIMALS[0]].map((name) => [titleOf(name), name] as const);

const scenes = new Map<string, Promise<Scene>>();
/** Scenes are set once: drawing leaves nothing behind in them, as is asserted below. */
function sceneOf(name: string): Promise<Scene> {
  const scene = scenes.get(name) ?? openScene(name, SIZE_PX);
  scenes.set(name, scene);
  return scene;
}

function apexState(
  scene: Pick<Scene, 'rig' | 'seed'>,
  emotion: (typeof EMOTIONS)[number],
): FaceState {
  const state = createFaceState();
  const performance = direct(scene, emotion);
  performance.stateAt(performance.apexSeconds, state);
  return state;
}

/** Share of a frame's levels that WASM and TypeScript may draw two levels apart. */
const TWICE_ROUNDED = 1e-5;

/** Largest difference of a level, how many levels differ, and how many by more than one. */
function compare(a: Uint8Array, b: Uint8Array) {
  expect(a.length).toBe(b.length);
  let largest = 0;
  let count = 0;
  let beyondOne = 0;
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (d === 0) continue;
    count++;
    if (d > 1) beyondOne++;
    if (d > largest) largest = d;
  }
  return { largest, count, beyondOne, levels: a.length };
}

describe.each(ALL)('%s', (_, name) => {
  beforeEach((context) => skipWithout(name, context));

  it('begins and ends without a step, also where the mouth is open', async () => {
    const scene = await sceneOf(name);
    const moment = 0.0005;
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      for (const t of [moment, 4 - moment]) {
        const { rgba } = drawFrame(scene, performance, t);
        expect(compare(rgba, scene.rig.plate.rgba).largest).toBeLessThan(12);
      }
    }
  });

  it('is the picture itself, byte for byte, at both ends of a loop', async () => {
    const scene = await sceneOf(name);
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      for (const t of [0, 4]) {
        const { rgba } = drawFrame(scene, performance, t);
        expect(compare(rgba, scene.rig.plate.rgba).largest).toBe(0);
      }
      const apex = drawFrame(scene, performance);
      expect(compare(apex.rgba, scene.rig.plate.rgba).count).toBeGreaterThan(2000);
    }
  });

  it('never moves the border, nor pixels that nothing may move; no hole anywhere', async () => {
    const scene = await sceneOf(name);
    const { rig, kernels } = scene;
    const { widthPx, heightPx } = rig.plate;
    const still = stillPixels(scene);
    // A fox's body stands on the border; people's slide along it, and the cat's head fills its picture.
    if (!rig.body && name !== 'cat-chelsea.png') still.fill(1, widthPx * (heightPx - 1));
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      for (const t of [0.45, performance.apexSeconds, 3.2]) {
        // Where anything may move every byte must be written: rubbish from before would show.
        const { xPx, yPx, widthPx: rectPx, heightPx: rowsPx } = scene.stage.rect;
        for (let y = yPx; y < yPx + rowsPx; y++) {
          const start = 4 * (y * widthPx + xPx);
          kernels.frame.fill(0, start, start + 4 * rectPx);
        }
        const { rgba } = drawFrame(scene, performance, t);
        let flicker = 0;
        let holes = 0;
        for (let i = 0; i < still.length; i++) {
          if (rgba[4 * i + 3] !== 255) holes++;
          if (!still[i]) continue;
          for (let k = 0; k < 3; k++) {
            if (rgba[4 * i + k] !== rig.plate.rgba[4 * i + k]) flicker++;
          }
        }
        expect({ emotion, t, flicker, holes }).toEqual({ emotion, t, flicker: 0, holes: 0 });
      }
    }
  });

  it('leaves the ground where it is, to the byte, however the head turns beside it', async () => {
    const scene = await sceneOf(name);
    const { rig } = scene;
    expect(rig.stillGround).toBeDefined();
    let beside = 0;
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      const { rgba } = drawFrame(scene, performance);
      let moved = 0;
      for (const [pixel, fromPx] of groundFromGround(scene)) {
        for (let k = 0; k < 3; k++) {
          if (rgba[4 * pixel + k] !== rig.plate.rgba[4 * pixel + k]) moved++;
        }
        if (fromPx > 0.3) beside++;
      }
      expect({ emotion, moved }).toEqual({ emotion, moved: 0 });
    }
    // Ground that would bend with the head, were it not held.
    expect(beside).toBeGreaterThan(50);
  });

  it('folds nowhere at full intensity, in either layer, wherever that layer is seen', async () => {
    expect(foldsOf(await sceneOf(name))).toEqual([]);
  });
});

describe.each(SHARED_ANIMALS.map((name) => [titleOf(name), name] as const))('%s', (_, name) => {
  beforeEach((context) => skipWithout(name, context));

  it('folds nowhere at full intensity, though there is little room below its eyes', async () => {
    expect(foldsOf(await sceneOf(name))).toEqual([]);
  });
});

/**
 * Cells that are turned over where they are seen, at the height of all emotions in each of their acts.
 * On animals also where they are not: lids of large eyes move far in little skin.
 */
function foldsOf(scene: Scene): string[] {
  const cells = scene.rig.style === 'animal' ? allCells : shownCells;
  const folds: string[] = [];
  for (const emotion of EMOTIONS) {
    for (const seed of [1, 2, 4]) {
      const state = apexState({ ...scene, seed }, emotion);
      const folded: string[] = [];
      for (const { determinant, place } of cells(scene.stage, state)) {
        if (determinant <= 0) folded.push(place);
      }
      if (folded.length > 0) {
        folds.push(`emotion ${emotion}, seed ${seed}: ${folded.join('; ')}`);
      }
    }
  }
  return folds;
}

/**
 * 1 for pixels that no node around them moves, where face and head weigh nothing within the reach of
 * bilinear flow. At the border only a head may move that the frame cuts off.
 */
function stillPixels({ rig }: Scene): Uint8Array {
  const { grid, plate, faceWeight, headGoes, body } = rig;
  const goesWith = [...Object.values(headGoes), ...Object.values(body?.goes ?? {})];
  const still = new Uint8Array(plate.widthPx * plate.heightPx);
  for (let y = 0; y < plate.heightPx; y++) {
    for (let x = 0; x < plate.widthPx; x++) {
      const i = y * plate.widthPx + x;
      const c = Math.floor((x + 0.5 - grid.originXPx) / grid.cellPx);
      const r = Math.floor((y + 0.5 - grid.originYPx) / grid.cellPx);
      let weight = 0;
      for (const rr of [r, r + 1]) {
        for (const cc of [c, c + 1]) {
          if (cc < 0 || rr < 0 || cc >= grid.columns || rr >= grid.rows) continue;
          const node = rr * grid.columns + cc;
          weight += faceWeight[node];
          for (const goes of goesWith) weight += goes[node];
        }
      }
      still[i] = weight === 0 ? 1 : 0;
    }
  }
  return still;
}

/** Pixels of the ground that the last frame's flow takes from the ground, and from how far, px. */
function* groundFromGround({ rig, stage }: Scene): Generator<[number, number]> {
  const { widthPx, heightPx } = rig.plate;
  const { flow } = stage;
  const subject = rig.stillGround?.subject;
  if (!subject) return;
  const empty = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return true;
    const i = 4 * (y * widthPx + x);
    return subject[i] + subject[i + 1] + subject[i + 2] + subject[i + 3] === 0;
  };
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      if (!empty(x, y)) continue;
      const c = Math.floor((x + 0.5 - flow.originXPx) / flow.cellPx);
      const r = Math.floor((y + 0.5 - flow.originYPx) / flow.cellPx);
      if (c < 0 || r < 0 || c >= flow.columns - 1 || r >= flow.rows - 1) continue;
      const i = r * flow.columns + c;
      // A cell's corners, and around each what the sampler may read.
      let ground = true;
      let farthest = 0;
      for (const node of [i, i + 1, i + flow.columns, i + flow.columns + 1]) {
        const fromX = flow.cells[4 * node];
        const fromY = flow.cells[4 * node + 1];
        const nodeX = flow.originXPx + (node % flow.columns) * flow.cellPx;
        const nodeY = flow.originYPx + Math.floor(node / flow.columns) * flow.cellPx;
        farthest = Math.max(farthest, Math.hypot(fromX - nodeX, fromY - nodeY));
        for (let dy = -5; dy <= 5 && ground; dy += 2) {
          for (let dx = -5; dx <= 5 && ground; dx += 2) {
            ground = empty(Math.floor(fromX) + dx, Math.floor(fromY) + dy);
          }
        }
      }
      if (ground) yield [y * widthPx + x, farthest];
    }
  }
}

describe.each(FEW)('frames of %s', (_, name) => {
  const times = [2.9, 0.6, 1.5, 3.7, 0.6];

  it('are the same bytes whenever and in whatever order they are drawn', async () => {
    const [one, other] = [await sceneOf(name), await openScene(name, SIZE_PX)];
    const performances = [direct(one, 4), direct(other, 4)] as const;
    const first = times.map((t) => drawFrame(one, performances[0], t).rgba);
    const backwards = [...times].reverse().map((t) => drawFrame(other, performances[1], t).rgba);
    backwards.reverse();
    for (const [i, frame] of first.entries()) expect(compare(frame, backwards[i]).count).toBe(0);
    expect(compare(first[1], first[4]).count).toBe(0);
  });

  it('agree within one level between WASM and TypeScript kernels', async () => {
    const scene = await sceneOf(name);
    const { widthPx, heightPx } = scene.rig.plate;
    const reference = createTypeScriptKernels(widthPx, heightPx);
    // Or the twin would be held against itself.
    expect(await loadKernels()).not.toBe(createTypeScriptKernels);
    loadPlate(scene.rig, reference);
    const twin = { ...scene, kernels: reference, stage: setStage(scene.rig) };
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      for (const t of [0.5, performance.apexSeconds]) {
        const drawn = drawFrame(scene, performance, t).rgba;
        const film = scene.kernels.toI420();
        const twins = [
          compare(drawn, drawFrame(twin, performance, t).rgba),
          compare(film, reference.toI420()),
        ];
        // Layers lie over one another: a value that is rounded twice may come apart twice.
        for (const { largest, beyondOne, levels } of twins) {
          expect(largest).toBeLessThanOrEqual(2);
          expect(beyondOne / levels).toBeLessThan(TWICE_ROUNDED);
        }
      }
    }
  });

  it('move without jerks: no landmark of the skin changes its speed by much in 1/30 s', async () => {
    const scene = await sceneOf(name);
    const { rig } = scene;
    for (const emotion of EMOTIONS) {
      const paths = tracePoints(scene, emotion);
      let sharpest = 0;
      for (const path of paths) {
        for (let i = 2; i < path.length; i++) {
          const [a, b, c] = [path[i - 2], path[i - 1], path[i]];
          const change = Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]);
          sharpest = Math.max(sharpest, change / rig.pose.iodPx);
        }
      }
      // 45 IOD/s² is .05 IOD a frame: what a jaw of .3 IOD needs to fall within .25 s.
      expect(sharpest, `emotion ${emotion}`).toBeLessThan(0.05);
    }
  });
});

/** Where points of the skin are in each frame of a film: brows, nose, mouth's corners, chin. */
function tracePoints(scene: Scene, emotion: (typeof EMOTIONS)[number]): [number, number][][] {
  const { rig, stage } = scene;
  const performance = direct(scene, emotion);
  const indices = [105, 334, 55, 285, 1, 64, 294, 61, 291, 0, 152, 205, 425];
  const paths: [number, number][][] = indices.map(() => []);
  const state = createFaceState();
  const d = new Float64Array(2);
  for (let frame = 0; frame <= 120; frame++) {
    performance.stateAt(frame / 30, state);
    movedSlits(stage, state);
    indices.forEach((index, k) => {
      const [x, y] = [rig.landmarks[3 * index], rig.landmarks[3 * index + 1]];
      const field =
        y > rig.mouth.centreYPx + 0.1 * rig.pose.iodPx ? stage.field.lower : stage.field.upper;
      readPair(rig.grid, field, x, y, d);
      paths[k].push([x + d[0], y + d[1]]);
    });
  }
  return paths;
}

describe.each(FEW.slice(0, 2))('the mouth of %s', (_, name) => {
  it('is painted only between the lips, but for the feather and the shade of their rims', async () => {
    const scene = await sceneOf(name);
    const { rig, stage, kernels } = scene;
    const magenta = { ...stage.colours };
    for (const key of ['tooth', 'gum', 'tongue', 'cavity'] as const) {
      Object.assign(magenta, { [key]: [255, 0, 255] });
    }
    const painted = { ...scene, stage: { ...stage, colours: magenta } };
    const softPx = mouthFeatherPx(rig);
    // The samples are sharp: their mouths may not be blurred.
    expect(softPx).toBeLessThan(2 + 0.04 * rig.pose.iodPx);
    let inside = 0;
    for (const emotion of EMOTIONS) {
      const performance = direct(scene, emotion);
      const state = apexState(scene, emotion);
      const [mouth] = movedSlits(stage, state);
      const own = drawFrame(scene, performance);
      const marked = drawFrame(painted, performance);
      for (let y = 0; y < kernels.heightPx; y++) {
        for (let x = 0; x < kernels.widthPx; x++) {
          const i = 4 * (y * kernels.widthPx + x);
          if ([0, 1, 2].every((k) => own.rgba[i + k] === marked.rgba[i + k])) continue;
          const within = inOpening(mouth, x + 0.5, y + 0.5, softPx / 2 + 0.01);
          if (!within) expect.fail(`emotion ${emotion}: painted outside the lips at ${x}, ${y}`);
          inside++;
        }
      }
    }
    expect(inside).toBeGreaterThan(200);
  });

  it('shows no teeth, and nothing else, between lips that meet', async () => {
    const scene = await sceneOf(name);
    const state = createFaceState();
    state.shutMouth01 = 1;
    for (const side of ['right', 'left'] as const)
      state.strengths[strengthIndex('AU24', side)] = 0.8;
    expect(state.strengths).toHaveLength(STRENGTH_COUNT);
    const [mouth] = movedSlits(scene.stage, state);
    expect(mouth.gapPx).toBeLessThan(0.02 * scene.rig.pose.iodPx);
    renderState(scene.stage, state, scene.kernels);
    const own = scene.kernels.frame.slice();
    const teeth = {
      ...scene.stage.colours,
      tooth: [255, 0, 255] as const,
      gum: [255, 0, 255] as const,
    };
    renderState({ ...scene.stage, colours: teeth }, state, scene.kernels);
    expect(compare(own, scene.kernels.frame).largest).toBe(0);
  });
});

it('an animal that opens its mouth shows its tongue', async () => {
  const scene = await sceneOf(ANIMALS[0]);
  const { stage } = scene;
  const colours = { ...stage.colours, tongue: [255, 0, 255] as const };
  const performance = direct(scene, 3);
  const own = drawFrame(scene, performance);
  const marked = drawFrame({ ...scene, stage: { ...stage, colours } }, performance);
  expect(compare(own.rgba, marked.rgba).largest).toBeGreaterThan(40);
});
