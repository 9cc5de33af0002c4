import type { ReactNode } from 'react';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { FilmLink } from '../../components/film-link.tsx';
import { Button } from '../../components/ui/button.tsx';

/** How it goes, in three scenes. */
export function ThreeSteps() {
  return (
    <section aria-labelledby="steps" className="page-width pt-16 sm:pt-24">
      <h2 id="steps" className="max-w-2xl text-h2">
        Three scenes, and it's in the can
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-6">
        <Scene
          number={1}
          title="Upload an image"
          text="A file, something pasted, or a quick photo with the webcam. If no face is found, you point it out."
          className="md:-rotate-1"
        >
          <Polaroid />
        </Scene>
        <Scene
          number={2}
          title="Pick an emotion"
          text="Happy, Angry and Sad to begin with. Surprise, Fear and Disgust wait behind the premium curtain."
          className="md:mt-8 md:rotate-1"
        >
          <div className="flex items-end justify-center">
            <div className="-mr-3 -rotate-12">
              <MoodMask emotion="angry" size={82} stick />
            </div>
            <div className="z-1">
              <MoodMask emotion="happy" size={104} stick />
            </div>
            <div className="-ml-3 rotate-12">
              <MoodMask emotion="sad" size={82} stick />
            </div>
          </div>
        </Scene>
        <Scene
          number={3}
          title="Enjoy the video"
          text="Watch it loop, keep it in your account, and send the link to whoever deserves it."
          className="md:-rotate-[0.6deg]"
        >
          <Screen />
        </Scene>
      </ol>
      <div className="mt-14 text-center">
        <Button size="large" asChild>
          <FilmLink>Generate Now</FilmLink>
        </Button>
      </div>
    </section>
  );
}

function Scene({
  number,
  title,
  text,
  className,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <li
      className={`flex flex-col rounded-card border-2 border-line bg-surface shadow-card ${className}`}
    >
      <div
        aria-hidden="true"
        className="flex h-48 items-end justify-center overflow-hidden rounded-t-[1.3rem] border-b-2 border-line bg-stage px-4"
      >
        {/* Three beside each other leave too little place for it on tablets. */}
        <div className="origin-bottom md:max-lg:scale-75">{children}</div>
      </div>
      <div className="p-6">
        <p className="slate text-accent">Scene {number}</p>
        <h3 className="mt-1 text-h3">{title}</h3>
        <p className="mt-2 text-ink-soft">{text}</p>
      </div>
    </li>
  );
}

/** A still picture, taped to the wall. */
function Polaroid() {
  return (
    <svg aria-hidden="true" width="190" height="178" viewBox="0 0 190 178" fill="none">
      <g
        transform="rotate(-5 95 90)"
        stroke="var(--mood-ink)"
        strokeWidth="3.500"
        strokeLinecap="round"
      >
        <path d="M36 14h118v150H36Z" fill="#fffaec" />
        <path d="M47 25h96v98H47Z" fill="var(--mood-sad)" />
        <path d="M61 123c2-22 16-30 34-30s32 8 34 30Z" fill="var(--mood-fear)" />
        <path d="M95 38c17 0 26 12 26 29s-10 32-26 32-26-15-26-32 9-29 26-29Z" fill="#ffd9b0" />
        <path
          d="M69 62c2-18 14-26 26-26s24 8 26 26c-9-9-17-14-26-14s-17 5-26 14Z"
          fill="var(--mood-ink)"
        />
        <path d="M83 68v2M107 68v2M87 85h16" strokeWidth="4.500" />
        <path d="M58 143h74M74 153h42" strokeWidth="3" opacity=".35" />
        <path d="M80 4h32v17H80Z" fill="var(--bulb)" opacity=".92" strokeWidth="2.500" />
      </g>
    </svg>
  );
}

/** The film, running. */
function Screen() {
  return (
    <svg aria-hidden="true" width="220" height="170" viewBox="0 0 220 170" fill="none">
      <path d="M8 14h204v118H8Z" fill="var(--film)" stroke="var(--mood-ink)" strokeWidth="3.500" />
      <g fill="var(--on-film)">
        {Array.from({ length: 10 }, (_, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: perforations are alike and never move
            key={index}
            d={`M${18 + index * 19} 19h10v8h-10ZM${18 + index * 19} 119h10v8h-10Z`}
          />
        ))}
      </g>
      <g stroke="var(--mood-ink)" strokeWidth="3" strokeLinecap="round">
        <path d="M18 34h56v78H18Z" fill="#8a7f9b" />
        <path d="M82 34h56v78H82Z" fill="var(--mood-sad)" />
        <path d="M146 34h56v78h-56Z" fill="var(--bulb)" />
        <Face x={46} mouth="M38 84h16" />
        <Face x={110} mouth="M100 81c6 6 14 6 20 0" />
        <Face x={174} mouth="M160 79c8 1 20 1 28 0-1 10-7 14-14 14s-13-4-14-14Z" filled />
      </g>
      <path
        d="M110 132v26M84 164l26-18 26 18"
        stroke="var(--line)"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  );
}

function Face({
  x,
  mouth,
  filled = false,
}: {
  readonly x: number;
  readonly mouth: string;
  readonly filled?: boolean;
}) {
  return (
    <>
      <circle cx={x} cy={72} r={25} fill="#ffd9b0" />
      <path d={`M${x - 9} 66v1M${x + 9} 66v1`} strokeWidth="5" />
      <path d={mouth} fill={filled ? 'var(--mood-ink)' : 'none'} />
    </>
  );
}
