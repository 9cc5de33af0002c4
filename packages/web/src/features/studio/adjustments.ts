import { DEFAULT_INTENSITY01, type Framing, type PictureStyle } from '@moodreel/contract';

/** What may be chosen for a film besides picture and expression; null leaves it to the server. */
export type Adjustments = {
  readonly intensity01: number;
  readonly framing: Framing | null;
  readonly style: PictureStyle | null;
  /** true: only the face moves. */
  readonly stillHead: boolean;
};

/** What a film is made with where nothing was adjusted. */
export const usualAdjustments: Adjustments = {
  intensity01: DEFAULT_INTENSITY01,
  framing: null,
  style: null,
  stillHead: false,
};

/** The strengths that can be chosen, from weak to full. */
export const strengths: readonly { readonly intensity01: number; readonly word: string }[] = [
  { intensity01: 0.25, word: 'A hint' },
  { intensity01: 0.5, word: 'Gentle' },
  { intensity01: DEFAULT_INTENSITY01, word: 'Clear' },
  { intensity01: 1, word: 'All out' },
];

/** Where in `strengths` an intensity stands. */
export function stepOf(intensity01: number): number {
  return strengths.findIndex((strength) => strength.intensity01 === intensity01);
}

export const framings: readonly { readonly value: Framing | null; readonly title: string }[] = [
  { value: null, title: 'Best fit' },
  { value: 'portrait', title: 'Portrait' },
  { value: 'full', title: 'Full picture' },
];

export const styles: readonly { readonly value: PictureStyle; readonly title: string }[] = [
  { value: 'photo', title: 'A photo' },
  { value: 'painting', title: 'A painting' },
  { value: 'drawing', title: 'A drawing' },
  { value: 'animal', title: 'An animal' },
];

/** The form fields that ask for them; nothing for what is as usual. */
export function adjustmentFields(adjustments: Adjustments): Readonly<Record<string, string>> {
  const { intensity01, framing, style, stillHead } = adjustments;
  return {
    ...(intensity01 === usualAdjustments.intensity01 ? {} : { intensity: String(intensity01) }),
    ...(framing === null ? {} : { framing }),
    ...(style === null ? {} : { style }),
    ...(stillHead ? { stillHead: 'true' } : {}),
  };
}

/** What differs from the usual, in a few words; empty if nothing does. */
export function describeAdjustments(adjustments: Adjustments): string {
  const { intensity01, framing, style, stillHead } = adjustments;
  const words = [
    intensity01 === usualAdjustments.intensity01 ? undefined : strengths[stepOf(intensity01)]?.word,
    framing === null ? undefined : framings.find(({ value }) => value === framing)?.title,
    styles.find(({ value }) => value === style)?.title,
    stillHead ? 'still head' : undefined,
  ];
  return words
    .filter((word) => word !== undefined)
    .join(', ')
    .toLowerCase();
}
