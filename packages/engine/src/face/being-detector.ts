import type { Pyramid } from './crop.ts';
import { type Box, boxInImage, cropFrame, type Frame, overlap, sigmoid } from './detector.ts';
import type { ModelRuntime } from './face.ts';

/** A whole animal or person, as the detector of objects sees it: its box in image px. */
export interface Being extends Box {
  readonly kind: 'animal' | 'person';
  readonly score01: number;
}

const INPUT_PX = 300;
/** Cells along each axis of the picture, layer by layer. */
const LAYERS = [19, 10, 5, 3, 2, 1];
/** Sides of the anchors of the first layer and of the last, parts of the frame. */
const SMALLEST_ANCHOR = 0.2;
const LARGEST_ANCHOR = 0.95;
/** Breadth against height of the anchors of each cell; the first layer has a small square one and the first three. */
const SHAPES = [1, 2, 0.5, 3, 1 / 3];
const FIRST_SIDE = 0.1;
/** Boxes are told in parts of their anchors' sides: these many times their middles, and the logarithms of their sides. */
const MIDDLE_SCALE = 10;
const SIDE_SCALE = 5;

/** How many classes the model knows, the ground among them, and which of them are of interest: cattle, cats, dogs; persons. */
const CLASSES = 24;
const ANIMALS = [6, 8, 20];
const PERSON = 4;

/** Below this nothing is told. */
const LEAST_SCORE = 0.1;
/** Boxes of one kind are one being from this overlap. */
const SAME_BOX_OVERLAP = 0.5;

const ANCHORS: readonly Box[] = LAYERS.flatMap((cells, layer) => {
  const side = anchorSide(layer);
  const sides: [breadth: number, height: number][] =
    layer === 0
      ? [[FIRST_SIDE, FIRST_SIDE], ...SHAPES.slice(1, 3).map((shape) => shaped(side, shape))]
      : [
          ...SHAPES.map((shape) => shaped(side, shape)),
          shaped(Math.sqrt(side * anchorSide(layer + 1)), 1),
        ];
  return Array.from({ length: cells * cells }, (_, cell) => ({
    centreX: ((cell % cells) + 0.5) / cells,
    centreY: (Math.floor(cell / cells) + 0.5) / cells,
  })).flatMap((centre) => sides.map(([width, height]) => ({ ...centre, width, height })));
});

function anchorSide(layer: number): number {
  const last = LAYERS.length - 1;
  if (layer > last) return 1;
  return SMALLEST_ANCHOR + ((LARGEST_ANCHOR - SMALLEST_ANCHOR) * layer) / last;
}

function shaped(side: number, shape: number): [number, number] {
  return [side * Math.sqrt(shape), side / Math.sqrt(shape)];
}

/**
 * The animals and persons that are seen through a frame, the surest first. The model knows cats, dogs and cattle, and
 * takes most other four-legged animals for one of them; of apes it knows nothing. 45 ms.
 */
export async function detectBeings(
  pyramid: Pyramid,
  runtime: ModelRuntime,
  frame: Frame,
): Promise<Being[]> {
  const input = cropFrame(pyramid, frame, INPUT_PX);
  const [boxes, classes] = await runtime.run('beings', [input]);
  if (boxes?.length !== 4 * ANCHORS.length || classes?.length !== CLASSES * ANCHORS.length)
    throw new Error('Model beings answered in an unknown shape.');
  const found: Being[] = [];
  for (const [i, anchor] of ANCHORS.entries()) {
    const score = (of: number) => sigmoid(classes[CLASSES * i + of]!);
    for (const [kind, score01] of [
      ['animal', Math.max(...ANIMALS.map(score))],
      ['person', score(PERSON)],
    ] as const) {
      if (score01 < LEAST_SCORE) continue;
      const box = placeBox(boxes.subarray(4 * i, 4 * i + 4), anchor);
      found.push({ kind, score01, ...boxInImage(box, frame) });
    }
  }
  return withoutTwins(found);
}

function placeBox([y, x, height, width]: Float32Array, anchor: Box): Box {
  return {
    centreX: anchor.centreX + (x! / MIDDLE_SCALE) * anchor.width,
    centreY: anchor.centreY + (y! / MIDDLE_SCALE) * anchor.height,
    width: Math.exp(width! / SIDE_SCALE) * anchor.width,
    height: Math.exp(height! / SIDE_SCALE) * anchor.height,
  };
}

function withoutTwins(found: readonly Being[]): Being[] {
  const kept: Being[] = [];
  for (const being of [...found].sort((a, b) => b.score01 - a.score01)) {
    const known = kept.some(
      (other) => other.kind === being.kind && overlap(other, being) > SAME_BOX_OVERLAP,
    );
    if (!known) kept.push(being);
  }
  return kept;
}
