import { findFaces } from '../../src/face/find-faces.ts';
import type { Picture } from '../../src/math/picture.ts';
import type { Points3 } from '../../src/math/points.ts';
import { fitHeadPose, landmarkToHead } from '../../src/rig/head/head-pose.ts';
import { modelRuntime } from './scenes.ts';

/** What a face shows, measured in its own head frame: IOD, heights from the eye corners' line. */
export interface FaceFigures {
  readonly cornerUp: number;
  readonly mouthWidth: number;
  /** Between the inner rims of the lips, in the middle. */
  readonly lipGap: number;
  /** Middle of the inner rims. */
  readonly lipCentreUp: number;
  readonly upperLipUp: number;
  readonly innerBrowUp: number;
  readonly outerBrowUp: number;
  readonly lidGap: number;
  readonly noseWingsUp: number;
  /** Height / width of the irises. */
  readonly irisRatio: number;
}

/** Finds the face again with the engine's own models and measures it. */
export async function measureFace(picture: Picture): Promise<FaceFigures> {
  const [face] = await findFaces(picture, await modelRuntime());
  return figuresOf(face.landmarks);
}

function figuresOf(landmarks: Points3<'image-px'>): FaceFigures {
  const pose = fitHeadPose(landmarks as Float32Array);
  const point = (index: number) => {
    const out = new Float64Array(3);
    landmarkToHead(pose, landmarks as Float32Array, index, out, 0);
    return out;
  };
  const height = (...indices: number[]) =>
    indices.reduce((sum, i) => sum + point(i)[1] / indices.length, 0);
  const apart = (a: number, b: number) => Math.hypot(...point(a).map((v, k) => v - point(b)[k]));
  const eyes = height(33, 133, 362, 263);
  const iris = (first: number) => apart(first + 2, first + 4) / apart(first + 1, first + 3);
  return {
    cornerUp: height(61, 291) - eyes,
    mouthWidth: apart(61, 291),
    lipGap: height(13) - height(14),
    lipCentreUp: height(13, 14) - eyes,
    upperLipUp: height(0, 37, 267) - eyes,
    innerBrowUp: height(55, 107, 285, 336) - eyes,
    outerBrowUp: height(46, 70, 63, 276, 300, 293) - eyes,
    lidGap: height(159, 386) - height(145, 374),
    noseWingsUp: height(98, 327, 64, 294) - eyes,
    irisRatio: (iris(468) + iris(473)) / 2,
  };
}
