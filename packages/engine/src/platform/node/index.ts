export { analysePicture, type PictureAnalysis, type PictureSource } from './analyse-picture.ts';
export { decodePicture, MAX_FILE_BYTES, MAX_PICTURE_PIXELS } from './decode-picture.ts';
export { openFilm } from './encode-film.ts';
export { loadKernels } from './load-kernels.ts';
export {
  type FilmFiles,
  type FilmProgress,
  type FilmReport,
  type FilmStage,
  makeFilm,
  type PreparedFace,
  prepareFace,
  shootFilm,
} from './make-film.ts';
export { createNodeModelRuntime } from './model-runtime.ts';
export { browsersShow } from './picture-formats.ts';
export { encodePreview } from './preview.ts';
export { rehearse } from './rehearse.ts';
