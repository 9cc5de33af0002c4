import { EMOTIONS, type EmotionName } from '@moodreel/contract';

/*
 * The sample films are made by our engine from samples/ when the application is built
 * (scripts/sample-films.ts); vite takes them in from build/films with a hash in their names.
 */
const films = import.meta.glob<string>(['../../../build/films/*.mp4', '!**/hero-still.mp4'], {
  eager: true,
  query: '?url',
  import: 'default',
});
const posters = import.meta.glob<string>('../../../build/films/*.jpg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A film of the home page. */
export type SampleFilm = {
  readonly name: EmotionName | 'hero';
  readonly title: string;
  readonly filmUrl: string;
  /** The moment at which the expression is fullest. */
  readonly posterUrl: string;
};

function find(name: EmotionName | 'hero', title: string): SampleFilm | undefined {
  const filmUrl = films[`../../../build/films/${name}.mp4`];
  const posterUrl = posters[`../../../build/films/${name}.jpg`];
  return filmUrl && posterUrl ? { name, title, filmUrl, posterUrl } : undefined;
}

/** One film an emotion, from different faces, in the order of the emotions. */
export const sampleFilms: readonly SampleFilm[] = EMOTIONS.flatMap(
  ({ name, title }) => find(name, title) ?? [],
);

/** The film at the top of the home page. */
export const heroFilm: SampleFilm | undefined = find('hero', 'Happy');

/** The picture that it was made from, as it is framed. */
export const heroStillUrl: string | undefined = posters['../../../build/films/hero-still.jpg'];

/** Side of every sample film, px; they are square. */
export const sampleFilmSizePx = 480;
