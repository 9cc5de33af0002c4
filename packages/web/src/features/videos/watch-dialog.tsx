import type { Video } from '@moodreel/contract';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { FilmScreen } from '../film/film-screen.tsx';

/** A saved video, as large as the window has room for it. It was asked for, so that it plays at once. */
export function WatchDialog({
  video,
  onClose,
}: {
  readonly video: Video;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      wide
      title={video.title}
      actions={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="overflow-hidden rounded-field border-2 border-line bg-film text-on-film">
        <FilmScreen
          src={video.videoUrl}
          poster={video.posterUrl}
          label={video.title}
          gone="This video was deleted."
          size={video}
          plays
          className="h-auto max-h-[60dvh] w-full"
        />
      </div>
    </Dialog>
  );
}
