/** Axes on a picture: their origin and the unit vector of the first one; up = (alongY, -alongX). */
export interface AxesPx {
  readonly centreXPx: number;
  readonly centreYPx: number;
  readonly alongX: number;
  readonly alongY: number;
}

/** A place of the frame on such axes. */
export function onAxes(axes: AxesPx, xPx: number, yPx: number): [alongPx: number, upPx: number] {
  const dx = xPx - axes.centreXPx;
  const dy = yPx - axes.centreYPx;
  return [dx * axes.alongX + dy * axes.alongY, dx * axes.alongY - dy * axes.alongX];
}

/** The inverse: the place of the frame. */
export function fromAxes(axes: AxesPx, alongPx: number, upPx: number): [xPx: number, yPx: number] {
  return [
    axes.centreXPx + alongPx * axes.alongX + upPx * axes.alongY,
    axes.centreYPx + alongPx * axes.alongY - upPx * axes.alongX,
  ];
}
