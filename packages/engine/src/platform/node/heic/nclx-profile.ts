import type { ColourCode } from './heic-still.ts';

/** Code points of ITU-T H.273. */
const BT_2020 = 9;
const DCI_P3 = 11;
const DISPLAY_P3 = 12;
const PQ = 16;
const HLG = 18;

type Colorants = readonly (readonly [x: number, y: number, z: number])[];

/** XYZ of full red, green and blue, adapted to D50 as ICC wants them (by Bradford's method). */
const COLORANTS = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  p3: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  bt2020: [
    [0.67346, 0.27903, -0.00193],
    [0.16566, 0.67534, 0.02998],
    [0.1251, 0.04563, 0.79716],
  ],
} as const satisfies Record<string, Colorants>;

/** Luminance of white paper in pictures of high dynamic range, cd/m² (ITU-R BT.2408). */
const PAPER_WHITE = 203;
/** The brightest that a display for HLG is taken to show, cd/m² (ITU-R BT.2100). */
const HLG_PEAK = 1000;
/** Share of paper white from which on lights are pressed together instead of cut off. */
const SHOULDER = 0.8;

const CURVE_POINTS = 1024;
const HEADER_BYTES = 128;
const D50 = [0.9642, 1, 0.8249] as const;

/**
 * An ICC profile for colours that a file tells by code points only; undefined where they are those
 * of sRGB, or none that are known here. Brightness beyond white is pressed into what sRGB has.
 */
export function profileOf({ primaries, transfer }: ColourCode): Uint8Array | undefined {
  const isHdr = transfer === PQ || transfer === HLG;
  const gamut = gamutOf(primaries);
  if (gamut === 'srgb' && !isHdr) return undefined;
  return writeProfile(COLORANTS[gamut], (signal01) => {
    if (transfer === PQ) return pressLights(lightOfPq(signal01) / PAPER_WHITE);
    if (transfer === HLG) return pressLights(lightOfHlg(signal01) / PAPER_WHITE);
    // Cameras' curves (BT.709, BT.2020) are shown by the curve of displays, which is sRGB's.
    return signal01 <= 0.04045 ? signal01 / 12.92 : ((signal01 + 0.055) / 1.055) ** 2.4;
  });
}

function gamutOf(primaries: number): keyof typeof COLORANTS {
  if (primaries === BT_2020) return 'bt2020';
  return primaries === DISPLAY_P3 || primaries === DCI_P3 ? 'p3' : 'srgb';
}

/** cd/m² of a PQ signal (SMPTE ST 2084). */
function lightOfPq(signal01: number): number {
  const power = signal01 ** (32 / 2523);
  const ratio = Math.max(0, power - 3424 / 4096) / (2413 / 128 - (2392 / 128) * power);
  return 10_000 * ratio ** (16_384 / 2610);
}

/** cd/m² of an HLG signal on a display of `HLG_PEAK` (ITU-R BT.2100). */
function lightOfHlg(signal01: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene01 = signal01 <= 0.5 ? signal01 ** 2 / 3 : (Math.exp((signal01 - c) / a) + b) / 12;
  return HLG_PEAK * scene01 ** 1.2;
}

/** @param light 1 is paper white */
function pressLights(light: number): number {
  if (light <= SHOULDER) return light;
  const room = 1 - SHOULDER;
  return SHOULDER + room * (1 - Math.exp(-(light - SHOULDER) / room));
}

/** A profile of ICC version 2: three colorants and one curve. */
function writeProfile(
  colorants: Colorants,
  lightOf: (signal01: number) => number,
): Uint8Array<ArrayBuffer> {
  const curve = Buffer.alloc(12 + 2 * CURVE_POINTS);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(CURVE_POINTS, 8);
  for (let i = 0; i < CURVE_POINTS; i++) {
    const light01 = lightOf(i / (CURVE_POINTS - 1));
    curve.writeUInt16BE(Math.round(65_535 * light01), 12 + 2 * i);
  }
  const xyz = (values: readonly number[]) =>
    Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)]);
  const [red = [], green = [], blue = []] = colorants;
  const values = [xyz(D50), xyz(red), xyz(green), xyz(blue), curve];
  const tags = ['wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const starts = [0];
  for (const { length } of values) starts.push(starts.at(-1)! + length);
  for (const [index, tag] of tags.entries()) {
    // The three curves are one.
    const which = Math.min(index, values.length - 1);
    table.write(tag, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(HEADER_BYTES + table.length + starts[which]!, 8 + 12 * index);
    table.writeUInt32BE(values[which]!.length, 12 + 12 * index);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  const body = Buffer.concat([header, table, ...values]);
  body.writeUInt32BE(body.length);
  body.writeUInt32BE(0x02400000, 8);
  body.write('mntrRGB XYZ ', 12, 'latin1');
  body.write('acsp', 36, 'latin1');
  fixed(D50).copy(body, 68);
  return new Uint8Array(body);
}

/** As signed numbers with 16 bits before and 16 behind the point. */
function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(65_536 * value), 4 * i);
  return bytes;
}
