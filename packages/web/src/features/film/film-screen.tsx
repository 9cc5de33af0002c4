import { TryAgain } from '../../components/try-again.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useFilm } from './use-film.ts';

/** A film that plays over and over; where it could not be loaded, why, and another try in its place. */
export function FilmScreen({
  src,
  poster,
  label,
  gone,
  size,
  plays,
  keeps = false,
  className,
}: {
  readonly src: string;
  readonly poster: string;
  readonly label: string;
  /** What to say where it was deleted. */
  readonly gone: string;
  /** Its size, px, where that is known: it takes up its room before it is there. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
  /** Whether it begins by itself; else whoever looks at it starts it. */
  readonly plays: boolean;
  /** Whether the browser's controls offer it as a file. */
  readonly keeps?: boolean;
  readonly className?: string;
}) {
  const { video, failed, fault, notice, retry } = useFilm(src, gone);
  return (
    <>
      <video
        ref={video}
        src={src}
        poster={poster}
        width={size?.widthPx}
        height={size?.heightPx}
        aria-label={label}
        hidden={failed}
        className={classNames('mx-auto object-contain', className)}
        autoPlay={plays}
        loop
        muted
        playsInline
        controls
        controlsList={keeps ? undefined : 'nodownload'}
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
