// Draws the icons of home screens that lie in packages/web/public/icons:
// `node_modules/.bin/node scripts/build-icons.ts`, after each change of the logo.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawIcon, ICONS, iconsFolder } from './icons.ts';

mkdirSync(iconsFolder, { recursive: true });
for (const icon of ICONS) {
  writeFileSync(join(iconsFolder, `${icon.name}.png`), await drawIcon(icon));
}
