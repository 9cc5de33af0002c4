import { filmTitle, RENDER_STAGE_TITLES, type Render } from '@moodreel/contract';
import type { RefObject } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { leaveList } from './leave-list.ts';
import { placeText } from './progress-view.tsx';

/**
 * Films in work that are not the one on the screen: ordered in another tab or on another device, say.
 * Each can be cancelled, for no more than a few may be in work at once.
 */
export function FilmsInWork({
  films,
  isFull,
  heading,
  cancelling,
  onCancel,
}: {
  readonly films: readonly Render[];
  /** Whether an order was refused because of them. */
  readonly isFull: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Ids of those that are being cancelled. */
  readonly cancelling: readonly string[];
  /** Its second argument is to be called before the film is taken out of `films`. */
  readonly onCancel: (render: Render, onGone: () => void) => void;
}) {
  if (films.length === 0) return null;
  return (
    <section aria-labelledby="in-work" className="mt-14">
      <p className="slate mb-1 text-accent">Also on the set</p>
      <h2 ref={heading} id="in-work" tabIndex={-1} className="scroll-mt-4 text-h3 outline-none">
        Still being made
      </h2>
      <p
        role="status"
        className={classNames('mt-1', isFull ? 'font-semibold' : 'text-[0.9375rem] text-ink-soft')}
      >
        {isFull
          ? 'Your next film was not begun: more than these cannot be in work at once. Cancel one, or wait until it is ready, and ask again.'
          : 'When they are ready you find them here.'}
      </p>
      <ul className="mt-4 flex max-w-xl flex-col gap-3">
        {films.map((render) => (
          <li
            key={render.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 rounded-field border-2 border-line bg-surface py-2 pr-2 pl-4"
          >
            <span className="leading-snug">
              <span className="block font-bold">{filmTitle(render)}</span>
              <span className="block text-sm text-ink-soft">{stateText(render)}</span>
            </span>
            <Button
              look="secondary"
              size="small"
              busy={cancelling.includes(render.id)}
              aria-label={`Cancel ${filmTitle(render)}`}
              onClick={({ currentTarget }) =>
                onCancel(render, () => leaveList(currentTarget, heading.current, films))
              }
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText({ place, stage, framesDone, framesTotal }: Render): string {
  if (stage === null) return placeText(place);
  const frames = framesTotal > 0 ? `, frame ${framesDone} of ${framesTotal}` : '';
  return `${RENDER_STAGE_TITLES[stage]}${frames}`;
}
