import type { Faces, FoundFace } from '@moodreel/contract';
import { describe, expect, it } from 'vitest';
import { doubtfulFace } from './doubtful-face.ts';

function found(...by: FoundFace['foundBy'][]): Faces {
  const box = { xPx: 10, yPx: 20, widthPx: 30, heightPx: 40 };
  const faces = by.map((foundBy, id) => ({ id, box, confidence01: 0.4, foundBy, sizePx: 40 }));
  return { widthPx: 100, heightPx: 100, faces };
}

describe('doubtfulFace', () => {
  it('is the only face if it took a search', () => {
    expect(doubtfulFace(found('search'))?.foundBy).toBe('search');
    expect(doubtfulFace(found('animal-search'))?.foundBy).toBe('animal-search');
  });

  it('is none where a face was found at once, where there are several, none, or nothing is known', () => {
    expect(doubtfulFace(found('first-pass'))).toBeUndefined();
    expect(doubtfulFace(found('search', 'search'))).toBeUndefined();
    expect(doubtfulFace(found())).toBeUndefined();
    expect(doubtfulFace(undefined)).toBeUndefined();
  });
});
