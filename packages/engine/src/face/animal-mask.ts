import type { Picture } from '../math/picture.ts';
import { type Lattice, layLattice } from './animal-lattice.ts';
import { type ColourModel, fitColourModel, logLikelihood } from './colour-model.ts';
import type { Face, PersonMask } from './face.ts';

/** Colours are learned from inside the first and outside the second share of the oval. */
const SURELY_INSIDE = 0.6;
const SURELY_OUTSIDE = 1.15;
/** What was found further out teaches no colours: a thing beside the head must not creep in. */
const LEARNED_WITHIN = 0.7;
/** The coat is learned between these shares of the oval, above the muzzle. */
const COAT = [0.36, 0.6] as const;
const MUZZLE_BELOW = -0.5;
/**
 * What lies beside the face, from this share of the oval on, is judged by the coat alone: a muzzle's
 * dark says nothing of a dark thing that leans against the cheek.
 */
const BESIDE_FROM = 0.62;
/** `novelty` of the coat's colours (see logLikelihood): a colour that the coat does not have at all is not the coat's. */
const COATS_NOVELTY = -12;
/** Below this height the body starts, which is fur as well: nothing is learned of the ground. */
const BODY_BELOW = -0.9;
/** Where the picture ends before the oval does, the ground is learned from its outermost cells. */
const OUTERMOST_SHARE = 0.1;
/** How often the colours are learned anew from what was found. */
const ROUNDS = 4;
/** Weight of colour, place and person mask, each in units of log odds. */
const COLOUR_WEIGHT = 0.8;
const COLOUR_LIMIT = 3;
const PLACE_WEIGHT = 3.5;
const PERSON_WEIGHT = 3.5;
/** Difference of the person mask between face and ground, 0..1, from which on it counts. */
const LEAST_CONTRAST = 0.3;
const EARS_ABOVE = 0.8;
/** Pull of a cell's own evidence against its neighbours'. */
const EVIDENCE_PULL = 0.05;
/** Contrast at which neighbours hardly belong together any more, in mean contrasts. */
const EDGE_SHARPNESS = 1.1;
const LEAST_BOND = 0.004;
const SWEEPS = 60;
const OVER_RELAXATION = 1.7;
/** A head fills at least this share of the oval's inner part, and leaves this much outside it. */
const LEAST_INSIDE = 0.7;
const MOST_OUTSIDE = 0.6;
/**
 * The chance at which the outline runs, and how much of it its soft edge takes in all: what the walker leaves in
 * doubt is settled by the likelier side. A whole ear in half-tones would take the ground beside it along. It runs
 * below one half, since a rim of ground that goes along is seen less than an ear whose rim stays behind.
 */
const EDGE_AT = 0.38;
const EDGE_CHANCES = 0.15;

/**
 * The mask of an animal, by its colours: they are learned from the face and from what lies far
 * from it, and an outline follows the picture's edges between the two (random walker with priors,
 * Grady 2005). The network knows persons only; where it covers the face it is heard as well.
 *
 * @returns undefined where no outline is plain enough
 */
export function findAnimalMask(
  picture: Picture,
  face: Face,
  person: PersonMask | undefined,
): PersonMask | undefined {
  const lattice = layLattice(picture, face);
  const { columns, rows, areaPx } = lattice;
  const bonds = bondNeighbours(lattice);
  const known = person && hearPersonMask(lattice, person);
  let inside: Float32Array | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const { animal, coat, ground } = learnColours(lattice, inside);
    if (!animal || !ground) return undefined;
    const odds = logOdds(lattice, { animal, coat: coat ?? animal, ground }, known);
    inside = walk(lattice, bonds, odds, inside);
  }
  const whole = keepWhole(lattice, inside!);
  if (!plausible(lattice, whole)) return undefined;
  const alpha = Uint8Array.from(inside!, (p, i) =>
    whole[i] ? Math.round(255 * Math.min(1, Math.max(0, (p - EDGE_AT) / EDGE_CHANCES + 0.5))) : 0,
  );
  for (let i = 0; i < alpha.length; i++) {
    if (whole[i] === 2) alpha[i] = 255;
  }
  return { alpha, widthPx: columns, heightPx: rows, areaPx };
}

/** How firmly each cell hangs together with the next to the right and below: f32[2·N], 0..1. */
function bondNeighbours({ columns, rows, colours }: Lattice): Float32Array {
  const bonds = new Float32Array(2 * columns * rows);
  let sum = 0;
  let count = 0;
  const contrast = (i: number, j: number) =>
    (colours[4 * i]! - colours[4 * j]!) ** 2 +
    (colours[4 * i + 1]! - colours[4 * j + 1]!) ** 2 +
    (colours[4 * i + 2]! - colours[4 * j + 2]!) ** 2;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (c + 1 < columns) bonds[2 * i] = contrast(i, i + 1);
      if (r + 1 < rows) bonds[2 * i + 1] = contrast(i, i + columns);
      sum += bonds[2 * i]! + bonds[2 * i + 1]!;
      count += 2;
    }
  }
  const scale = EDGE_SHARPNESS / Math.max(1, sum / count);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      bonds[2 * i] = c + 1 < columns ? LEAST_BOND + Math.exp(-scale * bonds[2 * i]!) : 0;
      bonds[2 * i + 1] = r + 1 < rows ? LEAST_BOND + Math.exp(-scale * bonds[2 * i + 1]!) : 0;
    }
  }
  return bonds;
}

/** Colours of the animal, of its coat around the face, and of the ground. */
interface Colours<Model> {
  readonly animal: Model;
  readonly coat: Model;
  readonly ground: Model;
}

/** Learns them: at first by place, then by what was found. */
function learnColours(
  { colours, oval, height, core, features }: Lattice,
  inside: Float32Array | undefined,
): Colours<ColourModel | undefined> {
  const outer = oval.filter((_, i) => height[i]! > BODY_BELOW).sort();
  const outermost = outer[Math.floor((1 - OUTERMOST_SHARE) * outer.length)] ?? 0;
  const outside = Math.min(SURELY_OUTSIDE, outermost);
  const animal: number[] = [];
  const ground: number[] = [];
  for (let i = 0; i < oval.length; i++) {
    if (features[i]) continue;
    if (
      core[i] ||
      (inside ? inside[i]! > 0.65 && oval[i]! < LEARNED_WITHIN : oval[i]! < SURELY_INSIDE)
    ) {
      animal.push(i);
    } else if (height[i]! > BODY_BELOW && (inside ? inside[i]! < 0.35 : oval[i]! > outside)) {
      ground.push(i);
    }
  }
  const coat = animal.filter(
    (i) => oval[i]! > COAT[0] && oval[i]! < COAT[1] && height[i]! > MUZZLE_BELOW,
  );
  return {
    animal: fitColourModel(colours, animal),
    coat: fitColourModel(colours, coat),
    ground: fitColourModel(colours, ground),
  };
}

/**
 * What the network that knows persons says, -1..1: much where it tells the face from what is far
 * around it, little or nothing where it sees no person.
 */
function hearPersonMask(lattice: Lattice, mask: PersonMask): Float32Array {
  const { columns, rows, areaPx, core, oval, height } = lattice;
  const alpha = Float32Array.from({ length: columns * rows }, (_, i) => {
    const x = areaPx.xPx + (((i % columns) + 0.5) * areaPx.widthPx) / columns;
    const y = areaPx.yPx + ((Math.floor(i / columns) + 0.5) * areaPx.heightPx) / rows;
    const column = Math.floor(((x - mask.areaPx.xPx) / mask.areaPx.widthPx) * mask.widthPx);
    const row = Math.floor(((y - mask.areaPx.yPx) / mask.areaPx.heightPx) * mask.heightPx);
    const within = column >= 0 && row >= 0 && column < mask.widthPx && row < mask.heightPx;
    return within ? mask.alpha[row * mask.widthPx + column]! / 255 : 0;
  });
  const mean = (belongs: (i: number) => boolean) => {
    let sum = 0;
    let count = 1e-6;
    for (let i = 0; i < alpha.length; i++) {
      if (!belongs(i)) continue;
      sum += alpha[i]!;
      count++;
    }
    return sum / count;
  };
  const animal = mean((i) => core[i] === 1);
  const ground = mean((i) => oval[i]! > SURELY_OUTSIDE && height[i]! > BODY_BELOW);
  const contrast = animal - ground;
  if (contrast < LEAST_CONTRAST) return alpha.fill(0);
  const middle = (animal + ground) / 2;
  return alpha.map((value, i) => {
    const says = Math.max(-1, Math.min(1, (2 * (value - middle)) / contrast)) * contrast;
    // The person mask knows least about animals' ears.
    return says < 0 && height[i]! > EARS_ABOVE ? 0.4 * says : says;
  });
}

/** What speaks for the animal at each cell, log odds. */
function logOdds(
  { colours, oval, height }: Lattice,
  { animal, coat, ground }: Colours<ColourModel>,
  person: Float32Array | undefined,
): Float32Array {
  return Float32Array.from(oval, (size, i) => {
    const beside = size > BESIDE_FROM && height[i]! > BODY_BELOW && height[i]! < EARS_ABOVE;
    const own = beside
      ? logLikelihood(coat, colours, i, COATS_NOVELTY)
      : logLikelihood(animal, colours, i);
    const colour = own - logLikelihood(ground, colours, i);
    // Under the head may be a body, of which nothing is known.
    const place = height[i]! < BODY_BELOW ? Math.max(-0.6, 1 - size) : 1 - size;
    return (
      COLOUR_WEIGHT * Math.max(-COLOUR_LIMIT, Math.min(COLOUR_LIMIT, colour)) +
      PLACE_WEIGHT * Math.max(-1, Math.min(1, place)) +
      (person ? PERSON_WEIGHT * person[i]! : 0)
    );
  });
}

/** The chance that a walker from each cell, held by edges, ends on the animal: 0..1. */
function walk(
  { columns, rows, core }: Lattice,
  bonds: Float32Array,
  odds: Float32Array,
  start: Float32Array | undefined,
): Float32Array {
  const wanted = odds.map((value) => 1 / (1 + Math.exp(-value)));
  const p = start ? start.slice() : wanted.slice();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const i = r * columns + c;
        if (core[i]) {
          p[i] = 1;
          continue;
        }
        const pull = EVIDENCE_PULL * (0.15 + Math.abs(odds[i]!));
        let weight = pull;
        let sum = pull * wanted[i]!;
        if (c > 0) {
          weight += bonds[2 * (i - 1)]!;
          sum += bonds[2 * (i - 1)]! * p[i - 1]!;
        }
        if (c + 1 < columns) {
          weight += bonds[2 * i]!;
          sum += bonds[2 * i]! * p[i + 1]!;
        }
        if (r > 0) {
          weight += bonds[2 * (i - columns) + 1]!;
          sum += bonds[2 * (i - columns) + 1]! * p[i - columns]!;
        }
        if (r + 1 < rows) {
          weight += bonds[2 * i + 1]!;
          sum += bonds[2 * i + 1]! * p[i + columns]!;
        }
        p[i] = Math.min(1, Math.max(0, p[i]! + OVER_RELAXATION * (sum / weight - p[i]!)));
      }
    }
  }
  return p;
}

/** 1 on what hangs together with the face, 2 on holes in it, 0 elsewhere. */
function keepWhole({ columns, rows, core }: Lattice, inside: Float32Array): Uint8Array {
  const count = columns * rows;
  const fill = (seeds: readonly number[], may: (i: number) => boolean): Uint8Array => {
    const reached = new Uint8Array(count);
    const stack = seeds.filter(may);
    for (const i of stack) reached[i] = 1;
    while (stack.length > 0) {
      const i = stack.pop()!;
      const c = i % columns;
      for (const j of [
        c > 0 ? i - 1 : -1,
        c + 1 < columns ? i + 1 : -1,
        i - columns,
        i + columns,
      ]) {
        if (j < 0 || j >= count || reached[j] || !may(j)) continue;
        reached[j] = 1;
        stack.push(j);
      }
    }
    return reached;
  };
  const cells = Array.from({ length: count }, (_, i) => i);
  // The soft fringe outside belongs to it as well, so that the outline stays smooth.
  const animal = fill(
    cells.filter((i) => core[i]),
    (i) => inside[i]! > 0.25,
  );
  const border = cells.filter((i) => {
    const c = i % columns;
    return c === 0 || c === columns - 1 || i < columns || i >= count - columns;
  });
  // The inside of an ear may look like the ground: a gap in its rim this narrow is none.
  const solid = Uint8Array.from(inside, (p, i) => (p > 0.5 && animal[i] ? 1 : 0));
  const wall = grow(solid, columns, rows, GAP_CELLS);
  const open = fill(border, (i) => !wall[i] || !within(i, columns, rows, GAP_CELLS));
  const reached = grow(open, columns, rows, GAP_CELLS);
  const ground = reached.map((r, i) => (r && !solid[i] ? 1 : 0));
  return Uint8Array.from(cells, (i) => (ground[i] ? animal[i]! : solid[i] ? 1 : 2));
}

/** Half the breadth of gaps that count as closed, cells. */
const GAP_CELLS = 2;

function within(i: number, columns: number, rows: number, margin: number): boolean {
  const c = i % columns;
  const r = Math.floor(i / columns);
  return c >= margin && r >= margin && c < columns - margin && r < rows - margin;
}

/** 1 on the cells of an area and on those next to it, `steps` times. */
function grow(area: Uint8Array, columns: number, rows: number, steps: number): Uint8Array {
  let grown = area;
  for (let step = 0; step < steps; step++) {
    const from = grown;
    grown = from.map((value, i) => {
      const c = i % columns;
      const r = Math.floor(i / columns);
      const near =
        value ||
        (c > 0 && from[i - 1]) ||
        (c + 1 < columns && from[i + 1]) ||
        (r > 0 && from[i - columns]) ||
        (r + 1 < rows && from[i + columns]);
      return near ? 1 : 0;
    });
  }
  return grown;
}

/** Whether the outline could be a head's: neither a spot of it nor half the picture. */
function plausible({ oval, height }: Lattice, whole: Uint8Array): boolean {
  let inner = 0;
  let filled = 0;
  let outer = 0;
  let spilled = 0;
  for (let i = 0; i < oval.length; i++) {
    if (height[i]! < BODY_BELOW) continue;
    if (oval[i]! < SURELY_INSIDE) {
      inner++;
      if (whole[i]) filled++;
    } else if (oval[i]! > SURELY_OUTSIDE) {
      outer++;
      if (whole[i]) spilled++;
    }
  }
  return filled >= LEAST_INSIDE * inner && spilled <= MOST_OUTSIDE * outer;
}
