import { type EmotionLabel, emotionOf, filmTitle, paths } from '@moodreel/contract';
import { useEffect, useRef, useState } from 'react';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { FormError } from '../../components/ui/form-error.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { useSession } from '../../lib/session.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { FilmScreen } from '../film/film-screen.tsx';
import { Adjust } from './adjust.tsx';
import { AnimateButton } from './animate-button.tsx';
import { doubtfulFace } from './doubtful-face.ts';
import { ExpressionChoice } from './expression-choice.tsx';
import { FaceStatus } from './face-status.tsx';
import { PictureActions } from './picture-actions.tsx';
import { showPicture } from './picture-file.ts';
import { PictureInput, PictureTarget } from './picture-input.tsx';
import { PictureView } from './picture-view.tsx';
import { PointsDialog } from './points-dialog.tsx';
import { ProgressView } from './progress-view.tsx';
import { Quota } from './quota.tsx';
import { ReadyActions } from './ready-view.tsx';
import type { Phase } from './studio-state.ts';
import { dispatchStudio, useStudio } from './studio-store.ts';
import { UnsavedFilms } from './unsaved-films.tsx';
import { refusalOf, useAnimate, useFaces } from './use-animate.ts';
import { useDiscard } from './use-discard.ts';
import { useKeptRenders } from './use-kept-renders.ts';
import { useScreenTitle } from './use-screen-title.ts';
import { useTakePicture } from './use-take-picture.ts';
import { useWebcam } from './use-webcam.ts';
import { WebcamDialog } from './webcam-dialog.tsx';

/** The AI page: a picture and an expression in, a film out. RequireSession stands before it. */
export function StudioPage() {
  usePageTitle('Animate a face', 'Upload a face, choose an expression, and watch it come alive.');
  const session = useSession();
  return session.status === 'signed-in' ? <Studio userId={session.user.id} /> : null;
}

function showWebcamError(text: string): void {
  void showPopup({ title: 'Error accessing the webcam', text });
}

function Studio({ userId }: { readonly userId: string }) {
  const state = useStudio(userId);
  const { picture, phase } = state;
  const kept = useKeptRenders(state);
  const discard = useDiscard();
  const { isPaid } = useSubscription();
  // Whoever wants less movement starts the film: the controls are there.
  const still = useReducedMotion();
  const faces = useFaces(userId, picture);
  const webcam = useWebcam(showWebcamError);
  /** The picture, by its id, that the browser cannot show. */
  const [unseenId, setUnseenId] = useState<string>();
  const [placing, setPlacing] = useState<'no' | 'wanted' | 'needed'>('no');
  /** The picture, by its id, whose order came back because it is not said whose film it is. */
  const [undecidedId, setUndecidedId] = useState<string>();
  const { animate, animateAgain, cancel, connected } = useAnimate(
    state,
    () => setPlacing('needed'),
    (ordered) => setUndecidedId(ordered.id),
  );
  const screenTitle = useScreenTitle(phase, picture !== null);
  const isInput = phase.name === 'input';
  const isUndecided = isInput && picture?.id === undecidedId && state.face.kind === 'automatic';
  const faceLine = useRef<HTMLDivElement>(null);
  // After the title, to which the page goes back: on a phone the question is far below it.
  useEffect(() => {
    if (isUndecided) faceLine.current?.scrollIntoView({ block: 'nearest' });
  }, [isUndecided]);
  const isBusy = phase.name === 'sending' || phase.name === 'working';
  const title = titleOf(phase.name);
  const shown = phase.name === 'ready' ? phase.renderId : undefined;
  const pictureShown = picture
    ? showPicture(picture, faces.data, picture.id === unseenId)
    : undefined;
  const unusable = isInput && picture ? refusalOf(faces.error) : undefined;
  const searchProblem = faces.error && !unusable ? messageOf(faces.error) : undefined;
  const found = faces.data?.faces.length;
  const doubtful = doubtfulFace(faces.data) !== undefined;
  const { take, refusal } = useTakePicture(phase.name, picture !== null && !unusable);

  function start(): void {
    setUndecidedId(undefined);
    const needsPoints = picture && found === 0 && state.face.kind !== 'points';
    if (needsPoints) setPlacing('needed');
    else void animate();
  }

  return (
    <div className="page-width">
      <PageHeader slate="Studio 1, quiet please" title="Bring a face to life" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:gap-12">
        <section aria-label="Picture">
          <h2 ref={screenTitle} tabIndex={-1} className="mb-4 scroll-mt-4 text-h3 outline-none">
            <span className="slate mb-1 block text-accent">{title.slate}</span>
            {title.text}
          </h2>
          <p role="status" className="sr-only">
            {phase.name === 'ready' ? 'Your film is ready.' : ''}
            {isUndecided ? 'The film was not begun: choose one of the faces first.' : ''}
          </p>
          <PictureTarget inviting={isInput || shown !== undefined} onFile={take}>
            <div className="film-strip grid min-h-80 grid-cols-1 items-center overflow-hidden rounded-stage border-2 border-line">
              {phase.name === 'ready' ? (
                <FilmScreen
                  key={phase.renderId}
                  src={paths.renderVideo(phase.renderId)}
                  poster={paths.renderPoster(phase.renderId)}
                  label={`The film: your picture, ${filmTitle(phase)}`}
                  gone="This film is no longer here. Animate the picture again to have another."
                  plays={!still}
                  className="max-h-[min(60dvh,34rem)] min-w-[min(100%,26rem)] max-w-full"
                />
              ) : picture ? (
                <PictureView
                  picture={picture}
                  shown={pictureShown}
                  faces={faces.data}
                  looking={faces.isFetching}
                  choice={state.face}
                  dimmed={isBusy}
                  onUnseen={() => setUnseenId(picture.id)}
                  onFace={(face) => dispatchStudio({ type: 'face', face })}
                />
              ) : phase.name === 'working' ? (
                <Rehearsal label={phase.label} />
              ) : phase.name === 'looking' ? (
                <div className="grid min-h-80 place-items-center">
                  <Spinner size={48} />
                </div>
              ) : (
                <PictureInput onFile={take} onWebcam={() => void webcam.open()} />
              )}
            </div>
          </PictureTarget>
          <div className="mt-5 flex flex-col gap-5">
            <FormError message={refusal} />
            <FormError id="picture-refusal" message={unusable} />
            {isInput && picture ? (
              <>
                <FaceStatus
                  line={faceLine}
                  found={found}
                  doubtful={doubtful}
                  looking={faces.isFetching}
                  sent01={state.sent01}
                  problem={searchProblem}
                  byHand={state.face.kind === 'points'}
                  unseen={!pictureShown}
                  onRetry={() => void faces.refetch()}
                />
                <PictureActions
                  found={found}
                  byHand={state.face.kind === 'points'}
                  usable={!unusable}
                  onFile={take}
                  onWebcam={() => void webcam.open()}
                  onPlace={() => setPlacing('wanted')}
                  onFound={() => dispatchStudio({ type: 'found' })}
                />
              </>
            ) : null}
            {isBusy ? (
              <ProgressView
                phase={phase}
                sent01={state.sent01}
                looking={faces.isFetching}
                connected={connected}
                onCancel={() => void cancel()}
              />
            ) : null}
          </div>
        </section>
        {phase.name === 'ready' ? (
          <ReadyActions
            key={phase.renderId}
            phase={phase}
            keptUntil={kept.find(({ id }) => id === shown)?.expiresAt}
            userId={userId}
            isPaid={isPaid}
            hasPicture={picture !== null && phase.renderId in state.orders}
            onAgain={() => void animateAgain(phase.renderId)}
          />
        ) : (
          <section aria-label="Expression" className="flex flex-col gap-6">
            <ExpressionChoice
              value={phase.name === 'working' ? phase.label : state.emotion}
              isPaid={isPaid}
              disabled={isBusy}
              onChange={(emotion) => dispatchStudio({ type: 'emotion', emotion })}
            />
            <Adjust
              value={state.adjustments}
              disabled={isBusy}
              onChange={(adjustments) => dispatchStudio({ type: 'adjust', adjustments })}
            />
            <AnimateButton
              disabled={isBusy}
              refusedBy={unusable ? 'picture-refusal' : undefined}
              onStart={start}
            />
            <Quota />
          </section>
        )}
      </div>
      {isInput || shown ? (
        <UnsavedFilms
          films={kept.filter(({ state: made, id }) => made === 'finished' && id !== shown)}
          onShow={(render) => dispatchStudio({ type: 'show', render })}
          onDiscard={(render, onGone) => void discard(render, onGone)}
        />
      ) : null}
      <WebcamDialog
        state={webcam.state}
        onCapture={(video) => void webcam.capture(video)}
        onCancel={webcam.close}
        onConfirm={(file) => {
          take(file);
          webcam.close();
        }}
      />
      {picture && placing !== 'no' ? (
        <PointsDialog
          key={picture.url}
          shown={pictureShown}
          faces={faces.data}
          choice={state.face}
          searched={placing === 'needed'}
          onClose={() => setPlacing('no')}
          onPlaced={(points) => {
            dispatchStudio({ type: 'points', points });
            if (placing === 'needed') void animate();
            setPlacing('no');
          }}
        />
      ) : null}
    </div>
  );
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

/** Stands where the picture was, if it is on the server only: on another device, say. */
function Rehearsal({ label }: { readonly label: EmotionLabel }) {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center gap-4 px-4 text-center">
      <div className="origin-bottom animate-[puppet-sway_4.5s_ease-in-out_infinite]">
        <MoodMask emotion={emotionOf(label).name} size={128} />
      </div>
      <p className="font-display text-h3">Your film is still being made</p>
    </div>
  );
}
