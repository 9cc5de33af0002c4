import { describe, expect, it } from 'vitest';
import { completeSettings, type WantedSettings } from './film-settings.ts';

describe('completeSettings', () => {
  it('fills in what is left out', () => {
    const settings = completeSettings({ intensity01: undefined });
    expect(settings).toMatchObject({
      intensity01: 0.75,
      seconds: 4,
      frameRateHz: 30,
      sizePx: 720,
      loop: true,
      faceIndex: 0,
      take: 0,
    });
    expect(settings.framing).toBeUndefined();
  });

  it('keeps what is given, to the ends of its range', () => {
    const wanted = { intensity01: 0, seconds: 8, frameRateHz: 60, sizePx: 256, loop: false };
    expect(completeSettings(wanted)).toMatchObject(wanted);
    expect(completeSettings({ intensity01: 1, seconds: 2, sizePx: 1080 }).sizePx).toBe(1080);
  });

  const bad: [WantedSettings, RegExp][] = [
    [{ intensity01: 1.01 }, /intensity.*0 to 1/],
    [{ intensity01: Number.NaN }, /intensity/],
    [{ seconds: 1.9 }, /seconds.*2 to 8/],
    [{ seconds: 8.1 }, /seconds/],
    [{ frameRateHz: 29.97 }, /frame rate.*whole.*10 to 60/],
    [{ frameRateHz: 9 }, /frame rate/],
    [{ sizePx: 255 }, /size.*256 to 1080/],
    [{ sizePx: 1081 }, /size/],
    [{ faceIndex: -1 }, /face/],
    [{ seed: 1.5 }, /seed/],
    [{ take: -1 }, /take.*whole.*0 to 9999/],
    [{ take: 10_000 }, /take/],
    [{ framing: 'wide' as 'full' }, /framing.*portrait or full/],
    [{ style: 'comic' as 'photo' }, /style.*photo or painting/],
  ];
  it.each(bad)('refuses %o with a sentence', (wanted, message) => {
    expect(() => completeSettings(wanted)).toThrow(
      expect.objectContaining({ code: 'bad_settings', message: expect.stringMatching(message) }),
    );
  });
});
