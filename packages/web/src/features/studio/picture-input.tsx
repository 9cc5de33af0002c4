import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { acceptedPictures, fileOf, isLink } from './picture-file.ts';

/** An empty screen that takes a picture: by file chooser, drop, paste or camera. */
export function PictureInput({
  onFile,
  onWebcam,
}: {
  readonly onFile: (file: File) => void;
  readonly onWebcam: () => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const chooserId = useId();
  return (
    <div className="flex flex-col items-center gap-5 px-4 py-10 text-center sm:py-16">
      {/* Who presses the face means the button below it. */}
      <label htmlFor={chooserId} className="grid cursor-pointer justify-items-center">
        <FaceOutline />
        <span className="mt-5 block font-display text-h3">
          <span className="pointer-coarse:hidden">Drop a face here</span>
          <span className="hidden pointer-coarse:inline">Choose a face</span>
        </span>
        <span className="mt-1 block text-[0.9375rem] opacity-80">
          A photo, a painting, a drawing, your cat.
          <span className="pointer-coarse:hidden"> You can also paste it.</span>
        </span>
      </label>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => chooser.current?.click()}>Upload an image</Button>
        <Button look="secondary" onClick={onWebcam}>
          Use the webcam
        </Button>
      </div>
      <FileChooser id={chooserId} inputRef={chooser} onFile={onFile} />
      <p className="slate opacity-75">JPEG, PNG, WebP, HEIC, AVIF, GIF or TIFF, up to 20 MB</p>
    </div>
  );
}

/** The hidden file input behind an 'upload' button. */
export function FileChooser({
  id,
  inputRef,
  onFile,
}: {
  readonly id?: string;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      id={id}
      ref={inputRef}
      type="file"
      accept={acceptedPictures()}
      aria-label="Picture file"
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // So that choosing the same file again is a change.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

/**
 * Takes pictures dropped on `children`, and pasted anywhere on the page: at any time, as the browser
 * would leave the page for what is dropped.
 */
export function PictureTarget({
  inviting,
  onFile,
  onLink,
  children,
}: {
  /** Whether a picture has its place here now: only then it looks so. */
  readonly inviting: boolean;
  readonly onFile: (file: File) => void;
  /** Called where what is dropped is only the address of a picture. */
  readonly onLink: () => void;
  readonly children: React.ReactNode;
}) {
  const [over, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      // Whoever answers a question does not mean the page behind it.
      if (document.querySelector('[role="dialog"]')) return;
      const file = fileOf(event.clipboardData);
      if (file) take.current(file);
    };
    // A picture dropped beside the target must not replace the page.
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener('paste', paste);
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its equal in the upload button
    <div
      className={classNames(
        'relative rounded-stage transition-shadow duration-(--quick)',
        over && 'shadow-[0_0_0_5px_var(--bulb)]',
      )}
      onDragEnter={() => setOver(inviting)}
      onDragOver={(event) => {
        event.preventDefault();
        if (inviting) event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
    </div>
  );

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const file = fileOf(event.dataTransfer);
    if (file) onFile(file);
    else if (isLink(event.dataTransfer)) onLink();
  }
}

/** A face waiting to be filled in. */
function FaceOutline() {
  return (
    <svg
      aria-hidden="true"
      width="112"
      height="128"
      viewBox="0 0 112 128"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.500"
      strokeLinecap="round"
      className="opacity-90"
    >
      <path
        d="M56 8c27 0 42 20 42 50S80 120 56 120 14 88 14 58 29 8 56 8Z"
        strokeDasharray="2 10"
      />
      <path d="M33 54h12M67 54h12M56 58l-4 17h8M43 93c8 4 18 4 26 0" />
    </svg>
  );
}
