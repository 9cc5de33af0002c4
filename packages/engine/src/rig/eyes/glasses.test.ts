import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import type { Picture } from '../../math/picture.ts';
import { findEyeLine } from './eye-line.ts';
import { findGlasses } from './glasses.ts';

const IOD = 100;
const SIZE = 400;
const SKIN = [240, 200, 170] as const;
const INK = [30, 20, 20] as const;
const WHITE = [255, 255, 255] as const;
/** As light as the skin. */
const PINK = [255, 190, 215] as const;
const LANDMARKS = poseHead({ iodPx: IOD, xPx: 200, yPx: 180 });

type Shape = (x: number, y: number) => readonly number[] | undefined;

/** Flat skin with shapes on it; places are IOD from the middle between the eyes, y down. */
function draw(...shapes: readonly Shape[]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = ((i % SIZE) + 0.5 - 200) / IOD;
    const y = (Math.floor(i / SIZE) + 0.5 - 180) / IOD;
    rgba.set(
      shapes.reduce((c: readonly number[], shape) => shape(x, y) ?? c, SKIN),
      4 * i,
    );
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const fromEye = (x: number, y: number) => Math.hypot(Math.abs(x) - 0.5, y);
const dots: Shape = (x, y) => (fromEye(x, y) < 0.08 ? INK : undefined);
const whites: Shape = (x, y) => (fromEye(x, y) < 0.34 ? WHITE : undefined);
const frame =
  (colour: readonly number[]): Shape =>
  (x, y) => {
    const r = fromEye(x, y);
    const bridge = Math.abs(x) < 0.2 && Math.abs(y) < 0.05;
    return (r > 0.3 && r < 0.4) || bridge ? colour : undefined;
  };
const lenses =
  (colour: readonly number[]): Shape =>
  (x, y) =>
    fromEye(x, y) < 0.3 ? colour : undefined;

function eyesOf(plate: Picture) {
  return (['right', 'left'] as const).map((side) =>
    findEyeLine(LANDMARKS, side, plate, IOD, 'drawing'),
  );
}

function wears(plate: Picture, flatSkin = true) {
  const eyes = eyesOf(plate);
  return findGlasses(plate, eyes, { iodPx: IOD, yawRadians: 0 }, true, flatSkin ? SKIN : undefined);
}

describe('findGlasses on flat skin', () => {
  it('finds a broad frame that is as light as skin, by its colour', () => {
    const plate = draw(dots, frame(PINK));
    expect(wears(plate)?.opaque).toBe(false);
    expect(wears(plate, false)).toBeUndefined();
  });

  it('finds a frame whose bridge is an arch above the eyes', () => {
    const arched: Shape = (x, y) => {
      const r = fromEye(x, y);
      const arch = Math.abs(x) < 0.26 && Math.abs(y + 0.3 - x * x) < 0.035;
      return (r > 0.3 && r < 0.38) || arch ? PINK : undefined;
    };
    expect(wears(draw(dots, arched))).toBeDefined();
  });

  it('finds lenses of a plain colour that shut out the eyes', () => {
    expect(wears(draw(lenses([150, 90, 90]), frame(PINK)))?.opaque).toBe(true);
  });

  it('takes neither eyes nor brows for glasses', () => {
    const brows: Shape = (x, y) => (Math.abs(x) < 0.8 && y > -0.52 && y < -0.4 ? INK : undefined);
    expect(wears(draw(dots))).toBeUndefined();
    expect(wears(draw(whites, dots))).toBeUndefined();
    expect(wears(draw(whites, dots, brows))).toBeUndefined();
  });
});

describe('findGlasses on a photo', () => {
  /** Thin metal around eyes, over the nose too or not; on every other stretch of it, it gleams. */
  const metal =
    (gleam: readonly number[], bridged = true): Shape =>
    (x, y) => {
      const onBridge = bridged && Math.abs(x) < 0.16 && Math.abs(y) < 0.016;
      if (Math.abs(fromEye(x, y) - 0.35) > 0.016 && !onBridge) return undefined;
      return Math.sin(40 * (x + y)) > 0 ? gleam : INK;
    };
  const glassesOn = (...shapes: readonly Shape[]) => {
    const plate = draw(dots, ...shapes);
    return findGlasses(plate, eyesOf(plate), { iodPx: IOD, yawRadians: 0 });
  };

  it('finds metal that in red light differs from the skin by its green', () => {
    const red: Shape = () => [230, 70, 60];
    const wire =
      (gleams: readonly number[], dark: readonly number[]): Shape =>
      (x, y) => {
        const at = metal(WHITE)(x, y);
        return at && (at === WHITE ? gleams : dark);
      };
    expect(glassesOn(red, dots, wire([160, 140, 60], [200, 50, 50]))?.lines).toHaveLength(3);
    // As light and as dark, but by red and blue.
    expect(glassesOn(red, dots, wire([255, 75, 150], [180, 65, 60]))).toBeUndefined();
    expect(glassesOn(red, dots)).toBeUndefined();
  });

  it('finds dark lenses that mirror lights by their edge and the green of their bridge, and shows no eyes there', () => {
    const dark = lenses([90, 70, 70]);
    const sky: Shape = (x, y) => (y < -0.08 ? lenses(WHITE)(x, y) : undefined);
    const bridge: Shape = (x, y) =>
      Math.abs(x) < 0.2 && Math.abs(y) < 0.02 ? [235, 150, 170] : undefined;
    expect(glassesOn(dark, sky, bridge)?.opaque).toBe(true);
    expect(glassesOn(dark, sky)).toBeUndefined();
    const light = lenses([190, 150, 140]);
    expect(glassesOn(light, sky, bridge)).toBeUndefined();
  });

  it('finds thin metal that is darker than skin here and brighter there, where it is', () => {
    const glasses = glassesOn(metal(WHITE));
    expect(glasses?.lines).toHaveLength(3);
    const [right] = glasses?.lines ?? [];
    for (let p = 0; p < (right?.length ?? 0); p += 2) {
      const x = ((right?.[p] ?? 0) - 200) / IOD;
      const y = ((right?.[p + 1] ?? 0) - 180) / IOD;
      expect(Math.abs(fromEye(x, y) - 0.35)).toBeLessThan(0.05);
    }
  });

  it('finds the bar over the bridge that some frames have', () => {
    const horn =
      (barred: boolean): Shape =>
      (x, y) => {
        const rim = Math.abs(fromEye(x, y) - 0.35) < 0.02;
        const bridge = Math.abs(x) < 0.17 && Math.abs(y + 0.04) < 0.02;
        const bar = barred && Math.abs(x) < 0.4 && Math.abs(y + 0.24) < 0.02;
        return rim || bridge || bar ? INK : undefined;
      };
    expect(glassesOn(horn(false))?.lines).toHaveLength(3);
    const lines = glassesOn(horn(true))?.lines ?? [];
    expect(lines).toHaveLength(4);
    for (const [i, y] of [
      [2, -0.04],
      [3, -0.24],
    ] as const) {
      for (let p = 1; p < lines[i].length; p += 2) {
        expect(Math.abs((lines[i][p] - 180) / IOD - y)).toBeLessThan(0.05);
      }
    }
  });

  it('finds black lenses over a beard: the nose tells how dark they are', () => {
    const lensed = (lens: readonly number[]) =>
      glassesOn((_, y) => (y > 0.6 ? [75, 60, 50] : undefined), lenses(lens), frame(INK));
    expect(lensed(INK)?.opaque).toBe(true);
    expect(lensed([120, 100, 90])?.opaque).toBe(false);
  });

  it('finds thick plastic, and no shadow across the nose that is as broad', () => {
    const MAGENTA = [190, 20, 110];
    const thick =
      (bridgeOf: (x: number) => readonly number[]): Shape =>
      (x, y) => {
        if (Math.abs(fromEye(x, y) - 0.28) < 0.07) return MAGENTA;
        return Math.abs(x) < 0.23 && Math.abs(y) < 0.1 ? bridgeOf(x) : undefined;
      };
    expect(glassesOn(thick(() => MAGENTA))).toBeDefined();
    const shade = (x: number) => MAGENTA.map((c) => c * (1 + 2.5 * Math.abs(x)));
    expect(glassesOn(thick(shade))).toBeUndefined();
  });

  it('finds tinted lenses in a frame of many colours, and no shade below bare eyes', () => {
    const motley: Shape = (x, y) => {
      const onRim = Math.abs(fromEye(x, y) - 0.35) < 0.03;
      const bridge = Math.abs(x) < 0.17 && Math.abs(y) < 0.03;
      if (bridge) return [110, 90, 90];
      // Below it is as light as skin, or as dark as the lens.
      return onRim && y < 0 ? [SKIN, INK][Math.floor(7 * (x + y + 2)) % 2] : undefined;
    };
    const tint = lenses([150, 95, 90]);
    expect(glassesOn(tint, motley)?.opaque).toBe(true);
    const bags: Shape = (x, y) => (y > 0 ? tint(x, y) : undefined);
    expect(glassesOn(bags, motley)).toBeUndefined();
  });

  it('takes lines below one eye or both and a faint one on the nose for glasses on turned heads only', () => {
    const belowBoth: Shape = (x, y) =>
      Math.abs(x) > 0.2 && y > -0.1 && Math.abs(fromEye(x, y) - 0.38) < 0.02 ? INK : undefined;
    const below: Shape = (x, y) => (x < 0 ? belowBoth(x, y) : undefined);
    const nose: Shape = (x, y) =>
      Math.abs(x) < 0.16 && Math.abs(y) < 0.025 ? SKIN.map((c) => 0.86 * c) : undefined;
    for (const lines of [below, belowBoth]) {
      const plate = draw(dots, lines, nose);
      const glassesAt = (yawRadians: number) =>
        findGlasses(plate, eyesOf(plate), { iodPx: IOD, yawRadians });
      expect(glassesAt(0.1)).toBeUndefined();
      expect(glassesAt(-0.5)?.lines).toHaveLength(3);
    }
  });

  it('knows glasses on a turned head by their arm alone, and holds it with a frame', () => {
    const arm: Shape = (x, y) => (x > 0.72 && Math.abs(y + 0.05) < 0.02 ? INK : undefined);
    const glassesAt = (yawRadians: number, ...shapes: readonly Shape[]) => {
      const plate = draw(dots, ...shapes);
      return findGlasses(plate, eyesOf(plate), { iodPx: IOD, yawRadians });
    };
    expect(glassesAt(-0.6)).toBeUndefined();
    expect(glassesAt(0.6, arm)).toBeUndefined();
    for (const lines of [glassesAt(-0.6, arm)?.lines, glassesAt(-0.6, frame(INK), arm)?.lines]) {
      const [x0, y0, x1, y1] = lines?.at(-1) ?? [];
      expect(x1 - x0).toBeGreaterThan(0.9 * IOD);
      for (const y of [y0, y1]) expect(Math.abs(y - 175)).toBeLessThan(3);
    }
  });

  it('takes no lids for rims, however dark, nor a strand of hair over the nose for their bridge', () => {
    const ringed =
      (radius: number): Shape =>
      (x, y) => {
        const from = Math.hypot((Math.abs(x) - 0.5) / 1.25, y - 0.04);
        const strand = Math.abs(x) < 0.18 && Math.abs(y + 0.04) < 0.02;
        if (Math.abs(from - radius) < 0.016) return INK;
        return strand ? SKIN.map((c) => 0.74 * c) : undefined;
      };
    expect(glassesOn(ringed(0.3))).toBeDefined();
    expect(glassesOn(ringed(0.185))).toBeUndefined();
  });

  it('takes rings around eyes for glasses only with a bridge', () => {
    expect(glassesOn(metal(WHITE, false))).toBeUndefined();
  });

  it('leaves a gleam that hardly shows on the nose alone', () => {
    expect(glassesOn(metal([250, 212, 182]))).toBeUndefined();
  });
});
