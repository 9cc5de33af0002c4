import type { Faces } from '@moodreel/contract';
import { type MouseEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { FaceChoice } from './film-order.ts';
import type { ShownPicture } from './picture-file.ts';
import { PointMarker } from './point-marker.tsx';
import { describeProblem } from './points-problem.ts';
import type { Spot } from './spot.ts';
import { startSpots } from './start-spots.ts';

const names = ['Eye on the left', 'Eye on the right', 'Mouth'] as const;
/**
 * Three markers to put on the eyes and the mouth, by mouse, finger or keyboard: they are dragged, pushed
 * by arrow keys, or sent to where one points next. Gives back six numbers in picture pixels.
 */
export function PointsDialog({
  shown,
  faces,
  choice,
  searched,
  onClose,
  onPlaced,
}: {
  /** What there is to be seen of the picture: without that, no points can be placed. */
  readonly shown: ShownPicture | undefined;
  /** What was found on it, and what of that is chosen: there the markers begin. */
  readonly faces: Faces | undefined;
  readonly choice: FaceChoice;
  /** Whether it opens because no face was found, or because the user wants it. */
  readonly searched: boolean;
  readonly onClose: () => void;
  readonly onPlaced: (points: readonly number[]) => void;
}) {
  const [spots, setSpots] = useState(() => startSpots(choice, faces));
  // Where the markers begin is a guess, unless they were put there.
  const [placed, setPlaced] = useState(choice.kind === 'points');
  /** The marker that goes where one points: the last that had the focus. */
  const chosen = useRef(0);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const statusId = useId();
  const problem = size && describeProblem(spots, size);
  const move = (index: number, moved: Spot) => {
    setSpots((before) => before.map((old, at) => (at === index ? moved : old)));
    setPlaced(true);
  };
  const sendChosen = ({ target, currentTarget, clientX, clientY }: MouseEvent) => {
    // A marker that was pressed goes nowhere.
    if (target !== currentTarget) return;
    const { x, y, width, height } = currentTarget.getBoundingClientRect();
    move(chosen.current, { x01: (clientX - x) / width, y01: (clientY - y) / height });
  };
  const frame = {
    open: true,
    onOpenChange: (next: boolean) => {
      if (!next) onClose();
    },
    title: searched ? 'No face was found automatically' : 'Show where the face is',
  };
  if (!shown) {
    return (
      <Dialog
        {...frame}
        text="Your browser cannot show this picture. Put it in as JPEG or PNG to place the points."
        actions={<Button onClick={onClose}>OK</Button>}
      />
    );
  }
  return (
    <Dialog
      {...frame}
      wide
      text={
        <p>
          Drag the markers onto the middle of the eye on the left (1), the eye on the right (2) and
          the mouth (3). Or choose one and{' '}
          <span className="hidden pointer-coarse:inline">tap where it belongs.</span>
          <span className="pointer-coarse:hidden">
            click where it belongs, or use the arrow keys (with Shift for larger steps).
          </span>
        </p>
      }
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            unavailable={!size || !placed || problem !== undefined}
            aria-describedby={statusId}
            onClick={() => {
              if (!size) return;
              onPlaced(spots.flatMap(({ x01, y01 }) => [x01 * size.width, y01 * size.height]));
            }}
          >
            Use these points
          </Button>
        </>
      }
    >
      <div className="grid place-items-center rounded-field bg-film p-2">
        <div className="relative touch-none select-none">
          <img
            src={shown.url}
            alt="Your upload"
            draggable={false}
            className="max-h-[min(56dvh,34rem)] max-w-full rounded-small"
            onLoad={({ currentTarget }) =>
              setSize(
                shown.size ?? {
                  width: currentTarget.naturalWidth,
                  height: currentTarget.naturalHeight,
                },
              )
            }
          />
          {size ? (
            // What lies below the markers' numbers lies above the picture all the same.
            // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard the markers are pushed
            // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
            <div
              className="absolute inset-0 z-10"
              // The chosen marker keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={sendChosen}
            >
              <Triangle spots={spots} />
              {spots.map((spot, index) => (
                <PointMarker
                  key={names[index]}
                  name={names[index] ?? ''}
                  number={index + 1}
                  spot={spot}
                  pictureUrl={shown.url}
                  // They come after the dialog, which finds only its buttons to give the focus to.
                  autoFocus={index === 0}
                  onChoose={() => {
                    chosen.current = index;
                  }}
                  onTapBeside={(place) => move(chosen.current, place)}
                  onMove={(moved) => move(index, moved)}
                />
              ))}
            </div>
          ) : null}
        </div>
      </div>
      {/* As high without words as with them, on two lines on a phone: else the picture would move. */}
      <p
        id={statusId}
        role="status"
        className={classNames(
          'mt-3 min-h-6 text-sm font-semibold max-sm:min-h-10',
          placed && 'text-accent',
        )}
      >
        {placed ? problem : 'Move the markers that are not where they belong.'}
      </p>
    </Dialog>
  );
}

/** Thin lines between the markers, so that the face's shape can be judged. */
function Triangle({ spots }: { readonly spots: readonly Spot[] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <polygon
        points={spots.map(({ x01, y01 }) => `${x01 * 100},${y01 * 100}`).join(' ')}
        fill="none"
        stroke="var(--mark-rim)"
        strokeWidth="2"
        strokeDasharray="6 5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
