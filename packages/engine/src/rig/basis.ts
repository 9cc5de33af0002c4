import type { ActionUnit } from './action-units.ts';
import type { BrowBand } from './eyes/brow-band.ts';
import type { EyeLine } from './eyes/eye-shape.ts';
import type { GlassesHold } from './eyes/glasses-hold.ts';
import type { FieldBox } from './field-box.ts';
import type { HeadPose } from './head/head-pose.ts';
import type { MouthLine } from './mouth/mouth-line.ts';
import type { MouthRing } from './mouth/mouth-ring.ts';
import type { PlateGrid } from './plate-grid.ts';

/**
 * What one strength at 1 moves, on the part of the grid where it moves anything.
 * `upper` and `lowerMinusUpper`: f32[2·columns·rows] of the box, interleaved dx,dy in frame px.
 */
export interface Basis {
  readonly upper: FieldBox | undefined;
  /** The lower layer (lower lip, lower lids) minus the upper one. */
  readonly lowerMinusUpper: FieldBox | undefined;
}

/** The basis of what moves nothing. */
export const SILENT_BASIS: Basis = { upper: undefined, lowerMinusUpper: undefined };

/** What moves a face. */
export interface Bases {
  /** One a strength, in the order of strengthIndex. */
  readonly units: readonly Basis[];
  /**
   * Those of strengths that move other skin above 0 than below it: a brow that rises draws out what lies
   * above the lid's crease, and one that is taken back presses all together; lids that tighten (AU7) narrow an eye
   * from rest, and lids of a smile that let go bare the iris.
   */
  readonly raising: ReadonlyMap<number, Basis>;
  /** Shuts an open mouth. */
  readonly shutMouth: Basis;
  /** What a dropping jaw moves besides, where the chin stands on the frame's border. */
  readonly jawBeyond: readonly [right: Basis, left: Basis] | undefined;
}

/** Everything a basis is made from. */
export interface DeformationInput {
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  /** Head-frame position of each node on a face at rest, IOD. */
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  /** 0..1: how much a node may move at all. */
  readonly faceWeight: Float32Array;
  readonly mouth: MouthLine;
  /** What makes it a ring as it opens; undefined on animals. */
  readonly ring: MouthRing | undefined;
  readonly eyes: readonly EyeLine[];
  readonly brows: readonly BrowBand[];
  /** Height of the upper lids' crease above their rims, IOD; 0 on animals. */
  readonly lidCreaseIod: number;
  /** Sides whose brow moves as a shape of its own, or not at all: no skin moves with it. See DrawnBrows. */
  readonly browsAlone?: ReadonlySet<'right' | 'left'> | undefined;
  /** true: what hidden brows would say their lids do: see slopeLid. */
  readonly lidsForBrows?: boolean;
  /** 0..1: see findMoustache. */
  readonly moustache01: number;
  /** 0..1: how far the picture's own smile narrows its eyes (AU6). */
  readonly squint01: number;
  /** true: for strengths below 0, of units that move other skin there: see Bases. */
  readonly released?: boolean;
  /** true: only what is drawn acts; no skin moves but next to the mouth. */
  readonly stillSkin?: boolean;
  /** Does the face show no mouth? Then nothing parts. */
  readonly mouthless?: boolean;
  /** 0..1: how far the chin follows the jaw; 1 if left out. */
  readonly chinFollows01?: number | undefined;
  /** How far a drawing's mouth lies above the place that people have it, IOD on the chart; 0 if left out. */
  readonly mouthAbove?: number | undefined;
  /** How many times as long as a drawing's mouth people's are, below 1 for a smiley's: see CORNER_UNITS in deformation.ts; 1 if left out. */
  readonly shortMouth?: number | undefined;
  /** Where glasses hold the skin's motion back; undefined on bare faces. */
  readonly glasses?: GlassesHold | undefined;
  /** 0..1 of each eye: how much of its brow lies under hair, see HairLayer; undefined where the forehead is free. */
  readonly browsCovered?: readonly number[] | undefined;
}

/** Units that move the lips apart or together: their two layers differ. */
export const SPLITTING_UNITS = new Set<ActionUnit>(['AU16', 'AU17', 'AU24', 'AU25', 'AU26']);
/** … and of animals besides: the lip that a raised muzzle bares, and an ape's that hangs open in joy. */
export const MUZZLE_UNITS = new Set<ActionUnit>(['AU10', 'AU12']);
