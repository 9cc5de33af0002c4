import { onAxes } from '../../math/axes.ts';
import { readCurve } from '../../math/curve.ts';
import { gaussian, mix, smoothstep } from '../../math/easing.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import type { FaceTone } from '../skin/face-tone.ts';
import { DARKEST, type Logs, type PixelChange } from '../skin/pixel-change.ts';
import { browLowerPx } from './brow-band.ts';
import { type GlassesHold, lidsFree01 } from './glasses-hold.ts';
import { SHUT_DROP, shutHeightIod } from './lid-displacement.ts';
import { lidReachIod, skinToShut01 } from './lid-motion.ts';
import { changeLids, type LidsInput, readAlongLid } from './lid-skin.ts';
import { lidSkin01, readLidTone } from './lid-tone.ts';

/**
 * A lid that shuts is drawn out over the ball from a band of skin a few pixels high, of which half is
 * lashes, crease and shadow: it would be a bruise of streaks. A painter gives it skin. So it gets the
 * colour of lids and of the skin around this eye, modelled over the ball; above it the skin is evened out
 * along the lid. Grain is laid when it has been drawn out: see grainLid.
 */
export interface ShutLidsInput extends LidsInput {
  readonly grid: PlateGrid;
  readonly lidCreaseIod: number;
  readonly glassesHold: GlassesHold | undefined;
  readonly tone: Pick<FaceTone, 'skin'>;
}

/** Heights over that of a shut lid at which it begins to go over into the skin above it, and has. */
const CREASE = [0.75, 1.25] as const;
/** Where its middle, which faces the light, lies and how broad it is, heights of a shut lid; and what it is lighter by, ln. */
const ROUND_AT = 0.5;
const ROUND_SIGMA = 0.3;
const ROUND = 0.23;
/** It turns away into a crease: the same of that, and what it is darker by, as warm as skin in shade is. */
const FOLD_AT = 1.02;
const FOLD_SIGMA = 0.13;
const FOLD = 0.11;

/** The lash line goes with the rim; above it is skin, also where brows come so low that they are drawn out, too. */
const SKIN = {
  lashesIod: [0.01, 0.024],
  foreshortenedIod: [0.09, 0.12],
  leastRoomIod: 0.14,
} as const;
/** Hair of a brow is darker than the lid's skin by this, ln; what is not stays from this much below its edge on, IOD. */
const HAIR_DARKER = [0.12, 0.4] as const;
const HAIR_EDGE_IOD = [-0.03, 0] as const;
/** Nearer to the rim than this it is lashes and lid, IOD. */
const LEAST_HAIR_IOD = 0.09;

/** What is lighter than a lid by this, ln, does not lie on it: fair hair, gleams of glasses. */
const GLEAM = [0.22, 0.5] as const;

/** Change of the plate with the lids shut; undefined where no lid has skin to shut with. */
export function shutLids(input: ShutLidsInput): PixelChange | undefined {
  const { plate, eyes, brows, iodPx, grid, glassesHold, lidCreaseIod } = input;
  const skin01 = skinToShut01(eyes);
  const free = glassesHold && lidsFree01(glassesHold, grid);
  return changeLids(
    input,
    (eye, brow) => {
      const whole = skin01 * lidSkin01(plate, eye, iodPx, input.tone.skin);
      const tone = readLidTone(plate, eye, iodPx, input.tone.skin);
      const reach = lidReachIod(eye, brows, iodPx);
      const low = brows.find(({ side }) => side === eye.side) ?? brow;
      const wanted: Logs = [0, 0, 0];
      return (x, y, at, share, lacks) => {
        const held = free ? readField(grid, free, x + 0.5, y + 0.5) : 1;
        if (held * whole === 0) return 0;
        const [along, up] = onAxes(eye, x + 0.5, y + 0.5);
        const t = along / eye.halfWidthPx;
        const rim = readCurve(eye.upper, t);
        const gap = Math.max(0, rim - readCurve(eye.lower, t)) / iodPx;
        const height = shutHeightIod((up - rim) / iodPx, gap, reach);
        const v = height / (SHUT_DROP * gap + lidCreaseIod);
        const lid = (1 - smoothstep(...CREASE, v)) * (1 - smoothstep(0.85, 1.1, Math.abs(t)));
        const round = Math.max(0, 1 - t * t) * gaussian(v - ROUND_AT, ROUND_SIGMA);
        const fold = FOLD * Math.max(0, 1 - t * t) * gaussian(v - FOLD_AT, FOLD_SIGMA);
        readAlongLid(plate, eye, brow, x + 0.5, y + 0.5, iodPx, lacks);
        tone(t, wanted);
        const mean = (wanted[0] + wanted[1] + wanted[2]) / 3;
        for (let k = 0; k < 3; k++) {
          const shade = fold * Math.max(0, 1 - (wanted[k] - mean));
          const skin = mix(lacks[k], wanted[k] + ROUND * (round - 0.5), lid) - shade;
          lacks[k] = skin - Math.log(plate.rgba[at + k] + DARKEST);
        }
        const gleam = smoothstep(...GLEAM, -lacks[1]);
        const hair = smoothstep(
          ...HAIR_EDGE_IOD,
          (up - Math.max(browLowerPx(low, along), rim + LEAST_HAIR_IOD * iodPx)) / iodPx,
        );
        return (
          share * held * whole * (1 - gleam) * (1 - hair * smoothstep(...HAIR_DARKER, lacks[1]))
        );
      };
    },
    SKIN,
  );
}
