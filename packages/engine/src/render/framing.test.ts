import { describe, expect, it } from 'vitest';
import { LANDMARK_COUNT } from '../face/face.ts';
import { faceFromLandmarks } from '../face/face-shape.ts';
import { LEFT_IRIS, RIGHT_IRIS } from '../face/landmark-indices.ts';
import { landmarksToFrame, maskToFrame, planFraming } from './framing.ts';

/** A face whose box is `size` wide and high around a middle, with eyes `iod` apart. */
function faceAt(x: number, y: number, size: number, iod = size / 2.4) {
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  for (let i = 0; i < LANDMARK_COUNT; i++) {
    landmarks[3 * i] = x + (i % 2 ? 0.5 : -0.5) * size;
    landmarks[3 * i + 1] = y + (i % 4 < 2 ? 0.5 : -0.5) * size;
  }
  landmarks.set([x - iod / 2, y, 0], 3 * RIGHT_IRIS);
  landmarks.set([x + iod / 2, y, 0], 3 * LEFT_IRIS);
  return faceFromLandmarks(landmarks, 1, 'first-pass');
}

describe('planFraming', () => {
  const pictures = [
    [4000, 3000, 2000, 1400, 300],
    [4000, 3000, 60, 80, 300],
    [4000, 3000, 3950, 2990, 200],
    [333, 501, 160, 200, 140],
    [70, 64, 30, 30, 50],
    [3000, 90, 1500, 45, 60],
    [1080, 1080, 540, 540, 500],
  ] as const;

  it.each(pictures)(
    'stays inside the picture: %s × %s, face at %s,%s of %s',
    (w, h, x, y, size) => {
      for (const framing of ['portrait', 'full', undefined] as const) {
        for (const sizePx of [256, 300, 720, 1080]) {
          const picture = { widthPx: w, heightPx: h };
          const plan = planFraming(picture, faceAt(x, y, size), { framing, sizePx });
          const { cropPx } = plan;
          expect(cropPx.xPx).toBeGreaterThanOrEqual(0);
          expect(cropPx.yPx).toBeGreaterThanOrEqual(0);
          expect(cropPx.xPx + cropPx.widthPx).toBeLessThanOrEqual(w);
          expect(cropPx.yPx + cropPx.heightPx).toBeLessThanOrEqual(h);
          expect((plan.widthPx % 2) + (plan.heightPx % 2)).toBe(0);
          expect(Math.max(plan.widthPx, plan.heightPx)).toBeLessThanOrEqual(sizePx);
          expect(plan.scale).toBeLessThanOrEqual(Math.max(1, 512 / size));
          expect(plan.widthPx / cropPx.widthPx).toBeCloseTo(plan.scale, 1);
        }
      }
    },
  );

  it('shows the whole picture where the face is large, else head and shoulders', () => {
    const picture = { widthPx: 1200, heightPx: 1600 };
    expect(planFraming(picture, faceAt(600, 700, 500), { sizePx: 720 }).framing).toBe('full');
    const small = planFraming(picture, faceAt(600, 700, 200), { sizePx: 720 });
    expect(small.framing).toBe('portrait');
    expect(small.widthPx).toBe(small.heightPx);
    expect(small.cropPx.xPx).toBeLessThan(500);
    expect(small.cropPx.xPx + small.cropPx.widthPx).toBeGreaterThan(700);
  });

  it('never enlarges a source, but for those below 512 px', () => {
    const medium = planFraming({ widthPx: 600, heightPx: 401 }, faceAt(250, 200, 300), {
      sizePx: 720,
    });
    expect([medium.widthPx, medium.heightPx, medium.scale]).toEqual([600, 400, 1]);
    expect(medium.cropPx).toEqual({ xPx: 0, yPx: 0, widthPx: 600, heightPx: 400 });
    const tiny = { widthPx: 100, heightPx: 128 };
    const sizes = [720, 512, 300].map((sizePx) =>
      planFraming(tiny, faceAt(50, 64, 60), { sizePx }),
    );
    expect(sizes.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
      [400, 512],
      [400, 512],
      [234, 300],
    ]);
    expect(sizes[0]!.scale).toBe(4);
  });

  it('maps landmarks and mask to the same place', () => {
    const face = faceAt(1000, 800, 200);
    const plan = planFraming({ widthPx: 2000, heightPx: 2000 }, face, {
      framing: 'portrait',
      sizePx: 256,
    });
    const points = landmarksToFrame(plan, face.landmarks);
    expect(points[3 * RIGHT_IRIS + 1]).toBeCloseTo((800 - plan.cropPx.yPx) * plan.scale, 3);
    const mask = maskToFrame(plan, {
      alpha: new Uint8Array(4),
      widthPx: 2,
      heightPx: 2,
      areaPx: plan.cropPx,
    });
    expect(mask.areaPx.xPx).toBe(0);
    expect(mask.areaPx.widthPx).toBeCloseTo(plan.widthPx, 6);
  });
});
