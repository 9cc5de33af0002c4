import type { UserData } from '../accounts/user-data.ts';
import { exportRenders } from '../renders/export-renders.ts';
import { keepSpent, takeOverSpent } from '../renders/spent-renders.ts';
import { isPlaceLeft } from './save-render.ts';
import type { VideoParts } from './video-parts.ts';
import { deleteVideo, forgetUser, listAllVideos, openFilm } from './videos.ts';

/** What accounts and named calls need of renders and videos. */
export function createUserData(parts: VideoParts & { readonly secret: string }): UserData {
  const { secret, now } = parts;
  return {
    isAllowedToSave: (userId) => isPlaceLeft(parts.db, userId, parts.now()),
    listVideos: (userId) => listAllVideos(parts, userId),
    deleteVideo: (userId, videoId) => deleteVideo(parts, userId, videoId),
    openFilm: (userId, videoId) => openFilm(parts, userId, videoId),
    exportRenders: (userId) => exportRenders(parts, userId),
    takeOverSpent: (tx, userId, email) => takeOverSpent(tx, userId, email, secret),
    forgetUser: async (tx, userId) => {
      await keepSpent(tx, userId, secret, now());
      await forgetUser(parts, tx, userId);
    },
  };
}
