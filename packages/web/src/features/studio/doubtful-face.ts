import type { Faces, FoundFace } from '@moodreel/contract';

/**
 * The only face of a picture, if it took a search to find it: it may be a drawing's or a cat's, but also
 * what only looks like a face, or lie beside the real one.
 */
export function doubtfulFace(faces: Faces | undefined): FoundFace | undefined {
  const [face, ...others] = faces?.faces ?? [];
  const searched = face?.foundBy === 'search' || face?.foundBy === 'animal-search';
  return searched && others.length === 0 ? face : undefined;
}
