import { describe, expect, it } from 'vitest';
import {
  BREATHING,
  EMOTIONS,
  plan,
  SEEDS,
  SMILING,
  stateAt,
  strength,
} from '../../test/support/clips.ts';
import { type ACTION_UNITS, type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import { NEUTRAL_SOURCE, type SourceUnits } from '../rig/source-units.ts';
import type { Emotion } from './emotions.ts';

describe('from what the picture already shows', () => {
  it('drives a smile out on the way to Sad, and closes the mouth', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 2, seed, source: SMILING });
      const state = stateAt(clip, clip.apexSeconds);
      const [right, left] = (['right', 'left'] as const).map(
        (side) => state.strengths[strengthIndex('AU12', side)],
      );
      SMILING.atRest.AU12.forEach((whole, side) => {
        expect([right, left][side] / -whole).toBeGreaterThan(0.85);
        expect([right, left][side] / -whole).toBeLessThan(1.15);
      });
      expect(strength(state, 'AU20')).toBeLessThan(-0.85 * SMILING.atRest.AU20);
      expect(strength(state, 'AU6')).toBeLessThan(-0.85 * SMILING.AU6);
      expect(strength(state, 'AU15')).toBeGreaterThan(0.7);
      expect(state.shutMouth01).toBeGreaterThan(0.9);
    }
  });

  it('has let a smile go by the time another feeling stands, and until it is let go', () => {
    for (const emotion of [1, 2, 5] as const) {
      for (const seed of SEEDS) {
        const clip = plan({ emotion, seed, source: SMILING });
        const whole = strength(stateAt(clip, clip.apexSeconds), 'AU12');
        // The feeling itself is half there at both times.
        for (const share of [0.6, 1.5]) {
          const state = stateAt(clip, share * clip.apexSeconds);
          expect(strength(state, 'AU12') / whole).toBeGreaterThan(0.8);
          expect(state.shutMouth01).toBeGreaterThan(0.9);
        }
      }
    }
  });

  it('lets a smile linger where it is surprised', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 3, seed, source: SMILING });
      const share = (t: number) => strength(stateAt(clip, t), 'AU12') / whole;
      const whole = strength(stateAt(clip, clip.apexSeconds), 'AU12');
      // 4 s: surprise is let go from 2.9 s on.
      expect(share(2.8)).toBeLessThan(0.75);
    }
  });

  it('lets go of lids that a smile has tightened, but for feelings that tighten them', () => {
    const source = { ...SMILING, AU7: 1 };
    const lids = EMOTIONS.map((emotion) => {
      const clip = plan({ emotion, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU7');
    });
    for (const emotion of [2, 3, 4] as const) expect(lids[emotion]).toBeLessThan(-0.85);
    for (const emotion of [0, 1, 5] as const) {
      const clip = plan({ emotion, source: { ...source, AU7: 0 } });
      expect(lids[emotion]).toBe(strength(stateAt(clip, clip.apexSeconds), 'AU7'));
    }
  });

  /** What of a unit's height at full intensity is there at half of it. */
  function shareAtHalf(emotion: Emotion, unit: (typeof ACTION_UNITS)[number], seed = 1): number {
    const at = (intensity01: number) => {
      const clip = plan({ emotion, intensity01, seed });
      return strength(stateAt(clip, clip.apexSeconds), unit);
    };
    return at(0.5) / at(1);
  }

  it.each(['photo', 'animal'] as const)(
    'goes smoothly to nothing with the intensity: %s',
    (style) => {
      for (const emotion of EMOTIONS) {
        const heights = [0, 0.01, 0.05, 0.1, 1].map((intensity01) => {
          const clip = plan({ emotion, intensity01, style, source: BREATHING });
          return stateAt(clip, clip.apexSeconds).strengths.slice();
        });
        const [none, least, twentieth, tenth, all] = heights;
        all.forEach((whole, unit) => {
          const share = (at: Float32Array) => Math.abs(at[unit]) / Math.max(0.1, Math.abs(whole));
          expect(share(none)).toBe(0);
          expect(share(least), `${emotion}, unit ${unit}`).toBeLessThan(0.03);
          expect(share(twentieth)).toBeLessThan(0.2);
          expect(share(tenth) - share(twentieth)).toBeLessThan(0.25);
        });
      }
    },
  );

  it('is well on the way to anger and sadness at half the intensity: little of those is taken for none', () => {
    expect(shareAtHalf(1, 'AU4')).toBeCloseTo(0.5 ** 0.35, 2);
    expect(shareAtHalf(2, 'AU1')).toBeCloseTo(0.5 ** 0.75, 2);
  });

  it('opens a surprised mouth with its brows: a slot between lips says nothing', () => {
    for (const seed of SEEDS) {
      expect(shareAtHalf(3, 'AU26', seed)).toBeGreaterThan(0.6);
      expect(shareAtHalf(3, 'AU26', seed)).toBeLessThan(0.75);
      // Lips part and purse by the opening's own growth, not before it.
      expect(shareAtHalf(3, 'AU18', seed)).toBeLessThan(0.51);
      expect(shareAtHalf(3, 'AU25', seed)).toBeLessThan(0.51);
      const jaw = (intensity01: number) => {
        const clip = plan({ emotion: 3, intensity01, seed, style: 'animal' });
        return strength(stateAt(clip, clip.apexSeconds), 'AU26');
      };
      expect(jaw(0.5) / jaw(1)).toBeGreaterThan(0.6);
      expect(jaw(0.5) / jaw(1)).toBeLessThan(0.75);
    }
  });

  it('lets no contented animal open its mouth, whatever the act', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 0, seed, style: 'animal' });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of ['AU10', 'AU25', 'AU26'] as const) expect(strength(state, unit)).toBe(0);
      expect(strength(state, 'AU12')).toBeGreaterThan(0.5);
    }
  });

  it('purses lips less that come in from a smile’s width already, and those of no smile as ever', () => {
    const pursed = (source: SourceUnits) => {
      const clip = plan({ emotion: 3, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU18');
    };
    const ever = pursed(NEUTRAL_SOURCE);
    const broad = { ...NEUTRAL_SOURCE, atRest: { ...NEUTRAL_SOURCE.atRest, AU20Shaped: 0.6 } };
    expect(pursed(broad)).toBeLessThan(0.8 * ever);
    expect(pursed(broad)).toBeGreaterThan(0.25 * ever);
    expect(pursed(SMILING)).toBeLessThan(0.9 * ever);
    expect(pursed({ ...NEUTRAL_SOURCE, worried: [0.4, 0.4] })).toBe(ever);
  });

  it('says a moderate feeling with brows, lids, cheeks and corners before the mouth opens', () => {
    const said = { 0: ['AU6', 'AU12'], 3: ['AU1', 'AU2', 'AU5'], 4: ['AU1', 'AU2', 'AU4', 'AU5'] };
    for (const emotion of [0, 3, 4] as const) {
      for (const seed of SEEDS) {
        const opened = ['AU25', 'AU26'] as const;
        const clip = plan({ emotion, seed });
        // A surprised jaw drops with the brows: see above.
        const opens = opened.filter(
          (unit) =>
            (emotion !== 3 || unit !== 'AU26') &&
            strength(stateAt(clip, clip.apexSeconds), unit) > 0.05,
        );
        const early = said[emotion].map((unit) =>
          shareAtHalf(emotion, unit as (typeof ACTION_UNITS)[number], seed),
        );
        expect(Math.min(...early)).toBeGreaterThan(0.6);
        for (const unit of opens) expect(shareAtHalf(emotion, unit, seed)).toBeLessThan(0.51);
      }
    }
  });

  it('smiles moderately with shut lips, and laughs with open ones', () => {
    for (const seed of SEEDS) {
      const [half, whole] = [0.5, 1].map((intensity01) => {
        const clip = plan({ seed, intensity01 });
        const state = stateAt(clip, clip.apexSeconds);
        return { clip, state };
      });
      const shut = strength(half.state, 'AU25') + strength(half.state, 'AU26');
      expect(shut).toBeLessThan(0.2);
      if (whole.clip.actName === 'a laugh') {
        expect(strength(whole.state, 'AU25')).toBeGreaterThan(0.7);
      }
      expect(strength(half.state, 'AU12')).toBeGreaterThan(0.6 * strength(whole.state, 'AU12'));
    }
  });

  it('leaves no half smile in a film that is only moderately sad, and some in a hint of it', () => {
    const corners = (intensity01: number) => {
      const clip = plan({ emotion: 2, source: SMILING, intensity01 });
      const { strengths } = stateAt(clip, clip.apexSeconds);
      return strengths[strengthIndex('AU12', 'left')];
    };
    expect(corners(0.6)).toBeCloseTo(corners(1), 5);
    expect(corners(0.2)).toBeGreaterThan(0.6 * corners(1));
  });

  it('draws corners that a smile left high down with it, not in another smile', () => {
    const at = (emotion: Emotion) => {
      const clip = plan({ emotion, source: SMILING });
      return strength(stateAt(clip, clip.apexSeconds), 'AU15');
    };
    expect(at(3)).toBeGreaterThan(0.8 * SMILING.atRest.AU15);
    expect(at(3)).toBeLessThan(1.2 * SMILING.atRest.AU15);
    expect(at(0)).toBe(0);
  });

  it('lets a smile smooth slanting brows, more where they slant more; sadness keeps them', () => {
    const source: SourceUnits = { ...NEUTRAL_SOURCE, worried: [0.1, 0.3] };
    const browsAt = (emotion: 0 | 2) => {
      const clip = plan({ emotion, source });
      const state = stateAt(clip, clip.apexSeconds);
      return (['right', 'left'] as const).map((s) => state.strengths[strengthIndex('AU1', s)]);
    };
    const [right, left] = browsAt(0);
    expect(right).toBeLessThan(-0.08);
    expect(left).toBeLessThan(right - 0.15);
    for (const strength of browsAt(2)) expect(strength).toBeGreaterThan(0.8);
  });

  it('lifts a scowl wherever the emotion has none of its own, more where brows slant more', () => {
    const source: SourceUnits = { ...NEUTRAL_SOURCE, scowling: [0.6, 0.2] };
    const browsAt = (emotion: Emotion) => {
      const clip = plan({ emotion, source });
      const state = stateAt(clip, clip.apexSeconds);
      return (['right', 'left'] as const).map((s) => state.strengths[strengthIndex('AU4', s)]);
    };
    for (const emotion of [0, 3] as const) {
      const [right, left] = browsAt(emotion);
      expect(left).toBeLessThan(-0.15);
      expect(right).toBeLessThan(left - 0.3);
    }
    // In disgust, sorrow and fear brows join in: these leave as much of a scowl as they ask for, and ask for no more on top.
    for (const emotion of [2, 4, 5] as const) {
      const [right, left] = browsAt(emotion);
      expect(right).toBeLessThan(left - 0.3);
      expect(right + 0.6).toBeCloseTo(left + 0.2, 1);
      expect((right + left) / 2 + 0.4).toBeLessThan(0.8);
    }
    expect(Math.min(...browsAt(1))).toBeGreaterThan(0.2);
  });

  it('brings lips in from a smile nearer to anybody’s width only where they open', () => {
    const width = (emotion: Emotion, AU20Shaped: number) => {
      const atRest = { ...SMILING.atRest, AU20: 0.1, AU20Shaped };
      const clip = plan({ emotion, source: { ...SMILING, atRest } });
      return strength(stateAt(clip, clip.apexSeconds), 'AU20');
    };
    expect(width(4, 0.5)).toBeLessThan(width(4, 0.1) - 0.2);
    for (const emotion of [1, 2, 5] as const) expect(width(emotion, 0.5)).toBe(width(emotion, 0.1));
    // A curled lip draws its corners in: disgust stretches the mouth against that.
    expect(width(5, 0.1)).toBeGreaterThan(width(1, 0.1) + 0.15);
  });

  it('curls the lip of a smile in Disgust, over teeth that it covers', () => {
    const bared = { ...SMILING, AU10: 0.8 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return stateAt(clip, clip.apexSeconds);
    };
    // What the smile raised goes in part, and the curl comes on top: the lip ends higher than curled
    // from rest, but not by all of the smile.
    const curled = strength(at(NEUTRAL_SOURCE), 'AU10');
    const kept = strength(at(bared), 'AU10') + bared.AU10 - curled;
    expect(kept).toBeGreaterThan(0.5 * bared.AU10);
    expect(kept).toBeLessThan(0.8 * bared.AU10);
    expect(at(bared).shutMouth01).toBeGreaterThan(0.65);
    // Fear parts its lips, whatever they did before.
    const fear = plan({ emotion: 4, source: bared });
    expect(stateAt(fear, fear.apexSeconds).shutMouth01).toBeLessThan(0.55);
    // Nor does a slit stay where lips are merely apart.
    expect(at({ ...NEUTRAL_SOURCE, lipGapRatio: 0.1 }).shutMouth01).toBeGreaterThan(0.9);
  });

  it('keeps the mouth of Disgust shut below a lip that curls far: an open one speaks, or is in pain', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 5, seed });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of ['AU16', 'AU25', 'AU26'] as const) expect(strength(state, unit)).toBe(0);
      const anger = plan({ emotion: 1, seed });
      const angry = stateAt(anger, anger.apexSeconds);
      expect(strength(state, 'AU10')).toBeGreaterThan(strength(angry, 'AU10') + 0.6);
    }
  });

  it('holds the upper lids up against the brows of Disgust, but opens no eyes that laugh', () => {
    const held = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU5');
    };
    expect(held(NEUTRAL_SOURCE)).toBeGreaterThan(0.3);
    expect(held({ ...NEUTRAL_SOURCE, AU6: 0.95 })).toBeLessThan(0.5 * held(NEUTRAL_SOURCE));
  });

  it('lets the lip of a smile down wholly for a feeling that hardly raises it', () => {
    const bared = { ...SMILING, AU10: 0.8 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 1, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU10');
    };
    expect(at(bared) - at(NEUTRAL_SOURCE)).toBeLessThan(-0.85 * bared.AU10);
  });

  it('tightens lids by less where cheeks come up from rest: both would shut the eyes', () => {
    const tight = (emotion: Emotion, source: SourceUnits) => {
      const clip = plan({ emotion, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU7');
    };
    const squints = { ...NEUTRAL_SOURCE, AU6: 0.85 };
    expect(tight(5, NEUTRAL_SOURCE)).toBeLessThan(0.7 * tight(5, squints));
    expect(tight(5, NEUTRAL_SOURCE)).toBeGreaterThan(0.3);
    // Anger raises no cheeks.
    expect(tight(1, NEUTRAL_SOURCE)).toBeCloseTo(tight(1, squints), 1);
  });

  it('lets the cheeks of a smile down a little where disgust raises them', () => {
    const cheeks = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU6');
    };
    const change = cheeks({ ...SMILING, AU6: 0.8 }) - cheeks({ ...SMILING, AU6: 0 });
    expect(change).toBeLessThan(-0.15 * 0.8);
    expect(change).toBeGreaterThan(-0.8 * 0.8);
  });

  it('presses lips and chin by less where a grin shuts into anger or disgust, and keeps it wide', () => {
    const grin = { ...SMILING, AU12: 0.64, lipGapRatio: 0.2, atRest: { ...SMILING.atRest } };
    const shut = { ...grin, lipGapRatio: 0 };
    const at = (emotion: Emotion, source: SourceUnits, unit: ActionUnit) => {
      const clip = plan({ emotion, source });
      return strength(stateAt(clip, clip.apexSeconds), unit);
    };
    expect(at(1, grin, 'AU24')).toBeLessThan(0.85 * at(1, shut, 'AU24'));
    for (const emotion of [1, 5] as const) {
      expect(at(emotion, grin, 'AU17')).toBeLessThan(0.9 * at(emotion, shut, 'AU17'));
      expect(at(emotion, grin, 'AU20')).toBeGreaterThan(at(emotion, shut, 'AU20') + 0.05);
    }
    expect(at(2, grin, 'AU17')).toBeCloseTo(at(2, shut, 'AU17'), 6);
  });

  it('leaves the cheeks of a grin about as high as disgust raises them from rest', () => {
    const clip = plan({ emotion: 5, source: { ...SMILING, AU6: 0.85 } });
    expect(strength(stateAt(clip, clip.apexSeconds), 'AU6')).toBeLessThan(0.65);
  });

  it('curls lip and nose by more in disgust, and turns further, where brows or lips are hidden', () => {
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return stateAt(clip, clip.apexSeconds);
    };
    const [bare, hidden] = [at(NEUTRAL_SOURCE), at({ ...NEUTRAL_SOURCE, hidden01: 1 })];
    for (const unit of ['AU9', 'AU10', 'AU17'] as const)
      expect(strength(hidden, unit)).toBeGreaterThan(1.15 * strength(bare, unit));
    expect(Math.abs(hidden.yawRadians)).toBeGreaterThan(1.3 * Math.abs(bare.yawRadians));
  });

  it('purses the lips of a grin to less than its width at rest', () => {
    const widthAt = (emotion: Emotion) => {
      const clip = plan({ emotion, source: SMILING });
      return strength(stateAt(clip, clip.apexSeconds), 'AU20');
    };
    expect(widthAt(3) - widthAt(2)).toBeCloseTo(SMILING.atRest.AU20 - SMILING.atRest.AU20Shaped, 1);
    expect(widthAt(3)).toBeLessThan(widthAt(2) - 0.1);
  });

  it('opens a grin into fear like a shut mouth, from corners and a width at rest', () => {
    const grin = { ...SMILING, AU10: 0.8, AU25: 1 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 4, source });
      return stateAt(clip, clip.apexSeconds);
    };
    const added = (unit: ActionUnit) =>
      strength(at(grin), unit) - strength(at(NEUTRAL_SOURCE), unit);
    expect(strength(at(grin), 'AU25')).toBeGreaterThan(0.85 * strength(at(NEUTRAL_SOURCE), 'AU25'));
    expect(added('AU15')).toBeCloseTo(SMILING.atRest.AU15, 1);
    expect(added('AU15')).toBeGreaterThan(0.8 * SMILING.atRest.AU15);
    expect(added('AU20')).toBeLessThan(-0.8 * SMILING.atRest.AU20Shaped);
    expect(added('AU20')).toBeGreaterThan(-1.2 * SMILING.atRest.AU20Shaped);
  });

  it('drops the jaw less in fear where lips are apart, but not in surprise', () => {
    const jaw = (emotion: Emotion, lipGapRatio: number) => {
      const clip = plan({ emotion, source: { ...NEUTRAL_SOURCE, lipGapRatio } });
      return strength(stateAt(clip, clip.apexSeconds), 'AU26');
    };
    expect(jaw(4, 0.1)).toBeLessThan(0.55 * jaw(4, 0));
    expect(jaw(4, 0.1)).toBeGreaterThan(0.35 * jaw(4, 0));
    expect(jaw(4, 0.03)).toBeGreaterThan(1.2 * jaw(4, 0.1));
    expect(jaw(3, 0.1)).toBeCloseTo(jaw(3, 0), 6);
  });

  it('drops the jaw of a turned head as far as any in surprise and fear, less in a smile and in profile', () => {
    const jaw = (emotion: Emotion, turned01: number, profile01: number) => {
      const clip = plan({ emotion, source: { ...NEUTRAL_SOURCE, turned01, profile01 } });
      return strength(stateAt(clip, clip.apexSeconds), 'AU26');
    };
    for (const emotion of [3, 4] as const) {
      expect(jaw(emotion, 1, 0)).toBeCloseTo(jaw(emotion, 0, 0), 6);
      expect(jaw(emotion, 1, 1)).toBeLessThan(0.6 * jaw(emotion, 0, 0));
      expect(jaw(emotion, 1, 1)).toBeGreaterThan(0.4 * jaw(emotion, 0, 0));
    }
    expect(jaw(0, 0, 0)).toBeGreaterThan(0);
    expect(jaw(0, 1, 0)).toBeLessThan(0.7 * jaw(0, 0, 0));
  });

  it('leaves a smile its width as long as it smiles', () => {
    const clip = plan({ emotion: 0, source: SMILING });
    expect(strength(stateAt(clip, clip.apexSeconds), 'AU20')).toBe(0);
  });

  it('smiles on less where a smile is there already, but still visibly', () => {
    const fresh = plan({ emotion: 0 });
    const again = plan({ emotion: 0, source: SMILING });
    const from = strength(stateAt(fresh, fresh.apexSeconds), 'AU12');
    const more = strength(stateAt(again, again.apexSeconds), 'AU12');
    expect(more).toBeGreaterThan(0.05);
    expect(more).toBeLessThan(0.5 * from);
  });

  it('keeps half of a grin’s raised lip over the teeth that fear and surprise bare, in no other feeling', () => {
    const left = (emotion: Emotion, lipGapRatio: number) => {
      const clip = plan({ emotion, source: { ...SMILING, AU10: 0.8, lipGapRatio } });
      return 1 + strength(stateAt(clip, clip.apexSeconds), 'AU10') / 0.8;
    };
    expect(left(4, 0.2)).toBeCloseTo(0.5, 1);
    expect(left(2, 0.2)).toBeLessThan(0.15);
    expect(left(4, 0.11)).toBeLessThan(0.15);
    expect(left(3, 0.15)).toBeCloseTo(0.5, 1);
    // A row that is seen to its roots is high enough.
    expect(left(3, 0.21)).toBeCloseTo(0.25, 1);
    expect(left(3, 0.3)).toBeLessThan(0.15);
  });

  it('casts eyes down by no more than the intensity asks for', () => {
    const lowest = (intensity01: number) => {
      const clip = plan({ emotion: 2, intensity01, stillHead: true });
      const times = Array.from({ length: 80 }, (_, i) => i / 20);
      return Math.min(...times.map((at) => stateAt(clip, at).gazeY));
    };
    expect(lowest(1)).toBeLessThan(-0.03);
    expect(lowest(0.75)).toBeCloseTo(lowest(1), 6);
    expect(lowest(0)).toBeGreaterThan(-0.01);
  });

  it('does not end on shut eyes where it does not come back', () => {
    for (const emotion of [0, 2, 5] as const) {
      for (let seed = 1; seed <= 100; seed++) {
        const clip = plan({ emotion, seed, loop: false });
        expect(strength(stateAt(clip, clip.seconds), 'AU43')).toBeLessThan(0.1);
      }
    }
  });

  it('smiles on where lips that are parted, not grinning, were taken for a smile', () => {
    const risen = (bend: number, teethShown01 = 0.4) => {
      const atRest = { ...SMILING.atRest, AU12: [bend, bend] as const };
      const clip = plan({
        emotion: 0,
        source: { ...SMILING, AU12: 0.45, lipGapRatio: 0.15, teethShown01, atRest },
      });
      return strength(stateAt(clip, clip.apexSeconds), 'AU12');
    };
    expect(risen(0.07)).toBeGreaterThan(0.4);
    expect(risen(0.16)).toBeLessThan(0.2);
    // Nor is a slight one that shows hardly any teeth a grin that needs nothing more.
    expect(risen(0.16, 0.13)).toBeGreaterThan(0.4);
  });

  it('opens parted lips to the teeth in any smile, shut ones in a full one', () => {
    const parting = (intensity01: number, source: SourceUnits, seed = 1) => {
      const clip = plan({ intensity01, source, seed });
      return strength(stateAt(clip, clip.apexSeconds), 'AU25');
    };
    const full = parting(1, NEUTRAL_SOURCE);
    expect(parting(0.75, BREATHING)).toBeGreaterThan(0.8 * full);
    expect(parting(0.25, BREATHING)).toBeGreaterThan(0.6 * full);
    expect(parting(0.75, NEUTRAL_SOURCE)).toBeLessThan(0.35 * full);
    expect(parting(0.75, { ...BREATHING, teethShown01: 0.3 })).toBeLessThan(0.35 * full);
    // A shy one as well, which leaves shut lips shut.
    for (const seed of SEEDS) {
      expect(parting(0.75, BREATHING, seed)).toBeGreaterThan(0.5 * full);
    }
  });

  it('leaves a shut mouth alone', () => {
    for (const emotion of EMOTIONS) {
      const clip = plan({ emotion });
      expect(stateAt(clip, clip.apexSeconds).shutMouth01).toBe(0);
    }
  });
});
