/** HTTP of pictures: `/pictures/{size}/{image}.{format}`, `/share/songs/{id}.jpg`, `/share/gifts/{secret}.jpg`, `/share/playlists/{token}.jpg` and `/share.jpg`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IdParams } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { pictureFormats, pictureSizes, type SharedSong } from "#contract/pictures.ts";
import {
  etagOf,
  type ReplyKind,
  replyKind,
  sendNotModified,
  sendReady,
} from "#server/platform/http/replies/cached-reply.ts";
import { conditionalStatus } from "#server/platform/http/replies/conditions.ts";
import type { HeaderFields } from "#server/platform/http/security.ts";
import type { GiftCard } from "./card-shape.ts";
import type { Pictures, SharedPlaylist, SharePicture } from "./pictures.service.ts";

/** Names of stored images are random and never reused. */
const immutable = "public, max-age=31536000, immutable";
const oneDay = "public, max-age=86400";
const pictureName = /^([0-9a-f]{32}\.(?:jpg|png|webp))\.([a-z]+)$/;
const methods = ["GET", "HEAD"];

/** The subjects of the pictures of links. All throw an ApiError `not_found`. */
export interface SharedThings {
  /** Returns a public song. */
  song(id: number): Promise<SharedSong>;
  /** Returns what the picture of a gift tells; undefined for one that is not open. */
  gift(secret: string): Promise<Omit<GiftCard, "kind"> | undefined>;
  /** Returns what the picture of a playlist that is not private shows. */
  playlist(token: string): Promise<SharedPlaylist>;
}

export function pictureRoutes(
  app: FastifyInstance,
  pictures: Pictures,
  security: HeaderFields,
  things: SharedThings,
): void {
  const kindOf = (type: string, headers: HeaderFields) => replyKind(security, { "content-type": type, ...headers }, []);
  const resized = {
    avif: kindOf("image/avif", { "cache-control": immutable }),
    webp: kindOf("image/webp", { "cache-control": immutable }),
  };
  // Other sites show these beside links to this one.
  const shared = kindOf("image/jpeg", { "cache-control": oneDay, "cross-origin-resource-policy": "cross-origin" });

  app.route({
    method: methods,
    url: "/pictures/:size/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const params = request.params as { size: string; name: string };
      const [, name, extension] = pictureName.exec(params.name) ?? [];
      const size = pictureSizes.find((one) => String(one) === params.size);
      const format = pictureFormats.find((one) => one === extension);
      if (!name || !size || !format) throw new ApiError("not_found");
      const bytes = await pictures.resized(name, size, format);
      return send(request, reply, resized[format], { etag: etagOf(bytes), bytes: async () => bytes });
    },
  });

  app.route({
    method: methods,
    url: "/share/songs/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const params = IdParams.safeParse({ id: /^(\d+)\.jpg$/.exec(name)?.[1] });
      if (!params.success) throw new ApiError("not_found");
      return send(request, reply, shared, await pictures.ofSong(await things.song(params.data.id)));
    },
  });

  const sharedPrivately = kindOf("image/jpeg", {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "cross-origin-resource-policy": "cross-origin",
  });
  app.route({
    method: methods,
    url: "/share/gifts/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const [, secret] = /^([\w-]{22})\.jpg$/.exec(name) ?? [];
      if (secret === undefined) throw new ApiError("not_found");
      return send(request, reply, sharedPrivately, pictures.ofGift(await things.gift(secret)));
    },
  });

  app.route({
    method: methods,
    url: "/share/playlists/:name",
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const [, token] = /^([\w-]{22})\.jpg$/.exec(name) ?? [];
      if (token === undefined) throw new ApiError("not_found");
      return send(request, reply, sharedPrivately, await pictures.ofPlaylist(await things.playlist(token)));
    },
  });

  app.route({
    method: methods,
    url: "/share.jpg",
    schema: { hide: true },
    handler: (request, reply) => send(request, reply, shared, pictures.ofSite()),
  });
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ReplyKind,
  { etag, bytes }: SharePicture,
): Promise<void> {
  // A share picture is drawn only for a client that has none yet.
  const tags = { plain: etag };
  if (conditionalStatus(request.headers, tags) === 304) return sendNotModified(reply, etag, kind);
  const body = await bytes();
  sendReady(request, reply, { tags, isCompressible: false, bytes: () => body }, kind);
}
