// Draws and paints the pictures in samples/ that are ours, from the code in scripts/samples.
// `node_modules/.bin/node scripts/build-samples.ts` makes them all; names of samples as arguments make only those.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawBaker } from './samples/baker.ts';
import { drawBoy } from './samples/boy.ts';
import { elder } from './samples/elder.ts';
import { foxPortrait } from './samples/fur.ts';
import { bytes, oilPortrait } from './samples/oil.ts';
import type { Picture } from './samples/paint.ts';
import { drawRedhead } from './samples/redhead.ts';
import type { Sitter } from './samples/sitter.ts';
import { woman } from './samples/woman.ts';
import { youth } from './samples/youth.ts';

const folder = join(import.meta.dirname, '..', 'samples');
// A palette keeps each picture well under 400 kB; strokes of flat colour lose nothing by it.
const png = { palette: true, colours: 256, effort: 10 } as const;

function drawing(name: string, draw: () => string): () => Promise<void> {
  return async () => {
    const svg = draw();
    writeFileSync(join(folder, `${name}.svg`), svg);
    await sharp(Buffer.from(svg))
      .png(png)
      .toFile(join(folder, `${name}.png`));
  };
}

type PaintedBy = (size: { width: number; height: number }) => Picture;

function painting(name: string, height: number, paint: PaintedBy): () => Promise<void> {
  return async () => {
    const size = { width: 800, height };
    await sharp(bytes(paint(size)), { raw: { ...size, channels: 3 } })
      .png({ ...png, dither: 0.6 })
      .toFile(join(folder, `${name}.png`));
  };
}

function portrait(name: string, sitter: Sitter, seed: number): () => Promise<void> {
  return painting(name, 920, (size) =>
    oilPortrait(sitter, { seed, jitter: 14, relief: 13, ...size }),
  );
}

const samples: Record<string, () => Promise<void>> = {
  'animal-fox': painting('animal-fox', 850, (size) =>
    foxPortrait({ seed: 3, jitter: 12, relief: 11, ...size }),
  ),
  'drawing-baker': drawing('drawing-baker', drawBaker),
  'drawing-boy': drawing('drawing-boy', drawBoy),
  'drawing-redhead': drawing('drawing-redhead', drawRedhead),
  'painting-elder': portrait('painting-elder', elder, 11),
  'painting-woman': portrait('painting-woman', woman, 7),
  'painting-youth': portrait('painting-youth', youth, 23),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !samples[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `No sample named ${unknown.join(', ')}. There are: ${Object.keys(samples).join(', ')}.\n`,
  );
  process.exit(2);
}
for (const [name, make] of Object.entries(samples)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await make();
  process.stdout.write(`samples/${name}.png\n`);
}
