/** Files over HTTP: two calls that take them and the path that serves them. */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { MediaStore } from "./media.service.ts";
import { serveFile } from "./serve.ts";
import type { Uploads } from "./uploads.service.ts";

const picture = "public, max-age=31536000, immutable";
// A song may become Premium or be taken down: no cache between may serve its file for long after that.
const openAudio = "public, max-age=3600";
const signedFile = "private, max-age=3600";

/** The calls that take files. Multipart bodies are understood in this scope only. */
export async function uploadRoutes(app: FastifyInstance, router: Router, uploads: Uploads): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    router.on(
      "POST /api/admin/upload-audio",
      async ({ caller, request }) => {
        const stored = await uploads.take(caller, http(request), {
          field: "audio_file",
          kind: "audio",
          missing: "Vui lòng chọn file âm thanh",
        });
        const { key, size, duration, coverUrl, tags } = stored;
        const file_url = stored.isHere ? stored.url : null;
        return { file_url, object_key: key, size, duration, cover_url: coverUrl, tags };
      },
      { scope },
    );
    router.on(
      "POST /api/upload/file",
      async ({ caller, request }) => {
        const stored = await uploads.take(caller, http(request), {
          field: "file",
          kind: "image",
          missing: "Vui lòng chọn một file",
        });
        return { url: stored.url };
      },
      { scope },
    );
    router.on("DELETE /api/admin/uploads", ({ caller, query }) => uploads.discard(caller, query.url));
  });
}

export interface FileRules {
  /** Whether the file of an address may be had only with a signed link. */
  isProtected(url: string): Promise<boolean>;
  /** A link to the file of an address where it lies now; undefined when that is this disk. */
  elsewhere(url: string, options: { method: string; download: boolean; closed: boolean }): Promise<string | undefined>;
}

/** `GET` and `HEAD` of `/uploads/…`. */
export function fileRoutes(app: FastifyInstance, store: MediaStore, { isProtected, elsewhere }: FileRules): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    schema: { hide: true },
    handler: async (request, reply) => {
      const url = `/uploads/${(request.params as { "*": string })["*"]}`;
      const file = store.fileOf(url);
      if (file === undefined) throw new ApiError("not_found");
      const query = request.query as Record<string, unknown>;
      const closed = await isProtected(url);
      if (closed && !store.verify(url, query)) {
        throw new ApiError("forbidden", "Bạn cần có quyền Premium để nghe bài hát này");
      }
      const isAudio = url.startsWith("/uploads/audio/");
      // Other sites may play what is open to all, such as a chat that shows the `og:audio` of a link.
      if (isAudio && !closed) reply.header("cross-origin-resource-policy", "cross-origin");
      const download = query.download === "1";
      const link = isAudio ? await elsewhere(url, { method: request.method, download, closed }) : undefined;
      if (link !== undefined) return reply.header("cache-control", "private, no-store").redirect(link, 302);
      await serveFile(request, reply, file, {
        cacheControl: closed ? signedFile : isAudio ? openAudio : picture,
        download,
      });
    },
  });
}

/** These calls have no meaning in-process: there is no body to read. */
function http(request: FastifyRequest | undefined): FastifyRequest {
  if (!request) throw new ApiError("not_found");
  return request;
}
