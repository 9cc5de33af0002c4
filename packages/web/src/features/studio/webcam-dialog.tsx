import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import type { WebcamState } from './use-webcam.ts';

/** The camera popup with Capture Photo and Cancel, then the preview with Confirm Photo and Cancel. */
export function WebcamDialog({
  state,
  onCapture,
  onConfirm,
  onCancel,
}: {
  readonly state: WebcamState;
  readonly onCapture: (video: HTMLVideoElement) => void;
  readonly onConfirm: (file: File) => void;
  readonly onCancel: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = state.name === 'live' ? state.stream : null;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  /** The stream of which a first frame was seen: before it there is nothing to capture. */
  const [seen, setSeen] = useState<MediaStream | null>(null);
  const captured = state.name === 'captured' ? state : undefined;
  return (
    <Dialog
      wide
      open={state.name !== 'closed'}
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={captured ? 'Is this the one?' : 'Look into the camera'}
      text={
        captured
          ? 'This photo will be animated.'
          : 'A calm face, well lit and straight on, makes the best film.'
      }
      actions={
        <>
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {captured ? (
            <Button onClick={() => onConfirm(captured.file)}>Confirm Photo</Button>
          ) : (
            <Button
              disabled={stream === null || seen !== stream}
              onClick={() => {
                if (video.current) onCapture(video.current);
              }}
            >
              Capture Photo
            </Button>
          )}
        </>
      }
    >
      <div className="grid aspect-4/3 max-h-[60dvh] w-full place-items-center overflow-hidden rounded-field border-2 border-line bg-film text-on-film">
        {captured ? (
          <img src={captured.url} alt="What the camera took" className="size-full object-contain" />
        ) : stream ? (
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label="Camera picture"
            // Without controls it cannot have the focus, but says it could: Tab would stick before it.
            tabIndex={-1}
            onLoadedData={() => setSeen(stream)}
            className="size-full -scale-x-100 object-contain"
          />
        ) : (
          <p role="status" className="flex items-center gap-3">
            <Spinner /> Waiting for the camera…
          </p>
        )}
      </div>
    </Dialog>
  );
}
