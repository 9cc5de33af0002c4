import type { EmotionName } from '@moodreel/contract';
import type { ReactNode } from 'react';

const ink = 'var(--mood-ink)';
const cream = '#fff6df';

/** A puppet mask for each mood, drawn by hand. Decorative: its name stands beside it. */
export function MoodMask({
  emotion,
  size = 96,
  stick = false,
}: {
  readonly emotion: EmotionName;
  /** Width in CSS px. */
  readonly size?: number;
  /** Holds the mask up on a stick. */
  readonly stick?: boolean;
}) {
  const { shape, features } = masks[emotion];
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={size}
      height={stick ? size * 1.4 : size}
      viewBox={stick ? '0 0 100 140' : '0 0 100 100'}
      fill="none"
      stroke={ink}
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {stick ? <path d="M50 88v48" stroke="var(--line)" strokeWidth="7" /> : null}
      <path d={shape} fill={`var(--mood-${emotion})`} />
      {features}
    </svg>
  );
}

const masks: Record<EmotionName, { readonly shape: string; readonly features: ReactNode }> = {
  happy: {
    shape: 'M50 7c25 0 43 17 43 43S75 94 50 94 7 76 7 50 25 7 50 7Z',
    features: (
      <>
        <path d="M24 43c3-8 13-8 16 0M60 43c3-8 13-8 16 0" />
        <path d="M22 56c9 4 47 4 56 0-2 18-13 27-28 27S24 74 22 56Z" fill={ink} strokeWidth="3" />
        <path
          d="M27 59.500c8 2.200 38 2.200 46 0l-2 5.500c-9 2-33 2-42 0Z"
          fill={cream}
          stroke="none"
        />
        <path d="M38 78c6-7 18-7 24 0-7 5-17 5-24 0Z" fill="#f0503c" stroke="none" />
      </>
    ),
  },
  angry: {
    shape:
      'M20 12c18-5 42-5 60 0 9 3 12 9 13 20 1 14 0 28-3 42-2 10-7 14-17 16-15 3-31 3-46 0-10-2-15-6-17-16C7 60 6 46 7 32c1-11 4-17 13-20Z',
    features: (
      <>
        <path d="M20 29l22 13M80 29 58 42" strokeWidth="7" />
        <circle cx="33" cy="48" r="5" fill={ink} stroke="none" />
        <circle cx="67" cy="48" r="5" fill={ink} stroke="none" />
        <path d="M29 76c4-14 38-14 42 0-9 3.500-33 3.500-42 0Z" fill={cream} strokeWidth="3.500" />
        <path d="M40 67.500v9.800M50 66v12M60 67.500v9.800M30 72h40" strokeWidth="2.500" />
      </>
    ),
  },
  sad: {
    shape: 'M50 5c11 13 40 30 40 56 0 21-17 33-40 33S10 82 10 61C10 35 39 18 50 5Z',
    features: (
      <>
        <path d="M24 49l14-8M76 49l-14-8" strokeWidth="5" />
        <circle cx="34" cy="57" r="4.500" fill={ink} stroke="none" />
        <circle cx="66" cy="57" r="4.500" fill={ink} stroke="none" />
        <path d="M36 80c5-9 23-9 28 0" />
        <path
          d="M71 64c4 6 6 9 6 12a5.500 5.500 0 0 1-11 0c0-3 2-6 5-12Z"
          fill={cream}
          strokeWidth="3"
        />
      </>
    ),
  },
  surprise: {
    shape: 'M50 4c22 0 35 19 35 45S71 96 50 96 15 75 15 49 28 4 50 4Z',
    features: (
      <>
        <path d="M26 25c4-6 10-7 14-4M74 25c-4-6-10-7-14-4" />
        <circle cx="35" cy="42" r="9" fill={cream} strokeWidth="3.500" />
        <circle cx="65" cy="42" r="9" fill={cream} strokeWidth="3.500" />
        <circle cx="35" cy="42" r="3.500" fill={ink} stroke="none" />
        <circle cx="65" cy="42" r="3.500" fill={ink} stroke="none" />
        <ellipse cx="50" cy="73" rx="10.500" ry="13.500" fill={ink} />
        <path d="M43 81c4-4 10-4 14 0-3 4-11 4-14 0Z" fill="#f0503c" stroke="none" />
      </>
    ),
  },
  fear: {
    shape:
      'M50 6c10 0 14 5 22 8s13 8 15 18 5 16 2 27-7 14-14 22-15 13-25 13-19-5-26-13-11-12-13-22 0-18 2-27 8-15 15-18S40 6 50 6Z',
    features: (
      <>
        <path d="M22 33c5-6 12-9 18-9M78 33c-5-6-12-9-18-9" />
        <ellipse cx="34" cy="45" rx="9" ry="10.500" fill={cream} strokeWidth="3.500" />
        <ellipse cx="66" cy="45" rx="9" ry="10.500" fill={cream} strokeWidth="3.500" />
        <circle cx="36" cy="46" r="2.600" fill={ink} stroke="none" />
        <circle cx="64" cy="46" r="2.600" fill={ink} stroke="none" />
        <path d="M28 73c4-6 7-6 11 0s7 6 11 0 7-6 11 0 7 6 11 0" strokeWidth="4.500" />
        <path d="M14 12 9 6M86 12l5-6M6 24l-3-1M94 24l3-1" strokeWidth="3" stroke="var(--line)" />
      </>
    ),
  },
  disgust: {
    shape: 'M48 9c15-3 30 2 37 13s10 24 7 39-13 27-29 31-35 2-46-8S4 60 8 44 24 14 48 9Z',
    features: (
      <>
        <path d="M21 37l17 5-16 6" />
        <path d="M57 41c6-4 14-4 20 0" />
        <path d="M60 46c4 3 10 3 14 0" strokeWidth="3.500" />
        <path d="M44 53c3-3 7-3 10 0M46 47c2-2 4-2 6 0" strokeWidth="3" />
        <path d="M27 68c10-7 30-8 44-1" />
        <path
          d="M47 65c7-1 13 0 18 1.500 1 10-1 20-9 20s-11-11-9-21.500Z"
          fill="#f27d8d"
          strokeWidth="3.500"
        />
        <path d="M56 69v8" strokeWidth="2.500" />
      </>
    ),
  },
};
