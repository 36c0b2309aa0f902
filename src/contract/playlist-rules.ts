/** Limits and words of playlists, for server and pages. */

export const maxPlaylistSongs = 500;
/** Of a user. */
export const maxPlaylists = 200;
export const playlistTitleLength = 100;
/** Letters of an administrator's reason. */
export const refusalLength = 300;
/** Covers in the picture of a playlist. */
export const mosaicCovers = 4;

/** `link`: for whoever has the address; `public`: for everybody, once an administrator has approved it, and until then as `link`. */
export const playlistVisibilities = ["private", "link", "public"] as const;
export type PlaylistVisibility = (typeof playlistVisibilities)[number];

/** Of a public playlist. */
export const playlistReviews = ["waiting", "approved", "refused"] as const;
export type PlaylistReview = (typeof playlistReviews)[number];
