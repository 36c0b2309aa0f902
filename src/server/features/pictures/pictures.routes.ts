/** `/pictures/{size}/{image}.{format}`, `/share/songs/{id}.jpg` and `/share.jpg`. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IdParams } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { pictureFormats, pictureSizes, type SharedSong } from "#contract/pictures.ts";
import { matches } from "#server/platform/http/negotiation.ts";
import { dataHeaders } from "#server/platform/http/security.ts";
import type { Pictures, SharePicture } from "./pictures.service.ts";

/** Names of stored images are random and never used again. */
const forEver = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";
const pictureName = /^([0-9a-f]{32}\.(?:jpg|png|webp))\.([a-z]+)$/;
const reading = ["GET", "HEAD"];

/** @param findSong what an anonymous visitor may see of a song; throws ApiError `not_found` for any other. */
export function pictureRoutes(
  app: FastifyInstance,
  pictures: Pictures,
  findSong: (id: number) => Promise<SharedSong>,
): void {
  app.route({
    method: reading,
    url: "/pictures/:size/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const asked = request.params as { size: string; name: string };
      const [, name, extension] = pictureName.exec(asked.name) ?? [];
      const size = pictureSizes.find((one) => String(one) === asked.size);
      const format = pictureFormats.find((one) => one === extension);
      if (!name || !size || !format) throw new ApiError("not_found");
      const bytes = await pictures.resized(name, size, format);
      const etag = `"${hash("sha1", bytes, "base64url")}"`;
      reply.headers({ ...dataHeaders, "cache-control": forEver });
      return send(request, reply, `image/${format}`, { etag, bytes: async () => bytes });
    },
  });

  app.route({
    method: reading,
    url: "/share/songs/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const asked = IdParams.safeParse({ id: /^(\d+)\.jpg$/.exec(name)?.[1] });
      if (!asked.success) throw new ApiError("not_found");
      return sendShare(request, reply, await pictures.ofSong(await findSong(asked.data.id)));
    },
  });

  app.route({
    method: reading,
    url: "/share.jpg",
    schema: { hide: true },
    handler: (request, reply) => sendShare(request, reply, pictures.ofSite()),
  });
}

/** Other sites show these beside a link to us. */
function sendShare(request: FastifyRequest, reply: FastifyReply, picture: SharePicture): Promise<FastifyReply> {
  reply.headers({ ...dataHeaders, "cross-origin-resource-policy": "cross-origin", "cache-control": aDay });
  return send(request, reply, "image/jpeg", picture);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { etag, bytes }: SharePicture,
): Promise<FastifyReply> {
  const seen = request.headers["if-none-match"];
  if (seen !== undefined && matches(seen, etag)) return reply.code(304).header("etag", etag).send();
  const body = await bytes();
  return reply.type(type).header("etag", etag).send(body);
}
