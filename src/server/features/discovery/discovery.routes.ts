/** HTTP of the sitemap, robots.txt and oEmbed. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { originOf } from "#server/platform/http/origin.ts";
import { type ReadyContent, readyText, replyKind, sendReady } from "#server/platform/http/replies/cached-reply.ts";
import { tagsByEncoding } from "#server/platform/http/replies/conditions.ts";
import type { HeaderFields } from "#server/platform/http/security.ts";
import type { Discovery } from "./discovery.service.ts";
import type { GzipFile } from "./gzip-cache.ts";
import { cacheAge, OEmbedQuery } from "./oembed.ts";

/** @param publicUrl origin of absolute links; undefined takes it from the request. */
export function discoveryRoutes(
  app: FastifyInstance,
  discovery: Discovery,
  security: HeaderFields,
  publicUrl: string | undefined,
): void {
  const hidden = { hide: true };
  const anyOrigin = { "access-control-allow-origin": "*" };
  const xml = replyKind(security, { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" }, [
    "gzip",
  ]);
  const text = replyKind(security, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "public, max-age=3600",
  });
  const embed = replyKind(security, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": `public, max-age=${cacheAge}`,
    ...anyOrigin,
  });

  async function sendSitemap(request: FastifyRequest, reply: FastifyReply, part?: number): Promise<void> {
    const file = await discovery.sitemap(originOf(request, publicUrl), part);
    if (!file) throw new ApiError("not_found");
    sendReady(request, reply, contentOf(file), xml);
  }

  app.get("/sitemap.xml", { schema: hidden }, (request, reply) => sendSitemap(request, reply));
  app.get("/sitemap-:part(^[1-9]\\d{0,5}).xml", { schema: hidden }, (request, reply) =>
    sendSitemap(request, reply, Number((request.params as { part: string }).part)),
  );

  app.get("/robots.txt", { schema: hidden }, (request, reply) =>
    sendReady(request, reply, readyText(discovery.robots(originOf(request, publicUrl))), text),
  );

  app.get(
    "/oembed",
    {
      schema: { ...hidden, querystring: OEmbedQuery },
      // Scripts of any site may read errors too.
      onRequest: async (_request, reply) => {
        reply.headers(anyOrigin);
      },
    },
    async (request, reply) => {
      const described = await discovery.oembed(originOf(request, publicUrl), request.query as OEmbedQuery);
      sendReady(request, reply, readyText(JSON.stringify(described)), embed);
    },
  );
}

/** A sitemap can be too large to be decompressed at once. */
function contentOf({ etag, gzip }: GzipFile): ReadyContent {
  const plain = () => Readable.from([gzip]).compose(createGunzip());
  return { tags: tagsByEncoding(etag), isCompressible: true, bytes: (encoding) => (encoding ? gzip : plain) };
}
