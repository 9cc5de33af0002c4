import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createPyramid } from './crop.ts';
import type { ModelRuntime } from './face.ts';
import { faceFromPoints, faceOfAnimal } from './face-from-points.ts';
import { interocularDistancePx } from './face-shape.ts';

const SIZE = { widthPx: 400, heightPx: 300 };
const POINTS = [150, 100, 250, 100, 200, 200];

function at(landmarks: Float32Array, vertex: number): [number, number, number] {
  return [landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!, landmarks[3 * vertex + 2]!];
}

describe('faceFromPoints', () => {
  const face = faceFromPoints(POINTS, SIZE);

  test('puts the irises and the mouth on the points', () => {
    const [rightX, rightY] = at(face.landmarks, 468);
    const [leftX, leftY] = at(face.landmarks, 473);
    const [upperX, upperY] = at(face.landmarks, 13);
    expect([rightX, rightY, leftX, leftY].map(Math.round)).toEqual([150, 100, 250, 100]);
    expect(upperX).toBeCloseTo(200, 3);
    expect(Math.abs(upperY - 200)).toBeLessThan(3);
    expect(interocularDistancePx(face.landmarks)).toBeCloseTo(100, 3);
    expect(face).toMatchObject({ confidence01: 1, foundBy: 'points' });
  });

  test('closes the lips', () => {
    expect(at(face.landmarks, 13).slice(0, 2)).toEqual(at(face.landmarks, 14).slice(0, 2));
  });

  test('the nose comes towards the viewer, the ears lie behind', () => {
    expect(at(face.landmarks, 1)[2]).toBeLessThan(at(face.landmarks, 234)[2]);
  });

  test('the eyes may come in either order', () => {
    const swapped = faceFromPoints([250, 100, 150, 100, 200, 200], SIZE);
    expect(swapped.landmarks).toEqual(face.landmarks);
  });

  test('a face upside down keeps its own right and left', () => {
    const turned = faceFromPoints([250, 200, 150, 200, 200, 100], SIZE);
    expect(Math.round(at(turned.landmarks, 468)[0])).toBe(250);
    expect(at(turned.landmarks, 10)[1]).toBeGreaterThan(200);
  });

  test.each([
    ['five numbers', [1, 2, 3, 4, 5], 'Three points'],
    ['no number', [Number.NaN, 100, 250, 100, 200, 200], 'Three points'],
    ['a point outside', [150, 100, 450, 100, 200, 200], '(450, 100) is outside'],
    ['eyes in one place', [150, 100, 155, 100, 150, 200], '5 pixels apart'],
    ['eyes hardly too near', [150, 100, 161.8, 100, 150, 200], '11 pixels apart'],
    ['one line', [100, 100, 200, 100, 300, 105], 'in one line'],
    ['a far mouth', [10, 10, 30, 10, 200, 290], 'too far'],
  ])('refuses %s', (_, points, sentence) => {
    const attempt = () => faceFromPoints(points, SIZE);
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(sentence);
    expect(attempt).toThrow('Place one point on each eye and one on the mouth.');
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad_points' }));
  });
});

describe('faceOfAnimal', () => {
  const picture = { ...SIZE, rgba: new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx) };
  const asked = () => Promise.reject(new Error('asked a model'));
  const runtime: ModelRuntime = { run: asked, catCascade: asked };

  test.each([
    ['the border cuts the mouth off', [150, 240, 250, 240, 200, 322]],
    ['the eyes are too near to each other', [150, 100, 160, 100, 155, 108]],
  ])('is none where %s', async (_, points) => {
    expect(await faceOfAnimal(createPyramid(picture), runtime, points, 0.5)).toBeUndefined();
  });

  test('lets other errors through', async () => {
    const making = faceOfAnimal(createPyramid(picture), runtime, POINTS, 0.5);
    await expect(making).rejects.toThrow('asked a model');
  });
});
