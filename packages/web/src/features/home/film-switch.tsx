import { classNames } from '../../lib/class-names.ts';
import { setRunning, useRunning } from './running-films.ts';

/**
 * Stops and starts everything that moves on the home page (WCAG 2.2.2). It stands wherever a film
 * plays, so that nobody has to look for it; each of them is the same switch.
 */
export function FilmSwitch({ className }: { readonly className?: string }) {
  const isRunning = useRunning();
  const label = isRunning ? 'Pause the films' : 'Play the films';
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'grid size-9 place-items-center rounded-full border-2 pointer-coarse:size-11',
        className,
      )}
      onClick={() => setRunning(!isRunning)}
    >
      <svg
        aria-hidden="true"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinejoin="round"
      >
        <path d={isRunning ? 'M3 2.500h3v11H3ZM10 2.500h3v11h-3Z' : 'M4 2v12l9-6Z'} />
      </svg>
    </button>
  );
}
