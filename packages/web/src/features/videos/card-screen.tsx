import type { Video } from '@moodreel/contract';
import { useRef, useState } from 'react';
import { useReducedMotion } from '../../lib/reduced-motion.ts';

/**
 * The screen of a card. The film plays on it while the mouse is over it or the focus on it; pressing it
 * shows the film large. For who wants less movement it does not play because Tab came by.
 */
export function CardScreen({
  video,
  onWatch,
}: {
  readonly video: Video;
  readonly onWatch: () => void;
}) {
  const element = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const still = useReducedMotion();
  return (
    <button
      type="button"
      aria-label={`Watch ${video.title}`}
      className="group relative block h-[220px] w-full overflow-hidden bg-film focus-visible:-outline-offset-4"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') play();
      }}
      onPointerLeave={pause}
      onFocus={(event) => {
        if (!still && event.currentTarget.matches(':focus-visible')) play();
      }}
      onBlur={pause}
      onClick={() => {
        pause();
        onWatch();
      }}
    >
      <span
        aria-hidden="true"
        className="absolute -inset-4 bg-cover bg-center opacity-60 blur-lg"
        style={{ backgroundImage: `url("${video.posterUrl}")` }}
      />
      <video
        ref={element}
        src={video.videoUrl}
        poster={video.posterUrl}
        preload="none"
        width={320}
        height={220}
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        // A click would give it the focus that the button shall have.
        className="pointer-events-none relative size-full object-contain"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <span
        aria-hidden="true"
        className={`absolute bottom-3 left-3 grid size-10 place-items-center rounded-full border-2 border-mood-ink bg-bulb text-mood-ink transition-opacity ${playing ? 'opacity-0' : ''}`}
      >
        <svg aria-hidden="true" width="14" height="16" viewBox="0 0 14 16" fill="currentColor">
          <path d="M1 1.500v13L13 8Z" />
        </svg>
      </span>
    </button>
  );

  function play(): void {
    element.current?.play().catch(() => {
      // Refused or interrupted by leaving: the poster stays.
    });
  }

  function pause(): void {
    element.current?.pause();
  }
}
