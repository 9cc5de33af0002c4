import { type EmotionLabel, emotionOf, filmTitle, paths } from '@moodreel/contract';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { FilmScreen } from '../film/film-screen.tsx';
import { isBusy } from './phase.ts';
import { PictureInput } from './picture-input.tsx';
import { PictureView } from './picture-view.tsx';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';
import type { SeenPicture } from './use-seen-picture.ts';

/** What is on the screen: the film, else the picture, else what stands in its place. */
export function Screen({
  state: { phase, picture, face },
  seen,
  onSeen,
  onFile,
  onWebcam,
}: {
  readonly state: StudioState;
  readonly seen: SeenPicture;
  /** Called when the picture has its place on the page. */
  readonly onSeen: () => void;
  readonly onFile: (file: File) => void;
  readonly onWebcam: () => void;
}) {
  // Whoever wants less movement starts the film: the controls are there.
  const still = useReducedMotion();
  if (phase.name === 'ready') {
    return (
      <FilmScreen
        key={phase.renderId}
        src={paths.renderVideo(phase.renderId)}
        poster={paths.renderPoster(phase.renderId)}
        label={`The film: your picture, ${filmTitle(phase)}`}
        gone="This film is no longer here. Animate the picture again to have another."
        plays={!still}
        className="max-h-(--film-height) min-w-[min(100%,26rem)] max-w-full"
      />
    );
  }
  if (picture) {
    return (
      <PictureView
        picture={picture}
        shown={seen.shown}
        faces={seen.faces}
        looking={seen.looking}
        choice={face}
        dimmed={isBusy(phase)}
        onSeen={onSeen}
        onUnseen={seen.setUnseen}
        onFace={(chosen) => dispatchStudio({ type: 'face', face: chosen })}
      />
    );
  }
  if (phase.name === 'working') return <Rehearsal label={phase.label} />;
  if (phase.name === 'looking') {
    return (
      // As high as the empty screen.
      <div className="grid min-h-116 place-items-center sm:min-h-109">
        <Spinner size={48} />
      </div>
    );
  }
  return <PictureInput onFile={onFile} onWebcam={onWebcam} />;
}

/** Stands where the picture was, if it is on the server only: on another device, say. */
function Rehearsal({ label }: { readonly label: EmotionLabel }) {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center gap-4 px-4 text-center">
      <div className="greeting">
        <MoodMask emotion={emotionOf(label).name} size={128} />
      </div>
      <p className="font-display text-h3">Your film is still being made</p>
    </div>
  );
}
