/** HTTP of what search engines and other sites ask. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { acceptsGzip, matches } from "#server/platform/http/negotiation.ts";
import { originOf } from "#server/platform/http/origin.ts";
import type { Discovery } from "./discovery.service.ts";
import type { KeptFile } from "./kept-files.ts";
import { OEmbedQuery } from "./oembed.ts";

/** @param publicUrl origin of absolute links; undefined takes it from the request. */
export function discoveryRoutes(app: FastifyInstance, discovery: Discovery, publicUrl: string | undefined): void {
  const hidden = { hide: true };

  app.get("/sitemap.xml", { schema: hidden }, async (request, reply) =>
    sendSitemap(request, reply, await discovery.sitemap(originOf(request, publicUrl))),
  );
  app.get("/sitemap-:part(^[1-9]\\d{0,5}).xml", { schema: hidden }, async (request, reply) => {
    const { part } = request.params as { part: string };
    return sendSitemap(request, reply, await discovery.sitemap(originOf(request, publicUrl), Number(part)));
  });

  app.get("/robots.txt", { schema: hidden }, (request, reply) => {
    reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8");
    return reply.send(discovery.robots(originOf(request, publicUrl)));
  });

  app.get(
    "/oembed",
    {
      schema: { ...hidden, querystring: OEmbedQuery },
      // Any site's script may ask, and may read the refusal too.
      onRequest: async (_request, reply) => {
        reply.header("access-control-allow-origin", "*");
      },
    },
    async (request, reply) => {
      const answer = await discovery.oembed(originOf(request, publicUrl), request.query as OEmbedQuery);
      reply.header("cache-control", `public, max-age=${answer.cache_age}`);
      return answer;
    },
  );
}

function sendSitemap(request: FastifyRequest, reply: FastifyReply, file: KeptFile | undefined): FastifyReply {
  if (!file) throw new ApiError("not_found");
  reply.headers({ "cache-control": "no-cache", vary: "Accept-Encoding", etag: file.etag });
  const seen = request.headers["if-none-match"];
  if (seen !== undefined && matches(seen, file.etag)) return reply.code(304).send();
  reply.type("application/xml; charset=utf-8");
  if (acceptsGzip(request.headers["accept-encoding"])) {
    return reply.header("content-encoding", "gzip").send(file.gzip);
  }
  return reply.send(Readable.from([file.gzip]).compose(createGunzip()));
}
