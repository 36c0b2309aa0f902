/** Timeout of saving songs, ms: before songs become Premium, their files leave the public bucket one by one. */
export const saveTimeout = 5 * 60_000;
export const songRefreshes = ["/api/songs", "/api/categories", "/api/admin/dashboard"];
export const saveErrors = { fallback: "Có lỗi xảy ra khi lưu bài hát", unreachable: "Lỗi khi lưu bài hát" };
