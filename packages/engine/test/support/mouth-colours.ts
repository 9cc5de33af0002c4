import type { MouthColours } from '../../src/render/mouth/mouth-colours.ts';

/** Colours inside the mouth of a photo in plain light. */
export const PLAIN_MOUTH: MouthColours = {
  tooth: [220, 210, 200],
  baredTooth: [220, 210, 200],
  ownBaredLight: 1,
  gum: [150, 80, 75],
  tongue: [165, 85, 80],
  innerLip: [150, 75, 65],
  cavity: [40, 18, 16],
  throat: [16, 7, 6],
  coloured01: 1,
};
