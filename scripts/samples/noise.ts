/** A seeded generator (mulberry32): the same seed always paints the same picture. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function latticeValue(x: number, y: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise, 0..1, one feature per unit. */
export function valueNoise(x: number, y: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const fx = x - xi;
  const fy = y - yi;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = latticeValue(xi, yi);
  const b = latticeValue(xi + 1, yi);
  const c = latticeValue(xi, yi + 1);
  const d = latticeValue(xi + 1, yi + 1);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Four octaves of value noise, about -1..1, mean 0. */
export function fractalNoise(x: number, y: number): number {
  let sum = 0;
  let gain = 0.55;
  let px = x;
  let py = y;
  for (let octave = 0; octave < 4; octave += 1) {
    sum += gain * (valueNoise(px, py) * 2 - 1);
    const nx = 1.6 * px - 1.2 * py + 17.3;
    py = 1.2 * px + 1.6 * py - 5.1;
    px = nx;
    gain *= 0.5;
  }
  return sum;
}
