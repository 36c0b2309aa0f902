/** Timeout of saving songs, ms: before songs become Premium, their files leave the public bucket one by one. */
export const saveTimeout = 5 * 60_000;
/** Path prefixes to refetch after a change of songs. */
export const songRefreshes = ["/api/songs", "/api/categories", "/api/admin/dashboard"];
