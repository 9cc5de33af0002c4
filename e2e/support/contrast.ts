import type { Page } from 'playwright-core';

/**
 * The contrast, as WCAG defines it, of a colour on grounds that lie over each other, the lowest first.
 * The page paints them, as it knows every way to write a colour.
 */
export function contrastIn(
  page: Page,
  colour: string,
  grounds: readonly string[],
): Promise<number> {
  return page.evaluate(
    ([front, ...layers]) => {
      const canvas = document.createElement('canvas');
      const brush = canvas.getContext('2d', { willReadFrequently: true });
      if (!brush) throw new Error('no canvas');
      const paint = (next: string) => {
        brush.fillStyle = next;
        brush.fillRect(0, 0, 1, 1);
      };
      const luminance = () => {
        const [red = 0, green = 0, blue = 0] = [...brush.getImageData(0, 0, 1, 1).data].map(
          (byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4),
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      layers.forEach(paint);
      const ground = luminance();
      paint(front);
      const [dim = 0, bright = 0] = [ground, luminance()].sort((one, other) => one - other);
      return (bright + 0.05) / (dim + 0.05);
    },
    [colour, ...grounds] as const,
  );
}
