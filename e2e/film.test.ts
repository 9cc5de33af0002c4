import { readFileSync } from 'node:fs';
import { paths, renderSchema } from '@moodreel/contract';
import { expect, inject, test } from 'vitest';
import { filmTimeout, pictures, useBrowser } from './support/journey.ts';

const { openAsUser } = useBrowser();

/**
 * The colours of a film's first frame against its picture, as Chromium shows both: mean of the
 * absolute differences over a grid of patches, 0..255. A wrong matrix or range is off by 5 to 20.
 */
const worstPatchDifference = 6;

test('the film plays in Chromium, lasts four seconds, and begins in the colours of its picture', async () => {
  const page = await openAsUser();
  const origin = inject('origin');
  const asked = await page.request.post(paths.renders(), {
    headers: { origin },
    multipart: {
      image: { name: 'face.png', mimeType: 'image/png', buffer: readFileSync(pictures.astronaut) },
      label: '0',
      framing: 'full',
    },
  });
  const { id } = renderSchema.parse(await asked.json());
  // The stream of events ends with the render.
  const events = await page.request.get(paths.renderEvents(id), { timeout: filmTimeout });
  expect(await events.text()).toContain('event: finished');
  const answer = await page.request.get(paths.renderVideo(id));
  expect(answer.headers()['content-type']).toBe('video/mp4');
  const film = (await answer.body()).toString('base64');
  const picture = readFileSync(pictures.astronaut).toString('base64');

  const seen = await page.evaluate(compareFirstFrame, { film, picture });
  expect(seen.durationSeconds).toBeGreaterThan(3.9);
  expect(seen.durationSeconds).toBeLessThan(4.1);
  expect(seen.width % 2).toBe(0);
  expect(seen.playedSeconds).toBeGreaterThan(0.3);
  expect(seen.firstFrameSeconds).toBe(0);
  expect(seen.worstDifference).toBeLessThan(worstPatchDifference);
});

/** Runs in the page: plays the film and compares its first frame with the picture. */
async function compareFirstFrame(input: { film: string; picture: string }) {
  const bytes = Uint8Array.from(atob(input.film), (letter) => letter.charCodeAt(0));
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(`cannot play: ${video.error?.message}`));
  });
  document.body.append(video);
  const presented = () =>
    new Promise<number>((resolve) => {
      video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime));
    });
  // Chromium draws nothing of a video before its first presented frame.
  let firstFrame = presented();
  await video.play();
  let firstFrameSeconds = await firstFrame;
  video.pause();
  // On a busy machine that is a later one, with a face that moves already.
  if (firstFrameSeconds > 0) {
    firstFrame = presented();
    video.currentTime = 0;
    firstFrameSeconds = await firstFrame;
  }
  const image = new Image();
  image.src = `data:image/png;base64,${input.picture}`;
  await image.decode();

  const { videoWidth: width, videoHeight: height } = video;
  const draw = (source: CanvasImageSource) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    context.drawImage(source, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const filmed = draw(video);
  const still = draw(image);
  // Means of 16 x 16 patches of a whole-picture film: edges and codec noise average out.
  const patch = 16;
  let worstDifference = 0;
  for (let top = 0; top + patch <= height; top += patch) {
    for (let left = 0; left + patch <= width; left += patch) {
      for (let channel = 0; channel < 3; channel += 1) {
        let difference = 0;
        for (let y = top; y < top + patch; y += 1) {
          for (let x = left; x < left + patch; x += 1) {
            const at = (y * width + x) * 4 + channel;
            difference += (filmed[at] ?? 0) - (still[at] ?? 0);
          }
        }
        worstDifference = Math.max(worstDifference, Math.abs(difference) / patch ** 2);
      }
    }
  }

  await video.play();
  await new Promise<void>((resolve) => {
    video.ontimeupdate = () => {
      if (video.currentTime > 0.3) resolve();
    };
  });
  return {
    durationSeconds: video.duration,
    width,
    playedSeconds: video.currentTime,
    worstDifference,
    firstFrameSeconds,
  };
}
