import type { FaceState } from '../../expression/face-state.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import { asMade, type SeenOrPainted } from '../as-made.ts';
import type { MouthColours } from './mouth-colours.ts';
import type { PlaceInMouth } from './mouth-flesh.ts';
import { muted01 } from './mouth-light.ts';
import { sampleDrawnTeeth, sampleLowerTeeth, sampleUpperTeeth, type ToothSample } from './teeth.ts';

/** Openings below the first are only a dark seam; teeth are fully there from the second, IOD. */
export const SEAM_ONLY_IOD = 0.025;
export const TEETH_FULL_IOD = 0.09;
/** In a drawing there is no dusk between lips: a line of this breadth runs around its white, IOD. */
const FLAT_LINE_IOD = 0.016;
/** A drawn mouth that opens by less than the first has no white in it: slivers look torn. */
const FLAT_WHITE_IOD = [0.05, 0.065] as const;
/** Even where only tips show, crowns stand apart by this share: see sampleUpperTeeth. */
const LEAST_APART = 0.55;
/** … and wholly where a smile bares them: from the first of teeth01 to the second. */
const CROWNS_APART = [0.25, 0.75] as const;
/** … but in a soft picture by this share less: a row of soft crowns looks like beads. */
const SOFT_TOGETHER = 0.7;
/** Painters tell crowns apart less than they are, too: this much of what softness does. */
const PAINTED_TOGETHER = 0.6;
/** A smile lifts the lip off the row, which then stands in the light. Of teeth01. */
const SMILE_LIGHTS = [0.7, 1] as const;
/** … but in a picture as soft as the second its white would be sharp, IOD: by this part less. */
const BLURS_LIGHT_IOD = [0.09, 0.13] as const;
const BLURRED_LESS = 0.6;
/** Feather of the crowns' edges, of the breadth of the lips' edges in the picture. */
const TEETH_RAMP = { seen: 0.6, painted: 0.7 } as const;
/** How far the upper row is drawn up behind the lip where it is not bared at all, IOD. */
const MOST_HIDDEN_IOD = 0.075;
/** … and a drawing's band: what is left of it in surprise is a narrow crescent. */
const MOST_HIDDEN_DRAWN_IOD = 0.095;
/** Hair hangs over the lip, and what is below it, until a smile lifts it. */
const BEHIND_MOUSTACHE_IOD = 0.17;
/**
 * Shade on teeth towards the corners, and from which share of the way it begins: where a smile
 * shows the row, and where only tips show, which fall off into the dark along the arch.
 */
const CORNER_SHADE = { row: 0.4, tips: 0.8 } as const;
const CORNER_SHADE_FROM = { row: 0.5, tips: 0.16 } as const;
/**
 * … and of a lit row, which photos of smiles show nearly as light up to the last of it. A painter
 * rounds it off: as light all along it was a white block set into the mouth.
 */
const LIT_CORNER_SHADE = { seen: 0.3, painted: 0.45 } as const;
const LIT_CORNER_FROM = { seen: 0.66, painted: 0.45 } as const;
/** What crowns lose as they turn away along the arch, in shade and in the light. */
const TURNS_AWAY = 0.5;
const LIT_TURNS_AWAY = { seen: 0.18, painted: 0.25 } as const;
/** Slope of the arch's front against the middle of the row for each IOD along it: see archDepth. */
const ARCH_SLOPE = 1.5;
/**
 * What of the light from the side falls on the row against the skin, which no lips shade, and what it
 * takes of crowns that turn off it and adds to those that face it, at most.
 */
const FROM_SIDE = 1.5;
const MOST_FROM_SIDE = [-0.3, 0.06] as const;
/** Light that is lost right below the upper lip, and how far down, IOD: painted teeth come out of the dark. */
const LIP_SHADE = { seen: 0.28, painted: 0.5 } as const;
const LIP_SHADE_IOD = { seen: 0.024, painted: 0.03 } as const;
/** Part of the upper lip's shade that a lit row is spared. */
const LIP_LIFTED = { seen: 0.45, painted: 0.55 } as const;
/** A lit row stands behind the lower lip, not on it: what it loses at the rim, and how far up, IOD. */
const BEHIND_LOWER_LIP = 0.8;
const BEHIND_LOWER_LIP_IOD = 0.02;
/** Part of the flesh's light in its shade: the row is in the open. */
const LIT_BOUNCE = 0.5;
/** In a soft picture tips that the lip hardly bares would be a pale band: they stay behind it, IOD. */
const SOFT_HIDES_IOD = 0.02;
const SOFT_LIPS_IOD = [0.04, 0.065] as const;
/** … and in a painting of pale shadows they are hinted at: with none of them a mouth was a hole. */
const MUTED_HIDES_IOD = 0.04;
/** Light on teeth that the lip does not bare; painters hardly show them. */
const LEAST_BARED = { seen: 0.95, painted: 0.7 } as const;
/** … least where its shadows are pale: tips as light as the skin beside them were crumbs. */
const MUTED_DIMS = 0.25;
/** Light on own teeth in a mouth that bares none, and what they lose towards its corners. */
const LEAST_OWN_LIGHT = 0.88;
const OWN_CORNER_SHADE = 0.6;
/** The lower lip is drawn off its teeth by AU16 and AU25 at strength 1; at rest it covers them. */
const LOWER_LIP_OFF_IOD = 0.07;
const LOWER_LIP_PARTS_IOD = 0.045;
const LOWER_COVERED_IOD = 0.014;
/** The lower row is seen from the first gap on, fully from the second, IOD. */
const LOWER_SEEN_IOD = [0.07, 0.13] as const;
/** Shade on teeth is what flesh around them throws back: warm, never the grey of enamel itself. */
const FLESH_BOUNCE = 0.5;
/** … and what light is left there has gone through it: of its loss red is spared this part, in a picture of full colour. */
const RED_KEEPS = 0.3;

/** The teeth of one mouth at one moment. Lengths are IOD. */
export interface TeethNow {
  /** 0..1: how much of the upper row is drawn; the rest are the picture's own. */
  readonly upper01: number;
  readonly hiddenIod: number;
  readonly bared: number;
  readonly apart01: number;
  /** 0..1: the upper row stands in the light: see Enamel.baredTooth. */
  readonly lit01: number;
  /** Height of the lower row's tips above the lip; none are seen at 0 and below. */
  readonly lowerIod: number;
  /** true: one white band, as in a drawing, and how much of it is there. */
  readonly flat: boolean;
  readonly white01: number;
  /** Light on the upper row: what it loses to its corners, and from which share of the way to them on, … */
  readonly cornerShade: number;
  readonly cornerFrom: number;
  /** … as it turns away along the arch, … */
  readonly turnsAway: number;
  /** … and right below the upper lip, whose shade reaches so far down. */
  readonly lipShade: number;
  readonly lipShadeIod: number;
  /** Change of light for each unit of slope towards the side: see FaceTone.lightX. */
  readonly fromSide: number;
  /** Feather of their edges. */
  readonly softIod: number;
  readonly iodPx: number;
}

/**
 * Sets the teeth into a mouth whose lips are at most `gapIod` apart.
 * @param own01 how much of the picture's own upper teeth is seen
 */
export function setTeeth(rig: Rig, state: FaceState, gapIod: number, own01: number): TeethNow {
  const human = rig.style !== 'animal';
  const flat = rig.style === 'drawing';
  const iodPx = rig.pose.iodPx;
  const soft01 = smoothstep(...SOFT_LIPS_IOD, rig.surface.lipEdgePx / iodPx);
  const pale01 = muted01(rig);
  const behindLip = MOST_HIDDEN_IOD + SOFT_HIDES_IOD * soft01 + MUTED_HIDES_IOD * pale01;
  const apart01 = mix(
    LEAST_APART,
    1,
    smoothstep(...CROWNS_APART, state.teeth01) *
      (1 - SOFT_TOGETHER * Math.max(soft01, pale01, PAINTED_TOGETHER * rig.painted01)),
  );
  const lit01 =
    smoothstep(...SMILE_LIGHTS, state.teeth01) *
    (1 - BLURRED_LESS * smoothstep(...BLURS_LIGHT_IOD, rig.surface.lipEdgePx / iodPx));
  const row = (apart01 - LEAST_APART) / (1 - LEAST_APART);
  const lit = (shaded: number, of: SeenOrPainted) => mix(shaded, asMade(rig, of), lit01);
  return {
    upper01: human ? 1 - own01 : 0,
    hiddenIod:
      (1 - state.teeth01) *
      ((flat ? MOST_HIDDEN_DRAWN_IOD : behindLip) + BEHIND_MOUSTACHE_IOD * rig.moustache01),
    bared: mix(asMade(rig, LEAST_BARED) - MUTED_DIMS * pale01, 1, state.teeth01),
    apart01,
    lit01,
    cornerShade: lit(mix(CORNER_SHADE.tips, CORNER_SHADE.row, row), LIT_CORNER_SHADE),
    cornerFrom: lit(mix(CORNER_SHADE_FROM.tips, CORNER_SHADE_FROM.row, row), LIT_CORNER_FROM),
    turnsAway: lit(TURNS_AWAY, LIT_TURNS_AWAY),
    lipShade: asMade(rig, LIP_SHADE) * (1 - asMade(rig, LIP_LIFTED) * lit01),
    lipShadeIod: asMade(rig, LIP_SHADE_IOD),
    fromSide: FROM_SIDE * rig.tone.lightX,
    lowerIod: human && !flat ? lowerTeethIod(state) : 0,
    flat,
    white01: smoothstep(...FLAT_WHITE_IOD, gapIod),
    softIod: Math.max(0.008, (asMade(rig, TEETH_RAMP) * rig.surface.lipEdgePx) / iodPx),
    iodPx,
  };
}

/** How far the lower teeth's tips stand above the lower lip: by what the lip is drawn off them. */
function lowerTeethIod({ strengths }: FaceState): number {
  return (
    LOWER_LIP_OFF_IOD * meanStrength(strengths, 'AU16') +
    LOWER_LIP_PARTS_IOD * meanStrength(strengths, 'AU25') -
    LOWER_COVERED_IOD
  );
}

const tooth: ToothSample = { coverage: 0, gum: 0, light: 1 };

/**
 * Lays both rows over what is behind them at one place.
 * @param arch the place in the upper row's own frame, IOD: see SkullFrame.toArch
 * @param gapIod distance of the lips at this place
 * @param colour r, g, b, 0..255: what is behind, changed in place
 */
export function shadeTeeth(
  teeth: TeethNow,
  arch: { readonly x: number; readonly y: number },
  inside: PlaceInMouth,
  gapIod: number,
  colours: MouthColours,
  colour: number[],
): void {
  const { x } = arch;
  const { above, below } = inside;
  if (teeth.upper01 > 0) {
    const y = arch.y - teeth.hiddenIod;
    if (teeth.flat) sampleDrawnTeeth(x, y, teeth.softIod, tooth);
    else sampleUpperTeeth(x, y, teeth.softIod, teeth.apart01, tooth);
    const fromLinePx = (Math.min(below, above) - FLAT_LINE_IOD) * teeth.iodPx;
    const shown =
      teeth.upper01 *
      (teeth.flat
        ? teeth.white01 * smoothstep(0, 1.2, fromLinePx + 0.6)
        : smoothstep(SEAM_ONLY_IOD, TEETH_FULL_IOD, gapIod));
    const light = teeth.flat ? 1 : teeth.bared * lightOnRow(teeth, x, inside);
    for (let k = 0; k < 3; k++) {
      colour[k] = mix(colour[k], colours.gum[k] * light, tooth.gum * shown);
      const enamel = litEnamel(colours, k, tooth.light * light, teeth.lit01);
      colour[k] = mix(colour[k], enamel, tooth.coverage * shown);
    }
  }
  if (teeth.lowerIod > 0) {
    sampleLowerTeeth(x, above, teeth.lowerIod, teeth.softIod, tooth);
    // They stand in the shade of the mouth, their roots in that of the lip.
    const light = tooth.light * (0.82 - 0.3 * Math.exp(-above / 0.012));
    // Tips that only begin to come out have no edge yet.
    const out01 = Math.min(1, teeth.lowerIod / teeth.softIod);
    const shown = tooth.coverage * out01 * smoothstep(...LOWER_SEEN_IOD, gapIod);
    for (let k = 0; k < 3; k++) colour[k] = mix(colour[k], litEnamel(colours, k, light, 0), shown);
  }
}

/** Light that falls on the upper row at x of the arch, IOD, 0..1: less in the lips' shade and to the sides. */
function lightOnRow(teeth: TeethNow, x: number, { side, above, below }: PlaceInMouth): number {
  const corner = 1 - teeth.cornerShade * smoothstep(teeth.cornerFrom, 1, Math.abs(side));
  const outward = 1 - teeth.turnsAway * smoothstep(0.14, 0.5, Math.abs(x));
  const slope = ARCH_SLOPE * x;
  const aside = clamp((teeth.fromSide * slope) / Math.hypot(1, slope), ...MOST_FROM_SIDE);
  const behindLip = BEHIND_LOWER_LIP * teeth.lit01 * Math.exp(-above / BEHIND_LOWER_LIP_IOD);
  const lip = underLip(below, teeth.lipShade, teeth.lipShadeIod);
  return outward * corner * (1 + aside) * lip * (1 - behindLip);
}

/** Light that is left right below the upper lip, whose shade of a depth of 0..1 reaches so far down. */
function underLip(belowIod: number, shade: number, reachIod: number): number {
  return 1 - shade * Math.exp(-belowIod / reachIod);
}

/**
 * Light on the picture's own teeth against what the picture shows, where they lie deeper in a mouth
 * that no longer smiles.
 * @param shade01 0: as in the picture
 */
export function ownTeethLight({ side, below }: PlaceInMouth, shade01: number): number {
  const corner = 1 - OWN_CORNER_SHADE * smoothstep(CORNER_SHADE_FROM.tips, 1, Math.abs(side));
  const lip = underLip(below, LIP_SHADE.seen, LIP_SHADE_IOD.seen);
  return mix(1, LEAST_OWN_LIGHT * lip * corner, shade01);
}

/** What flesh around a place throws back into its shade, one channel. */
export function fleshBounce(colours: MouthColours, channel: number, light: number): number {
  return FLESH_BOUNCE * Math.max(0, 1 - light) * colours.tongue[channel];
}

/** One channel of enamel that the light falls on with a strength of about 0..1. */
function litEnamel(colours: MouthColours, channel: number, light: number, lit01: number): number {
  const tooth = mix(colours.tooth[channel], colours.baredTooth[channel], lit01);
  const red = channel === 0 && light > 0 ? light ** (-RED_KEEPS * colours.coloured01) : 1;
  return tooth * light * red + mix(1, LIT_BOUNCE, lit01) * fleshBounce(colours, channel, light);
}
