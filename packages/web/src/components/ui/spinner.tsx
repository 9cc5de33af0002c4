import { classNames } from '../../lib/class-names.ts';

/** A turning film reel. Decorative: say what is going on in text beside it. */
export function Spinner({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="shrink-0 animate-[reel-turn_1.4s_linear_infinite]"
    >
      <circle cx="16" cy="16" r="13.5" fill="none" stroke="currentColor" strokeWidth="3.5" />
      <circle cx="16" cy="8.6" r="3" fill="currentColor" />
      <circle cx="9.600" cy="19.700" r="3" fill="currentColor" />
      <circle cx="22.400" cy="19.700" r="3" fill="currentColor" />
      <circle cx="16" cy="16" r="1.700" fill="currentColor" />
    </svg>
  );
}

/**
 * What is loading, a whole page if nothing else is said: in the middle of its upper half, with the end of
 * the page out of sight. A part of a page says with `className` how high that part will be. Then
 * nothing moves when it comes.
 */
export function Loading({
  text = 'Loading...',
  className = 'min-h-dvh pb-[50vh]',
}: {
  readonly text?: string;
  readonly className?: string;
}) {
  return (
    <div
      role="status"
      className={classNames(
        'flex flex-col items-center justify-center gap-4 text-ink-soft',
        className,
      )}
    >
      <Spinner size={48} />
      <p className="font-semibold">{text}</p>
    </div>
  );
}
