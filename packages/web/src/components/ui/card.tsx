import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

/** A paper card with an ink edge. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={classNames(
        'rounded-card border-2 border-line bg-surface p-[min(1.5rem,7vw)] shadow-card sm:p-8',
        className,
      )}
      {...rest}
    />
  );
}
