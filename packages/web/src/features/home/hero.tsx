import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { FilmLink } from '../../components/film-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FilmSwitch } from './film-switch.tsx';
import { PlayingFilm } from './playing-film.tsx';
import { useRunning } from './running-films.ts';
import { heroFilm, heroStillUrl, sampleFilmSizePx } from './sample-films.ts';

/** Title, description, and a film on the little stage. */
export function Hero() {
  return (
    <section className="page-width grid grid-cols-1 items-center gap-10 pt-2 pb-16 max-sm:gap-6 lg:grid-cols-[1.05fr_1fr] lg:gap-6 lg:pb-24">
      {/* On a phone the film comes right after the title, and then the button: words alone tell nobody what this is. */}
      <div className="max-sm:contents">
        <h1 className="text-poster max-sm:order-1">
          Give any face a{' '}
          <span className="relative inline-block text-accent">
            feeling
            <Squiggle />
          </span>
        </h1>
        <p className="mt-7 max-w-xl text-lead text-ink-soft max-sm:order-4 max-sm:mt-0">
          Put in a photo, a painting, a drawing or your cat. Choose a mood. Moodreel turns the still
          picture into a short film of that very face, laughing, sulking or gasping.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 max-sm:order-3 max-sm:mt-0">
          <Button size="large" asChild>
            <FilmLink>Generate Now</FilmLink>
          </Button>
          <p className="text-[0.9375rem] text-ink-soft">Three films a week are free.</p>
        </div>
      </div>
      <Stage />
    </section>
  );
}

/** A puppet stage: arch, curtains that open, the film behind them, puppets before it. */
function Stage() {
  // The puppets sway as long as the films run.
  const sway = { animationPlayState: useRunning() ? 'running' : 'paused' };
  return (
    <div className="relative mx-auto w-full max-w-[34rem] max-sm:order-2 max-sm:max-w-[17rem]">
      <div className="relative overflow-hidden rounded-t-[50%_38%] rounded-b-card border-[3px] border-line bg-film shadow-card">
        <div className="relative aspect-square">
          {heroFilm ? (
            <PlayingFilm
              film={heroFilm}
              playing
              label="A sample film: a still face comes alive and smiles"
              className="size-full object-cover"
            />
          ) : null}
          <Curtain side="left" />
          <Curtain side="right" />
        </div>
        <div className="relative h-14 border-t-[3px] border-line bg-curtain bg-[repeating-linear-gradient(90deg,rgb(0_0_0/0.17)_0_10px,transparent_10px_34px)]">
          <div className="bulbs absolute inset-x-4 top-1/2 -translate-y-1/2" />
          {heroFilm ? (
            <FilmSwitch className="absolute top-1/2 left-1/2 -translate-1/2 border-mood-ink bg-bulb text-mood-ink focus-visible:outline-on-film" />
          ) : null}
        </div>
      </div>
      {heroStillUrl ? <StillPicture url={heroStillUrl} /> : null}
      <div
        style={sway}
        className="absolute -right-3 -bottom-7 hidden origin-bottom animate-[puppet-sway_5s_ease-in-out_infinite] sm:block"
      >
        <MoodMask emotion="surprise" size={92} stick />
      </div>
      <div
        style={sway}
        className="absolute -bottom-6 -left-4 hidden origin-bottom animate-[puppet-sway_4.4s_ease-in-out_-2s_infinite] sm:block"
      >
        <MoodMask emotion="happy" size={100} stick />
      </div>
    </div>
  );
}

/** What went in, pinned where the arch leaves room: without it nobody sees that the film was a still picture. */
function StillPicture({ url }: { readonly url: string }) {
  return (
    <figure className="absolute -top-2 -left-1 w-[24%] min-w-min -rotate-6 border-2 border-line bg-surface p-[1.5%] text-ink shadow-card sm:-left-4">
      <img
        src={url}
        alt="The calm face that the sample film was made from"
        width={sampleFilmSizePx}
        height={sampleFilmSizePx}
        className="w-full border-2 border-line"
      />
      <figcaption className="pt-1 text-center slate leading-tight">before</figcaption>
    </figure>
  );
}

function Curtain({ side }: { readonly side: 'left' | 'right' }) {
  const isLeft = side === 'left';
  return (
    <div
      aria-hidden="true"
      className={`absolute top-0 h-full w-1/2 ${isLeft ? 'left-0 origin-left' : 'right-0 origin-right'} animate-[curtain_1.4s_var(--ease-out-soft)_0.2s_both]`}
    >
      <svg
        viewBox="0 0 100 200"
        preserveAspectRatio="none"
        className={`size-full ${isLeft ? '' : '-scale-x-100'}`}
      >
        <title>Curtain</title>
        <path d="M0 0h100c-2 60-40 110-86 128v72H0Z" fill="var(--curtain)" />
        <path
          d="M18 0c0 60-4 110-12 140V0ZM48 0c-2 55-16 95-32 120C34 90 36 40 36 0ZM80 0c-6 45-22 78-42 98C58 74 66 36 68 0Z"
          fill="#000"
          opacity=".18"
        />
      </svg>
    </div>
  );
}

function Squiggle() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 14"
      preserveAspectRatio="none"
      className="absolute -bottom-[0.12em] left-0 h-[0.16em] w-full"
      fill="none"
      stroke="var(--bulb)"
      strokeWidth="7"
      strokeLinecap="round"
    >
      <path d="M4 9c16-8 32-8 48 0s32 8 48 0 32-8 48 0 32 8 48 0" />
    </svg>
  );
}
