import { describe, expect, test } from 'vitest';
import { faceText } from './face-status.tsx';

const unknown = {
  found: undefined,
  doubtful: false,
  looking: false,
  sent01: null,
  problem: undefined,
  byHand: false,
  unseen: false,
};
const problem = 'The server could not be reached.';

describe('what is known about the face', () => {
  test('a search that failed is said, with its reason', () => {
    expect(faceText({ ...unknown, problem })).toBe(
      'The face could not be looked for. The server could not be reached.',
    );
  });

  test('as soon as it is looked for again, that is what is said', () => {
    expect(faceText({ ...unknown, problem, looking: true })).toBe('Looking for the face…');
  });

  test('a picture that is still on its way is not looked at yet', () => {
    const looking = { ...unknown, looking: true };
    expect(faceText({ ...looking, sent01: 0 })).toBe('Sending the picture…');
    expect(faceText({ ...looking, sent01: 0.45 })).toBe('Sending the picture, 40\u00A0%…');
    expect(faceText({ ...looking, sent01: 1 })).toBe('Looking for the face…');
  });

  test('where the points are placed by hand, nobody needs the search', () => {
    expect(faceText({ ...unknown, problem, byHand: true })).toBe('Your three points are set.');
  });

  test('a face that may be none is asked about, unless nothing can be seen of it', () => {
    const doubtful = { ...unknown, found: 1, doubtful: true };
    expect(faceText(doubtful)).toContain('Is this the face?');
    expect(faceText({ ...doubtful, unseen: true })).toContain('Face found.');
  });
});
