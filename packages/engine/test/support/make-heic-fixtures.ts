// Makes the pictures in test-fixtures/heic. It takes `heif-enc` with its x265 plugin (of Debian's
// libheif-examples), which the tests do not need:
//
//   node_modules/.bin/node packages/engine/test/support/make-heic-fixtures.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { drawCard } from './heic-card.ts';
import * as heic from './heic-file.ts';

const fixtures = join(import.meta.dirname, '../../test-fixtures/heic');
const astronaut = join(import.meta.dirname, '../../../../samples/photo-astronaut-smiling.png');
const scratch = mkdtempSync(join(tmpdir(), 'moodreel-heic-'));

async function encode(picture: Sharp, ...options: string[]): Promise<Uint8Array> {
  const png = join(scratch, 'picture.png');
  const coded = join(scratch, 'picture.heic');
  await picture.png().toFile(png);
  execFileSync('heif-enc', [...options, png, '-o', coded]);
  return new Uint8Array(readFileSync(coded));
}

/** Head and shoulders, 320 × 320. */
const portrait = () => sharp(astronaut).extract({ left: 80, top: 0, width: 320, height: 320 });

async function makePlain(): Promise<void> {
  writeFileSync(join(fixtures, 'portrait.heic'), await encode(portrait().clone(), '-q', '50'));
}

async function makeCards(): Promise<void> {
  const exact = ['-q', '90', '-p', 'chroma=444'];
  const save = (name: string, bytes: Uint8Array) => writeFileSync(join(fixtures, name), bytes);
  save('card.heic', await encode(drawCard(), ...exact));
  save('card-10-bit.heic', await encode(drawCard().toColourspace('rgb16'), '-b', '10', ...exact));
  // Alpha: nothing shows through on the left, half on the right.
  const half = Buffer.from(new Array(128 * 96).fill(0).map((_, i) => (i % 128 < 64 ? 255 : 128)));
  const mask = sharp(half, { raw: { width: 128, height: 96, channels: 1 } });
  save('mask.heic', await encode(mask.toColourspace('b-w'), '-q', '90'));
}

/**
 * What an iPhone writes of a picture taken upright: four tiles lying on their side, what turns them,
 * Display P3, EXIF with an orientation that says the same once more, and a gain map.
 */
async function makePhonePicture(): Promise<void> {
  const p3 = await portrait().withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(p3).metadata();
  if (!icc) throw new Error('There is no profile.');
  // From here on without conversion: the stored numbers are those of P3.
  const lying = await sharp(p3, { ignoreIcc: true }).rotate(270).png().toBuffer();
  const tiles: heic.CodedPicture[] = [];
  for (const [left, top] of [
    [0, 0],
    [160, 0],
    [0, 160],
    [160, 160],
  ] as const) {
    const tile = sharp(lying, { ignoreIcc: true }).extract({ left, top, width: 160, height: 160 });
    tiles.push(heic.readCodedPicture(await encode(tile, '-q', '50')));
  }
  const gain = heic.readCodedPicture(await encode(sharp(lying).resize(64, 64).greyscale()));
  const [first] = tiles;
  if (!first) throw new Error('There are no tiles.');
  const exif = await readTiffExif({
    IFD0: { Make: 'Maker', Orientation: '6' },
    IFD2: { ExposureTime: '1/60' },
  });
  const colour = heic.prof(new Uint8Array(icc));
  const bytes = heic.writeHeic([
    {
      type: 'grid',
      data: heic.gridData(2, 2, 320, 300),
      properties: [heic.ispe(320, 300), colour, heic.irot(3)],
      references: [{ type: 'dimg', to: [2, 3, 4, 5] }],
    },
    ...tiles.map(({ hvcC, data }) => ({
      type: 'hvc1' as const,
      data,
      hidden: true,
      properties: [hvcC, heic.ispe(160, 160)],
    })),
    {
      type: 'hvc1',
      data: gain.data,
      hidden: true,
      properties: [
        gain.hvcC,
        heic.ispe(64, 64),
        heic.auxC('urn:com:apple:photo:2020:aux:hdrgainmap'),
      ],
      references: [{ type: 'auxl', to: [1] }],
    },
    {
      type: 'Exif',
      data: heic.exifData(exif),
      hidden: true,
      references: [{ type: 'cdsc', to: [1] }],
    },
  ]);
  writeFileSync(join(fixtures, 'phone.heic'), bytes);
}

/** An EXIF block from its TIFF header on. */
async function readTiffExif(exif: Parameters<Sharp['withExif']>[0]): Promise<Uint8Array> {
  const jpeg = await drawCard().withExif(exif).jpeg().toBuffer();
  const block = (await sharp(jpeg).metadata()).exif;
  if (!block) throw new Error('There is no EXIF.');
  return new Uint8Array(block.subarray(6));
}

await makePlain();
await makeCards();
await makePhonePicture();
rmSync(scratch, { recursive: true });
