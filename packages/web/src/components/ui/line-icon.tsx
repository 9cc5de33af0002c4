import type { ReactNode } from 'react';

/** A small picture of round lines in the colour of the text around it; what it means is said by words. */
export function LineIcon({
  width,
  height = width,
  weight,
  className,
  children,
}: {
  /** CSS pixels, of which its paths count in, too. */
  readonly width: number;
  readonly height?: number;
  /** How thick its lines are, likewise. */
  readonly weight: number;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
