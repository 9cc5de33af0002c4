import { smoothstep } from '../math/easing.ts';
import { mean } from '../math/mean.ts';

/** Shares of the brows that are under hair: up to the first the rest says all, from the second on nothing. */
const BROWS_GO = [0.4, 0.75] as const;

/**
 * How much of what would say a feeling is hidden, 0..1: what hides most counts.
 * @param browsCovered share of each brow that is under hair
 * @param lenses01 how black the lens before each eye is
 */
export function hiddenOf(
  moustache01: number,
  browsCovered: readonly number[],
  lenses01: readonly number[],
): number {
  const brows01 = browsCovered.length > 0 ? smoothstep(...BROWS_GO, mean(browsCovered)) : 0;
  const eyes01 = lenses01.length > 0 ? mean(lenses01) : 0;
  return Math.max(moustache01, brows01, eyes01);
}
