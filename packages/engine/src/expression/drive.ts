import { clamp, mix, smoothstep } from '../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from '../rig/action-units.ts';
import type { SourceUnits } from '../rig/source-units.ts';
import type { Act } from './acts.ts';
import type { EmotionTarget } from './emotions.ts';

/** Even a face that already shows the emotion moves by this share of it. */
const LEAST_DRIVE = 0.3;
/** A mouth that is already there moves less: what it shows is real, what would be added is not. */
const LEAST_MOUTH_DRIVE = 0.12;
const MOUTH_UNITS = new Set<ActionUnit>(['AU10', 'AU12', 'AU20', 'AU25', 'AU26']);
/** From this intensity on, what the picture shows is taken back wholly: no half smile stays. */
const RELEASED_AT = 0.5;
/**
 * Part of a smile's raised upper lip and cheeks that goes before another feeling raises them by its
 * own muscles: wholly for one that hardly does. What stays would leave a short lip over a long chin.
 */
const CURL_RELEASES = 0.3;
const SQUINT_RELEASES = 0.15;

const PAIRED_UNITS = new Set<ActionUnit>(['AU16', 'AU17', 'AU18', 'AU24', 'AU25', 'AU26']);

/**
 * What a mouth on a turned head does less, share of a unit: see SourceUnits.turned01. It opens less,
 * and smiles with hardly parted lips: a grin's far half would be all teeth.
 */
const TURNED_DOES_LESS: Partial<Record<ActionUnit, number>> = {
  AU10: 0.5,
  AU12: 0.3,
  AU16: 0.5,
  AU25: 0.75,
  AU26: 0.5,
};

/** What a jaw does less in fear where the picture's lips are apart: those would leave a dark slot. */
const PARTED_DOES_LESS: Partial<Record<ActionUnit, number>> = { AU26: 0.55 };
/** … all of it from this SourceUnits.lipGapRatio on. */
const PARTED_GAP_RATIO = 0.06;

/** Part of AU7 that is left out where AU6 has raised the lower lids from rest: both would shut the eyes. */
const TIGHT_AFTER_CHEEKS = 0.45;

/** Eyes that are open unevenly look wrong long before brows or corners do. */
const EVEN_UNITS = new Set<ActionUnit>(['AU5', 'AU6', 'AU7', 'AU41', 'AU43']);

/** How far what the picture shows has gone at an intensity, 0..1. */
export function releaseOf(intensity01: number): number {
  return Math.min(1, intensity01 / RELEASED_AT);
}

/** What one unit adds to the picture's own. */
export interface Drive {
  readonly unit: number;
  readonly amount: number;
  /** Half of what the left side takes more than the right one. */
  readonly crooked: number;
  readonly pulsed: boolean;
  /** Both sides as one: the jaw is one bone, and lips part over it. */
  readonly paired: boolean;
  /** Both sides as strong as each other. */
  readonly even: boolean;
}

const EVEN = [0, 0] as const;

/** Part of a smile's cheeks that another smile reckons to be there. */
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
 * Lips that have come in from a smile's width look pursed already: AU18 per unit of AU12 and of AU20
 * that is taken back, about half of what would narrow the mouth as much (see displaceByUnit).
 */
const SMILE_PURSES = 0.5;
const WIDTH_PURSES = 0.6;
/** … but after the broadest grin they still purse. */
const MOST_PURSED = 0.45;

/** AU18 that a mouth is spared which loses a smile and its width. */
function pursedBy(smile: number, width: number): number {
  const purses = SMILE_PURSES * Math.max(0, smile) + WIDTH_PURSES * Math.max(0, width);
  return Math.min(MOST_PURSED, purses);
}

/** Part of a grin's raised upper lip that goes where the mouth opens again … */
const CURL_LEAVES = 0.5;
/** … all of it where stretched lips are parted by less than the first, gap over the mouth's width … */
const BARES_TEETH = [0.12, 0.15] as const;
/** … and where a jaw drops below a row that is seen to its roots, from the second on. */
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
 * Bend that leaves the lips of a grin as it goes, AU12: .16 and more. Below it, lips that the blend
 * shapes call a smile are parted, as in speech, over corners that hang.
 */
const LEAST_GRIN = 0.1;

function meanOf([right, left]: readonly [number, number]): number {
  return (right + left) / 2;
}

/** Smile from which on parted lips are a grin whatever is between them, and share of teeth from which less is one. */
const SURELY_A_GRIN = 0.5;
const BARED = 0.25;

/** true: the picture's own smile bares the teeth. */
function isOpenGrin({ lipGapRatio, AU12, teethShown01, atRest }: SourceUnits): boolean {
  const least = teethShown01 > BARED ? 0.4 : SURELY_A_GRIN;
  return lipGapRatio > 0 && AU12 > least && meanOf(atRest.AU12) > LEAST_GRIN;
}

/** Lips that are parted without teeth open to the teeth in any smile, by this exponent, shut ones in a full one only … */
const PARTED_GROWTH = 0.3;
/** … by this part of it at least, in a shy one too. */
const PARTED_OPENS = 0.7;

/** true: it is the picture's lips that are parted as in breath, without teeth, which this unit parts for a smile. */
function opensParted(name: ActionUnit, { units }: EmotionTarget, source: SourceUnits): boolean {
  const parted = source.lipGapRatio > 0 && source.teethShown01 === 0 && !isOpenGrin(source);
  return parted && units.AU12 !== undefined && (name === 'AU25' || name === 'AU26');
}

/** What must be added to the picture's own units so that the face shows the target. */
export function driveTowards(
  target: EmotionTarget,
  act: Act,
  source: SourceUnits,
  asked01: number,
): readonly Drive[] {
  const { units, growth = {} } = target;
  const intensity01 = asked01 ** (growth.all ?? 1);
  const drive: Drive[] = [];
  // Units that are never taken back; a scowl that eases may be.
  const own = target.easesScowl ? { ...units, AU4: 0 } : units;
  const open = isOpenGrin(source);
  // A smile that bares the teeth is broad enough: for another smile it counts as all of it.
  const AU12 = units.AU12 ? (open ? units.AU12 : source.AU12) : meanOf(source.atRest.AU12);
  const shapesOpening = units.AU26 && (units.AU18 || units.AU20);
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
    // Slanting brows are no worry to be taken back where the emotion slants them.
    AU1: source.AU1 + (units.AU1 ? 0 : meanOf(source.worried)),
    AU4: Math.max(source.AU4, own.AU4 ? 0 : meanOf(source.scowling)),
  };
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
    const wanted = (units[name] ?? 0) * factor + (act.extras?.[name] ?? 0);
    const less01 = Math.max(
      (TURNED_DOES_LESS[name] ?? 0) * source.turned01,
      (PARTED_DOES_LESS[name] ?? 0) * parted01,
      name === 'AU7' ? TIGHT_AFTER_CHEEKS * cheeks01 : 0,
    );
    const missing = wanted * (1 - less01) - (shown[name] ?? 0);
    const least = open && MOUTH_UNITS.has(name) ? LEAST_MOUTH_DRIVE : LEAST_DRIVE;
    // What belongs to the emotion is never taken back, even where an act does without it. The rest
    // goes sooner than what is added comes.
    const added = own[name]
      ? Math.max(missing, least * wanted) *
        asked01 ** (opens ? PARTED_GROWTH : (growth[name] ?? growth.all ?? 1))
      : missing * (missing < 0 || wanted === 0 ? releaseOf(intensity01) : intensity01);
    // Stretched lips are as wide as they would be from rest.
    const smiles = name === 'AU20' ? smilesWidth : smilesOf(name, wanted, target, source);
    const amount = added - smiles * releaseOf(intensity01);
    if (amount === 0) return;
    const [more, less] = uneven[name] ?? EVEN;
    const crooked = own[name] ? 0 : ((more - less) / 2) * releaseOf(intensity01);
    const pulsed = act.pulse?.units.includes(name) ?? false;
    const paired = PAIRED_UNITS.has(name);
    drive.push({ unit, amount, crooked, pulsed, paired, even: EVEN_UNITS.has(name) });
  });
  return drive;
}
