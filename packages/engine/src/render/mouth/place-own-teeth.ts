import { readCurve, type SampledCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import { type MouthLine, mouthPlace } from '../../rig/mouth/mouth-line.ts';
import { ownMouthShare } from '../../rig/mouth/own-teeth.ts';
import type { Rig } from '../../rig/rig.ts';
import { rimAt, type Slit } from '../slit.ts';
import type { SkullFrame } from './skull-frame.ts';

/** Own crowns that show by less than the first, IOD, are crumbs; from the second on a row. */
const CROWNS_SEEN_IOD = [0.055, 0.075] as const;
/** … unless they fill the opening by this. */
const CROWNS_FILL = [0.4, 0.65] as const;
/** Lips that shut hide their own teeth between them. Strengths of AU25. */
const LIPS_PART = [0.08, 0.22] as const;
/** A lip that has come down by less than this, IOD, shows what the picture shows. */
const LIP_CAME_DOWN_IOD = [0.015, 0.035] as const;
const CROWN_PLACES = [-0.35, -0.15, 0.15, 0.35] as const;

/** 0..1: how much the picture's own upper teeth are still a row below a lip that has moved so far. */
export function ownCrowns01(
  { mouth, ownTeeth, pose }: Rig,
  parting: number,
  lipRisePx: number,
  gapPx: number,
): number {
  let seen = 0;
  for (const s of CROWN_PLACES)
    seen += (readCurve(mouth.upper, s) + lipRisePx - readCurve(ownTeeth.edge, s)) / 4;
  return Math.max(
    1 - smoothstep(...LIPS_PART, parting),
    1 - smoothstep(...LIP_CAME_DOWN_IOD, -lipRisePx / pose.iodPx),
    smoothstep(...CROWNS_SEEN_IOD, seen / pose.iodPx),
    smoothstep(...CROWNS_FILL, seen / Math.max(1e-3, gapPx)),
  );
}

/** This much of the picture's own teeth, down from the upper lip, is drawn out as the lip rises. */
const DRAWN_OUT_IOD = 0.07;
const DRAWN_OUT_SHARE = 0.5;

/**
 * How far a rim of the opening has risen in the middle of the mouth against the picture's, on the
 * skull, px.
 */
export function rimRise(
  { mouth }: Rig,
  skull: SkullFrame,
  slit: Slit,
  table: Slit['top'],
  rim: SampledCurve,
): number {
  const height = rimAt(slit, table, 0);
  const own = skull.toSource(
    slit.centreXPx + height * slit.alongY,
    slit.centreYPx - height * slit.alongX,
  );
  const [s, up] = mouthPlace(mouth, own.x, own.y);
  return up - readCurve(rim, s);
}

/** The picture's own mouth at one moment. */
export interface OwnTeethNow {
  /** How much of what is not its upper teeth still counts: see ownMouthShare. */
  readonly rest01: number;
  /** How far the upper lip has risen above what the picture shows, px. */
  readonly risePx: number;
  /** Feather where the row ends, px. */
  readonly rimPx: number;
}

/** Where a place of the opening is read from the picture's own mouth. */
export interface OwnTeethPlace {
  xPx: number;
  yPx: number;
  /** 0..1: how much of it is there. */
  share01: number;
}

/**
 * Where the picture's own teeth are read for a place of the opening. As the lip rises above what
 * the picture shows, the upper part of the crowns is drawn out over the new height: it has no top
 * line, and the gum's points between crowns stay behind the lip instead of becoming bars. Beyond the
 * last of the row there is what the picture shows beside it, the dark of a grin's corners: teeth
 * that went on there were white spikes.
 */
export function placeOwnTeeth(
  { mouth, ownTeeth, pose }: Pick<Rig, 'mouth' | 'ownTeeth' | 'pose'>,
  now: OwnTeethNow,
  x: number,
  y: number,
  out: OwnTeethPlace,
): void {
  const [s, up] = mouthPlace(mouth, x, y);
  const fall = Math.max(
    drawnOutPx(mouth, pose.iodPx, now.risePx, s, up),
    underRimPx(mouth, now, s, up),
  );
  out.xPx = x - fall * mouth.alongY;
  out.yPx = y + fall * mouth.alongX;
  out.share01 = ownMouthShare(mouth, ownTeeth, out.xPx, out.yPx, now.rimPx, now.rest01);
}

/** By how much a place lies above the one that it is drawn out from, px. */
function drawnOutPx(
  mouth: MouthLine,
  iodPx: number,
  risePx: number,
  s: number,
  up: number,
): number {
  if (risePx <= 0) return 0;
  const upper = readCurve(mouth.upper, s);
  const gap = upper - readCurve(mouth.lower, s);
  const drawn = Math.min(DRAWN_OUT_SHARE * gap, DRAWN_OUT_IOD * iodPx);
  const past = up - (upper - drawn);
  if (past <= 0) return 0;
  const end = drawn * (1 - 0.45 * smoothstep(0, drawn, risePx));
  return past - Math.min(end, (past * end) / (drawn + risePx));
}

/**
 * By how much a place at the very rim of the upper lip lies above the teeth that it shows, px: read
 * there, half of it would be lip, and a dark line ran along the top of the row.
 */
function underRimPx(mouth: MouthLine, now: OwnTeethNow, s: number, up: number): number {
  const upper = readCurve(mouth.upper, s);
  const gap = upper - readCurve(mouth.lower, s);
  const rim = Math.min(1.2 * now.rimPx, 0.25 * gap);
  return (1 - now.rest01) * Math.max(0, up - (upper - rim));
}
