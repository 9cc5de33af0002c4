import { expect, test } from 'vitest';
import css from './tokens.css?raw';

const themes = ['light', 'dark'] as const;

/** The colour of a token in a theme, `#rrggbb`. */
function colourOf(token: string, theme: (typeof themes)[number]): string {
  const found = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css);
  const colour = found?.[1 + themes.indexOf(theme)];
  if (!colour) throw new Error(`no token ${token}`);
  return colour;
}

/** Relative luminance as WCAG defines it, 0..1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: (typeof themes)[number]): number {
  const [bright = 0, dim = 0] = [one, other]
    .map((token) => luminanceOf(colourOf(token, theme)))
    .sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

// axe looks at text only. WCAG 1.4.11 asks for 3 where an edge is all that shows a field.
test.each(themes)('the edges of fields and buttons can be seen in the %s theme', (theme) => {
  for (const ground of ['page', 'surface', 'sunken', 'stage']) {
    expect(contrast('line', ground, theme), ground).toBeGreaterThanOrEqual(3);
  }
});

test.each(themes)('the entry of the bar that one is at stands out in the %s theme', (theme) => {
  expect(contrast('lit', 'surface', theme)).toBeGreaterThanOrEqual(1.2);
  expect(contrast('ink', 'lit', theme)).toBeGreaterThanOrEqual(4.5);
});
