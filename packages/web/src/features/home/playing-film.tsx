import { useEffect, useRef } from 'react';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { setStopped, useRunning } from './running-films.ts';
import { type SampleFilm, sampleFilmSizePx } from './sample-films.ts';

/** A sample film that loops without sound; a still picture for people who want less movement. */
export function PlayingFilm({
  film,
  playing,
  label,
  className,
}: {
  readonly film: SampleFilm;
  /** Films that are out of the way rest, and are not even loaded before their first turn. */
  readonly playing: boolean;
  readonly label: string;
  readonly className?: string;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const isOn = useRunning() && playing;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!isOn) {
      element.pause();
      return;
    }
    element.play().catch((error: unknown) => {
      // A browser that saves power plays only what one asks for: the poster stays, and the switch
      // says that the films stand still.
      if (error instanceof Error && error.name === 'NotAllowedError') setStopped(true);
    });
  }, [isOn]);
  const shape = {
    width: sampleFilmSizePx,
    height: sampleFilmSizePx,
    className,
  };
  if (still) return <img src={film.posterUrl} alt={label} {...shape} />;
  return (
    <video
      ref={video}
      src={film.filmUrl}
      poster={film.posterUrl}
      aria-label={label}
      preload="none"
      muted
      loop
      playsInline
      disablePictureInPicture
      {...shape}
    />
  );
}
