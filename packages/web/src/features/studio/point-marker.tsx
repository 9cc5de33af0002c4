import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import type { Spot } from './spot.ts';

const loupeSize = 128;
const loupeZoom = 3;
/** How far its number, with its rim, reaches from a marker's middle, CSS px. */
const numberReach = 14;
/** A finger that means a place moves no farther, CSS px. */
const tapSlack = 6;
const crossHair = 'M60 44v12M60 64v12M44 60h12M64 60h12';
const stepPx = 1;
const largeStepPx = 10;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One marker over a picture: a button that can be dragged and pushed with the arrow keys. */
export function PointMarker({
  name,
  number,
  spot,
  pictureUrl,
  autoFocus,
  onChoose,
  onTapBeside,
  onMove,
}: {
  readonly name: string;
  readonly number: number;
  readonly spot: Spot;
  readonly pictureUrl: string;
  readonly autoFocus: boolean;
  /** Called when it gets the focus. */
  readonly onChoose: () => void;
  /**
   * Called when the room around its number was tapped: a finger drags it from there, but a tap means the
   * place, for whichever marker is chosen.
   */
  readonly onTapBeside: (spot: Spot) => void;
  readonly onMove: (spot: Spot) => void;
}) {
  const marker = useRef<HTMLButtonElement>(null);
  const [active, setActive] = useState(false);
  /** From the pointer to the marker's middle at the start of a drag, CSS px. */
  const grip = useRef({ x: 0, y: 0 });
  /** Where the room around the number was pressed, as long as that may be a tap. */
  const pressed = useRef<{ readonly x: number; readonly y: number }>(null);
  return (
    <>
      <button
        ref={marker}
        type="button"
        // biome-ignore lint/a11y/noAutofocus: it comes into a dialog, which has the focus already
        autoFocus={autoFocus}
        // It begins with what is seen on it: who steers by voice says that.
        aria-label={`${number} ${name}: ${Math.round(spot.x01 * 100)} % from the left, ${Math.round(spot.y01 * 100)} % from the top`}
        aria-roledescription="movable marker"
        // A finger's room around the number lies below all numbers: eyes may be nearer than it is
        // wide. A marker that is translated would keep it with itself, above those before.
        className="absolute -m-3 size-6 cursor-grab touch-none rounded-full before:absolute before:-inset-2.5 before:-z-1 before:rounded-full focus-visible:outline-offset-6 active:cursor-grabbing"
        style={{ left: `${spot.x01 * 100}%`, top: `${spot.y01 * 100}%` }}
        onPointerDown={startDrag}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={() => {
          pressed.current = null;
        }}
        onKeyDown={push}
        // The loupe hides a part of the picture: it comes when one takes the marker.
        onFocus={({ currentTarget }) => {
          onChoose();
          setActive(currentTarget.matches(':focus-visible'));
        }}
        onBlur={() => setActive(false)}
      >
        <span
          className={classNames(
            'grid size-6 place-items-center rounded-full border-[3px] border-mark-rim text-[11px] leading-none font-bold shadow-[0_0_0_2px_var(--mark-ink)] transition-transform',
            active ? 'scale-115 bg-transparent text-transparent' : 'bg-mark/45 text-white',
          )}
        >
          {number}
        </span>
      </button>
      <Loupe shown={active} spot={spot} pictureUrl={pictureUrl} frame={frameOf()} />
    </>
  );

  function frameOf(): DOMRect | undefined {
    return marker.current?.parentElement?.getBoundingClientRect();
  }

  function startDrag(event: PointerEvent<HTMLButtonElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    grip.current = {
      x: box.x + box.width / 2 - event.clientX,
      y: box.y + box.height / 2 - event.clientY,
    };
    const isBeside = Math.hypot(grip.current.x, grip.current.y) > numberReach;
    pressed.current = isBeside ? { x: event.clientX, y: event.clientY } : null;
    if (!isBeside) take(event.currentTarget);
  }

  function take(button: HTMLButtonElement): void {
    button.focus();
    setActive(true);
  }

  function release({ clientX, clientY }: PointerEvent): void {
    const frame = frameOf();
    if (pressed.current && frame) onTapBeside(spotAt(clientX, clientY, frame));
    pressed.current = null;
    setActive(document.activeElement === marker.current);
  }

  function drag(event: PointerEvent<HTMLButtonElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = frameOf();
    if (!frame) return;
    if (pressed.current) {
      const { x, y } = pressed.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) < tapSlack) return;
      pressed.current = null;
      take(event.currentTarget);
    }
    onMove(spotAt(event.clientX + grip.current.x, event.clientY + grip.current.y, frame));
  }

  function push(event: KeyboardEvent): void {
    const direction = moves[event.key];
    const frame = frameOf();
    if (!direction || !frame) return;
    event.preventDefault();
    setActive(true);
    const step = event.shiftKey ? largeStepPx : stepPx;
    onMove({
      x01: clamp01(spot.x01 + (direction[0] * step) / frame.width),
      y01: clamp01(spot.y01 + (direction[1] * step) / frame.height),
    });
  }
}

/**
 * What is under the marker, three times as large, beside the finger that hides it. It stays there
 * unseen when it is not shown: where something goes away while Tab leads from one marker to the
 * next, the dialog believes the focus lost and takes it.
 */
function Loupe({
  shown,
  spot,
  pictureUrl,
  frame,
}: {
  readonly shown: boolean;
  readonly spot: Spot;
  readonly pictureUrl: string;
  readonly frame: DOMRect | undefined;
}) {
  if (!frame) return null;
  const x = spot.x01 * frame.width;
  const y = spot.y01 * frame.height;
  const above = y > loupeSize + 40;
  const left = Math.min(Math.max(x - loupeSize / 2, 0), Math.max(0, frame.width - loupeSize));
  return (
    <div
      aria-hidden="true"
      hidden={!shown}
      className="pointer-events-none absolute z-10 overflow-hidden rounded-full border-4 border-mark-rim bg-film shadow-[0_0_0_2px_var(--mark-ink)]"
      style={{
        left,
        top: above ? y - loupeSize - 30 : y + 30,
        width: loupeSize,
        height: loupeSize,
        backgroundImage: `url(${pictureUrl})`,
        backgroundRepeat: 'no-repeat',
        backgroundSize: `${frame.width * loupeZoom}px ${frame.height * loupeZoom}px`,
        backgroundPosition: `${loupeSize / 2 - 4 - x * loupeZoom}px ${loupeSize / 2 - 4 - y * loupeZoom}px`,
      }}
    >
      <svg viewBox="0 0 120 120" className="size-full" fill="none">
        <title>Marker</title>
        {/* With a rim, so that it is seen on a dark eye and on a red mouth. */}
        <path d={crossHair} stroke="var(--mark-rim)" strokeWidth="4.500" strokeLinecap="round" />
        <path d={crossHair} stroke="var(--mark)" strokeWidth="2" />
      </svg>
    </div>
  );
}

/** The place in a frame that lies there in the window, or nearest to it. */
function spotAt(x: number, y: number, frame: DOMRect): Spot {
  return {
    x01: clamp01((x - frame.x) / frame.width),
    y01: clamp01((y - frame.y) / frame.height),
  };
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
