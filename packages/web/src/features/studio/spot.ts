/** A place on the picture; 0..1 of its width and height. */
export type Spot = { readonly x01: number; readonly y01: number };
