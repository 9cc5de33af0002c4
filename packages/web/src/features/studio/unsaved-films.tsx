import { filmTitle, paths, type Render } from '@moodreel/contract';
import { useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { momentText } from '../../lib/dates.ts';
import { leaveList } from './leave-list.ts';

/** Films that were made and not saved: they can be shown again as long as they are kept. */
export function UnsavedFilms({
  films,
  discarding,
  onShow,
  onDiscard,
}: {
  readonly films: readonly Render[];
  /** Ids of those that are being deleted. */
  readonly discarding: readonly string[];
  readonly onShow: (render: Render) => void;
  /** Its second argument is to be called before the film is taken out of `films`. */
  readonly onDiscard: (render: Render, onGone: () => void) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (films.length === 0) return null;
  return (
    <section aria-labelledby="unsaved-films" className="mt-14">
      <p className="slate mb-1 text-accent">The cutting-room floor</p>
      <h2 ref={heading} id="unsaved-films" tabIndex={-1} className="text-h3 outline-none">
        Not saved yet
      </h2>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">
        Films stay here for a day. Watch one again, and save it if it is a keeper.
      </p>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,10rem))] gap-4">
        {films.map((render) => (
          <li key={render.id} className="flex flex-col items-start gap-1">
            <button
              type="button"
              className="lift w-full overflow-hidden rounded-field border-2 border-line bg-surface text-left transition-[translate,box-shadow] duration-(--quick) hover:-translate-y-0.5 hover:shadow-press"
              onClick={() => onShow(render)}
            >
              <img
                src={paths.renderPoster(render.id)}
                alt=""
                loading="lazy"
                className="aspect-square w-full bg-film object-cover"
              />
              <span className="block px-3 py-2 leading-snug">
                <span className="block font-bold">{filmTitle(render)}</span>
                {render.expiresAt ? (
                  <span className="block text-sm text-ink-soft">
                    until {momentText(render.expiresAt, 'short')}
                  </span>
                ) : null}
              </span>
            </button>
            <Button
              look="quiet"
              size="small"
              busy={discarding.includes(render.id)}
              aria-label={`Discard ${filmTitle(render)}`}
              onClick={({ currentTarget }) =>
                onDiscard(render, () => leaveList(currentTarget, heading.current, films))
              }
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
