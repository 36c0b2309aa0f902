/** Replies about what an unguessable address alone protects, such as an order. */
import type { FastifyReply } from "fastify";

/** Keeps a reply from caches and search engines, and its address from other sites. */
export function keepPrivate(reply: FastifyReply | undefined): void {
  reply?.headers({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
  });
}
