import type { FilmProgress, FilmStage } from '../make-film.ts';

const TITLES: Readonly<Record<FilmStage, string>> = {
  reading: 'Reading the picture',
  'finding-face': 'Finding the face',
  preparing: 'Studying the face',
  rendering: 'Drawing the film',
  finishing: 'Finishing the film',
};
const BAR_CELLS = 30;
const ERASE_LINE = '\r\u001b[2K';

/** A progress bar in one line of a terminal; silent where the stream is none. */
export interface ProgressBar {
  /** Names what follows, for several films. */
  begin(name: string): void;
  show(progress: FilmProgress): void;
  clear(): void;
}

export function createProgressBar(stream: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): ProgressBar {
  let name = '';
  let shown = '';
  const draw = (text: string) => {
    if (!stream.isTTY || text === shown) return;
    shown = text;
    stream.write(ERASE_LINE + text);
  };
  return {
    begin(title) {
      name = title;
    },
    show({ stage, framesDone, framesTotal }) {
      const title = name ? `${name}: ${TITLES[stage]}` : TITLES[stage];
      if (framesTotal === 0) return draw(`${title}…`);
      const full = Math.round((framesDone / framesTotal) * BAR_CELLS);
      const bar = '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
      return draw(`${title} ${bar} ${framesDone}/${framesTotal}`);
    },
    clear() {
      if (shown !== '') stream.write(ERASE_LINE);
      shown = '';
    },
  };
}
