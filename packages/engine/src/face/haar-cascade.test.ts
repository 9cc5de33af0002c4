import { describe, expect, it } from 'vitest';
import type { Plane } from '../math/summed-area.ts';
import { parseHaarCascade, windowsThatPass } from './haar-cascade.ts';

/** Two stages: the left half darker than the right one; then, the upper half darker than the lower. */
const XML = `<?xml version="1.0"?>
<!-- <width>99</width> -->
<opencv_storage><cascade><height>8</height><width>8</width>
<stages>
<_><maxWeakCount>1</maxWeakCount><stageThreshold>0.5</stageThreshold><weakClassifiers><_>
  <internalNodes>0 -1 0 -0.2</internalNodes><leafValues>1. -1.</leafValues></_></weakClassifiers></_>
<_><maxWeakCount>2</maxWeakCount><stageThreshold>0.</stageThreshold><weakClassifiers><_>
  <internalNodes>0 -1 1 -2e-01</internalNodes><leafValues>1. -1.</leafValues></_><_>
  <internalNodes>0 -1 0 0.</internalNodes><leafValues>0.5 -0.5</leafValues></_></weakClassifiers></_>
</stages>
<features>
<_><rects><_>0 0 8 8 -1.</_><_>0 0 4 8 2.</_></rects><tilted>0</tilted></_>
<_><rects><_>0 0 8 8 -1.</_><_>0 0 8 4 2.</_></rects><tilted>0</tilted></_>
</features></cascade></opencv_storage>`;

function plane(widthPx: number, heightPx: number, at: (x: number, y: number) => number): Plane {
  const values = Float32Array.from({ length: widthPx * heightPx }, (_, i) =>
    at(i % widthPx, Math.floor(i / widthPx)),
  );
  return { values, widthPx, heightPx };
}

describe('parseHaarCascade', () => {
  it('refuses what is none: an empty one would be searched for without end', () => {
    expect(() => parseHaarCascade('<x></x>')).toThrow('no cascade');
    const bare = XML.replace('<stageThreshold>0.5</stageThreshold>', '');
    expect(() => parseHaarCascade(bare)).toThrow('no threshold');
  });

  it('reads stages, stumps and rectangles, whatever stands in comments', () => {
    const { sidePx, stages } = parseHaarCascade(XML);
    expect(sidePx).toBe(8);
    expect(stages.map(({ threshold }) => threshold)).toEqual([0.5, 0]);
    expect(stages.map(({ votes }) => votes.length)).toEqual([1, 2]);
    const [vote] = stages[1]!.votes;
    expect(vote).toMatchObject({ threshold: -0.2, below: 1, above: -1 });
    expect([...vote!.rects]).toEqual([0, 0, 8, 8, -1, 0, 0, 8, 4, 2]);
  });

  it('refuses what it would misread', () => {
    expect(() => parseHaarCascade(XML.replace('<height>8', '<height>9'))).toThrow(/square/);
    expect(() => parseHaarCascade(XML.replace('<tilted>0', '<tilted>1'))).toThrow(/[Tt]ilted/);
    expect(() => parseHaarCascade(XML.replace('0 -1 0 -0.2', '1 -1 0 -0.2'))).toThrow(/stump/);
  });
});

describe('windowsThatPass', () => {
  const cascade = parseHaarCascade(XML);

  it('finds a pattern where it is, however bright or faint', () => {
    // Dark from the left top to (6, 5), bright beyond both: the corner stands in the window at (2, 1).
    for (const [dark, bright] of [
      [0, 255],
      [100, 104],
    ] as const) {
      const found = windowsThatPass(
        cascade,
        plane(14, 12, (x, y) => (x < 6 && y < 5 ? dark : bright)),
      );
      const places = found.flatMap((x, i) => (i % 2 === 0 ? [`${x},${found[i + 1]}`] : []));
      expect(places).toContain('2,1');
      expect(places).not.toContain('6,4');
    }
  });

  it('needs every stage', () => {
    // Left darker than right, but the lower half is dark as well.
    expect(
      windowsThatPass(
        cascade,
        plane(8, 8, (x) => (x < 4 ? 0 : 255)),
      ),
    ).toEqual([]);
  });

  it('finds nothing where all is even, or there is no room', () => {
    expect(
      windowsThatPass(
        cascade,
        plane(20, 20, () => 128),
      ),
    ).toEqual([]);
    expect(
      windowsThatPass(
        cascade,
        plane(7, 30, (x) => x),
      ),
    ).toEqual([]);
  });
});
