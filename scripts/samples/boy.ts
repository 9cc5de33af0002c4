import { type Dot, Drawing, dots, mirrored, type Nib, nibs } from './ink.ts';
import { seededRandom } from './noise.ts';

const line = '#3d1c14';
const skin = '#b27046';
const skinShade = '#8f4f31';
const skinLight = '#cf9162';
const hair = '#2b1a1d';
const hairLit = '#553339';
const hairEdge = '#150b0d';
const yellow = '#f7bd34';
const yellowShade = '#d9921c';

/** A boy with a cloud of curls and large eyes: a cartoon with coloured outlines. */
export function drawBoy(): string {
  const d = new Drawing({ width: 820, height: 880, scale: 166, originX: 410, originY: 455 });
  background(d);
  const curls = cloud();
  for (const c of curls) d.disc(c[0], c[1], c[2] + 0.035, hairEdge);
  curlOver(d, curls, 5);
  clothes(d);
  ears(d);
  const face: Dot[] =
    dots(`0 -1.25, .62 -1.12, 1.0 -.68, 1.12 -.15, 1.13 .35, 1.02 .82, .78 1.2, .44 1.47,
      .16 1.57, -.16 1.57, -.44 1.47, -.78 1.2, -1.02 .82, -1.13 .35, -1.12 -.15, -1.0 -.68, -.62 -1.12`);
  d.shape(face, skin);
  d.within(face, () => {
    d.shape(
      dots(`1.3 -1.2, .95 -.6, .98 0, .9 .5, .72 .92, .42 1.24, .12 1.42, .1 1.7, 1.4 1.7`),
      skinShade,
      'opacity="0.75"',
    );
    d.shape(
      dots('-1.3 -1.3, -1.0 -.58, -.55 -.64, -.1 -.56, .4 -.64, .8 -.5, 1.05 -.4, 1.3 -1.3'),
      skinShade,
      'opacity="0.8"',
    );
    d.define(
      '<radialGradient id="warm"><stop offset="0" stop-color="#d2603f" stop-opacity="0.6"/><stop offset="1" stop-color="#d2603f" stop-opacity="0"/></radialGradient>',
    );
    d.define(
      `<radialGradient id="lit"><stop offset="0" stop-color="${skinLight}" stop-opacity="0.95"/><stop offset="1" stop-color="${skinLight}" stop-opacity="0"/></radialGradient>`,
    );
    d.disc(-0.7, 0.55, 0.4, 'url(#warm)', '', 0.75);
    d.disc(0.7, 0.55, 0.4, 'url(#warm)', '', 0.7);
  });
  d.line(
    nibs(`-1.125 0 .02, -1.13 .35 .045, -1.02 .82 .05, -.78 1.2 .045, -.44 1.47 .05, -.16 1.57 .055,
      .16 1.57 .055, .44 1.47 .06, .78 1.2 .055, 1.02 .82 .06, 1.13 .35 .05, 1.125 0 .02`),
    line,
    0.002,
  );
  for (const side of [-1, 1]) eye(d, side);
  nose(d);
  mouth(d);
  fringe(d);
  return d.svg();
}

function background(d: Drawing): void {
  d.raw('<rect width="820" height="880" fill="#3796a8"/>');
  d.disc(0, -0.05, 2.02, '#56b8c5');
  // sparks, well away from the head
  for (const [x, y, r, colour] of [
    [-2.05, -2.2, 0.16, yellow],
    [2.1, -1.9, 0.12, '#fff6e0'],
    [-2.15, 0.9, 0.1, '#fff6e0'],
    [2.12, 1.25, 0.15, '#f2795b'],
    [1.55, -2.45, 0.08, '#f2795b'],
    [-1.5, -2.5, 0.07, '#fff6e0'],
    [-2.22, -0.75, 0.07, '#f2795b'],
    [2.25, -0.4, 0.08, yellow],
  ] as const) {
    const w = 0.3 * r;
    const star: Dot[] = [
      [0, -r],
      [w, -w],
      [r, 0],
      [w, w],
      [0, r],
      [-w, w],
      [-r, 0],
      [-w, -w],
    ];
    d.polygon(
      star.map(([u, v]) => [x + u, y + v]),
      colour,
    );
  }
}

/** Discs of the curls behind the face, outer ones first. */
function cloud(): [number, number, number][] {
  const random = seededRandom(5);
  const curls: [number, number, number][] = [];
  for (let k = 0; k <= 15; k += 1) {
    const a = Math.PI * (1.2 - (1.4 * k) / 15);
    const bulge = 0.05 * random();
    curls.push([
      Math.cos(a) * (1.33 + bulge),
      -0.42 - Math.sin(a) * (1.32 + bulge),
      0.27 + 0.06 * random(),
    ]);
  }
  for (let k = 0; k <= 9; k += 1) {
    const a = Math.PI * (1.1 - (1.2 * k) / 9);
    curls.push([Math.cos(a) * 0.95, -0.5 - Math.sin(a) * 0.95, 0.42]);
  }
  curls.push([0, -0.9, 0.7]);
  return curls;
}

function spiral(
  d: Drawing,
  x: number,
  y: number,
  r: number,
  start: number,
  turn: number,
  colour: string,
  width: number,
): void {
  const points: Nib[] = [];
  for (let k = 0; k <= 14; k += 1) {
    const t = k / 14;
    const a = start + turn * 4.4 * t;
    const q = r * (1 - 0.68 * t);
    points.push([
      x + Math.cos(a) * q,
      y + Math.sin(a) * q,
      width * Math.sin(Math.PI * (0.08 + 0.88 * t)),
    ]);
  }
  d.line(points, colour, 0);
}

/** Curl over curl: each hides what it covers of the earlier ones. */
function curlOver(
  d: Drawing,
  curls: readonly (readonly [number, number, number])[],
  seed: number,
): void {
  const random = seededRandom(seed);
  for (const [k, [x, y, r]] of curls.entries()) {
    d.disc(x, y, r + 0.012, hairEdge);
    d.disc(x, y, r, hair);
    const start = -2.7 + random() * 0.9;
    const turn = (k % 2 ? 1 : -1) * (1.5 + 0.4 * random());
    spiral(d, x, y, r * 0.8, turn > 0 ? start : 3.1 - start, turn, hairLit, 0.034);
    spiral(d, x - 0.01, y - 0.02, r * 0.62, start + 0.1, 0.3, '#8a5a5c', 0.022);
  }
}

function fringe(d: Drawing): void {
  const locks: [number, number, number][] = [
    [0, -1.42, 0.3],
    [-0.42, -1.38, 0.3],
    [0.42, -1.4, 0.3],
    [-0.76, -1.14, 0.27],
    [0.76, -1.14, 0.28],
    [-1.08, -0.46, 0.2],
    [1.07, -0.44, 0.21],
    [-0.97, -0.78, 0.25],
    [0.96, -0.78, 0.25],
    [-0.6, -0.95, 0.26],
    [0.6, -0.97, 0.27],
    [-0.2, -1.02, 0.25],
    [0.22, -1.0, 0.26],
  ];
  for (const [x, y, r] of locks) d.disc(x, y, r + 0.03, hairEdge);
  curlOver(d, locks, 9);
}

function ears(d: Drawing): void {
  for (const side of [-1, 1]) {
    const t = (p: Dot[]) => (side < 0 ? mirrored(p) : p);
    const shape = t(dots('1.06 -.1, 1.2 -.2, 1.34 -.12, 1.36 .1, 1.28 .34, 1.16 .46, 1.06 .42'));
    d.shape(shape, side < 0 ? skin : skinShade);
    d.line(
      [...shape, shape[0]!].slice(0, 7).map(([x, y]) => [x, y, 0.045] as Nib),
      line,
      0.002,
    );
    const inner = nibs('1.12 -.04 .01, 1.22 -.09 .03, 1.27 .04 .03, 1.2 .16 .025, 1.21 .28 .01');
    d.line(side < 0 ? mirrored(inner) : inner, '#6d3521', 0);
  }
}

function clothes(d: Drawing): void {
  const hood = dots(
    '-1.04 1.5, -.74 1.25, 0 1.15, .74 1.25, 1.04 1.5, 1.12 1.85, .9 2.2, -.9 2.2, -1.12 1.85',
  );
  d.shape(hood, yellowShade);
  d.line(
    [...hood.slice(7), ...hood.slice(0, 7)].map(([x, y]) => [x, y, 0.05] as Nib),
    line,
    0,
  );
  d.shape(
    dots('-.8 1.6, -.5 1.42, .5 1.42, .8 1.6, .74 1.95, .4 2.3, -.4 2.3, -.74 1.95'),
    '#8f5a12',
  );
  const neck = dots('-.45 1.2, -.43 1.75, -.55 2.1, 0 2.25, .55 2.1, .43 1.75, .45 1.2');
  d.shape(neck, skinShade);
  d.line(nibs('-.44 1.5 .02, -.44 1.75 .045, -.54 2.0 .03'), line, 0);
  d.line(nibs('.44 1.5 .02, .44 1.75 .05, .54 2.0 .03'), line, 0);
  const shirt = dots('-.62 1.95, -.3 2.14, 0 2.19, .3 2.14, .62 1.95, .66 2.8, -.66 2.8');
  d.shape(shirt, '#f4ead6');
  d.line(nibs('-.58 1.97 .03, -.3 2.13 .04, 0 2.185 .04, .3 2.13 .04, .58 1.97 .03'), line, 0);
  const body =
    dots(`-.62 1.86, -.95 1.92, -1.5 2.15, -1.95 2.5, -2.2 3.0, 2.2 3.0, 1.95 2.5, 1.5 2.15, .95 1.92, .62 1.86,
      .5 2.2, .22 2.42, 0 2.48, -.22 2.42, -.5 2.2`);
  d.shape(body, yellow);
  d.within(body, () =>
    d.shape(
      dots('.9 1.8, 1.0 2.1, 1.25 2.3, 1.4 2.7, 1.4 3.2, 2.6 3.2, 2.4 2.2, 1.5 1.9'),
      yellowShade,
    ),
  );
  d.line(nibs('-.64 1.84 .03, -.95 1.92 .05, -1.5 2.15 .05, -1.95 2.5 .06, -2.2 3.0 .05'), line, 0);
  d.line(nibs('.64 1.84 .03, .95 1.92 .05, 1.5 2.15 .055, 1.95 2.5 .06, 2.2 3.0 .05'), line, 0);
  d.line(
    nibs(
      '-.64 1.84 .04, -.5 2.2 .05, -.22 2.42 .05, 0 2.48 .045, .22 2.42 .05, .5 2.2 .055, .64 1.84 .04',
    ),
    line,
    0,
  );
  d.line(nibs('-.3 2.4 .05, -.34 2.6 .055, -.3 2.8 .05'), '#fff6e0', 0);
  d.line(nibs('.3 2.4 .05, .33 2.6 .055, .3 2.8 .05'), '#fff6e0', 0);
}

function eye(d: Drawing, side: number): void {
  const t = <T extends readonly number[]>(p: T[]): T[] => (side < 0 ? mirrored(p) : p);
  d.shape(
    t(dots('.2 .02, .28 -.19, .5 -.28, .72 -.2, .83 -.03, .7 -.12, .5 -.17, .32 -.11')),
    '#7d4229',
    'opacity="0.75"',
  );
  const open = t(
    dots(
      '.24 .05, .29 -.06, .38 -.14, .5 -.17, .63 -.145, .73 -.075, .78 -.005, .72 .075, .61 .125, .49 .132, .35 .1',
    ),
  );
  d.shape(open, '#fffaf0');
  d.within(open, () => {
    const x = side * 0.505;
    d.define(
      `<linearGradient id="iris${side}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a1a0c"/><stop offset="0.55" stop-color="#7a3f16"/><stop offset="1" stop-color="#d08a3a"/></linearGradient>`,
    );
    d.disc(x, -0.01, 0.16, '#24100a');
    d.disc(x, -0.008, 0.142, `url(#iris${side})`);
    d.disc(x, -0.01, 0.074, '#120806');
    d.shape(
      t(
        dots(
          '.18 .1, .26 -.2, .5 -.3, .75 -.2, .86 0, .72 -.02, .62 -.085, .5 -.11, .38 -.08, .3 0',
        ),
      ),
      '#3d1c14',
      'opacity="0.33"',
    );
  });
  d.disc(side * 0.505 - 0.055, -0.065, 0.038, '#ffffff');
  d.disc(side * 0.505 + 0.058, 0.05, 0.019, '#ffffff', 'opacity="0.85"');
  d.line(
    t(
      nibs(
        '.225 .07 .012, .285 -.065 .045, .38 -.15 .056, .5 -.18 .062, .63 -.158 .064, .74 -.085 .062, .795 -.02 .045, .85 -.04 .008',
      ),
    ),
    line,
    0,
  );
  d.line(
    t(nibs('.3 .092 .006, .42 .132 .02, .54 .142 .024, .67 .108 .024, .755 .04 .01')),
    line,
    0,
  );
  d.line(
    t(nibs('.28 -.17 .005, .38 -.255 .022, .5 -.283 .026, .64 -.26 .022, .76 -.18 .006')),
    '#6d3521',
    0,
  );
  const up = side < 0 ? -0.025 : 0;
  const brow = [
    [0.2, -0.4 + up, 0.07],
    [0.34, -0.455 + up, 0.11],
    [0.52, -0.495 + up, 0.11],
    [0.7, -0.475 + up, 0.08],
    [0.86, -0.4 + up, 0.015],
  ] as Nib[];
  d.line(t(brow), hair, 0.006);
}

function nose(d: Drawing): void {
  d.shape(
    dots('-.2 .6, -.1 .67, 0 .7, .12 .67, .21 .6, .2 .7, .08 .78, -.08 .78'),
    skinShade,
    'opacity="0.7"',
  );
  d.shape(
    dots('.05 .1, .12 .2, .13 .42, .2 .55, .17 .62, .06 .58, .07 .35'),
    skinShade,
    'opacity="0.6"',
  );
  d.disc(-0.04, 0.5, 0.085, 'url(#lit)', '', 0.75);
  d.disc(-0.05, 0.47, 0.03, '#f3c9a0', 'opacity="0.9"', 0.7);
  d.line(nibs('-.16 .46 .005, -.215 .55 .03, -.18 .635 .03, -.12 .64 .01'), line, 0);
  d.line(nibs('.16 .46 .005, .22 .55 .036, .185 .635 .036, .12 .64 .01'), line, 0);
  d.line(nibs('-.12 .635 .01, -.07 .62 .04, 0 .67 .026, .07 .62 .044, .12 .635 .01'), line, 0);
}

function mouth(d: Drawing): void {
  d.shape(
    dots(
      '-.36 1.0, -.22 .955, -.09 .905, 0 .925, .09 .905, .22 .955, .36 1.0, .18 1.025, 0 1.035, -.18 1.025',
    ),
    '#84402f',
  );
  d.shape(
    dots(
      '-.34 1.005, -.17 1.022, 0 1.03, .17 1.022, .34 1.005, .24 1.1, .1 1.15, -.1 1.15, -.24 1.1',
    ),
    '#a85a43',
  );
  d.line(nibs('-.15 1.075 .005, -.07 1.09 .03, .02 1.088 .012'), '#cf8d6c', 0, 'opacity="0.9"');
  d.line(
    nibs(
      '-.4 .975 .02, -.34 1.0 .04, -.18 1.022 .032, 0 1.036 .036, .18 1.022 .032, .34 1.0 .042, .4 .975 .02',
    ),
    line,
    0,
  );
  d.line(nibs('-.1 1.225 .004, 0 1.245 .026, .1 1.225 .004'), '#6d3521', 0);
}
