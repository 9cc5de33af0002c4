import { DOWNLOAD_NAMES, emotionOf, paths, type Video } from '@moodreel/contract';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { momentText } from '../../lib/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useUsage } from '../../lib/usage.ts';
import { downloadFilm } from '../film/download-film.ts';
import { goneUnsaved } from '../film/video-fault.ts';
import { useShare } from '../videos/use-share.ts';
import type { Phase } from './phase.ts';
import { Quota } from './quota.tsx';
import { SavedDialog } from './saved-dialog.tsx';
import { dispatchStudio } from './studio-store.ts';
import { offerOfTake, reasonAgainstTake } from './take-text.ts';
import { useDiscard } from './use-discard.ts';
import { useSave } from './use-save.ts';

type Ready = Extract<Phase, { name: 'ready' }>;

/** What can be done with a finished film. */
export function ReadyActions({
  phase,
  keptUntil,
  userId,
  isPaid,
  hasPicture,
  onAgain,
}: {
  readonly phase: Ready;
  /** When an unsaved film is deleted, if that is known already. */
  readonly keptUntil: string | null | undefined;
  readonly userId: string;
  readonly isPaid: boolean;
  /** Whether the picture is here, and what was asked of it, for another take. */
  readonly hasPicture: boolean;
  readonly onAgain: () => void;
}) {
  const { save, saving } = useSave(userId, phase.renderId);
  const { discard, discarding } = useDiscard();
  const [celebrating, setCelebrating] = useState(false);
  const [downloading, setDownloading] = useState(false);
  const { data: usage } = useUsage();
  const noTakeBecause = reasonAgainstTake(hasPicture, usage);
  const emotion = emotionOf(phase.label);
  return (
    <div className="flex flex-col gap-4">
      <p className="slate -mb-3 text-accent">
        {phase.take > 0 ? `Take ${phase.take + 1}. It's a wrap` : "It's a wrap"}
      </p>
      <h2 className="text-h2">One {emotion.adjective} face, coming right up</h2>
      <p className="text-ink-soft">
        {phase.saved
          ? 'This film is in your account.'
          : `Save it to keep and share it: it is gone ${keptUntil ? `by ${momentText(keptUntil)}` : 'after a day'} otherwise.`}
      </p>
      <div className="flex flex-col gap-3">
        {phase.saved ? (
          <SavedActions video={phase.saved} />
        ) : (
          <Button
            size="large"
            busy={saving}
            onClick={() => void save().then((done) => setCelebrating(done))}
          >
            Save it to your account
          </Button>
        )}
        <Button
          look="secondary"
          unavailable={noTakeBecause !== undefined}
          aria-describedby="another-take"
          onClick={onAgain}
        >
          Another take
        </Button>
        <p id="another-take" className="-mt-1.5 text-[0.9375rem] text-ink-soft">
          {noTakeBecause ?? offerOfTake(usage)}
        </p>
        {isPaid ? (
          <Button look="secondary" busy={downloading} onClick={() => void download()}>
            Download the Video
          </Button>
        ) : null}
        <Button look="secondary" onClick={() => dispatchStudio({ type: 'back' })}>
          Generate another one
        </Button>
        <p className="-mt-1.5 text-[0.9375rem] text-ink-soft">
          Another feeling, or another face{phase.saved ? '' : ': this film waits meanwhile'}.
        </p>
        {phase.saved ? null : (
          <Button
            look="quiet"
            busy={discarding.includes(phase.renderId)}
            onClick={() => void discard({ ...phase, id: phase.renderId })}
          >
            Discard this film
          </Button>
        )}
      </div>
      <Quota />
      {isPaid ? null : (
        <p className="text-[0.9375rem] text-ink-soft">
          Downloading films as files comes with{' '}
          <Link className="text-link" to={routes.pricing}>
            Premium
          </Link>
          .
        </p>
      )}
      {phase.saved ? (
        <SavedDialog open={celebrating} video={phase.saved} onClose={() => setCelebrating(false)} />
      ) : null}
    </div>
  );

  async function download(): Promise<void> {
    setDownloading(true);
    await downloadFilm(paths.renderDownload(phase.renderId), DOWNLOAD_NAMES.render, [
      'No video available',
      'Please animate an image first before downloading!',
      goneUnsaved,
    ]);
    setDownloading(false);
  }
}

/** What a film can be used for once it is in the account. */
function SavedActions({ video }: { readonly video: Video }) {
  const { share, sharing } = useShare('AI');
  const view = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // It takes the place of the button that saved the film, and that one's focus.
    if (document.activeElement === document.body) view.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Button size="large" asChild>
        <Link ref={view} to={routes.downloads}>
          View Video
        </Link>
      </Button>
      <Button look="secondary" busy={sharing} onClick={() => void share(video)}>
        Share
      </Button>
    </>
  );
}
