import { UPLOAD_LIMITS } from '@moodreel/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { acceptedPictures, refusalText, refusePicture, showPicture } from './picture-file.ts';

afterEach(() => vi.unstubAllGlobals());

describe('acceptedPictures', () => {
  const on = (maxTouchPoints: number, isWebKit: boolean) => {
    vi.stubGlobal('navigator', { maxTouchPoints });
    if (isWebKit) vi.stubGlobal('GestureEvent', class {});
    return acceptedPictures().split(',');
  };

  test('offers HEIC by type and by name', () => {
    for (const [touchPoints, isWebKit] of [
      [0, false],
      [10, false],
      [0, true],
    ] as const) {
      const accepted = on(touchPoints, isWebKit);
      expect(accepted).toEqual(expect.arrayContaining(['image/heic', '.heic', 'image/jpeg']));
      vi.unstubAllGlobals();
    }
  });

  test('leaves it out where the chooser turns it into JPEG for that', () => {
    const accepted = on(5, true);
    expect(accepted).toContain('image/jpeg');
    expect(accepted.filter((name) => /hei[cf]/.test(name))).toEqual([]);
  });
});

describe('showPicture', () => {
  const picture = { id: 'a', file: new File(['bytes'], 'a.heic'), url: 'blob:a' };
  const faces = { widthPx: 3000, heightPx: 4000, faces: [] };
  const preview = 'data:image/jpeg;base64,abcd';

  test('shows the file itself as long as the browser can', () => {
    expect(showPicture(picture, { ...faces, preview }, false)).toEqual({ url: 'blob:a' });
  });

  test("shows the server's preview in its place, of the picture's own size", () => {
    const size = { width: 3000, height: 4000 };
    expect(showPicture(picture, { ...faces, preview }, true)).toEqual({ url: preview, size });
  });

  test('shows that of a file that breaks off, too: its marks would lie beside the faces', () => {
    const cutOff = { ...faces, preview, isCutOff: true } as const;
    expect(showPicture(picture, cutOff, false)?.url).toBe(preview);
  });

  test('has nothing to show where there is neither', () => {
    expect(showPicture(picture, faces, true)).toBeUndefined();
    expect(showPicture(picture, undefined, true)).toBeUndefined();
  });
});

describe('refusePicture', () => {
  const file = (name: string, type: string) => new File(['bytes'], name, { type });

  test('takes a HEIC whose type the system does not know', () => {
    expect(refusePicture(file('IMG_0001.HEIC', ''))).toBeUndefined();
    expect(refusePicture(file('IMG_0001.HEIC', 'image/heic'))).toBeUndefined();
  });

  test('says of a file that is too large what will do instead', () => {
    const large = new File([new Uint8Array(UPLOAD_LIMITS.maxBytes + 1)], 'a.jpg', {
      type: 'image/jpeg',
    });
    expect(refusePicture(large)).toMatch(/larger than 20 MB.*screenshot/);
  });

  test('refuses what says that it is no picture', () => {
    expect(refusePicture(file('film.mov', 'video/quicktime'))).toContain('not a picture');
    expect(refusePicture(file('drawing.svg', 'image/svg+xml'))).toContain('not a picture');
  });
});

describe('refusalText', () => {
  const problem = 'The picture is larger than 20 MB.';

  test('says which file it is about, and what became of the picture before', () => {
    expect(refusalText('huge.png', problem, true)).toBe(
      '“huge.png” was not taken. The picture is larger than 20 MB. The picture you put in before stays.',
    );
  });

  test('speaks of no other picture where there is none', () => {
    expect(refusalText('huge.png', problem, false)).toBe(
      '“huge.png” was not taken. The picture is larger than 20 MB.',
    );
  });
});
