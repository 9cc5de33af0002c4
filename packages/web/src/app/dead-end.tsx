import type { EmotionName } from '@moodreel/contract';
import type { ReactNode } from 'react';
import { MoodMask } from '../components/brand/mood-mask.tsx';

/** A page that has nothing to show but why, and the ways on; the mask takes it as its reader does. */
export function DeadEnd({
  emotion,
  slate,
  title,
  text,
  isAlert = false,
  children,
}: {
  readonly emotion: EmotionName;
  readonly slate: string;
  readonly title: string;
  readonly text: string;
  /** Whether it takes the place of a page that one was on, and so has to be announced. */
  readonly isAlert?: boolean;
  /** Buttons. */
  readonly children: ReactNode;
}) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className="page-width grid place-items-center py-16 text-center sm:py-24"
    >
      <div className="greeting">
        <MoodMask emotion={emotion} size={150} />
      </div>
      <p className="slate mt-6 text-accent">{slate}</p>
      <h1 className="mt-2 text-h1">{title}</h1>
      <p className="mt-4 max-w-prose text-lead text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">{children}</div>
    </div>
  );
}
