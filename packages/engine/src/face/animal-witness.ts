import type { Picture } from '../math/picture.ts';
import { type Being, detectBeings } from './being-detector.ts';
import { createPyramid } from './crop.ts';
import type { Face, ModelRuntime } from './face.ts';

/** Sides of the two frames around a face, parts of its box's longer side: the head with its ears, and what is below it, too. */
const HEAD_FRAME = 3.2;
const BODY_FRAME = 5;
/** So sure after the first of them, the second is not asked … */
const SURE = 0.4;
/** … nor if it is so sure of a person where the models are, too: more so than of any ape, from the second confidence on. */
const SURE_PERSON = 0.25;
const LIKELY_PERSON = 0.7;
/** A being narrower than this part of the face's box is none that has this face. */
const LEAST_BREADTH = 0.6;

/**
 * What the detector of beings says of a face that the models found: how much surer it is of an animal there than of a person,
 * -1..1. Cats, dogs, cattle, pigs and bears have .3 and more, apes about 0, people less than 0.
 */
export async function animalWitness(
  picture: Picture,
  face: Face,
  runtime: ModelRuntime,
): Promise<number> {
  const pyramid = createPyramid(picture);
  const { xPx, yPx, widthPx, heightPx } = face.boxPx;
  const centreX = xPx + widthPx / 2;
  const centreY = yPx + heightPx / 2;
  const hasFace = (being: Being) =>
    being.width > LEAST_BREADTH * widthPx &&
    Math.abs(being.centreX - centreX) < being.width / 2 &&
    Math.abs(being.centreY - centreY) < being.height / 2;
  const look = async (part: number): Promise<number> => {
    const sidePx = part * Math.max(widthPx, heightPx);
    const frame = { centreX, centreY, sidePx, rollRadians: 0, aspect: 1 };
    const beings = (await detectBeings(pyramid, runtime, frame)).filter(hasFace);
    const score = (kind: Being['kind']) =>
      beings.find((being) => being.kind === kind)?.score01 ?? 0;
    return score('animal') - score('person');
  };
  const head = await look(HEAD_FRAME);
  const likely = face.foundBy === 'first-pass' && face.confidence01 >= LIKELY_PERSON;
  if (head > SURE || head < -(likely ? SURE_PERSON : SURE)) return head;
  return (head + (await look(BODY_FRAME))) / 2;
}
