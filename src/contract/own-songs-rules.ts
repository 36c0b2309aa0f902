/** Limits of what a device keeps and an account takes. Free of zod, since public pages load it. */

/** Likes that are taken at once, and that a device keeps. */
export const mostLikesTaken = 1000;
export const mostPlaysTaken = 1000;
