import { paths } from '@moodreel/contract';
import { TryAgain } from '../../components/try-again.tsx';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { useFilm } from './use-film.ts';

/** The film on the screen; where it could not be loaded, why, and another try in its place. */
export function FilmScreen({
  renderId,
  label,
}: {
  readonly renderId: string;
  readonly label: string;
}) {
  const { video, failed, fault, notice, retry } = useFilm(renderId);
  // Whoever wants less movement starts it: the controls are there.
  const still = useReducedMotion();
  return (
    <>
      <video
        ref={video}
        src={paths.renderVideo(renderId)}
        poster={paths.renderPoster(renderId)}
        aria-label={label}
        hidden={failed}
        className="mx-auto max-h-[min(60dvh,34rem)] min-w-[min(100%,26rem)] max-w-full object-contain"
        autoPlay={!still}
        loop
        muted
        playsInline
        controls
        controlsList="nodownload"
        onError={notice}
      />
      <div role="alert">
        {fault ? (
          <div className="flex min-h-80 flex-col items-center justify-center gap-4 px-6 text-center">
            <p className="font-display text-h3">{fault.title}</p>
            <p className="max-w-prose">{fault.text}</p>
            {fault.isGone ? null : <TryAgain onRetry={retry} />}
          </div>
        ) : null}
      </div>
    </>
  );
}
