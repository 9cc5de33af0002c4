import type { FaceState } from '../../expression/face-state.ts';
import { smoothstep } from '../../math/easing.ts';
import { meanStrength } from '../../rig/action-units.ts';
import { rimAt, type Slit } from '../slit.ts';

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

/** Strengths of AU9 over which a drawn line becomes a wave: cartoonists' sign of disgust. Anger's are below. */
const SNEERS = [0.7, 1.2] as const;
/** Height of the wave, share of half the line's length, and how much of its bend goes. */
const WAVE = 0.12;
const BEND_GOES = 0.6;

/** 0..1: how far a mouth that is drawn as a line sneers. */
export function lineSneers({ strengths }: FaceState): number {
  return smoothstep(...SNEERS, meanStrength(strengths, 'AU9'));
}

/**
 * Height of a line that sneers.
 * @param bend its height without that, px
 * @param t -1 at its end on the picture's left, 1 at the other
 */
export function sneer(bend: number, t: number, halfPx: number, sneers01: number): number {
  const wave = WAVE * halfPx * Math.sin(1.5 * Math.PI * t);
  return (1 - BEND_GOES * sneers01) * bend - sneers01 * wave;
}
