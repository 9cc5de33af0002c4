import { createFaceState } from '../../src/expression/face-state.ts';
import type { Picture } from '../../src/math/picture.ts';
import { analysePicture } from '../../src/platform/node/analyse-picture.ts';
import { loadKernels } from '../../src/platform/node/load-kernels.ts';
import { planPenMouth } from '../../src/render/mouth/pen-mouth.ts';
import { rimAt } from '../../src/render/slit.ts';
import { completeSettings } from '../../src/video/film-settings.ts';
import { directScene, type Scene, setScene } from '../../src/video/set-scene.ts';
import { movedSlits } from './layers.ts';
import { analyse, drawFrame, type EMOTIONS, modelRuntime, SAMPLES, SEED } from './scenes.ts';

const SIZE_PX = 360;
export const INK = [20, 10, 60] as const;

/** What the boy gets instead of his mouth; lengths are those between his eyes, y down. */
export interface Mouth {
  /** Takes the shade off his skin. */
  readonly flat?: boolean;
  readonly half: number;
  readonly dy: number;
  /** How far the middle hangs below the ends. */
  readonly bend?: number;
  /** Half the height at a place from -1 to 1. */
  readonly high: (t: number) => number;
  /** What of that is ink, from its middle; all of it where not said. */
  readonly drawn?: (x: number, y: number) => boolean;
  /** What of it has which colour, ink where not said. */
  readonly colour?: (y: number) => readonly number[];
}
export const STROKE: Mouth = { half: 0.26, dy: 0.12, high: () => 0.03 };
/** Two bows one above the other, open to the left: "3". */
export const KISS: Mouth = {
  ...{ half: 0.2, dy: 0.1, high: () => 0.25, flat: true },
  drawn: (x, y) =>
    [-0.1, 0.1].some((up) => x > -0.05 && Math.abs(Math.hypot(x, y - up) - 0.1) < 0.03),
};
export const LAUGH: Mouth = { half: 0.36, dy: 0.06, high: (t) => 0.17 * Math.sqrt(1 - t * t) };

export const FLAT_STROKE: Mouth = { ...STROKE, flat: true };
export const FLAT_LAUGH: Mouth = { ...LAUGH, flat: true };

const scenes = new Map<Mouth, Promise<Scene>>();

/** Draws a mouth and sets it on stage, once: frames leave nothing behind there. */
export function draw(mouth: Mouth): Promise<Scene> {
  const scene = scenes.get(mouth) ?? drawAnew(mouth);
  scenes.set(mouth, scene);
  return scene;
}

async function drawAnew(mouth: Mouth): Promise<Scene> {
  const analysis = await analyse(`${SAMPLES}/drawing-boy.png`);
  const { landmarks } = analysis.face;
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const [right, left, foot] = [at(61), at(291), at(2)];
  const iod = Math.hypot(at(473)[0] - at(468)[0], at(473)[1] - at(468)[1]);
  const middle = [(right[0] + left[0]) / 2, (right[1] + left[1]) / 2] as const;
  const rgba = analysis.picture.rgba.slice();
  const { widthPx } = analysis.picture;
  const skinAt = 4 * (Math.round((foot[1] + middle[1]) / 2) * widthPx + Math.round(middle[0]));
  const skin = rgba.slice(skinAt, skinAt + 3);
  for (let i = 0; i < rgba.length / 4; i++) {
    const x = ((i % widthPx) + 0.5 - middle[0]) / iod;
    const y = (Math.floor(i / widthPx) + 0.5 - middle[1]) / iod;
    if (Math.abs(x) < 0.52 && y > -0.17 && y < 0.42) rgba.set(skin, 4 * i);
    const shaded = skin.every((v, k) => Math.abs(v - rgba[4 * i + k]) < 45);
    if (mouth.flat && shaded && Math.abs(x) < 1.5 && Math.abs(y) < 2) rgba.set(skin, 4 * i);
    const t = x / mouth.half;
    const down = y - mouth.dy - (mouth.bend ?? 0) * (1 - t * t);
    const inked = Math.abs(t) < 1 && Math.abs(down) < mouth.high(t);
    if (inked && (mouth.drawn?.(x, down) ?? true)) rgba.set(mouth.colour?.(down) ?? INK, 4 * i);
  }
  const picture: Picture = { ...analysis.picture, rgba };
  const settings = completeSettings({ sizePx: SIZE_PX, seed: SEED });
  const seen = await analysePicture(picture, settings, await modelRuntime());
  return setScene(seen, settings, await loadKernels());
}

/** The apex: where the mouth is then, as it is drawn, and a way to read the frame beside its middle. */
export function apexOf(scene: Scene, emotion: (typeof EMOTIONS)[number], intensity01 = 1) {
  const state = createFaceState();
  // How a mouth bends is measured on a head that keeps still: one that bows shows less of it.
  const clip = directScene(scene, emotion, {
    intensity01,
    seconds: 4,
    loop: true,
    stillHead: true,
  });
  clip.stateAt(clip.apexSeconds, state);
  const { rig } = scene;
  const [carried] = movedSlits(scene.stage, state);
  const drawn = rig.pen && planPenMouth(rig, rig.pen, state, carried);
  const slit = drawn?.slit ?? carried;
  const { rgba, widthPx } = drawFrame(scene, clip);
  const colourAt = (up: number) => {
    const x = Math.floor(slit.centreXPx + up * slit.alongY);
    const y = Math.floor(slit.centreYPx - up * slit.alongX);
    return rgba.slice(4 * (y * widthPx + x), 4 * (y * widthPx + x) + 3);
  };
  const isInk = (x: number, y: number) => {
    const [red, , blue] = rgba.slice(4 * (Math.floor(y) * widthPx + Math.floor(x)));
    return blue - red > 15;
  };
  return {
    slit,
    lines: drawn?.lines ?? [],
    colourAt,
    isInk,
    rgba,
    top: rimAt(slit, slit.top, 0),
    bottom: rimAt(slit, slit.bottom, 0),
  };
}
