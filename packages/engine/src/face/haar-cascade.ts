import { type Plane, summedArea } from '../math/summed-area.ts';

/**
 * A boosted cascade of Haar-like features (Viola and Jones 2001): thousands of weak votes on sums over
 * upright rectangles, in stages, most windows being refused by the first of them.
 */
export interface HaarCascade {
  /** Side of the square window that it looks at, px. */
  readonly sidePx: number;
  readonly stages: readonly HaarStage[];
}

/** A stage: the window goes on if the votes of its features reach the threshold. */
export interface HaarStage {
  readonly threshold: number;
  readonly votes: readonly HaarVote[];
}

/** One feature and what it votes below and from its threshold on. */
export interface HaarVote {
  /** x, y, width, height in px of the window and the weight of the sum over it, five by five. */
  readonly rects: Float64Array;
  readonly threshold: number;
  readonly below: number;
  readonly above: number;
}

/**
 * Reads a cascade of stumps over upright features from the XML that OpenCV's training writes.
 *
 * @throws Error on what is no cascade, trees, tilted features or another window than a square
 */
export function parseHaarCascade(xml: string): HaarCascade {
  const text = xml.replace(/<!--[\s\S]*?-->/g, '');
  const sidePx = numbersIn(text, 'width')[0]!;
  if (numbersIn(text, 'height')[0] !== sidePx) throw new Error('The window is no square.');
  const features = blocksIn(text.slice(text.indexOf('<features>')), 'rects').map(
    (rects) => new Float64Array(blocksIn(rects, '_').flatMap((rect) => toNumbers(rect))),
  );
  if (/<tilted>\s*1/.test(text)) throw new Error('Tilted features are not known here.');
  const stages = text
    .slice(text.indexOf('<stages>'), text.indexOf('</stages>'))
    .split('<maxWeakCount>')
    .slice(1)
    .map((stage) => {
      const leaves = blocksIn(stage, 'leafValues').map(toNumbers);
      const votes = blocksIn(stage, 'internalNodes').map((node, i) => {
        const [left, right, feature, threshold, ...rest] = toNumbers(node);
        if (rest.length > 0 || left !== 0 || right !== -1) throw new Error('A tree is no stump.');
        const [below, above] = leaves[i]!;
        return { rects: features[feature!]!, threshold: threshold!, below: below!, above: above! };
      });
      const [threshold = Number.NaN] = numbersIn(stage, 'stageThreshold');
      if (!Number.isFinite(threshold)) throw new Error('A stage has no threshold.');
      return { threshold, votes };
    });
  if (!(sidePx > 0) || stages.length === 0) throw new Error('This is no cascade.');
  return { sidePx, stages };
}

function blocksIn(text: string, tag: string): string[] {
  return [
    ...text.matchAll(new RegExp(`<${tag}>([^<]*(?:<(?!/?${tag}>)[^<]*)*)</${tag}>`, 'g')),
  ].map((match) => match[1]!);
}

function numbersIn(text: string, tag: string): number[] {
  return toNumbers(blocksIn(text, tag)[0] ?? '');
}

function toNumbers(text: string): number[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/).map(Number);
}

/** A vote with its rectangles' corners as places in the integral picture of one width. */
interface PlacedVote {
  /** Top left, top right, bottom left, bottom right, four by four. */
  readonly corners: Int32Array;
  readonly weights: Float64Array;
  readonly threshold: number;
  readonly below: number;
  readonly above: number;
}

function placeVote({ rects, threshold, below, above }: HaarVote, stride: number): PlacedVote {
  const count = rects.length / 5;
  const corners = new Int32Array(4 * count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, width, height, weight] = rects.subarray(5 * i) as unknown as number[];
    const top = y! * stride + x!;
    corners.set(
      [top, top + width!, top + height! * stride, top + height! * stride + width!],
      4 * i,
    );
    weights[i] = weight!;
  }
  return { corners, weights, threshold, below, above };
}

/** The cascade's windows are judged by their contrast without this border, px (as in training). */
const BORDER_PX = 1;

/** The top left corners, x and y in turn, of all windows of a picture that pass every stage. */
export function windowsThatPass(cascade: HaarCascade, plane: Plane): number[] {
  const { sidePx } = cascade;
  const stride = plane.widthPx + 1;
  const sums = summedArea(plane);
  const squares = summedArea(plane, 2);
  const stages = cascade.stages.map(({ threshold, votes }) => ({
    threshold,
    votes: votes.map((vote) => placeVote(vote, stride)),
  }));
  const inner = sidePx - 2 * BORDER_PX;
  const area = inner * inner;
  const total = (table: Float64Array, from: number) =>
    table[from]! -
    table[from + inner]! -
    table[from + inner * stride]! +
    table[from + inner * stride + inner]!;
  const passed: number[] = [];
  for (let y = 0; y + sidePx <= plane.heightPx; y++) {
    for (let x = 0; x + sidePx <= plane.widthPx; x++) {
      const origin = y * stride + x;
      const from = origin + BORDER_PX * stride + BORDER_PX;
      const spread = area * total(squares, from) - total(sums, from) ** 2;
      if (spread <= 0) continue;
      const norm = 1 / Math.sqrt(spread);
      if (stages.every((stage) => passes(stage, sums, origin, norm))) passed.push(x, y);
    }
  }
  return passed;
}

function passes(
  { threshold, votes }: { readonly threshold: number; readonly votes: readonly PlacedVote[] },
  sums: Float64Array,
  origin: number,
  norm: number,
): boolean {
  let sum = 0;
  for (const { corners, weights, threshold: limit, below, above } of votes) {
    let value = 0;
    for (let i = 0; i < weights.length; i++) {
      const k = 4 * i;
      value +=
        weights[i]! *
        (sums[origin + corners[k]!]! -
          sums[origin + corners[k + 1]!]! -
          sums[origin + corners[k + 2]!]! +
          sums[origin + corners[k + 3]!]!);
    }
    sum += value * norm < limit ? below : above;
  }
  return sum >= threshold;
}
