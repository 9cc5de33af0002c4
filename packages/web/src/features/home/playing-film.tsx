import { useEffect, useRef } from 'react';
import { setRunning, useRunning } from './running-films.ts';
import { type SampleFilm, sampleFilmSizePx } from './sample-films.ts';

/** A sample film that loops without sound; while it is not to play, and was not yet, a still picture. */
export function PlayingFilm({
  film,
  playing,
  pictured = true,
  label,
  className,
}: {
  readonly film: SampleFilm;
  /** Films that are out of the way rest, and are not even loaded before their first turn. */
  readonly playing: boolean;
  /** Whether its still picture is wanted already. */
  readonly pictured?: boolean;
  readonly label: string;
  readonly className?: string;
}) {
  const video = useRef<HTMLVideoElement>(null);
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
      if (error instanceof Error && error.name === 'NotAllowedError') setRunning(false);
    });
  }, [isOn]);
  return (
    <video
      ref={video}
      src={film.filmUrl}
      poster={pictured ? film.posterUrl : undefined}
      aria-label={label}
      preload="none"
      muted
      loop
      playsInline
      disablePictureInPicture
      width={sampleFilmSizePx}
      height={sampleFilmSizePx}
      className={className}
    />
  );
}
