import type { UserData } from '../accounts/user-data.ts';
import { exportRenders } from '../renders/export-renders.ts';
import { isPlaceLeft } from './save-render.ts';
import type { VideoParts } from './video-parts.ts';
import { deleteVideo, forgetUser, listAllVideos, openFilm } from './videos.ts';

/** What accounts and named calls need of renders and videos. */
export function createUserData(parts: VideoParts): UserData {
  return {
    isAllowedToSave: (userId) => isPlaceLeft(parts.db, userId, parts.now()),
    listVideos: (userId) => listAllVideos(parts, userId),
    deleteVideo: (userId, videoId) => deleteVideo(parts, userId, videoId),
    openFilm: (userId, videoId) => openFilm(parts, userId, videoId),
    exportRenders: (userId) => exportRenders(parts, userId),
    forgetUser: (tx, userId) => forgetUser(parts, tx, userId),
  };
}
