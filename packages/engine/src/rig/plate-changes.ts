import type { Picture } from '../math/picture.ts';
import { type Drawing, NO_DRAWING } from './drawing/drawing.ts';
import type { DrawnBrows } from './drawing/drawn-brow.ts';
import type { BrowBand } from './eyes/brow-band.ts';
import { fadeCornerGleams } from './eyes/corner-gleams.ts';
import { evenLids } from './eyes/even-lids.ts';
import type { EyeLine } from './eyes/eye-shape.ts';
import type { Glasses } from './eyes/glasses-frame.ts';
import type { GlassesHold } from './eyes/glasses-hold.ts';
import { isLidBare } from './eyes/lid-tone.ts';
import { pressLids } from './eyes/pressed-lids.ts';
import { shutLids } from './eyes/shut-lids.ts';
import { lightSockets } from './eyes/socket-light.ts';
import { fillClosedLips } from './mouth/closed-lips.ts';
import { healCornerMarks, INTO_GRIN } from './mouth/corner-marks.ts';
import type { MouthAtRest } from './mouth/mouth-at-rest.ts';
import type { MouthLine } from './mouth/mouth-line.ts';
import { evenSeamEnds } from './mouth/seam-ends.ts';
import { healSeam } from './mouth/seam-marks.ts';
import { softenSqueezed } from './mouth/squeezed-skin.ts';
import type { PlateGrid } from './plate-grid.ts';
import type { FaceTone } from './skin/face-tone.ts';
import type { LogColours } from './skin/log-colours.ts';
import { addChange, type PixelChange } from './skin/pixel-change.ts';
import { evenRestLight } from './skin/rest-light.ts';
import { joinChanges } from './skin/skin-patch.ts';
import type { ArtStyle } from './style/art-style.ts';
import type { Surface } from './style/surface.ts';

/**
 * What films change of the plate before they move it, besides folds, in the order in which it is
 * added: see applyPlateChanges.
 */
export const PLATE_CHANGES = [
  // Evens out the light of a smile's cheeks and of the shade under its lips.
  'restLight',
  // Gives the lips of a mouth that smiles openly their red when it shuts.
  'closedLips',
  // Evens out the dotted line that a grin's teeth and gaps leave at the ends of shut lips.
  'seamEnds',
  // Heals the dark in which a grin's corners end; shut lips end softly.
  'grinCorners',
  // Keeps the skin as soft as it is where a smile that is taken back pushes it together.
  'squeezedSkin',
  // Heals the ends of a shut mouth's line where an opening leaves them behind.
  'cornerMarks',
  // Heals the line of a shut mouth on both lips as they part.
  'seamMarks',
  // Skin in the place of a mouth that is one stroke: see fillStroke.
  'strokeFill',
  // Skin in the place of a mouth that is drawn open: see ShutLine.
  'shutFill',
  // Skin in the place of eyes that were drawn shut: see ShutEye.
  'eyeFill',
  // Skin in the place of brows that are shapes of their own: see DrawnBrow.
  'browFill',
  // Light that raised brows let into dark sockets.
  'socketLight',
  // Evens out the skin that raised brows draw out.
  'evenLids',
  // Keeps the skin as soft as it is where a brow that sinks pushes it together.
  'pressedLids',
  // The skin that lids which shut draw out over the ball.
  'shutLids',
  // Takes back gleams at inner corners that a narrowed eye would smear.
  'cornerGleams',
] as const;

export type PlateChange = (typeof PLATE_CHANGES)[number];

/** Each of them; undefined where a picture has no need of it. */
export type PlateChanges = Readonly<Record<PlateChange, PixelChange | undefined>>;

/** What is changed of the skin around eyes. */
const AROUND_EYES = ['socketLight', 'evenLids', 'pressedLids', 'shutLids', 'cornerGleams'] as const;

/** Changes that pictures of a style never need. */
const NEVER: Readonly<Record<ArtStyle, readonly PlateChange[]>> = {
  photo: [],
  painting: [],
  // The seam is a stroke, and the shade on lids is paint.
  drawing: ['seamMarks', ...AROUND_EYES],
  // Lips are dark all over, and fur hides where they end.
  animal: ['cornerMarks', 'seamMarks', ...AROUND_EYES],
};

/** What they are found from. */
export interface PlateChangesInput {
  readonly style: ArtStyle;
  readonly plate: Picture;
  readonly grid: PlateGrid;
  readonly iodPx: number;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  readonly mouth: MouthLine;
  /** Does the face show no mouth? Then it has no corners and no line. */
  readonly mouthless: boolean;
  readonly eyes: readonly EyeLine[];
  /** See blackLenses. */
  readonly lenses01: readonly number[];
  readonly brows: readonly BrowBand[];
  readonly drawnBrows: DrawnBrows;
  readonly moustache01: number;
  readonly glasses: Pick<Glasses, 'opaque'> | undefined;
  /** Where its frame holds the skin back. */
  readonly glassesHold: GlassesHold | undefined;
  /** See findLidCrease. */
  readonly lidCreaseIod: number;
  /** See HairLayer. */
  readonly browsCovered: readonly number[] | undefined;
  readonly tone: FaceTone;
  readonly colours: LogColours;
  readonly surface: Surface;
  /** Fills of the smile's own folds, added before all of these. */
  readonly ownFolds: readonly (PixelChange | undefined)[];
  /** Where the mouth lies once its smile is taken back; undefined unless there is one to take. */
  readonly rest: MouthAtRest | undefined;
  readonly drawing: Drawing | undefined;
}

/** A moustache from this on lies over the corners of the mouth. */
const HIDES_CORNERS = 0.5;

type FindChange = (
  face: PlateChangesInput,
  drawing: Drawing,
  before: ChangesBefore,
) => PixelChange | undefined;

/** What is changed before a change of the plate: fills of own folds, and those before it in PLATE_CHANGES. */
interface ChangesBefore {
  readonly found: Partial<PlateChanges>;
  /** The plate with all of them. The next call changes it further. */
  changedPlate(): Picture;
}

const FIND: Readonly<Record<PlateChange, FindChange>> = {
  restLight: (face) => face.rest && evenRestLight(face),
  closedLips: ({ rest, ...face }) =>
    rest && face.mouth.gapPx > 0
      ? fillClosedLips({
          ...face,
          rest,
          edgePx: face.surface.lipEdgePx,
        })
      : undefined,
  seamEnds: (face, _, before) =>
    before.found.closedLips && evenSeamEnds({ ...face, plate: before.changedPlate() }),
  // A fold that runs into a corner is filled once, not by both.
  grinCorners: (face, _, before) =>
    face.rest && face.mouth.gapPx > 0 && face.moustache01 <= HIDES_CORNERS
      ? healCornerMarks({ ...face, plate: before.changedPlate(), inwardsIod: INTO_GRIN })
      : undefined,
  squeezedSkin: (face, _, before) =>
    face.rest
      ? softenSqueezed({
          ...face,
          rest: face.rest,
          plate: before.changedPlate(),
          edgePx: face.surface.edgePx,
        })
      : undefined,
  cornerMarks: (face, { strokeFill }) =>
    strokeFill || face.mouthless || face.mouth.gapPx > 0 || face.moustache01 > HIDES_CORNERS
      ? undefined
      : healCornerMarks(face),
  seamMarks: (face) => (face.mouthless ? undefined : healSeam(face)),
  strokeFill: (_, drawing) => drawing.strokeFill,
  shutFill: (_, { shutLine }) => shutLine?.fill,
  eyeFill: ({ eyes }) => joinChanges(eyes.flatMap(({ plain }) => plain?.shut?.fill ?? [])),
  browFill: ({ drawnBrows }) => joinChanges(drawnBrows.shapes.map(({ fill }) => fill)),
  // A black lens is no dark socket.
  socketLight: (face) => (face.glasses?.opaque ? undefined : lightSockets(withoutLenses(face))),
  // Under the upper rim of glasses the skin is not drawn out, and the rim would be smeared.
  evenLids: (face) => (face.glasses ? undefined : evenLids(withoutLenses(face))),
  pressedLids: (face) =>
    face.glasses ? undefined : pressLids({ ...withoutLenses(face), edgePx: face.surface.edgePx }),
  shutLids: (face) => (face.glasses?.opaque ? undefined : shutLids(withLids(face))),
  // On glasses they are gleams of these.
  cornerGleams: (face) => (face.glasses ? undefined : fadeCornerGleams(withoutLenses(face))),
};

/** Under more of a brow than this in hair lies more hair, and no skin to be lit or evened out. */
const UNDER_HAIR = 0.5;

/** Above an eye behind a black lens there is no lid to be seen. */
function withoutLenses(face: PlateChangesInput): PlateChangesInput {
  return withLids(face, () => false);
}

/** Eyes whose lids are seen: also below brows that lie under hair, where that ends above the lid. */
function withLids(
  { eyes, lenses01, ...face }: PlateChangesInput,
  bare: (eye: EyeLine) => boolean = (eye) => isLidBare(face.plate, eye, face.iodPx),
): PlateChangesInput {
  const seen = eyes.filter(
    (eye, i) =>
      !(lenses01[i] > 0.5) &&
      !eye.covered &&
      (!((face.browsCovered?.[i] ?? 0) > UNDER_HAIR) || bare(eye)),
  );
  return { ...face, lenses01, eyes: seen };
}

/** Finds all that a picture needs. */
export function findPlateChanges(face: PlateChangesInput): PlateChanges {
  const never = NEVER[face.style];
  const found: Partial<Record<PlateChange, PixelChange | undefined>> = {};
  const pending = [...face.ownFolds];
  let rgba: Uint8Array | undefined;
  const before: ChangesBefore = {
    found,
    changedPlate() {
      rgba ??= face.plate.rgba.slice();
      for (const change of pending.splice(0)) if (change) addChange(change, 1, rgba);
      return { ...face.plate, rgba };
    },
  };
  for (const name of PLATE_CHANGES) {
    found[name] = never.includes(name)
      ? undefined
      : FIND[name](face, face.drawing ?? NO_DRAWING, before);
    pending.push(found[name]);
  }
  return found as PlateChanges;
}
