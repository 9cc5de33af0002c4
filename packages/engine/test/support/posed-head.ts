import { CANONICAL_VERTICES } from '../../src/face/canonical-mesh.ts';
import { LANDMARK_COUNT, type PersonMask } from '../../src/face/face.ts';
import type { Picture } from '../../src/math/picture.ts';
import type { Points3 } from '../../src/math/points.ts';
import { createRandom } from '../../src/math/random.ts';

/** How a made-up head stands: radians as in HeadPose, frame px. */
export interface HeadStand {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
  readonly iodPx?: number;
  readonly xPx?: number;
  readonly yPx?: number;
}

const EYES = [
  [33, 133],
  [362, 263],
] as const;
const IRIS_RADIUS_IOD = 0.095;

/** The 478 landmarks of the canonical face at rest, turned (roll · pitch · yaw) and placed. */
export function poseHead(stand: HeadStand = {}): Points3<'frame-px'> {
  const { yaw = 0, pitch = 0, roll = 0, iodPx = 60, xPx = 160, yPx = 140 } = stand;
  const at = (i: number): [number, number, number] => [
    CANONICAL_VERTICES[3 * i],
    CANONICAL_VERTICES[3 * i + 1],
    CANONICAL_VERTICES[3 * i + 2],
  ];
  const middle = (a: readonly number[], b: readonly number[]) => a.map((v, k) => (v + b[k]) / 2);
  const eyes = EYES.map(([a, b]) => middle(at(a), at(b)));
  const origin = middle(eyes[0], eyes[1]);
  const iod = Math.hypot(...eyes[0].map((v, k) => v - eyes[1][k]));
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(-roll), Math.sin(-roll)];
  const place = (index: number, point: readonly number[]) => {
    const [x, y, z] = point.map((v, k) => (v - origin[k]) / iod);
    const [x1, z1] = [cy * x + sy * z, -sy * x + cy * z];
    const [y2, z2] = [cp * y - sp * z1, sp * y + cp * z1];
    const [x3, y3] = [cr * x1 - sr * y2, sr * x1 + cr * y2];
    landmarks.set([xPx + iodPx * x3, yPx - iodPx * y3, -iodPx * z2], 3 * index);
  };
  for (let i = 0; i < 468; i++) place(i, at(i));
  eyes.forEach(([x, y, z], eye) => {
    const r = IRIS_RADIUS_IOD * iod;
    const around = [
      [0, 0],
      [r, 0],
      [0, r],
      [-r, 0],
      [0, -r],
    ];
    around.forEach(([dx, dy], k) => {
      place(468 + 5 * eye + k, [x + dx, y + dy, z]);
    });
  });
  return landmarks;
}

/** The lower lip, rim and red, with its half of the corners. */
const LOWER_LIP = [
  14, 87, 317, 178, 402, 88, 318, 17, 84, 314, 181, 405, 95, 324, 146, 375, 91, 321,
];

/** The same head with its lower lip let down by so many px: its mouth is open. */
export function openLips(landmarks: Points3<'frame-px'>, byPx: number): Points3<'frame-px'> {
  for (const index of LOWER_LIP) landmarks[3 * index + 1] += byPx;
  return landmarks;
}

/** The outline of somebody whose eyes are there: a head, three IOD broad, over shoulders of six that reach down to the border. */
export function bustMask(
  widthPx: number,
  heightPx: number,
  { iodPx, xPx, yPx }: Required<Pick<HeadStand, 'iodPx' | 'xPx' | 'yPx'>>,
): PersonMask {
  const alpha = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
    const u = Math.abs((i % widthPx) - xPx) / iodPx;
    const v = (yPx - Math.floor(i / widthPx)) / iodPx;
    return v < 2 && u < (v > -2.5 ? 1.5 : 3) ? 255 : 0;
  });
  return { alpha, widthPx, heightPx, areaPx: { xPx: 0, yPx: 0, widthPx, heightPx } };
}

/** A plate of skin-coloured noise, the same at every run. */
export function skinPlate(widthPx: number, heightPx: number): Picture {
  const random = createRandom(12);
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let i = 0; i < rgba.length; i += 4) {
    const n = 24 * (random() - 0.5);
    rgba.set([196 + n, 150 + n, 128 + n, 255], i);
  }
  return { rgba, widthPx, heightPx };
}
