import { useState } from 'react';
import { A11y, EffectCoverflow, Keyboard, Navigation, Pagination } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import 'swiper/css';
import 'swiper/css/effect-coverflow';
import 'swiper/css/pagination';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { LineIcon } from '../../components/ui/line-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { endTurnWithoutMovement } from './end-turn.ts';
import { FilmSwitch } from './film-switch.tsx';
import { useNear } from './near.ts';
import { PlayingFilm } from './playing-film.tsx';
import { sampleFilms } from './sample-films.ts';

/** Six faces, six moods, in a coverflow that never ends. */
export function ExpressionsCarousel() {
  const still = useReducedMotion();
  const { ref, isNear, wasNear } = useNear();
  const [previous, setPrevious] = useState<HTMLElement | null>(null);
  const [next, setNext] = useState<HTMLElement | null>(null);
  return (
    <section
      ref={ref}
      aria-labelledby="expressions"
      className="border-y-2 border-line bg-stage py-14 sm:py-20"
    >
      <h2 id="expressions" className="page-width text-center text-h2">
        Choose from Various Expressions
      </h2>
      <div className="relative mx-auto mt-6 max-w-[72rem] sm:mask-x-from-88% sm:mask-x-to-100%">
        <Swiper
          className="expressions"
          modules={[A11y, EffectCoverflow, Keyboard, Navigation, Pagination]}
          effect="coverflow"
          coverflowEffect={{
            rotate: 0,
            depth: 100,
            modifier: 2.5,
            stretch: 0,
            slideShadows: false,
          }}
          loop
          centeredSlides
          slidesPerView="auto"
          grabCursor
          speed={still ? 0 : 450}
          onBeforeTransitionStart={endTurnWithoutMovement}
          // The page's own keys stay the page's: it listens wherever the focus is.
          keyboard={{ enabled: true, onlyInViewport: true, pageUpDown: false }}
          pagination={{ clickable: true, el: '.expressions-dots', renderBullet: dotOf }}
          navigation={{ prevEl: previous, nextEl: next }}
          a11y={{
            prevSlideMessage: 'Previous expression',
            nextSlideMessage: 'Next expression',
          }}
        >
          {sampleFilms.map((film) => (
            <SwiperSlide key={film.name} className="w-[min(23rem,70vw)]! py-6">
              {({ isActive }) => (
                <figure
                  className={classNames(
                    'overflow-hidden rounded-card border-2 border-line bg-surface transition-shadow duration-(--calm)',
                    isActive && 'shadow-card',
                  )}
                >
                  <PlayingFilm
                    film={film}
                    playing={isActive && isNear}
                    pictured={wasNear}
                    label={`${film.title}: a sample film`}
                    className="aspect-square w-full bg-film object-cover"
                  />
                  <figcaption
                    className={classNames(
                      'flex items-center justify-between border-t-2 border-line py-2 pr-3 pl-5 *:transition-opacity *:duration-(--calm)',
                      // Behind the card in front half of a word would look out.
                      !isActive && '*:opacity-0',
                    )}
                  >
                    <span className="font-display text-h3">{film.title}</span>
                    {film.name === 'hero' ? null : <MoodMask emotion={film.name} size={46} />}
                  </figcaption>
                </figure>
              )}
            </SwiperSlide>
          ))}
        </Swiper>
        <div className="mt-4 flex flex-wrap items-center justify-center gap-x-[min(1.25rem,2.5vw)] gap-y-3 pointer-coarse:gap-y-1">
          <Arrow setRef={setPrevious} label="Previous expression" path="M14 5 7 12l7 7" />
          {/* As large as fingers want them, the dots need a line of their own on most phones; on the least, always. */}
          <div className="expressions-dots flex w-auto! flex-wrap items-center justify-center max-[22rem]:order-first max-[22rem]:w-full! pointer-coarse:max-[27rem]:order-first pointer-coarse:max-[27rem]:w-full!" />
          <Arrow setRef={setNext} label="Next expression" path="m10 5 7 7-7 7" />
          <FilmSwitch className="-ml-2 border-transparent hover:bg-lit" />
        </div>
      </div>
    </section>
  );
}

/** A dot, which is called what it leads to: of a number nobody knows which feeling it is. */
function dotOf(index: number, className: string): string {
  return `<span class="${className}" role="button" aria-label="Go to ${sampleFilms[index]?.title}"></span>`;
}

function Arrow({
  setRef,
  label,
  path,
}: {
  readonly setRef: (element: HTMLElement | null) => void;
  readonly label: string;
  readonly path: string;
}) {
  return (
    <button
      ref={setRef}
      type="button"
      aria-label={label}
      className="lift grid size-12 place-items-center rounded-full border-2 border-line bg-surface transition-[translate,box-shadow] duration-(--quick) hover:-translate-y-0.5 hover:shadow-press"
    >
      <LineIcon width={24} weight={3}>
        <path d={path} />
      </LineIcon>
    </button>
  );
}
