/** The query key of everything about saved videos. */
export const videosKey = ['videos'] as const;
