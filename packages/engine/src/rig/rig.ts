import type { FoundBy, PersonMask } from '../face/face.ts';
import type { SampledCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { buildAnimalBases } from './animal/animal-deformation.ts';
import { depthOfAnimal } from './animal/animal-depth.ts';
import { type AnimalEyeball, copyAnimalEyeballs } from './animal/animal-eyeball.ts';
import { buildAnimalShading } from './animal/animal-shading.ts';
import type { Bases } from './basis.ts';
import { type BodyMotion, weighBody } from './body/body-weights.ts';
import { buildBases } from './deformation.ts';
import { type Drawing, NO_DRAWING, readDrawing } from './drawing/drawing.ts';
import { planDrawnMotion } from './drawing/drawn-motion.ts';
import { blackLenses } from './eyes/black-lens.ts';
import { findBrowBands } from './eyes/brow-band.ts';
import { completeEyeball, type EyeballTexture } from './eyes/eyeball-texture.ts';
import { layGlassesHold } from './eyes/glasses-hold.ts';
import { type Features, findFeatures } from './features.ts';
import { createLayerDraft, type FieldBox } from './field-box.ts';
import { type HairLayer, takeHairOff } from './hair/hair-layer.ts';
import { weighHanging } from './head/hanging-hair.ts';
import { depthOfHead } from './head/head-depth.ts';
import { chartFace } from './head/head-field.ts';
import { fitHeadPose, type HeadPose } from './head/head-pose.ts';
import type { BorderWeights } from './head/hold-at-border.ts';
import { weighMotion } from './head/motion-weights.ts';
import { EDGES_OF, findStillGround, type StillGround } from './head/still-ground.ts';
import { hiddenOf } from './hidden-parts.ts';
import { holdToSubject } from './hold-to-subject.ts';
import { narrowToRest } from './mouth/breadth-at-rest.ts';
import { isMouthCovered, weighCover } from './mouth/covered-mouth.ts';
import { layMouthToRest, type MouthAtRest } from './mouth/mouth-at-rest.ts';
import { findOwnTeeth, type OwnTeeth } from './mouth/own-teeth.ts';
import { settleMouth } from './mouth/resting-mouth.ts';
import { straightenAtRest } from './mouth/seam-at-rest.ts';
import { readSeamShade } from './mouth/seam-shade.ts';
import { seamTiltIod } from './mouth/seam-tilt.ts';
import { findPersonParts, NO_PERSON, type PersonParts } from './person-parts.ts';
import { findPlateChanges, type PlateChanges } from './plate-changes.ts';
import { type PlateGrid, planGrid } from './plate-grid.ts';
import { creaseStrength } from './skin/crease-strength.ts';
import { type FaceTone, readFaceTone } from './skin/face-tone.ts';
import { readLogColours } from './skin/log-colours.ts';
import { buildOwnFolds, type FoldFill } from './skin/own-folds.ts';
import { buildRelease, buildShading, type ShadingBasis } from './skin/shading.ts';
import { readCoatTint, readShadowTint, type ShadowTint } from './skin/shadow-tint.ts';
import { buildSkinCreases, type SkinCrease } from './skin/skin-creases.ts';
import { NEUTRAL_SOURCE, type SourceUnits } from './source-units.ts';
import type { ArtStyle } from './style/art-style.ts';
import { readSurface, type Surface } from './style/surface.ts';

/** What a rig is made from. All positions are frame px of the plate. */
export interface RigInput {
  /** The picture as the film frames it: cropped and scaled once. */
  readonly plate: Picture;
  readonly landmarks: Points3<'frame-px'>;
  /** Its `areaPx` in frame px. */
  readonly mask: PersonMask | undefined;
  readonly style: ArtStyle;
  /** See StyleGuess; if left out, a painting is one throughout. */
  readonly painted01?: number | undefined;
  readonly foundBy: FoundBy;
}

/** A face ready to be moved: everything about it that does not change from frame to frame. */
export interface Rig
  extends Pick<Features, 'landmarks' | 'mouth' | 'muzzleKnown01' | 'eyes' | 'animalEyes'>,
    Pick<PersonParts, 'moustache01' | 'glasses' | 'drawnBrows' | 'lidCreaseIod'>,
    Pick<Drawing, 'seamInk' | 'pen' | 'shutLine' | 'mouthless' | 'drawnTeeth'>,
    PlateChanges {
  readonly plate: Picture;
  /** The plate without hair that hangs before the face: what is moved with the skin. */
  readonly face: Picture;
  /** That hair; undefined where the forehead is free. */
  readonly hair: HairLayer | undefined;
  readonly style: ArtStyle;
  /** 0..1: how much like paint all that is drawn shall look; 0 unless a painting. */
  readonly painted01: number;
  readonly foundBy: FoundBy;
  readonly pose: HeadPose;
  readonly grid: PlateGrid;
  /** Depth of nodes against the head's origin, px towards the viewer. */
  readonly depthPx: Float32Array;
  readonly headGoes: BorderWeights;
  /** 0..1 a node: how much of it hangs from the head and follows late; undefined for animals and without an outline. */
  readonly hangs01: Float32Array | undefined;
  /** What shoulders and body move by; undefined for animals and where the outline is not known. */
  readonly body: BodyMotion | undefined;
  readonly faceWeight: Float32Array;
  /** 0..1: how freely the head may turn inside this frame. */
  readonly mobility01: number;
  /** Painted balls of people's eyes; animals have `animalEyes` and `animalEyeballs` instead. */
  readonly eyeballs: readonly EyeballTexture[];
  readonly animalEyeballs: readonly AnimalEyeball[];
  readonly tone: FaceTone;
  readonly ownTeeth: OwnTeeth;
  readonly surface: Surface;
  readonly bases: Bases;
  /** Per strengthIndex; empty on skin that its artist left without shade. */
  readonly shading: readonly (ShadingBasis | undefined)[];
  /** Shading of units that are taken back from what the picture shows. */
  readonly release: readonly (ShadingBasis | undefined)[];
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

/** Builds the rig of a face: some 400 ms for 720² once its code is compiled; deterministic. */
export function buildRig(input: RigInput): Rig {
  const { plate: picture, mask, style, foundBy } = input;
  const animal = style === 'animal';
  const painted01 = style === 'painting' ? (input.painted01 ?? 1) : 0;
  const pose = fitHeadPose(input.landmarks);
  const { iodPx } = pose;
  const features = findFeatures(picture, input.landmarks, iodPx, style);
  const { landmarks, mouth, muzzleKnown01, eyes, animalEyes } = features;
  const tone = readFaceTone(picture, landmarks, pose, eyes);
  const area = movingArea(picture, pose);
  const grid = planGrid(area);
  const { chartX, chartY } = chartFace(grid, landmarks);
  const surfaceOf = (shown: Picture) => readSurface(shown, landmarks, iodPx, style);
  const shownSurface = surfaceOf(picture);
  const hair =
    animal || style === 'drawing'
      ? undefined
      : takeHairOff(
          {
            ...{ plate: picture, mask, iodPx, grid, chartX, chartY, eyes },
            brows: findBrowBands(landmarks, picture, eyes, iodPx),
          },
          { grain: tone.grain, surface: shownSurface, painted01 },
        );
  const plate = hair?.face ?? picture;
  const drawing = style === 'drawing' ? readDrawing(plate, features, tone, iodPx) : undefined;
  const { flatSkin, foldInk, seamInk, pen, shutLine, drawnTeeth } = drawing ?? NO_DRAWING;
  // A drawing that has a mouth shows it, and on flat skin none is opened where it does not.
  const mayBeCovered =
    !animal && (!drawing || (!features.flat && features.drawnMouth === 'unseen'));
  const mouthCovered = mayBeCovered && isMouthCovered(plate, landmarks, mouth, tone, iodPx);
  const mouthless = mouthCovered || (drawing ?? NO_DRAWING).mouthless;
  const person = animal ? NO_PERSON : findPersonParts(plate, features, pose, tone, drawing);
  const { brows, lidCreaseIod, drawnBrows, moustache01, glasses, ring, seen } = person;

  // In a drawing eyes may be as black.
  const lenses01 =
    animal || drawing ? [] : blackLenses(plate, eyes, tone.skin, iodPx, glasses?.opaque);

  const moves = weighMotion(grid, pose, mask, plate, animal);
  const weights = mouthCovered ? weighCover(moves, chartY) : moves;
  const { faceWeight, headWeight, headGoes, mobility01, outside } = weights;
  const places = { grid, pose, iodPx, chartX, chartY, faceWeight };
  const deformation = {
    ...places,
    ...{ mouth, ring, eyes, brows, lidCreaseIod, moustache01, mouthless },
    ...(drawing && planDrawnMotion(drawing, drawnBrows, mouth, grid, chartY, iodPx)),
    squint01: seen.AU6,
    browsCovered: hair?.browsCovered,
    glasses: glasses && layGlassesHold(grid, glasses, iodPx, eyes, brows),
  };
  const bases = animal
    ? buildAnimalBases({
        ...deformation,
        plate,
        mask,
        headWeight,
        outside,
        animalEyes,
        muzzleKnown01,
      })
    : buildBases(deformation, weights);

  const ownTeeth = findOwnTeeth(plate, mouth, tone, iodPx);
  const shown = {
    ...seen,
    teethShown01: ownTeeth.share01,
    hidden01: drawing ? 0 : hiddenOf(moustache01, hair?.browsCovered ?? [], lenses01),
    atRest: settleMouth({ bases, grid, pose, mouth, landmarks }, seen),
  };
  // A smile that is drawn is a shape of the artist's: it bends, but is not laid to rest.
  const smiles = !drawing && !mouthCovered && shown.AU12 > LIPS_THIN_FROM;
  const rest = smiles ? layMouthToRest({ bases, grid, iodPx }, mouth, shown) : undefined;

  const surface = hair ? surfaceOf(plate) : shownSurface;
  const colours = readLogColours(plate, grid, faceWeight);
  const lnGreen = colours[1];
  const light = { ...places, tone, lnGreen };
  const shading = flatSkin
    ? []
    : animal
      ? buildAnimalShading(light, animalEyes)
      : buildShading(light, pose);
  const shadowTint = animal
    ? readCoatTint(plate, eyes, iodPx)
    : readShadowTint(plate, landmarks, iodPx, tone);
  const creaseStrength01 = creaseStrength(plate, landmarks, pose, eyes, style, painted01);
  const ownFolds = buildOwnFolds({
    ...places,
    ...{ plate, landmarks, mouth, colours, tone, creaseStrength01, glasses: deformation.glasses },
    // What a drawing shows of folds are strokes: they are not filled but move.
    shown: drawing ? NEUTRAL_SOURCE : shown,
  });
  const skinCreases = animal
    ? []
    : buildSkinCreases({
        ...places,
        ...{ plate, lnGreen, tone, flatSkin },
        ink: foldInk,
        tint: shadowTint,
        ...{ strength01: creaseStrength01, painted01 },
        edgePx: surface.edgePx,
        drawn: drawing !== undefined,
        penIod: seamInk?.halfIod,
        browsDrawn: drawnBrows.shapes.length === 2,
      });
  const changes = findPlateChanges({
    ...places,
    ...{ style, plate, mouth, mouthless, eyes, lenses01, brows, drawnBrows, moustache01, glasses },
    ...{ lidCreaseIod, glassesHold: deformation.glasses },
    ...{ tone, colours, surface, ownFolds, browsCovered: hair?.browsCovered },
    ...{ rest, drawing },
  });
  const stillGround = findStillGround(plate, mask, iodPx, EDGES_OF[style], area);
  const held = holdToSubject({ ownFolds, skinCreases, changes }, stillGround, plate);
  const { shuts01 } = deformation.glasses ?? {};
  const ball = { plate, iodPx, skin: tone.skin, edgePx: surface.edgePx, shuts01 };
  return {
    ...{
      plate: picture,
      face: plate,
      hair,
      style,
      painted01,
      foundBy,
      pose,
      grid,
      headGoes,
      faceWeight,
    },
    mobility01,
    hangs01: animal ? undefined : weighHanging(grid, pose, outside),
    body: animal ? undefined : weighBody(grid, pose, outside, plate),
    ...{ landmarks, mouth, muzzleKnown01, eyes, animalEyes },
    ...{
      moustache01,
      glasses,
      lidCreaseIod,
      seamInk,
      pen,
      shutLine,
      mouthless,
      drawnTeeth,
      drawnBrows,
    },
    ...{ tone, surface, bases, shading, shadowTint, creaseStrength01 },
    ...{ ownFolds: held.ownFolds, skinCreases: held.skinCreases },
    ...held.changes,
    depthPx: animal
      ? depthOfAnimal(grid, landmarks, pose)
      : depthOfHead(grid, landmarks, pose, flatSkin !== undefined),
    eyeballs: animal ? [] : eyes.map((eye, i) => completeEyeball(ball, eye, lenses01[i])),
    animalEyeballs: copyAnimalEyeballs(plate, animalEyes, iodPx),
    ownTeeth,
    release: animal || flatSkin ? shading : buildRelease(light, shading),
    sourceUnits: shown,
    mouthAtRest: mouth.gapPx > 0 ? rest : undefined,
    seamAtRest:
      rest &&
      straightenAtRest(
        { ...places, mouth, rest, tiltIod: seamTiltIod(pose) },
        createLayerDraft(grid),
      ),
    breadthAtRest:
      shown.AU12 > 0
        ? narrowToRest({ ...deformation, smile: shown.AU12 }, createLayerDraft(grid))
        : undefined,
    seamShade: readSeamShade(plate, mouth, iodPx),
    stillGround,
  };
}

/** Whole pixels around everything that may move: head, hair, neck, shoulders. */
function movingArea(plate: Picture, pose: HeadPose) {
  const reachX = 3.7 * pose.iodPx;
  const x0 = Math.max(0, Math.floor(pose.originXPx - reachX));
  const x1 = Math.min(plate.widthPx, Math.ceil(pose.originXPx + reachX));
  const y0 = Math.max(0, Math.floor(pose.originYPx - 3.2 * pose.iodPx));
  const y1 = Math.min(plate.heightPx, Math.ceil(pose.originYPx + 4.7 * pose.iodPx));
  return { xPx: x0, yPx: y0, widthPx: Math.max(2, x1 - x0), heightPx: Math.max(2, y1 - y0) };
}
