import type { Rig } from '../../src/rig/rig.ts';
import type { Rgb } from '../../src/rig/skin/face-tone.ts';

/** A face in the light of a photo: its tone. */
export const TONE = {
  skin: [200, 150, 130],
  mouthSkin: [195, 145, 125],
  white: [215, 205, 195],
  lip: [170, 100, 90],
  lipPalest: [190, 120, 108],
  highlightLuma: 210,
  shadowLuma: 50,
  nostrilLuma: 40,
  nostrilRedness: 1,
  chroma: 60,
} as const;

/** What of a rig the colours of its mouth come from, with what differs from TONE. */
export function tonedFace(
  tone: Partial<Record<keyof typeof TONE, unknown>> = {},
  ownTeeth = {},
  style: Rig['style'] = 'photo',
  pen?: Rgb,
): Rig {
  return {
    style,
    painted01: style === 'painting' ? 1 : 0,
    tone: { ...TONE, ...tone },
    ownTeeth,
    pen: pen && { colour: pen },
  } as unknown as Rig;
}
