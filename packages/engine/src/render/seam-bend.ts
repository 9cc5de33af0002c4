import { rimAt, type Slit } from './slit.ts';

/** The middle of a mouth, share of half its width: there its bend is read. */
const MIDDLE = 0.35;
/** A drawn line bends by so many times as much as the lips that it stands for. */
export const BENDS = 1.25;

/** Mean height of a curve over the middle of a mouth; t from -1 to 1. */
export function depthOf(heightAt: (t: number) => number): number {
  let sum = 0;
  for (let k = -4; k <= 4; k++) sum += heightAt((MIDDLE * k) / 4);
  return sum / 9;
}

/** Height of the middle between both rims of a slit; t from -1 to 1. */
export function middleOf(slit: Slit, t: number): number {
  const x = t * slit.endPx;
  return (rimAt(slit, slit.top, x) + rimAt(slit, slit.bottom, x)) / 2;
}
