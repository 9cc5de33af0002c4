import { useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { FileChooser } from './picture-input.tsx';

/** What can be done with the picture that is in: another one, or saying where the face is. */
export function PictureActions({
  found,
  byHand,
  usable,
  onFile,
  onWebcam,
  onPlace,
  onFound,
}: {
  /** How many faces were found, if that is known. */
  readonly found: number | undefined;
  /** Whether points were placed. */
  readonly byHand: boolean;
  /** Whether the server can read the picture: on others there is nothing to place. */
  readonly usable: boolean;
  readonly onFile: (file: File) => void;
  readonly onWebcam: () => void;
  readonly onPlace: () => void;
  /** Called when what was found is to count again. */
  readonly onFound: () => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" size="small" onClick={() => chooser.current?.click()}>
        Another picture
      </Button>
      <Button look="secondary" size="small" onClick={onWebcam}>
        Use the webcam
      </Button>
      {usable ? (
        <Button
          ref={place}
          look={found === 0 && !byHand ? 'primary' : 'secondary'}
          size="small"
          onClick={onPlace}
        >
          Show where the face is
        </Button>
      ) : null}
      {byHand && found ? (
        <Button
          look="secondary"
          size="small"
          onClick={() => {
            // This button goes, and the focus with it.
            place.current?.focus();
            onFound();
          }}
        >
          {found === 1 ? 'Back to the found face' : 'Back to the found faces'}
        </Button>
      ) : null}
      <FileChooser inputRef={chooser} onFile={onFile} />
    </div>
  );
}
