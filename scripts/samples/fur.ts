import { fox, furAt } from './fox.ts';
import { cameraDistance, lightStudio } from './light.ts';
import { fractalNoise, seededRandom } from './noise.ts';
import { developed, type OilOptions } from './oil.ts';
import { blendFlow, blur, type Picture, paint, sweep } from './paint.ts';
import { bump, smoothstep } from './solid.ts';

/** The fox: an underpainting in oil, then its fur hair by hair. */
export function foxPortrait(options: OilOptions): Picture {
  const { width: w, height: h } = options;
  const lit = lightStudio(fox, w, h);
  const model = developed(lit);
  const n = w * h;
  const wanted = new Float32Array(n * 2);
  const detail = new Float32Array(n);
  const unit = w / 768;
  const rim = blur(Float32Array.from(lit.hit), w, h, 26 * unit);
  for (let k = 0; k < n; k += 1) {
    if (!lit.hit[k]) {
      // The fox is cut in: what a broad brush dragged over its outline would stay as its ghost.
      detail[k] = rim[k]! > 0.004 ? 0.62 : 0;
      const a = 0.8 + 0.8 * fractalNoise((k % w) / w / 0.4, Math.floor(k / w) / w / 0.4);
      wanted[k * 2] = Math.cos(a);
      wanted[k * 2 + 1] = Math.sin(a);
      continue;
    }
    const x = lit.place[k * 3]!;
    const y = lit.place[k * 3 + 1]!;
    const f = furAt(x, y);
    wanted[k * 2] = f.dx;
    wanted[k * 2 + 1] = -f.dy;
    detail[k] = Math.max(0.45, smooth(x, y));
  }
  const flow = blendFlow(model, wanted, 3 * unit);
  const brushes = [22, 12, 6.5, 3.4, 1.9, 1.2].map((r) => r * unit);
  const picture = paint(model, { ...options, brushes, flow, detail });
  const random = seededRandom(options.seed + 5);
  const perUnit = h / fox.view.height;
  const hairs: { x: number; y: number; k: number; far: number }[] = [];
  for (let i = 0; i < 42000; i += 1) {
    const k = Math.min(n - 1, Math.floor(random() * n));
    if (!lit.hit[k]) continue;
    const x = lit.place[k * 3]!;
    const y = lit.place[k * 3 + 1]!;
    if (random() < smooth(x, y) * 1.15) continue;
    hairs.push({ x, y, k, far: Math.hypot(x, y + 0.75) + 0.2 * random() });
  }
  // roots of the inner hairs lie over the outer ones
  hairs.sort((a, b) => b.far - a.far);
  hairs.forEach((hair, i) => {
    const f = furAt(hair.x, hair.y);
    const bend = 0.7 * fractalNoise(hair.x * 3 + 40, hair.y * 3) + (random() - 0.5) * 0.35;
    const long = f.long * (0.6 + 0.8 * random()) * perUnit;
    const line = [];
    let px = hair.k % w;
    let py = Math.floor(hair.k / w);
    let angle = Math.atan2(-f.dy, f.dx) - bend * 0.3;
    for (let s = 0; s <= 4; s += 1) {
      line.push({ x: px, y: py });
      px += (Math.cos(angle) * long) / 4;
      py += (Math.sin(angle) * long) / 4;
      angle += bend * 0.2;
    }
    const tip = line.at(-1)!;
    const at =
      Math.min(h - 1, Math.max(0, Math.round(tip.y))) * w +
      Math.min(w - 1, Math.max(0, Math.round(tip.x)));
    // nothing dark is dragged over fair fur
    if (model.planes[1][hair.k]! < 0.55 * model.planes[1][at]! && lit.hit[at]) return;
    const light = 1 + 0.34 * (random() - 0.45) + 0.12 * fractalNoise(hair.x * 9, hair.y * 9);
    const c = [0, 1, 2].map((p) => Math.min(255, model.planes[p]![hair.k]! * light + 3));
    sweep(
      picture,
      undefined,
      line,
      (0.9 + 0.75 * random()) * unit * 1.05,
      c,
      5,
      i * 0.37,
      0.72,
      0.8,
    );
  });
  finish(picture, options, random);
  return picture;
}

/** Eyes, nose and the line of the mouth stay clear of hairs. */
function smooth(x: number, y: number): number {
  const ax = Math.abs(x);
  const eye = smoothstep(1.15, 0.9, Math.hypot((ax - 0.5) / 0.27, (y - (ax - 0.5) * 0.35) / 0.16));
  const nose = smoothstep(1.15, 0.95, Math.hypot(x / 0.21, (y + 0.86) / 0.18));
  const mouth =
    0.9 * bump(y + 1.12, 0.15) * smoothstep(0.7, 0.5, ax) +
    0.4 * bump(x, 0.1) * bump(y + 1.1, 0.16);
  return Math.max(eye, nose, mouth);
}

function finish(picture: Picture, options: OilOptions, random: () => number): void {
  const perUnit = options.height / fox.view.height;
  const spot = (x: number, y: number, z: number) => {
    const zoom = (perUnit * cameraDistance) / (cameraDistance - z);
    return {
      x: picture.width / 2 + (x - fox.view.x) * zoom,
      y: picture.height / 2 - (y - fox.view.y) * zoom,
    };
  };
  for (const side of [-1, 1]) {
    const glint = spot(side * 0.5 - 0.055, 0.055, 0.03);
    const r = perUnit * 0.024;
    sweep(
      picture,
      undefined,
      [glint, { x: glint.x + r * 0.6, y: glint.y + r * 0.3 }],
      r,
      [252, 250, 244],
      5,
      3,
      0.95,
    );
    const low = spot(side * 0.5 + 0.06, -0.055, 0.03);
    sweep(
      picture,
      undefined,
      [low, { x: low.x + r, y: low.y - r * 0.3 }],
      r * 0.6,
      [220, 170, 90],
      5,
      3,
      0.35,
    );
    // whiskers
    for (let i = 0; i < 7; i += 1) {
      const x = 0.2 + 0.05 * (i % 3);
      const y = -0.98 - 0.06 * Math.floor(i / 3) - 0.02 * random();
      const reach = 0.75 + 0.45 * random();
      const drop = -0.25 + 0.28 * (i / 6) + 0.1 * random();
      const line = [0, 0.25, 0.5, 0.75, 1].map((t) =>
        spot(
          side * (x + reach * t),
          y - drop * t + 0.12 * Math.sin(t * 2.4) - 0.2 * t * t,
          0.7 - 0.5 * t,
        ),
      );
      sweep(picture, undefined, line, perUnit * 0.008, [236, 230, 220], 5, i, 0.5, 0.75);
    }
  }
}
