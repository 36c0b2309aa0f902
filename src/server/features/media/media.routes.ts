/** HTTP of files: two upload endpoints and the path that serves stored files. */
import type { FastifyInstance } from "fastify";
import { ApiError } from "#contract/errors.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { HeaderFields } from "#server/platform/http/security.ts";
import type { MediaStore } from "./media.service.ts";
import { serveFile } from "./serve.ts";
import type { Uploads } from "./uploads.service.ts";

const imageCaching = "public, max-age=31536000, immutable";
// A song may become Premium or inactive: shared caches must not serve its file for long after that.
const openAudioCaching = "public, max-age=3600";
const signedCaching = "private, max-age=3600";

/** The upload endpoints. */
export function uploadRoutes(router: Router, uploads: Uploads): void {
  router.on("POST /api/admin/upload-audio", async ({ caller, files }) => {
    const stored = await uploads.store(caller, files.audio_file, "audio");
    const { key, size, duration, coverUrl, tags } = stored;
    const file_url = stored.isLocal ? stored.url : null;
    return { file_url, object_key: key, size, duration, cover_url: coverUrl, tags };
  });
  router.on("POST /api/upload/file", async ({ caller, files }) => {
    const stored = await uploads.store(caller, files.file, "image");
    return { url: stored.url };
  });
  router.on("DELETE /api/admin/uploads", ({ caller, query }) => uploads.discard(caller, query.url));
}

export interface FileRules {
  /** True when the file of an address needs a signed link. */
  isProtected(url: string): Promise<boolean>;
  /** Returns the URL of the file in object storage; undefined when it lies on the disk. */
  redirectUrl(
    url: string,
    options: { method: string; download: boolean; isProtected: boolean },
  ): Promise<string | undefined>;
}

/** `GET` and `HEAD` of `/uploads/…`. */
export function fileRoutes(app: FastifyInstance, store: MediaStore, security: HeaderFields, rules: FileRules): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    schema: { hide: true },
    config: { isStream: true },
    handler: async (request, reply) => {
      const url = `/uploads/${(request.params as { "*": string })["*"]}`;
      const file = store.fileOf(url);
      if (file === undefined) throw new ApiError("not_found");
      const query = request.query as Record<string, unknown>;
      const isProtected = await rules.isProtected(url);
      if (isProtected && !store.verify(url, query)) {
        throw new ApiError("forbidden", "Bạn cần có quyền Premium để nghe bài hát này");
      }
      const isAudio = url.startsWith("/uploads/audio/");
      // Other sites may play open audio, such as a chat that shows the `og:audio` of a link.
      if (isAudio && !isProtected) reply.header("cross-origin-resource-policy", "cross-origin");
      const download = query.download === "1";
      const link = isAudio
        ? await rules.redirectUrl(url, { method: request.method, download, isProtected })
        : undefined;
      if (link !== undefined) return reply.header("cache-control", "private, no-store").redirect(link, 302);
      await serveFile(request, reply, file, {
        cacheControl: isProtected ? signedCaching : isAudio ? openAudioCaching : imageCaching,
        download,
        security,
      });
    },
  });
}
