import { describe, expect, test } from 'vitest';
import { apply } from '../math/affine.ts';
import {
  type Detection,
  frameToImage,
  meshFrame,
  overlap,
  sigmoid,
  suppress,
  tileFrames,
  wholeFrame,
} from './detector.ts';

const face = (centreX: number, score01: number, size = 0.2): Detection => ({
  score01,
  centreX,
  centreY: 0.5,
  width: size,
  height: size,
  keyPoints: [centreX - 0.05, 0.45, centreX + 0.05, 0.45, 0, 0, 0, 0, 0, 0, 0, 0],
});

describe('frames', () => {
  test('the whole frame of an oblong picture is a centred square', () => {
    const map = frameToImage(wholeFrame(300, 100));
    expect(apply(map, 0, 0)).toEqual([0, -100]);
    expect(apply(map, 1, 1)).toEqual([300, 200]);
  });

  test('a squeezed frame spans the same picture', () => {
    const map = frameToImage(wholeFrame(300, 100, 1.5));
    expect(apply(map, 0.5, 0.5)).toEqual([150, 50]);
    expect(apply(map, 1, 0.5)[0]).toBeCloseTo(300);
    expect(apply(map, 0.5, 1)[1]).toBeCloseTo(150);
  });

  test('tiles cover the picture from edge to edge and overlap by a third at least', () => {
    const frames = tileFrames(900, 500, 300);
    const columns = [...new Set(frames.map(({ centreX }) => centreX))];
    const rows = [...new Set(frames.map(({ centreY }) => centreY))];
    expect(frames).toHaveLength(columns.length * rows.length);
    expect(columns).toEqual([150, 350, 550, 750]);
    expect(rows).toEqual([150, 350]);
  });

  test('a side that is shorter than a tile has one row of them, in its middle', () => {
    const rows = tileFrames(900, 200, 300).map(({ centreY }) => centreY);
    expect(new Set(rows)).toEqual(new Set([100]));
  });

  test('the mesh looks at an upright square around the face', () => {
    const frame = meshFrame(face(0.25, 1), wholeFrame(400, 400));
    expect(frame).toMatchObject({ centreX: 100, centreY: 200, rollRadians: 0, aspect: 1 });
    expect(frame.sidePx).toBeCloseTo(120);
  });

  test('the mesh looks along tilted eyes', () => {
    const tilted = { ...face(0.5, 1), keyPoints: [0.4, 0.4, 0.6, 0.6, 0, 0, 0, 0, 0, 0, 0, 0] };
    expect(meshFrame(tilted, wholeFrame(100, 100)).rollRadians).toBeCloseTo(Math.PI / 4);
  });
});

describe('suppress', () => {
  test('overlapping detections melt into their weighted mean with the best score', () => {
    const [only, ...rest] = suppress([face(0.52, 0.3), face(0.5, 0.9)]);
    expect(rest).toHaveLength(0);
    expect(only!.score01).toBe(0.9);
    expect(only!.centreX).toBeCloseTo((0.52 * 0.3 + 0.5 * 0.9) / 1.2);
    expect(only!.keyPoints[0]).toBeCloseTo(only!.centreX - 0.05);
  });

  test('separate faces stay apart, best first', () => {
    expect(suppress([face(0.2, 0.7), face(0.8, 0.9)]).map((d) => d.score01)).toEqual([0.9, 0.7]);
  });

  test('nothing in, nothing out', () => {
    expect(suppress([])).toEqual([]);
  });
});

test('overlap is 1 with itself, 0 apart, and 0 for empty boxes', () => {
  expect(overlap(face(0.5, 1), face(0.5, 1))).toBeCloseTo(1);
  expect(overlap(face(0.2, 1), face(0.8, 1))).toBe(0);
  expect(overlap(face(0.5, 1, 0), face(0.5, 1, 0))).toBe(0);
});

test('sigmoid stays finite for any logit', () => {
  expect(sigmoid(0)).toBe(0.5);
  expect(sigmoid(1e9)).toBeCloseTo(1);
  expect(sigmoid(-1e9)).toBeCloseTo(0);
});
