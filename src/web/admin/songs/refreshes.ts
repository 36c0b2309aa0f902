/**
 * Milliseconds that saving songs may take: the audio of those that become Premium leaves its public place first, one file
 * after the other.
 */
export const saveTimeout = 5 * 60_000;
/** The calls whose answers a change of songs makes untrue. */
export const songRefreshes = ["/api/songs", "/api/categories", "/api/admin/dashboard"];
