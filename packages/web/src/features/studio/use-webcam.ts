import { useCallback, useEffect, useRef, useState } from 'react';

/** How far taking a photo is. */
export type WebcamState =
  | { readonly name: 'closed' }
  | { readonly name: 'opening' }
  | { readonly name: 'live'; readonly stream: MediaStream }
  | { readonly name: 'captured'; readonly file: File; readonly url: string };

/**
 * The camera: closed → opening → live → captured → closed. Its tracks are stopped on capture and
 * on cancel, so that the camera's light goes off at once.
 * @param onError gets the sentence to show when the camera cannot be opened
 */
export function useWebcam(onError: (text: string) => void) {
  const [state, setState] = useState<WebcamState>({ name: 'closed' });
  const current = useRef(state);
  current.current = state;
  /** Counts openings, so that one that was cancelled meanwhile is recognised. */
  const attempt = useRef(0);

  const close = useCallback(() => {
    attempt.current += 1;
    release(current.current);
    setState({ name: 'closed' });
  }, []);

  const open = useCallback(async () => {
    attempt.current += 1;
    const mine = attempt.current;
    release(current.current);
    setState({ name: 'opening' });
    try {
      if (!navigator.mediaDevices) throw new DOMException('no camera access here', 'NotFoundError');
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
      });
      if (mine !== attempt.current) {
        stopTracks(stream);
        return;
      }
      setState({ name: 'live', stream });
    } catch (error) {
      if (mine !== attempt.current) return;
      setState({ name: 'closed' });
      onError(webcamErrorText(error));
    }
  }, [onError]);

  const capture = useCallback(async (video: HTMLVideoElement) => {
    const mine = attempt.current;
    const file = await grabFrame(video);
    if (mine !== attempt.current || !file) return;
    release(current.current);
    setState({ name: 'captured', file, url: URL.createObjectURL(file) });
  }, []);

  // One that is still opening is stopped as soon as it is there.
  useEffect(
    () => () => {
      attempt.current += 1;
      release(current.current);
    },
    [],
  );

  return { state, open, capture, close };
}

/** What a failed opening says. */
export function webcamErrorText(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  return name === 'NotAllowedError' || name === 'SecurityError'
    ? 'Camera access denied. Please allow the camera access to use this feature.'
    : 'Error occurred while accessing the camera. Please check your device have a camera, or connected to the camera properly.';
}

/** The frame on screen as a JPEG, mirrored as one sees oneself in the preview. */
function grabFrame(video: HTMLVideoElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0) return Promise.resolve(undefined);
  context.translate(canvas.width, 0);
  context.scale(-1, 1);
  context.drawImage(video, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) =>
        resolve(blob ? new File([blob], 'webcam-photo.jpg', { type: 'image/jpeg' }) : undefined),
      'image/jpeg',
      0.95,
    );
  });
}

function release(state: WebcamState): void {
  if (state.name === 'live') stopTracks(state.stream);
  if (state.name === 'captured') URL.revokeObjectURL(state.url);
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
