import { useEffect, useRef, useState } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { FilmsInWork } from './films-in-work.tsx';
import { OrderColumn } from './order-column.tsx';
import { isBusy } from './phase.ts';
import { PictureColumn, refusalId } from './picture-column.tsx';
import { PointsDialog } from './points-dialog.tsx';
import { ReadyActions } from './ready-view.tsx';
import { dispatchStudio, readStudio, useStudio } from './studio-store.ts';
import { UnsavedFilms } from './unsaved-films.tsx';
import { useAnimate } from './use-animate.ts';
import { useCancelFilm } from './use-cancel-film.ts';
import { useDiscard } from './use-discard.ts';
import { inWork, useKeptRenders } from './use-kept-renders.ts';
import { goTo, useScreenTitle } from './use-screen-title.ts';
import { useSeenPicture } from './use-seen-picture.ts';
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
  const { discard, discarding } = useDiscard();
  const { isPaid } = useSubscription();
  const seen = useSeenPicture(userId, picture);
  const webcam = useWebcam(showWebcamError);
  const [placing, setPlacing] = useState<'no' | 'wanted' | 'needed'>('no');
  /** The picture, by its id, whose order came back because it is not said whose film it is. */
  const [undecidedId, setUndecidedId] = useState<string>();
  const { cancelFilm, cancelling } = useCancelFilm();
  /** Whether the last order was refused because of films that are in work. */
  const [isFull, setFull] = useState(false);
  const inWorkHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFull) inWorkHeading.current?.focus();
  }, [isFull]);
  const screenTitle = useScreenTitle(phase, picture !== null);
  const { animate, animateAgain, cancel, connected } = useAnimate(state, {
    onNoPicture: askForPicture,
    onNoFace: () => setPlacing('needed'),
    onUndecided: (ordered) => setUndecidedId(ordered.id),
    onFull: () => setFull(true),
  });
  const isInput = phase.name === 'input';
  const isUndecided =
    isInput && picture !== null && picture.id === undecidedId && state.face.kind === 'automatic';
  const isUnusable = isInput && seen.refusal !== undefined;
  const { take, reading, refuseLink, refusal } = useTakePicture(
    phase.name,
    picture !== null && !isUnusable,
  );
  const shown = phase.name === 'ready' ? phase.renderId : undefined;
  const needsPoints =
    isInput && picture !== null && seen.found === 0 && state.face.kind !== 'points';

  const filmsInWork = inWork(kept);
  // They are done.
  if (isFull && filmsInWork.length === 0) setFull(false);

  async function start(): Promise<void> {
    setUndecidedId(undefined);
    setFull(false);
    const taken = reading();
    if (taken) {
      // Nothing is known yet of the picture that is meant; and who is impatient presses twice.
      if ((await taken) && !isBusy(readStudio().phase)) await animate();
      return;
    }
    if (needsPoints) setPlacing('needed');
    else await animate();
  }

  async function askForPicture(): Promise<void> {
    await showPopup({
      title: 'No image selected',
      text: 'Please upload an image or capture a photo first!',
    });
    // On a phone the button was far below.
    goTo(screenTitle.current);
  }

  return (
    <div className="page-width">
      <PageHeader slate="Studio 1, quiet please" title="Bring a face to life" />
      <div className="flex flex-col gap-8 lg:grid lg:items-start lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:gap-12">
        <PictureColumn
          state={state}
          screenTitle={screenTitle}
          seen={seen}
          fileRefusal={refusal}
          isUndecided={isUndecided}
          connected={connected}
          onFile={take}
          onLink={refuseLink}
          onWebcam={() => void webcam.open()}
          onPlace={() => setPlacing('wanted')}
          onCancel={() => void cancel()}
        />
        {phase.name === 'ready' ? (
          <ReadyActions
            key={phase.renderId}
            phase={phase}
            keptUntil={kept.find(({ id }) => id === shown)?.expiresAt}
            userId={userId}
            isPaid={isPaid}
            hasPicture={picture !== null && phase.renderId in state.orders}
            onAgain={() => {
              setFull(false);
              void animateAgain(phase.renderId);
            }}
          />
        ) : (
          <OrderColumn
            state={state}
            isPaid={isPaid}
            refusedBy={isUnusable ? refusalId : undefined}
            needsPoints={needsPoints}
            follows={isInput && picture !== null && !isUnusable && !needsPoints}
            onStart={() => void start()}
          />
        )}
      </div>
      {isInput || shown ? (
        <FilmsInWork
          films={filmsInWork}
          isFull={isFull}
          heading={inWorkHeading}
          cancelling={cancelling}
          onCancel={(render, onGone) =>
            void cancelFilm(render, () => {
              onGone();
              setFull(false);
            })
          }
        />
      ) : null}
      {isInput || shown ? (
        <UnsavedFilms
          films={kept.filter(({ state: made, id }) => made === 'finished' && id !== shown)}
          discarding={discarding}
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
          shown={seen.shown}
          faces={seen.faces}
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
