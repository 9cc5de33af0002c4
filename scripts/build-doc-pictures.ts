// Makes the pictures of README.md, docs/realism.md and its pages from samples/, by the engine and
// nothing else: `npm run build`, then `node_modules/.bin/node scripts/build-doc-pictures.ts [NAME…]`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  directScene,
  EMOTION_NAMES,
  type Emotion,
  type Performance,
  type Picture,
  type RectPx,
  renderFrame,
  type Stage,
  setStage,
  type WantedSettings,
} from '@moodreel/engine';
import { createNodeModelRuntime, type PreparedFace, prepareFace } from '@moodreel/engine/node';
import sharp from 'sharp';
import { ACTS } from '../packages/engine/src/expression/acts.ts';
import { createFaceState } from '../packages/engine/src/expression/face-state.ts';
import {
  eyesAndMouth,
  type SheetRow,
  type SheetTile,
  writeContactSheet,
} from '../packages/engine/src/platform/node/contact-sheet.ts';
import {
  DIFFERENCE_LABEL,
  showDifference,
} from '../packages/engine/src/platform/node/show-difference.ts';
import { resamplePicture } from '../packages/engine/src/render/resample.ts';
import { strengthIndex } from '../packages/engine/src/rig/action-units.ts';

const root = join(import.meta.dirname, '..');
const points = JSON.parse(readFileSync(join(root, 'samples', 'points.json'), 'utf8')) as Readonly<
  Record<string, readonly number[]>
>;
const [HAPPY, ANGRY, SAD, SURPRISE, FEAR, DISGUST] = [0, 1, 2, 3, 4, 5] as const;
const FULL: WantedSettings = { intensity01: 1, framing: 'portrait' };

const runtime = await createNodeModelRuntime();
const prepared = new Map<string, Promise<PreparedFace>>();

/** A face on stage; each is prepared once. */
function face(name: string, wanted: WantedSettings = FULL): Promise<PreparedFace> {
  const key = JSON.stringify([name, wanted]);
  const found = prepared.get(key);
  if (found) return found;
  const file = `${name}.png`;
  const settings = points[file] ? { ...wanted, points: points[file] } : wanted;
  const made = prepareFace(join(root, 'samples', file), settings, runtime);
  prepared.set(key, made);
  return made;
}

function perform({ scene, settings }: PreparedFace, emotion: Emotion): Performance {
  return directScene(scene, emotion, settings);
}

function draw(
  { scene }: PreparedFace,
  performance: Performance,
  timeSeconds = performance.apexSeconds,
  stage: Stage = scene.stage,
): Picture {
  const { kernels } = scene;
  renderFrame(stage, performance, timeSeconds, kernels);
  return { rgba: kernels.frame.slice(), widthPx: kernels.widthPx, heightPx: kernels.heightPx };
}

function tile(label: string, picture: Picture, part?: RectPx): SheetTile {
  return { label, picture: part ? cut(picture, part) : picture, zooms: [] };
}

/** A part of a picture, twice as large, so that small differences are seen. */
function cut(picture: Picture, part: RectPx): Picture {
  const xPx = Math.max(0, Math.round(part.xPx));
  const yPx = Math.max(0, Math.round(part.yPx));
  const widthPx = Math.min(picture.widthPx - xPx, Math.round(part.widthPx));
  const heightPx = Math.min(picture.heightPx - yPx, Math.round(part.heightPx));
  return resamplePicture(picture, { xPx, yPx, widthPx, heightPx }, 2 * widthPx, 2 * heightPx);
}

function eyesOf({ scene }: PreparedFace): RectPx {
  return eyesAndMouth(scene.rig.landmarks)[0]!;
}

function mouthOf({ scene }: PreparedFace): RectPx {
  return eyesAndMouth(scene.rig.landmarks)[1]!;
}

/** A smile during which the lids come down, and the moment at which they are down furthest. */
function blinking(actor: PreparedFace): { act: Performance; timeSeconds: number } {
  const state = createFaceState();
  const lid = strengthIndex('AU43', 'right');
  for (let seed = 1; ; seed++) {
    const act = directScene({ ...actor.scene, seed }, HAPPY, actor.settings);
    for (let timeSeconds = 0; timeSeconds < act.seconds; timeSeconds += 0.01) {
      act.stateAt(timeSeconds, state);
      if (state.strengths[lid]! > 0.99) return { act, timeSeconds };
    }
  }
}

async function emotionsRow(label: string, name: string): Promise<SheetRow> {
  const actor = await face(name, { framing: 'portrait' });
  const tiles = [tile('the picture', actor.scene.rig.plate)];
  for (const [emotion, title] of EMOTION_NAMES.entries()) {
    tiles.push(tile(title, draw(actor, perform(actor, emotion as Emotion))));
  }
  return { label, tiles };
}

async function partsRow(
  label: string,
  name: string,
  partOf: (actor: PreparedFace) => RectPx,
  emotions: readonly Emotion[],
): Promise<SheetRow> {
  const actor = await face(name);
  const part = partOf(actor);
  const tiles = [tile('the picture', actor.scene.rig.plate, part)];
  for (const emotion of emotions) {
    tiles.push(tile(EMOTION_NAMES[emotion], draw(actor, perform(actor, emotion)), part));
  }
  return { label, tiles };
}

async function eyesRow(label: string, name: string): Promise<SheetRow> {
  const row = await partsRow(label, name, eyesOf, [SURPRISE, HAPPY, SAD]);
  const actor = await face(name);
  const { act, timeSeconds } = blinking(actor);
  const blink = tile('a blink', draw(actor, act, timeSeconds), eyesOf(actor));
  return { ...row, tiles: [...row.tiles, blink] };
}

async function creasesRow(label: string, name: string): Promise<SheetRow> {
  const actor = await face(name);
  const { rig } = actor.scene;
  // Folds that nothing drives are only ever put back.
  const skinCreases = rig.skinCreases.map((crease) => ({ ...crease, drives: [] }));
  const smooth = setStage({ ...rig, creaseStrength01: 0, skinCreases });
  const part = { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 };
  const eyes = eyesOf(actor);
  const mouth = mouthOf(actor);
  part.xPx = eyes.xPx;
  part.yPx = eyes.yPx - 0.3 * eyes.heightPx;
  part.widthPx = eyes.widthPx;
  part.heightPx = mouth.yPx + mouth.heightPx - part.yPx;
  const tiles = [tile('the picture', rig.plate, part)];
  for (const emotion of [ANGRY, DISGUST] as const) {
    const act = perform(actor, emotion);
    const title = EMOTION_NAMES[emotion];
    tiles.push(tile(`${title}, moved only`, draw(actor, act, act.apexSeconds, smooth), part));
    tiles.push(tile(`${title}, shaded`, draw(actor, act), part));
  }
  return { label, tiles };
}

async function headRow(label: string, name: string): Promise<SheetRow> {
  const actor = await face(name);
  const { plate } = actor.scene.rig;
  const still = directScene(actor.scene, DISGUST, { ...actor.settings, stillHead: true });
  const turned = draw(actor, perform(actor, DISGUST));
  return {
    label,
    tiles: [
      tile('the picture', plate),
      tile('Disgust, --still-head', draw(actor, still)),
      tile('Disgust', turned),
      tile(DIFFERENCE_LABEL, showDifference(plate, turned)!),
    ],
  };
}

async function styleRow(label: string, name: string, own: 'drawing' | 'animal'): Promise<SheetRow> {
  const tiles: SheetTile[] = [];
  for (const style of [own, 'photo'] as const) {
    const actor = await face(name, { ...FULL, style });
    if (tiles.length === 0) tiles.push(tile('the picture', actor.scene.rig.plate));
    for (const emotion of [HAPPY, SURPRISE] as const) {
      tiles.push(
        tile(`${EMOTION_NAMES[emotion]} as ${style}`, draw(actor, perform(actor, emotion))),
      );
    }
  }
  return { label, tiles };
}

/** The acts of an emotion, each as a strip of six frames over its whole length. */
async function actRows(name: string, emotion: Emotion): Promise<SheetRow[]> {
  const actor = await face(name);
  const rows: SheetRow[] = [];
  for (const { name: actName } of ACTS[emotion]) {
    let seed = 1;
    let act = perform(actor, emotion);
    while (act.actName !== actName) {
      act = directScene({ ...actor.scene, seed: seed++ }, emotion, actor.settings);
    }
    const tiles = Array.from({ length: 6 }, (_, i) => {
      const timeSeconds = (act.seconds * i) / 5;
      return tile(`${timeSeconds.toFixed(1)} s`, draw(actor, act, timeSeconds));
    });
    rows.push({ label: `${EMOTION_NAMES[emotion]}: ${actName}`, tiles });
  }
  return rows;
}

interface DocPicture {
  readonly columnPx: number;
  readonly rows: () => Promise<readonly SheetRow[]>;
}

const pictures: Readonly<Record<string, DocPicture>> = {
  emotions: {
    columnPx: 190,
    rows: async () => [
      await emotionsRow('A painting', 'painting-woman'),
      await emotionsRow('A photo that smiles already', 'photo-astronaut-smiling'),
      await emotionsRow('A cartoon', 'drawing-boy'),
      await emotionsRow('A flat one', 'drawing-baker'),
      await emotionsRow('A fox', 'animal-fox'),
    ],
  },
  mouth: {
    columnPx: 240,
    rows: async () => [
      await partsRow('Own teeth', 'photo-astronaut-smiling', mouthOf, [HAPPY, FEAR, SURPRISE, SAD]),
      await partsRow('Drawn teeth', 'painting-youth', mouthOf, [HAPPY, FEAR, SURPRISE, SAD]),
      await partsRow('A band', 'drawing-redhead', mouthOf, [HAPPY, FEAR, SURPRISE, SAD]),
    ],
  },
  eyes: {
    columnPx: 260,
    rows: async () => [
      await eyesRow('A painting', 'painting-youth'),
      await eyesRow('A photo', 'photo-astronaut-smiling'),
      await eyesRow('A drawing', 'drawing-redhead'),
    ],
  },
  creases: {
    columnPx: 240,
    rows: async () => [
      await creasesRow('A photo', 'photo-astronaut-smiling'),
      await creasesRow('A painting', 'painting-elder'),
    ],
  },
  head: {
    columnPx: 300,
    rows: async () => [
      await headRow('A painting', 'painting-woman'),
      await headRow('A drawing', 'drawing-redhead'),
    ],
  },
  styles: {
    columnPx: 240,
    rows: async () => [
      await styleRow('A cartoon', 'drawing-boy', 'drawing'),
      await styleRow('A fox', 'animal-fox', 'animal'),
    ],
  },
  acts: { columnPx: 188, rows: () => actRows('drawing-redhead', HAPPY) },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !pictures[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `No picture ${unknown.join(', ')}. There are: ${Object.keys(pictures).join(', ')}.\n`,
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'moodreel-pictures-'));
for (const [name, { columnPx, rows }] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const sheet = join(folder, `${name}.png`);
  await writeContactSheet(sheet, await rows(), { labels: true, columnPx });
  const path = join(root, 'docs', 'pictures', `${name}.jpg`);
  const { size } = await sharp(sheet)
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(path);
  process.stdout.write(`docs/pictures/${name}.jpg, ${Math.round(size / 1024)} kB\n`);
}
rmSync(folder, { recursive: true });
// The model runtime keeps threads that would keep this process alive.
process.exit(0);
