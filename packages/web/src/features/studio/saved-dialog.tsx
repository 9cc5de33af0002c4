import type { Video } from '@moodreel/contract';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { toastMilliseconds } from '../../components/ui/toast.tsx';
import { routes } from '../../lib/routes.ts';
import { useShare } from '../videos/use-share.ts';

/** 'Video Saved Successfully', counting three seconds down to the 'View Video' button. */
export function SavedDialog({
  open,
  video,
  onClose,
}: {
  readonly open: boolean;
  readonly video: Video;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Video Saved Successfully"
      text="It is in your Downloads now, safe for as long as you like, and ready to be shared."
    >
      <Countdown video={video} onClose={onClose} />
    </Dialog>
  );
}

function Countdown({ video, onClose }: { readonly video: Video; readonly onClose: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(toastMilliseconds / 1000);
  const navigate = useNavigate();
  const { share, sharing } = useShare('AI');
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  if (secondsLeft > 0) {
    return (
      <div className="grid place-items-center">
        {/* A film leader: the number in a turning cross-hair. */}
        <div className="relative grid size-32 place-items-center overflow-hidden rounded-full border-2 border-line bg-stage">
          <div className="absolute inset-0 animate-[reel-turn_1s_linear_infinite] bg-[conic-gradient(from_0deg,var(--bulb)_0_25%,transparent_25%)] opacity-70" />
          <div className="absolute inset-x-0 top-1/2 h-0.5 bg-line/50" />
          <div className="absolute inset-y-0 left-1/2 w-0.5 bg-line/50" />
          <p role="timer" className="relative font-display text-6xl">
            {secondsLeft}
          </p>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onClose}>
        Stay here
      </Button>
      <Button look="secondary" busy={sharing} onClick={() => void share(video)}>
        Share
      </Button>
      <Button autoFocus onClick={() => void navigate(routes.downloads)}>
        View Video
      </Button>
    </div>
  );
}
