/**
 * Sends stored files. One buffer of 256 KB for each client being served: fewer, larger reads and writes than a stream of
 * Node makes (see docs/decisions/0006-serving-audio.md), and a slow client holds no more than that.
 */
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { matches } from "#server/platform/http/negotiation.ts";
import { dataHeaders } from "#server/platform/http/security.ts";
import { contentTypeOf } from "./media.service.ts";
import { type ByteRange, parseRange } from "./range.ts";

const chunkBytes = 256 * 1024;
const keptBuffers = 16;
/** A client that takes nothing for this long is let go; a player asks for the rest by range. */
const idleMs = 2 * 60_000;

const buffers: Buffer[] = [];

/**
 * Answers GET and HEAD for one stored file: validators, one range, 404 when it is not there.
 * @param cacheControl of a successful answer.
 * @throws ApiError `not_found` or `invalid_range`.
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  { cacheControl, download }: { cacheControl: string; download: boolean },
): Promise<void> {
  if (!(await itsTurn(request, reply.raw))) return void reply.hijack();
  const handle = await openRegular(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new ApiError("not_found");
    const { size } = stats;
    const etag = `"${size.toString(16)}-${Math.floor(stats.mtimeMs).toString(16)}"`;
    const headers: Record<string, string | number> = {
      "content-type": contentTypeOf(file),
      "cache-control": cacheControl,
      "accept-ranges": "bytes",
      etag,
      "last-modified": stats.mtime.toUTCString(),
      // Without a name: what the page calls it counts, or else its address.
      ...(download ? { "content-disposition": "attachment" } : {}),
    };
    if (isFresh(request, etag, stats)) {
      delete headers["content-type"];
      begin(reply, 304, headers).end();
      return;
    }
    const range = request.method === "GET" ? askedRange(request, etag, stats) : undefined;
    if (range === "unsatisfiable") {
      reply.header("content-range", `bytes */${size}`);
      throw new ApiError("invalid_range");
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) headers["content-range"] = `bytes ${start}-${end}/${size}`;
    headers["content-length"] = end - start + 1;
    const response = begin(reply, range ? 206 : 200, headers);
    if (request.method === "HEAD" || size === 0) response.end();
    else await sendBytes(response, handle, start, end);
  } finally {
    await handle.close();
  }
}

/** Opens a file for reading; links are not followed. */
async function openRegular(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR" || code === "ENXIO")
      throw new ApiError("not_found");
    throw error;
  }
}

/** Takes the answer out of Fastify's hands, keeping the headers that hooks and the caller have set. */
function begin(reply: FastifyReply, status: number, headers: Record<string, string | number>): ServerResponse {
  reply.hijack();
  return reply.raw.writeHead(status, { ...dataHeaders, ...(reply.getHeaders() as Record<string, string>), ...headers });
}

function isFresh({ headers }: FastifyRequest, etag: string, stats: Stats): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return matches(tags, etag);
  const since = headers["if-modified-since"];
  return since !== undefined && wholeSeconds(stats.mtimeMs) <= Date.parse(since);
}

/** `If-Range` with a tag or date that is not this file's turns the range off (RFC 9110, 13.1.5). */
function askedRange({ headers }: FastifyRequest, etag: string, stats: Stats): ByteRange | undefined | "unsatisfiable" {
  const condition = headers["if-range"];
  if (typeof condition === "string" && condition !== etag && Date.parse(condition) !== wholeSeconds(stats.mtimeMs)) {
    return undefined;
  }
  return parseRange(headers.range, stats.size);
}

/** Dates of HTTP have no milliseconds. */
const wholeSeconds = (ms: number) => Math.floor(ms / 1000) * 1000;

/**
 * Waits until the answers to what the same connection asked before are out: a client may ask for a thousand files in one breath,
 * and each would lie open with a filled buffer. False when the client is gone.
 */
function itsTurn({ raw: { socket } }: FastifyRequest, response: ServerResponse): Promise<boolean> {
  // In-process requests have no connection to wait for.
  if (response.socket || !("setTimeout" in socket)) return Promise.resolve(true);
  if (socket.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    socket.setMaxListeners(0).once("close", gone);
    response.once("socket", () => {
      socket.off("close", gone);
      resolve(true);
    });
  });
}

/** Sends bytes `start` to `end` inclusive and ends the response. A client that leaves, or a failing disk, ends the sending. */
async function sendBytes(response: ServerResponse, handle: FileHandle, start: number, end: number): Promise<void> {
  const { socket } = response;
  if (socket && "setTimeout" in socket) socket.setTimeout(idleMs);
  const buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  let position = start;
  try {
    while (position <= end) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkBytes, end - position + 1), position);
      if (bytesRead === 0 || !(await written(response, buffer.subarray(0, bytesRead)))) break;
      position += bytesRead;
    }
  } finally {
    if (position > end) response.end();
    else response.destroy();
  }
  // The system may still hold the buffer of a connection that broke off: that one is not used again.
  if (position > end && buffers.length < keptBuffers) buffers.push(buffer);
}

/** Writes and waits until the bytes are out of the buffer; false when the client is gone. */
function written(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once("close", gone);
    response.write(bytes, (error) => {
      response.off("close", gone);
      resolve(!error);
    });
  });
}
