import type { FoundBy, PersonMask } from '../face/face.ts';
import type { SampledCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { buildAnimalBases } from './animal-deformation.ts';
import { depthOfAnimal } from './animal-depth.ts';
import { findAnimalEyeLines } from './animal-eye-line.ts';
import { type AnimalEyeball, copyAnimalEyeballs } from './animal-eyeball.ts';
import { type AnimalEye, describeAnimalEyes } from './animal-eyes.ts';
import { findMuzzle } from './animal-muzzle.ts';
import { buildAnimalShading } from './animal-shading.ts';
import type { ArtStyle } from './art-style.ts';
import type { Bases } from './basis.ts';
import { narrowToRest } from './breadth-at-rest.ts';
import { findBrowBands } from './brow-band.ts';
import { fillClosedLips } from './closed-lips.ts';
import { healCornerMarks } from './corner-marks.ts';
import { creaseStrength } from './crease-strength.ts';
import { buildBases } from './deformation.ts';
import { findPlainEyes, inkOfEyes } from './drawn-eye.ts';
import { fitDrawnMouth } from './drawn-mouth.ts';
import { type DrawnSeam, howShort, liesAbove, NOT_DRAWN, readDrawnSeam } from './drawn-seam.ts';
import { findEyeLine } from './eye-line.ts';
import type { EyeLine } from './eye-shape.ts';
import { completeEyeball, type EyeballTexture } from './eyeball-texture.ts';
import { type FaceTone, readFaceTone } from './face-tone.ts';
import { createLayerDraft, type FieldBox } from './field-box.ts';
import { isFlatSkin } from './flat-skin.ts';
import type { PixelChange } from './fold-pixels.ts';
import { findGlasses, type Glasses } from './glasses.ts';
import { layGlassesHold } from './glasses-hold.ts';
import { chartFace, depthOfHead, weighMotion } from './head-field.ts';
import { fitHeadPose, type HeadPose } from './head-pose.ts';
import { readInk } from './ink.ts';
import { findMoustache } from './moustache.ts';
import { layMouthToRest, type MouthAtRest } from './mouth-at-rest.ts';
import { findMouthLine, type MouthLine } from './mouth-line.ts';
import { readMouthRing } from './mouth-ring.ts';
import { buildOwnFolds, type FoldFill, readLogColours } from './own-folds.ts';
import { findOwnTeeth, type OwnTeeth } from './own-teeth.ts';
import { type PlateGrid, planGrid } from './plate-grid.ts';
import { evenRestLight } from './rest-light.ts';
import { settleMouth } from './resting-mouth.ts';
import { straightenAtRest } from './seam-at-rest.ts';
import { healSeam } from './seam-marks.ts';
import { readSeamShade } from './seam-shade.ts';
import { seamTiltIod } from './seam-tilt.ts';
import { buildRelease, buildShading, type ShadingBasis } from './shading.ts';
import { COAT_TINT, readShadowTint, type ShadowTint } from './shadow-tint.ts';
import { readShutLine, type ShutLine } from './shut-line.ts';
import { buildSkinCreases, type SkinCrease } from './skin-creases.ts';
import { joinChanges } from './skin-patch.ts';
import { lightSockets } from './socket-light.ts';
import { NEUTRAL_SOURCE, readSourceUnits, type SourceUnits } from './source-units.ts';
import { findStillGround, type StillGround } from './still-ground.ts';
import { readSurface, type Surface } from './surface.ts';

/** What a rig is made from. All positions are frame px of the plate. */
export interface RigInput {
  /** The picture as the film frames it: cropped and scaled once. */
  readonly plate: Picture;
  readonly landmarks: Points3<'frame-px'>;
  /** Its `areaPx` in frame px. */
  readonly mask: PersonMask | undefined;
  readonly style: ArtStyle;
  readonly foundBy: FoundBy;
}

/** A face ready to be moved: everything about it that does not change from frame to frame. */
export interface Rig extends DrawnSeam {
  readonly plate: Picture;
  readonly landmarks: Points3<'frame-px'>;
  readonly style: ArtStyle;
  readonly foundBy: FoundBy;
  readonly pose: HeadPose;
  readonly grid: PlateGrid;
  /** Depth of nodes against the head's origin, px towards the viewer. */
  readonly depthPx: Float32Array;
  readonly headWeight: Float32Array;
  readonly faceWeight: Float32Array;
  /** 0..1: how freely the head may turn inside this frame. */
  readonly mobility01: number;
  readonly mouth: MouthLine;
  /** 0..1: how surely the line between an animal's lips is known; people's is found by landmarks. */
  readonly muzzleKnown01: number;
  /** 0..1: dark hair over the upper lip: see findMoustache. */
  readonly moustache01: number;
  /** The frame of glasses, which stays as it is; undefined on bare faces. */
  readonly glasses: Glasses | undefined;
  readonly eyes: readonly EyeLine[];
  /** Painted balls of people's eyes; animals have `animalEyes` and `animalEyeballs` instead. */
  readonly eyeballs: readonly EyeballTexture[];
  readonly animalEyes: readonly AnimalEye[];
  readonly animalEyeballs: readonly AnimalEyeball[];
  readonly tone: FaceTone;
  readonly ownTeeth: OwnTeeth;
  readonly surface: Surface;
  readonly bases: Bases;
  /** Per strengthIndex; empty on skin that its artist left without shade. */
  readonly shading: readonly (ShadingBasis | undefined)[];
  /** Shading of units that are taken back from what the picture shows. */
  readonly release: readonly (ShadingBasis | undefined)[];
  /** Light that raised brows let into dark sockets. */
  readonly socketLight: PixelChange | undefined;
  /** What fills the picture's own folds when the units that made them are taken back. */
  readonly ownFolds: readonly (FoldFill | undefined)[];
  /** Folds that units press into the skin. */
  readonly skinCreases: readonly SkinCrease[];
  /** How red the shadows of this skin are. */
  readonly shadowTint: ShadowTint;
  /** Where a mouth that smiles openly lies at rest. */
  readonly mouthAtRest: MouthAtRest | undefined;
  /** What lays the line of a smile, open or shut, as mouths at rest have it; both layers. */
  readonly seamAtRest: FieldBox | undefined;
  /** See narrowToRest; undefined unless the picture smiles. */
  readonly breadthAtRest: FieldBox | undefined;
  /** What gives the lips of a mouth that smiles openly their red when it shuts. */
  readonly closedLips: PixelChange | undefined;
  /** What heals the dark in which a grin's corners end; shut lips end softly. */
  readonly grinCorners: PixelChange | undefined;
  /** What evens out the light of a smile's cheeks and of the shade under its lips. */
  readonly restLight: PixelChange | undefined;
  /** What heals the ends of a shut mouth's line where an opening leaves them behind. */
  readonly cornerMarks: PixelChange | undefined;
  /** The line of a shut mouth, healed on both lips as they part. */
  readonly seamMarks: PixelChange | undefined;
  /** What a flat drawing's open mouth is when it shuts: see readShutLine. */
  readonly shutLine: ShutLine | undefined;
  readonly shutFill: PixelChange | undefined;
  /** Skin in the place of eyes that were drawn shut: see ShutEye. */
  readonly eyeFill: PixelChange | undefined;
  /** Does a drawing show no mouth at all? */
  readonly mouthless: boolean;
  /** How dark a shut mouth's line is along it; undefined where lips are apart. */
  readonly seamShade: SampledCurve | undefined;
  /** The picture taken apart along the subject's outline; undefined where that is not known. */
  readonly stillGround: StillGround | undefined;
  readonly sourceUnits: SourceUnits;
  /** 0..1: how strongly furrows are shaded on this face (style, age). */
  readonly creaseStrength01: number;
}

/** A smile from this on draws open lips thin. */
const LIPS_THIN_FROM = 0.12;

/** Cartoons whose mouth is a stroke open it in their faces; a chin that dropped far would bend its outline. */
const STROKES_CHIN = 0.4;

/** Builds the rig of a face: some 400 ms for 720² once its code is compiled; deterministic. */
export function buildRig(input: RigInput): Rig {
  const { plate, mask, style, foundBy } = input;
  const pose = fitHeadPose(input.landmarks);
  const drawn = style === 'drawing' ? fitDrawnMouth(plate, input.landmarks, pose.iodPx) : undefined;
  const landmarks = drawn?.landmarks ?? input.landmarks;
  const area = movingArea(plate, pose);
  const grid = planGrid(area);
  const { chartX, chartY } = chartFace(grid, landmarks);
  const animal = style === 'animal';
  const depthPx = animal
    ? depthOfAnimal(grid, landmarks, pose)
    : depthOfHead(grid, landmarks, pose);
  const weights = weighMotion(grid, pose, mask, plate, animal);
  const { faceWeight, headWeight, mobility01 } = weights;
  const meshMouth = findMouthLine(landmarks, pose.iodPx, plate);
  const muzzle = animal ? findMuzzle(meshMouth, plate, pose.iodPx) : undefined;
  const mouth = muzzle?.mouth ?? meshMouth;
  const pair = animal ? findAnimalEyeLines(landmarks, plate, pose.iodPx) : undefined;
  const lidded =
    pair ??
    (['right', 'left'] as const).map((side) =>
      findEyeLine(landmarks, side, plate, pose.iodPx, style),
    );
  const flat = style === 'drawing' && isFlatSkin(plate, landmarks, pose.iodPx);
  const eyes = style === 'drawing' ? findPlainEyes(plate, lidded, pose.iodPx, flat) : lidded;
  const animalEyes = pair ? describeAnimalEyes(pair) : [];
  const tone = readFaceTone(plate, landmarks, pose, eyes);
  const colours = readLogColours(plate, grid, faceWeight);
  const lnGreen = colours[1];
  const light = { grid, chartX, chartY, faceWeight, iodPx: pose.iodPx, tone, lnGreen };
  const flatSkin = flat ? tone.mouthSkin : undefined;
  const shading = flatSkin
    ? []
    : animal
      ? buildAnimalShading(light, animalEyes)
      : buildShading(light, pose);
  const moustache01 = animal ? 0 : findMoustache(plate, landmarks, pose.iodPx, tone);
  const brows = animal ? [] : findBrowBands(landmarks, plate, eyes, pose.iodPx);
  // The figures of a face at rest are a person's: an animal counts as neutral.
  const seen = animal ? NEUTRAL_SOURCE : readSourceUnits(landmarks, pose, mouth, eyes);
  const ring = animal ? undefined : readMouthRing(mouth, pose.iodPx, seen.AU12);
  const glasses = animal
    ? undefined
    : findGlasses(plate, eyes, pose.iodPx, style === 'drawing', flatSkin);
  // Where a flat drawing shows no mouth, under a beard say, none is opened.
  const mouthless = flatSkin !== undefined && mouth.gapPx === 0 && drawn?.seen === false;
  const seam =
    style === 'drawing' && !mouthless
      ? readDrawnSeam(plate, mouth, pose.iodPx, tone.mouthSkin)
      : NOT_DRAWN;
  const { strokeFill } = seam;
  const ink = style === 'drawing' ? readInk(plate, landmarks, pose.iodPx, tone) : undefined;
  const shutLine =
    flatSkin &&
    readShutLine(
      plate,
      mouth,
      flatSkin,
      pose.iodPx,
      ink ?? inkOfEyes(plate, eyes, pose.iodPx, flatSkin),
    );
  const deformation = {
    ...{ grid, pose, chartX, chartY, faceWeight, mouth, ring, eyes, brows, moustache01 },
    squint01: seen.AU6,
    mouthless,
    mouthAbove: strokeFill ? liesAbove(mouth, grid, chartY) : 0,
    chinFollows01: strokeFill ? STROKES_CHIN : 1,
    shortMouth: style === 'drawing' ? howShort(mouth, pose.iodPx) : 1,
    glasses: glasses && layGlassesHold(grid, glasses, pose.iodPx),
  };
  const bases = animal
    ? buildAnimalBases({
        ...deformation,
        plate,
        mask,
        headWeight,
        animalEyes,
        muzzleKnown01: muzzle?.known01 ?? 0,
      })
    : buildBases(deformation, weights.jawBeyond);
  const shown = animal
    ? NEUTRAL_SOURCE
    : { ...seen, atRest: settleMouth({ bases, grid, pose, mouth, landmarks }, seen) };
  const smiles = style !== 'drawing' && shown.AU12 > LIPS_THIN_FROM;
  const resting = smiles
    ? layMouthToRest({ bases, grid, iodPx: pose.iodPx }, mouth, shown)
    : undefined;
  const mouthAtRest = mouth.gapPx > 0 ? resting : undefined;
  const surface = readSurface(plate, landmarks, pose.iodPx, style);
  const shadowTint = animal ? COAT_TINT : readShadowTint(plate, landmarks, pose.iodPx, tone);
  const creaseStrength01 = creaseStrength(plate, landmarks, pose, eyes, style);
  const rig = {
    plate,
    landmarks,
    style,
    foundBy,
    pose,
    grid,
    depthPx,
    headWeight,
    faceWeight,
    mobility01,
    mouth,
    muzzleKnown01: muzzle?.known01 ?? 0,
    moustache01,
    glasses,
    eyes,
    eyeballs: animal ? [] : eyes.map((eye) => completeEyeball(plate, eye, pose.iodPx)),
    animalEyes,
    animalEyeballs: copyAnimalEyeballs(plate, animalEyes, pose.iodPx),
    tone,
    ownTeeth: findOwnTeeth(plate, mouth, tone, pose.iodPx),
    surface,
    bases,
    shading,
    release: animal || flatSkin ? shading : buildRelease(light, shading),
    // The shade on a drawing's lids is its paint.
    socketLight:
      animal || style === 'drawing'
        ? undefined
        : lightSockets({ plate, eyes, brows, iodPx: pose.iodPx, tone }),
    ownFolds: buildOwnFolds({
      plate,
      grid,
      pose,
      landmarks,
      mouth,
      chartX,
      chartY,
      faceWeight,
      colours,
      tone,
      creaseStrength01,
      // What a drawing shows of folds are strokes: they are not filled but move.
      shown: style === 'drawing' ? NEUTRAL_SOURCE : shown,
    }),
    skinCreases: animal
      ? []
      : buildSkinCreases({
          plate,
          grid,
          pose,
          chartX,
          chartY,
          faceWeight,
          lnGreen,
          tint: shadowTint,
          tone,
          strength01: creaseStrength01,
          edgePx: surface.edgePx,
          drawn: style === 'drawing',
          flatSkin,
          ink,
        }),
    shadowTint,
    mouthAtRest,
    seamAtRest: resting
      ? straightenAtRest(
          { grid, mouth, rest: resting, faceWeight, iodPx: pose.iodPx, tiltIod: seamTiltIod(pose) },
          createLayerDraft(grid),
        )
      : undefined,
    breadthAtRest:
      shown.AU12 > 0
        ? narrowToRest({ ...deformation, smile: shown.AU12 }, createLayerDraft(grid))
        : undefined,
    closedLips: mouthAtRest
      ? fillClosedLips({
          plate,
          mouth,
          rest: mouthAtRest,
          iodPx: pose.iodPx,
          skin: tone.mouthSkin,
          edgePx: surface.edgePx,
          moustache01,
        })
      : undefined,
    grinCorners:
      mouthAtRest && moustache01 <= 0.5
        ? healCornerMarks({ plate, mouth, iodPx: pose.iodPx, surface })
        : undefined,
    restLight:
      style !== 'drawing' && shown.AU12 > LIPS_THIN_FROM
        ? evenRestLight({
            plate,
            grid,
            mouth,
            iodPx: pose.iodPx,
            chartX,
            chartY,
            faceWeight,
            colours,
          })
        : undefined,
    cornerMarks:
      animal || strokeFill || mouthless || mouth.gapPx > 0 || moustache01 > 0.5
        ? undefined
        : healCornerMarks({ plate, mouth, iodPx: pose.iodPx, surface }),
    seamMarks:
      animal || style === 'drawing'
        ? undefined
        : healSeam({ plate, mouth, iodPx: pose.iodPx, surface }),
    ...seam,
    shutLine,
    shutFill: shutLine?.fill,
    eyeFill: joinChanges(eyes.flatMap(({ plain }) => plain?.shut?.fill ?? [])),
    mouthless,
    seamShade: readSeamShade(plate, mouth, pose.iodPx),
    creaseStrength01,
    sourceUnits: shown,
  };
  const edges = animal ? 'fur' : style === 'drawing' ? 'drawn' : 'soft';
  const stillGround = findStillGround(plate, mask, pose.iodPx, edges, area, changed(rig));
  return { ...rig, stillGround };
}

/**
 * What films change of the plate before they move it, besides folds, in the order in which it is
 * added: see relaxFolds.
 */
export const PLATE_CHANGES = [
  'restLight',
  'closedLips',
  'grinCorners',
  'cornerMarks',
  'seamMarks',
  'strokeFill',
  'shutFill',
  'eyeFill',
  'socketLight',
] as const satisfies readonly (keyof Rig)[];

export type PlateChange = (typeof PLATE_CHANGES)[number];

/** The pixels of these changes, and of all folds. */
function changed(rig: Pick<Rig, 'ownFolds' | 'skinCreases' | PlateChange>): readonly Uint32Array[] {
  const changes = [...rig.ownFolds, ...rig.skinCreases, ...PLATE_CHANGES.map((name) => rig[name])];
  return changes.flatMap((change) => (change ? [change.pixels] : []));
}

/** Whole pixels around everything that may move: head, hair, neck. */
function movingArea(plate: Picture, pose: HeadPose) {
  const reachX = 2.9 * pose.iodPx;
  const x0 = Math.max(0, Math.floor(pose.originXPx - reachX));
  const x1 = Math.min(plate.widthPx, Math.ceil(pose.originXPx + reachX));
  const y0 = Math.max(0, Math.floor(pose.originYPx - 3.2 * pose.iodPx));
  const y1 = Math.min(plate.heightPx, Math.ceil(pose.originYPx + 3.4 * pose.iodPx));
  return { xPx: x0, yPx: y0, widthPx: Math.max(2, x1 - x0), heightPx: Math.max(2, y1 - y0) };
}
