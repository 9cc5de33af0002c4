import { clamp, mix, smoothstep } from '../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from '../rig/action-units.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import type { Act } from './acts.ts';
import type { EmotionTarget } from './emotions.ts';

/** Even a face that already shows the emotion moves by this share of what the emotion asks for. */
const LEAST_DRIVE = 0.3;
/** The same share for a mouth that grins openly already: what it shows is real, what would be added is not. */
const LEAST_MOUTH_DRIVE = 0.12;
const MOUTH_UNITS = new Set<ActionUnit>(['AU10', 'AU12', 'AU20', 'AU25', 'AU26']);
/** Intensity from which on what the picture shows is taken back wholly: no half smile stays. */
const RELEASED_AT = 0.5;
/**
 * Share of a smile's raised upper lip (AU10) and cheeks (AU6) that goes before another feeling that
 * wants all of them raises them by its own muscles. For one that hardly raises them all goes: what
 * stays would leave a short lip over a long chin.
 */
const CURL_RELEASES = 0.3;
const SQUINT_RELEASES = 0.5;

const PAIRED_UNITS = new Set<ActionUnit>(['AU16', 'AU17', 'AU18', 'AU24', 'AU25', 'AU26']);

/**
 * What a mouth on a turned head does less, share of a unit: see SourceUnits.turned01. It smiles with
 * hardly parted lips: a grin's far half would be all teeth.
 */
const TURNED_DOES_LESS: Partial<Record<ActionUnit, number>> = {
  AU10: 0.5,
  AU12: 0.3,
  AU16: 0.5,
  AU25: 0.75,
  AU26: 0.5,
};

/** What of that a jaw that drops wide does less in profile only: its far half is dark, and seen aslant. */
const DROPS_WIDE = new Set<ActionUnit>(['AU16', 'AU25', 'AU26']);

/** What a jaw does less in fear where the picture's lips are apart, share of the unit: it would leave a dark slot. */
const PARTED_DOES_LESS: Partial<Record<ActionUnit, number>> = { AU26: 0.55 };
/** SourceUnits.lipGapRatio from which on a jaw does all of that less; from 0 on it does some of it. */
const PARTED_GAP_RATIO = 0.06;

/**
 * What a mouth does less that has shut from a grin, share of the unit, where a nose wrinkles over it (anger, disgust):
 * its lips are thin and its cheeks full already, and pressed and pushed up by all of it they look pinched, and puffy.
 */
const GRIN_DOES_LESS: Partial<Record<ActionUnit, number>> = { AU17: 0.35, AU24: 0.5 };
/** … and the AU20 it gets instead: lips that come in from a grin's width must not end narrower than at rest. */
const GRIN_STAYS_WIDE = 0.18;
/** Mean AU12 that goes, from the first of which on that begins, and all of it at the second. */
const GRIN_GOES = [0.2, 0.5] as const;

/** Share of AU7 that is left out where AU6 raises the lower lids from rest: both would shut the eyes. */
const TIGHT_AFTER_CHEEKS = 0.45;

/**
 * Share of AU5 that is left out where a smile has raised the cheeks before AU6 would: it holds the upper lid up
 * against brows that sink, and eyes that laugh would open instead of narrowing.
 */
const HELD_UP_LESS = 0.7;

/** Eyes that are open unevenly look wrong long before brows or corners do. */
const EVEN_UNITS = new Set<ActionUnit>(['AU5', 'AU6', 'AU7', 'AU41', 'AU43']);

/** How far what the picture shows has gone at an intensity, 0..1. */
export function releaseOf(intensity01: number): number {
  return Math.min(1, intensity01 / RELEASED_AT);
}

/** Intensity below which exponents on it that are less than 1 give way: .01 would give a fifth of a frown. */
const GROWS_FROM = 0.2;

/** How far what grows with an exponent on the intensity is there (see `growth` of EmotionTarget), 0..1. */
export function growthOf(intensity01: number, exponent = 1): number {
  const sooner = Math.max(0, 1 - exponent);
  return intensity01 ** exponent * smoothstep(0, GROWS_FROM, intensity01) ** sooner;
}

/** What one unit adds to the picture's own, and takes of it. */
export interface Drive {
  readonly unit: number;
  /** What comes with the expression, at least 0. */
  readonly comes: number;
  /** What the picture shows and goes, at most 0: sooner than the rest comes, see goneOf. */
  readonly goes: number;
  /** Half of what the left side takes more than the right one. */
  readonly crooked: number;
  readonly pulsed: boolean;
  /** Both sides as one: the jaw is one bone, and lips part over it. */
  readonly paired: boolean;
  /** Both sides as strong as each other. */
  readonly even: boolean;
}

const EVEN = [0, 0] as const;

/** Share of a smile's cheeks (AU6, inferred and not measured) that another smile reckons to be there. */
const SMILES_OWN_CHEEKS = 0.4;

/** What goes of a smile in a unit that the target has without smiling: see CURL_RELEASES. */
function smilesOf(
  name: ActionUnit,
  wanted: number,
  { units }: EmotionTarget,
  source: SourceUnits,
): number {
  if (units.AU12 || !units[name]) return 0;
  const raised01 = clamp(wanted, 0, 1);
  if (name === 'AU10') return mix(1, CURL_RELEASES, raised01) * source.AU10;
  if (name === 'AU6') return mix(1, SQUINT_RELEASES, raised01) * source.AU6;
  return 0;
}

/**
 * Lips that have come in from a smile's width look pursed already, by this strength of AU18 for each
 * unit of AU12 (a smile) and of AU20 (its width) that is taken back: about half of what would narrow
 * the mouth as much (see displaceByUnit).
 */
const SMILE_PURSES = 0.5;
const WIDTH_PURSES = 0.6;
/** The strength of AU18 that they look pursed by at most: after the broadest grin they still purse. */
const MOST_PURSED = 0.45;

/** AU18 that a mouth is spared which loses a smile and its width. */
function pursedBy(smile: number, width: number): number {
  const purses = SMILE_PURSES * Math.max(0, smile) + WIDTH_PURSES * Math.max(0, width);
  return Math.min(MOST_PURSED, purses);
}

/** Share of a grin's raised upper lip (AU10) that goes where the mouth opens again in another feeling. */
const CURL_LEAVES = 0.5;
/**
 * SourceUnits.lipGapRatio up to which all of that lip goes where lips are stretched (AU20: fear), and
 * from which on only CURL_LEAVES of it. Less of a gap bares hardly any teeth.
 */
const BARES_TEETH = [0.12, 0.15] as const;
/**
 * SourceUnits.lipGapRatio up to which CURL_LEAVES of that lip goes where lips are pursed over a
 * dropped jaw (AU18: surprise), and from which on all of it: the row of teeth is seen to its roots.
 */
const ROW_IS_HIGH = [0.17, 0.25] as const;

/**
 * A mouth that opens bares the teeth that a grin showed: let down over them, the lip would leave a
 * dark hole in a mouth that was full of teeth.
 */
function curlLeaves({ units }: EmotionTarget, { lipGapRatio }: SourceUnits): number {
  if (units.AU20) return mix(1, CURL_LEAVES, smoothstep(...BARES_TEETH, lipGapRatio));
  if (units.AU18) return mix(CURL_LEAVES, 1, smoothstep(...ROW_IS_HIGH, lipGapRatio));
  return 1;
}

/**
 * Mean AU12 that takes a grin's corners back to rest (SourceUnits.atRest), at least. Measured grins
 * have .16 and more. Lips that are taken for a smile but have less to go back by are only parted, as
 * in speech, over corners that hang.
 */
const LEAST_GRIN = 0.1;

function meanOf([right, left]: readonly [number, number]): number {
  return (right + left) / 2;
}

/** AU12 of the picture above which parted lips are a grin, whatever is between them. */
const SURELY_A_GRIN = 0.5;
/** The same where the opening is bared teeth by more than this share (SourceUnits.teethShown01). */
const GRIN_WITH_TEETH = 0.4;
const BARED = 0.25;

/** true: the picture's own smile bares the teeth. */
function isOpenGrin({ lipGapRatio, AU12, teethShown01, atRest }: SourceUnits): boolean {
  const least = teethShown01 > BARED ? GRIN_WITH_TEETH : SURELY_A_GRIN;
  return lipGapRatio > 0 && AU12 > least && meanOf(atRest.AU12) > LEAST_GRIN;
}

/**
 * Exponent on the intensity with which lips that are parted without teeth open further in a smile:
 * to the teeth in any smile. (Shut lips open in a full one only, see `growth` of the targets.)
 */
const PARTED_GROWTH = 0.3;
/** Such lips open by at least this share of what the target asks for, also in an act that keeps them shut. */
const PARTED_OPENS = 0.7;

/** true: the picture's lips are parted as in breath, without teeth, and this unit opens them for a smile. */
function opensParted(name: ActionUnit, { units }: EmotionTarget, source: SourceUnits): boolean {
  const parted = source.lipGapRatio > 0 && source.teethShown01 === 0 && !isOpenGrin(source);
  return parted && units.AU12 !== undefined && (name === 'AU25' || name === 'AU26');
}

/** A profile hides half of the face. */
const TURNED_HIDES = 0.5;

/** How far a face does what it does where parts of it are hidden, 0..1: see `whereHidden` of the targets. */
export function saysMore01({ hidden01, turned01 }: SourceUnits): number {
  return Math.max(hidden01, TURNED_HIDES * turned01);
}

/** What must be added to the picture's own units so that the face shows the target. */
export function driveTowards(
  target: EmotionTarget,
  act: Act,
  source: SourceUnits,
  asked01: number,
): readonly Drive[] {
  const { units, growth = {} } = target;
  const intensity01 = growthOf(asked01, growth.all);
  const drive: Drive[] = [];
  // Units that are never taken back; a scowl that eases may be.
  const own = target.easesScowl ? { ...units, AU4: 0 } : units;
  const open = isOpenGrin(source);
  // A smile that bares the teeth is broad enough: for another smile it counts as all of it.
  const AU12 = units.AU12 ? (open ? units.AU12 : source.AU12) : meanOf(source.atRest.AU12);
  const shapesOpening = Boolean(units.AU26 && (units.AU18 || units.AU20));
  const restWidth = shapesOpening ? source.atRest.AU20Shaped : source.atRest.AU20;
  // A smile's own width belongs to it as long as it lasts.
  const smilesWidth = units.AU12 ? 0 : restWidth - source.AU20;
  const parted01 = units.AU20 ? smoothstep(0, PARTED_GAP_RATIO, source.lipGapRatio) : 0;
  const shown: Partial<Record<ActionUnit, number>> = {
    ...source,
    AU10: units.AU10 && !units.AU12 ? 0 : source.AU10 * curlLeaves(target, source),
    AU12,
    // With a grin's raised lip its gap goes as well: a mouth that opens then starts from nothing.
    AU25: units.AU26 && !units.AU12 ? 0 : source.AU25,
    AU15: source.AU15 - (units.AU12 ? 0 : source.atRest.AU15),
    AU18: units.AU18 ? pursedBy(AU12, smilesWidth) : 0,
    // Not measured but inferred from the mouth: a smile for the camera seldom has it all.
    AU6: units.AU6 ? (units.AU12 ? SMILES_OWN_CHEEKS * source.AU6 : 0) : source.AU6,
    AU7: units.AU7 ? 0 : source.AU7,
    // Slanting brows are no worry to be taken back where the emotion slants them.
    AU1: source.AU1 + (units.AU1 ? 0 : meanOf(source.worried)),
    AU4: Math.max(source.AU4, own.AU4 ? 0 : meanOf(source.scowling)),
  };
  // How much of a grin has to shut under a wrinkled nose.
  const grin01 =
    units.AU9 && !units.AU12 && source.lipGapRatio > 0 ? smoothstep(...GRIN_GOES, AU12) : 0;
  const cheeks01 = clamp((units.AU6 ?? 0) - source.AU6, 0, 1);
  // A crooked smile is taken back by more where it is higher, and so is a slanting brow; another
  // emotion's is as it is.
  const uneven: Partial<Record<ActionUnit, readonly [right: number, left: number]>> = {
    AU12: source.atRest.AU12,
    AU1: source.worried,
    AU4: source.scowling,
  };
  ACTION_UNITS.forEach((name, unit) => {
    const opens = opensParted(name, target, source);
    const factor = Math.max(act.factors?.[name] ?? 1, opens ? PARTED_OPENS : 0);
    const wider = name === 'AU20' ? GRIN_STAYS_WIDE * grin01 : 0;
    // A grin has its lip up already: with more of it cells fold below the nose.
    const visibly = (target.whereHidden?.units[name] ?? 0) * saysMore01(source) * (1 - grin01);
    const wanted = (units[name] ?? 0) * factor + (act.extras?.[name] ?? 0) + wider + visibly;
    const turned01 = shapesOpening && DROPS_WIDE.has(name) ? source.profile01 : source.turned01;
    const less01 = Math.max(
      (TURNED_DOES_LESS[name] ?? 0) * turned01,
      (PARTED_DOES_LESS[name] ?? 0) * parted01,
      (GRIN_DOES_LESS[name] ?? 0) * grin01,
      name === 'AU7' ? TIGHT_AFTER_CHEEKS * cheeks01 : 0,
      name === 'AU5' && units.AU6 ? HELD_UP_LESS * (1 - cheeks01 / Math.min(1, units.AU6)) : 0,
    );
    const missing = wanted * (1 - less01) - (shown[name] ?? 0);
    const least = open && MOUTH_UNITS.has(name) ? LEAST_MOUTH_DRIVE : LEAST_DRIVE;
    // What belongs to the emotion is never taken back, even where an act does without it. The rest
    // goes sooner than what is added comes.
    const grown = growthOf(asked01, opens ? PARTED_GROWTH : (growth[name] ?? growth.all));
    const added = own[name]
      ? Math.max(missing, least * wanted) * grown
      : missing * (missing < 0 || wanted === 0 ? releaseOf(intensity01) : grown);
    // Stretched lips are as wide as they would be from rest.
    const smiles = name === 'AU20' ? smilesWidth : smilesOf(name, wanted, target, source);
    const comes = Math.max(0, added);
    const goes = added - comes - smiles * releaseOf(intensity01);
    if (comes === 0 && goes === 0) return;
    const [more, less] = uneven[name] ?? EVEN;
    const crooked = own[name] ? 0 : ((more - less) / 2) * releaseOf(intensity01);
    const pulsed = act.pulse?.units.includes(name) ?? false;
    const paired = PAIRED_UNITS.has(name);
    drive.push({ unit, comes, goes, crooked, pulsed, paired, even: EVEN_UNITS.has(name) });
  });
  // Lids that a smile has let go of come last: what they are driven by changes no other unit's drift.
  return drive.toSorted((a, b) => Number(letsGo(a)) - Number(letsGo(b)));
}

const AU7 = ACTION_UNITS.indexOf('AU7');

function letsGo({ unit, comes, goes }: Drive): boolean {
  return unit === AU7 && comes + goes < 0;
}
