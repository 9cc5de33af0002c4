import { type RefObject, useEffect, useRef } from 'react';
import { FormError } from '../../components/ui/form-error.tsx';
import { doubtfulFace } from './doubtful-face.ts';
import { FaceStatus } from './face-status.tsx';
import { isBusy, type Phase } from './phase.ts';
import { PictureActions } from './picture-actions.tsx';
import { PictureTarget } from './picture-input.tsx';
import { ProgressView } from './progress-view.tsx';
import { Screen } from './screen.tsx';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';
import type { SeenPicture } from './use-seen-picture.ts';

/** The id of the words that say why a picture cannot be used. */
export const refusalId = 'picture-refusal';

/** The screen, its title, and below it what is known of the picture, or how far its film is. */
export function PictureColumn({
  state,
  screenTitle,
  seen,
  fileRefusal,
  isUndecided,
  connected,
  onFile,
  onLink,
  onWebcam,
  onPlace,
  onCancel,
}: {
  readonly state: StudioState;
  readonly screenTitle: RefObject<HTMLHeadingElement | null>;
  readonly seen: SeenPicture;
  /** Why the last file was not taken. */
  readonly fileRefusal: string | undefined;
  /** Whether an order came back because it is not said whose film it is. */
  readonly isUndecided: boolean;
  /** Whether the server answers while a film is made. */
  readonly connected: boolean;
  readonly onFile: (file: File) => void;
  readonly onLink: () => void;
  readonly onWebcam: () => void;
  readonly onPlace: () => void;
  readonly onCancel: () => void;
}) {
  const { picture, phase, sent01 } = state;
  const faceLine = useRef<HTMLDivElement>(null);
  // After the title, to which the page goes back: on a phone the question is far below it.
  useEffect(() => {
    if (isUndecided) faceLine.current?.scrollIntoView({ block: 'nearest' });
  }, [isUndecided]);
  /** The picture, by its id, for which the page need not move: as it opens it brings the one that was in before. */
  const settledId = useRef(picture?.id);
  if (phase.name === 'looking') settledId.current = picture?.id;
  const title = titleOf(phase.name);
  const isInput = phase.name === 'input';
  const byHand = state.face.kind === 'points';
  return (
    <section aria-label="Picture">
      <h2 ref={screenTitle} tabIndex={-1} className="mb-4 scroll-mt-4 text-h3 outline-none">
        <span className="slate mb-1 block text-accent">{title.slate}</span>
        {title.text}
      </h2>
      <p role="status" className="sr-only">
        {phase.name === 'ready' ? 'Your film is ready.' : ''}
        {isUndecided ? 'The film was not begun: choose one of the faces first.' : ''}
      </p>
      <PictureTarget inviting={!isBusy(phase)} onFile={onFile} onLink={onLink}>
        {/* On small screens a film is no higher than leaves the button that saves it in the window. */}
        <div className="film-strip grid min-h-[min(20rem,var(--film-height)+4rem)] grid-cols-1 items-center overflow-hidden rounded-stage border-2 border-line [--film-height:clamp(12rem,100dvh-26.5rem,34rem)] lg:[--film-height:min(60dvh,34rem)]">
          <Screen
            state={state}
            seen={seen}
            onSeen={showWhatIsNext}
            onFile={onFile}
            onWebcam={onWebcam}
          />
        </div>
      </PictureTarget>
      {/* Where there is nothing to say, as below a film, no room is left for it either. */}
      <div className="flex flex-col gap-5 has-[>:not(:empty)]:mt-5">
        <FormError message={fileRefusal} />
        <FormError id={refusalId} message={isInput ? seen.refusal : undefined} />
        {isInput && picture ? (
          <>
            <FaceStatus
              line={faceLine}
              found={seen.found}
              doubtful={doubtfulFace(seen.faces) !== undefined}
              looking={seen.looking}
              sent01={sent01}
              problem={seen.problem}
              byHand={byHand}
              unseen={!seen.shown}
              onRetry={seen.lookAgain}
            />
            <PictureActions
              found={seen.found}
              byHand={byHand}
              usable={!seen.refusal}
              onFile={onFile}
              onWebcam={onWebcam}
              onPlace={onPlace}
              onFound={() => dispatchStudio({ type: 'found' })}
            />
          </>
        ) : null}
        {isBusy(phase) ? (
          <ProgressView
            phase={phase}
            sent01={sent01}
            looking={seen.looking}
            connected={connected}
            onCancel={onCancel}
          />
        ) : null}
      </div>
    </section>
  );

  /** In low windows what is said of a new picture lies below; who has gone on by then is not called back. */
  function showWhatIsNext(): void {
    const line = faceLine.current;
    if (!line || picture?.id === settledId.current) return;
    settledId.current = picture?.id;
    if (line.getBoundingClientRect().top > 0) line.scrollIntoView({ block: 'nearest' });
  }
}

/** What the heading over the screen says, and the remark above it. */
function titleOf(phase: Phase['name']) {
  switch (phase) {
    case 'ready':
      return { slate: 'Now showing', text: 'Your film' };
    case 'sending':
    case 'working':
      return { slate: 'Now filming', text: 'Your film' };
    default:
      return { slate: 'Step 1', text: 'Upload an image' };
  }
}
