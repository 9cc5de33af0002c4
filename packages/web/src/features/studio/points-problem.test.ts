import { describe, expect, it } from 'vitest';
import { describeProblem } from './points-problem.ts';

const picture = { width: 1000, height: 1000 };
const left = { x01: 0.3, y01: 0.4 };
const right = { x01: 0.6, y01: 0.4 };
const mouth = { x01: 0.45, y01: 0.6 };

describe('three points', () => {
  it('may be a face, also one on its head or on its side, in either order', () => {
    for (const spots of [
      [left, right, mouth],
      [right, left, mouth],
      [left, right, { x01: 0.45, y01: 0.2 }],
      [
        { x01: 0.4, y01: 0.3 },
        { x01: 0.4, y01: 0.6 },
        { x01: 0.2, y01: 0.45 },
      ],
    ]) {
      expect(describeProblem(spots, picture)).toBeUndefined();
    }
  });

  it('may be a small face in a large picture, and no smaller one', () => {
    const near = { x01: 0.303, y01: 0.4 };
    const below = { x01: 0.3015, y01: 0.404 };
    expect(describeProblem([left, near, below], { width: 5000, height: 5000 })).toBeUndefined();
    expect(describeProblem([left, near, below], picture)).toMatch(/too close/);
  });

  it('are none with the mouth on the line of the eyes, or far away', () => {
    expect(describeProblem([left, right, { x01: 0.45, y01: 0.41 }], picture)).toMatch(/below/);
    const near = { x01: 0.35, y01: 0.4 };
    expect(describeProblem([left, near, { x01: 0.3, y01: 0.9 }], picture)).toMatch(/too far/);
  });
});
