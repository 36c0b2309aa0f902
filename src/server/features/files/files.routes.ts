/** HTTP of files: the upload endpoints, and the path that serves stored files. */
import { create as createDisposition } from "content-disposition";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isApiError } from "#contract/errors.ts";
import { type MediaStore, serveFile } from "#server/features/media/media.service.ts";
import { type Authenticate, anonymous, type Caller } from "#server/platform/http/caller.ts";
import { bearer, type Router } from "#server/platform/http/router.ts";
import type { HeaderFields } from "#server/platform/http/security.ts";
import type { Files } from "./files.service.ts";
import type { ServedFile } from "./links.ts";
import type { Uploads } from "./uploads.service.ts";

const imageCaching = "public, max-age=31536000, immutable";
// A song may become Premium or inactive: shared caches must not serve its file for long after that.
const openCaching = "public, max-age=3600";
const signedCaching = "private, max-age=3600";
const roleCaching = "private, no-store";

/** The upload endpoints. */
export function uploadRoutes(
  router: Router,
  uploads: Uploads,
  sameSongs: (address: string) => Promise<{ id: number; title: string; is_active: boolean }[]>,
): void {
  router.on("POST /api/admin/upload-audio", async ({ caller, files, signal }) => {
    const stored = await uploads.store(caller, files.audio_file, "audio", signal);
    const { key, size, duration, coverUrl, tags } = stored;
    const file_url = stored.isLocal ? stored.url : null;
    const same_songs = await sameSongs(stored.url);
    const has_broken_tags = tags.areBroken;
    return { file_url, object_key: key, size, duration, cover_url: coverUrl, tags, has_broken_tags, same_songs };
  });
  router.on("POST /api/upload/file", async ({ caller, files, signal }) => {
    const stored = await uploads.store(caller, files.file, "image", signal);
    return { url: stored.url };
  });
  router.on("DELETE /api/admin/uploads", ({ caller, query }) => uploads.discard(caller, query.url));
}

/** `GET` and `HEAD` of `/uploads/…`. */
export function fileRoutes(
  app: FastifyInstance,
  {
    files,
    store,
    security,
    authenticate,
  }: {
    files: Pick<Files, "open" | "redirectUrl">;
    store: Pick<MediaStore, "pathOf">;
    security: HeaderFields;
    authenticate: Authenticate;
  },
): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    schema: { hide: true },
    config: { isStream: true },
    handler: async (request, reply) => {
      const key = (request.params as { "*": string })["*"];
      const query = request.query as Record<string, unknown>;
      const { method } = request;
      const open = () => files.open(key, { method, query, caller: () => callerOf(request, authenticate) });
      const send = async (file: ServedFile) => {
        // Other sites may play open audio, such as a chat that shows the `og:audio` of a link.
        if (file.kind === "audio" && file.visibility === "public") {
          reply.header("cross-origin-resource-policy", "cross-origin");
        }
        const { downloadName, isPlayOnly } = file;
        const download = downloadName !== undefined || (query.download === "1" && !isPlayOnly);
        const link = await files.redirectUrl(file, { method, download });
        if (link !== undefined) return reply.header("cache-control", "private, no-store").redirect(link, 302);
        return serveFile(request, reply, store.pathOf(key), {
          cacheControl: cachingOf(file),
          // Without a name, the browser takes the link's `download` attribute, or else the address.
          disposition: download ? createDisposition(downloadName) : undefined,
          security,
        });
      };
      const file = await open();
      try {
        return await send(file);
      } catch (error) {
        // It may have moved to object storage since its row was read.
        const isGone = isApiError(error) && error.code === "not_found" && file.place === "disk";
        const moved = isGone ? await open() : file;
        if (moved.place === file.place) throw error;
        return send(moved);
      }
    },
  });
}

function cachingOf({ kind, visibility }: ServedFile): string {
  if (visibility === "public") return kind === "image" ? imageCaching : openCaching;
  return visibility === "signed" ? signedCaching : roleCaching;
}

async function callerOf({ headers }: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const token = bearer(headers.authorization);
  return (token === undefined ? undefined : await authenticate(token)) ?? anonymous;
}
