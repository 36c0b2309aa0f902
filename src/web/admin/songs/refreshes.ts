/** The calls whose answers a change of songs makes untrue. */
export const songRefreshes = ["/api/songs", "/api/categories", "/api/admin/dashboard"];
