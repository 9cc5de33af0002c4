import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { findFeatures } from '../features.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { readSourceUnits } from '../source-units.ts';
import { bothEyes } from './hidden-eye.ts';

const DEGREES = Math.PI / 180;
const plate = skinPlate(200, 200);
const head = (degrees: number) =>
  poseHead({ yaw: degrees * DEGREES, iodPx: 50, xPx: 100, yPx: 90 });
const seenAt = (degrees: number) => findFeatures(plate, head(degrees), 50, 'photo').eyes;

describe('eyes of a turned head', () => {
  it('are both seen until the nose hides the far one', () => {
    for (const degrees of [0, 25, -35]) expect(seenAt(degrees)).toHaveLength(2);
    expect(seenAt(65).map(({ side }) => side)).toEqual(['right']);
    expect(seenAt(-65).map(({ side }) => side)).toEqual(['left']);
  });

  it('are both told by the landmarks, right and left, for what joins them', () => {
    const landmarks = head(65);
    const both = bothEyes(landmarks, seenAt(65));
    expect(both.map(({ side }) => side)).toEqual(['right', 'left']);
    expect(both[1].centreXPx).toBeGreaterThan(both[0].centreXPx);
  });

  it('says nothing of a brow that is not seen but what the other one says', () => {
    const landmarks = head(65);
    // The hidden brow as the network may lay it, like one that is worried.
    for (const index of [336, 285]) landmarks[3 * index + 1] -= 8;
    const { mouth, eyes } = findFeatures(plate, landmarks, 50, 'photo');
    const { worried } = readSourceUnits(landmarks, fitHeadPose(landmarks), mouth, eyes);
    expect(worried[1]).toBe(worried[0]);
  });
});
