import { classNames } from '../../lib/class-names.ts';
import { useUsage } from '../../lib/usage.ts';

/**
 * What a free account has left: tickets for renders, and places for saved videos. When the next film
 * comes is said at the buttons that wait for it.
 */
export function Quota() {
  const { data } = useUsage();
  if (!data || data.rendersLimit === null || data.rendersLeft === null) return null;
  const { rendersLeft, rendersLimit, placesLeft } = data;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem]" role="status">
      <span className="flex gap-1.5" aria-hidden="true">
        {Array.from({ length: rendersLimit }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: tickets are alike and never move
            key={index}
            className={classNames(
              'ticket grid h-8 w-11 place-items-center border-2 text-sm font-bold [--bite:5px]',
              index < rendersLeft
                ? 'border-bulb bg-bulb text-mood-ink'
                : 'border-dashed border-line-soft text-transparent',
            )}
          >
            ★
          </span>
        ))}
      </span>
      <p className="grow text-ink-soft">
        <strong className="text-ink">
          {rendersLeft} of {rendersLimit} films left this week
        </strong>
        {placesLeft === null ? '' : ` · ${placesLeft || 'none'} can be saved`}
      </p>
    </div>
  );
}
