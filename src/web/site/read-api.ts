import type { Api } from "#contract/api.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";
import { call } from "../lib/api.ts";
import { readStored } from "../lib/storage.ts";

type ReadKey =
  | "GET /api/songs"
  | "GET /api/songs/by-ids"
  | "GET /api/songs/count"
  | "GET /api/songs/{id}"
  | "GET /api/songs/{id}/lines"
  | "GET /api/songs/{id}/preview"
  | "GET /api/categories"
  | "GET /api/categories/with-song-count"
  | "GET /api/song-requests/public/pricing"
  | "GET /api/song-requests/public/examples"
  | "GET /api/song-requests/public/reviews"
  | "GET /api/retention"
  | "GET /api/premium-packages"
  | "GET /api/orders/{token}"
  | "GET /api/requests/{token}"
  | "GET /api/requests/{token}/gift"
  | "GET /api/gifts/{secret}"
  | "GET /api/playlists"
  | "GET /api/playlists/{token}"
  | "GET /api/admin/support/public/active"
  | "GET /api/auth/forgot-password";

/** Reads an endpoint: in-process on the server, over HTTP in the browser. */
export type ReadApi = <K extends ReadKey>(
  key: K,
  input: CallInput<Api[K]>,
) => Promise<{ data: Reply<Api[K]>; total?: number | undefined }>;

/**
 * Reads over HTTP with the stored token. An administrator's token would include hidden songs, so the query asks for active ones. Errors
 * are logged at the level `info`, since leaving a page aborts its requests too.
 */
export const readInBrowser: ReadApi = (key, input) => {
  const includesHidden = /songs(\/count)?$/.test(key) && readStored("adminToken");
  const readInput = includesHidden ? { query: { ...input.query, active: true } } : input;
  return call(key, readInput as never).catch((error: unknown) => {
    console.info(key, error);
    throw error;
  });
};
