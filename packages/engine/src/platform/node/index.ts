export { decodePicture, MAX_FILE_BYTES, MAX_PICTURE_PIXELS } from './decode-picture.ts';
export { createNodeModelRuntime } from './model-runtime.ts';
