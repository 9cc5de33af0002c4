/**
 * Coordinate spaces of the engine. A buffer of points carries its space in its type, so that
 * points of two spaces cannot be mixed without a conversion that says so.
 *
 * - `image-px`: the whole decoded picture, x to the right, y DOWN, pixel centres at .5.
 * - `frame-px`: the cropped and scaled picture that the film shows, same axes.
 * - `head`: the head frame, unit = IOD, origin midway between the eye centres, x towards the
 *   subject's LEFT (the picture's right for a frontal face), y towards the forehead (UP),
 *   z towards the viewer.
 */
export type Space = 'image-px' | 'frame-px' | 'head';

/** Points2: f32[2·N], interleaved x,y. */
export type Points2<S extends Space> = Float32Array & { readonly __points2?: S };

/** Points3: f32[3·N], interleaved x,y,z; z in the unit of x and y. */
export type Points3<S extends Space> = Float32Array & { readonly __points3?: S };

/** An axis-aligned rectangle in pixels; `widthPx` and `heightPx` are not negative. */
export interface RectPx {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The rectangle of a whole picture or frame. */
export function wholeOf({ widthPx, heightPx }: Pick<RectPx, 'widthPx' | 'heightPx'>): RectPx {
  return { xPx: 0, yPx: 0, widthPx, heightPx };
}
