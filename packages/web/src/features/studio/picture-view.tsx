import type { Faces, FoundFace } from '@moodreel/contract';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { doubtfulFace } from './doubtful-face.ts';
import type { FaceChoice, FoundChoice } from './film-order.ts';
import type { ChosenPicture, ShownPicture } from './picture-file.ts';

/**
 * The chosen picture; with several faces on it one of them can be chosen, and one that may be none is
 * marked.
 */
export function PictureView({
  picture,
  shown,
  faces,
  looking,
  choice,
  dimmed,
  onSeen,
  onUnseen,
  onFace,
}: {
  readonly picture: ChosenPicture;
  /** What there is to be seen of it. */
  readonly shown: ShownPicture | undefined;
  readonly faces: Faces | undefined;
  /** Whether the server is looking for faces. */
  readonly looking: boolean;
  readonly choice: FaceChoice;
  readonly dimmed: boolean;
  /** Called when it has its place on the page. */
  readonly onSeen: () => void;
  /** Called when the browser cannot show the picture's file. */
  readonly onUnseen: () => void;
  readonly onFace: (choice: FoundChoice) => void;
}) {
  const found = faces?.faces.length ?? 0;
  const several = found > 1 ? faces : undefined;
  const doubtful = doubtfulFace(faces);
  if (!shown) {
    return (
      <p className="px-6 py-16 text-center">
        {looking
          ? `Reading ${picture.file.name}…`
          : `Your browser cannot show this picture (${picture.file.name})${found > 0 ? ', but it can be animated' : ''}.`}
      </p>
    );
  }
  return (
    <Frame isFilming={dimmed}>
      <UploadedImage
        key={shown.url}
        url={shown.url}
        dimmed={dimmed}
        onSeen={onSeen}
        onUnseen={onUnseen}
      />
      {choice.kind === 'points' && faces ? <Points choice={choice} faces={faces} /> : null}
      {faces && doubtful && !dimmed && choice.kind !== 'points' ? (
        <span
          aria-hidden="true"
          data-doubtful-face
          className="pointer-events-none absolute rounded-[42%] border-[3px] border-bulb border-dashed shadow-[0_0_0_2px_var(--mark-ink)]"
          style={placeOf(doubtful.box, faces)}
        />
      ) : null}
      {several && !dimmed && choice.kind !== 'points' ? (
        <fieldset className="pointer-events-none absolute inset-0 isolate">
          <legend className="sr-only">Which face should be animated?</legend>
          {several.faces.map(({ id, box }, index) => {
            const chosen = choice.kind === 'face' ? choice.id === id : index === 0;
            return (
              <label
                key={id}
                className={classNames(
                  'pointer-events-auto absolute cursor-pointer rounded-[42%] border-[3px] transition-[box-shadow,border-color]',
                  // Around a small face a finger finds it as well, but never in the place of another.
                  'before:absolute before:top-1/2 before:left-1/2 before:-z-1 before:size-full before:min-h-11 before:min-w-11 before:-translate-1/2',
                  'has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-white',
                  chosen
                    ? 'border-bulb shadow-[0_0_0_2px_var(--mark-ink)]'
                    : 'border-white/80 border-dashed hover:border-bulb',
                )}
                style={placeOf(box, several)}
              >
                <input
                  type="radio"
                  name="face"
                  className="absolute inset-0 cursor-pointer opacity-0"
                  checked={chosen}
                  onChange={() => onFace({ kind: 'face', id })}
                  aria-label={`Face ${index + 1} of ${several.faces.length}`}
                />
                <span
                  className={classNames(
                    'absolute -bottom-3 left-1/2 -translate-x-1/2 rounded-full px-2 text-xs font-bold whitespace-nowrap',
                    chosen ? 'bg-bulb text-mood-ink' : 'bg-mark-ink text-white',
                  )}
                >
                  {chosen ? 'This one' : index + 1}
                </span>
              </label>
            );
          })}
        </fieldset>
      ) : null}
    </Frame>
  );
}

/** Small ones are enlarged, as their films are: a stamp in the middle of the screen would grow as its film begins. */
function UploadedImage({
  url,
  dimmed,
  onSeen,
  onUnseen,
}: {
  readonly url: string;
  readonly dimmed: boolean;
  readonly onSeen: () => void;
  readonly onUnseen: () => void;
}) {
  /** Width over height; 0 until it is known. */
  const [aspect, setAspect] = useState(0);
  const isSized = aspect > 0;
  const tell = useRef(onSeen);
  tell.current = onSeen;
  // After its size is on the page: what lies below has its place then.
  useEffect(() => {
    if (isSized) tell.current();
  }, [isSized]);
  return (
    <img
      src={url}
      alt="Your upload"
      onError={onUnseen}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setAspect(naturalWidth / naturalHeight)
      }
      // No wider than it may be high: the marks lie on the picture's own box.
      style={{ minWidth: `min(78vw, 26rem, ${aspect} * var(--picture-height))` }}
      className={classNames(
        'max-h-(--picture-height) max-w-full transition-[filter] duration-(--calm)',
        dimmed && 'brightness-60 saturate-50',
      )}
    />
  );
}

/** Where a face lies on the picture as it is shown. */
function placeOf({ xPx, yPx, widthPx, heightPx }: FoundFace['box'], picture: Faces): CSSProperties {
  return {
    left: `${(xPx / picture.widthPx) * 100}%`,
    top: `${(yPx / picture.heightPx) * 100}%`,
    width: `${(widthPx / picture.widthPx) * 100}%`,
    height: `${(heightPx / picture.heightPx) * 100}%`,
  };
}

/**
 * Before a film is asked for, a picture is no higher than leaves what is said below it in the window, and the
 * button that follows on small screens; while its film is made, as high as the film will be.
 */
function Frame({
  isFilming,
  children,
}: {
  readonly isFilming: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'grid place-items-center',
        isFilming
          ? '[--picture-height:var(--film-height)]'
          : '[--picture-height:clamp(14rem,100dvh-var(--around),34rem)] [--around:30.5rem] sm:[--around:33rem] lg:[--around:29.5rem]',
      )}
    >
      <div className="relative overflow-clip">{children}</div>
    </div>
  );
}

function Points({
  choice,
  faces,
}: {
  readonly choice: Extract<FaceChoice, { kind: 'points' }>;
  readonly faces: Faces;
}) {
  const spots = [0, 2, 4].map((at) => ({
    left: `${((choice.points[at] ?? 0) / faces.widthPx) * 100}%`,
    top: `${((choice.points[at + 1] ?? 0) / faces.heightPx) * 100}%`,
  }));
  return spots.map((spot) => (
    <span
      key={`${spot.left} ${spot.top}`}
      aria-hidden="true"
      className="absolute size-3 -translate-1/2 rounded-full border-2 border-white bg-accent shadow-[0_0_0_2px_var(--mark-ink)]"
      style={spot}
    />
  ));
}
