/**
 * Sends stored files with one buffer of 256 KB per response: fewer, larger reads and writes than a Node stream makes (see
 * docs/rooms/files-and-media.md#sending), and a slow client occupies no more memory than that.
 */
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { conditionalStatus, wholeSeconds } from "#server/platform/http/replies/conditions.ts";
import type { HeaderFields } from "#server/platform/http/security.ts";
import { contentTypeOf } from "./content-type.ts";
import { type ByteRange, parseRange } from "./range.ts";

const chunkBytes = 256 * 1024;
const maxSpareBuffers = 16;

const spareBuffers: Buffer[] = [];

/**
 * Answers GET and HEAD for one stored file, with validators and one range.
 * @param cacheControl header of a successful response.
 * @param disposition header `Content-Disposition` of a download.
 * @throws ApiError `not_found`, `precondition_failed` or `invalid_range`.
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  {
    cacheControl,
    disposition,
    security,
  }: { cacheControl: string; disposition: string | undefined; security: HeaderFields },
): Promise<void> {
  const handle = await openRegular(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new ApiError("not_found");
    const { size } = stats;
    const etag = `"${size.toString(16)}-${Math.floor(stats.mtimeMs).toString(16)}"`;
    const headers: Record<string, string | number> = {
      ...security,
      // Headers of hooks and the caller, which a raw response does not include.
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": contentTypeOf(file),
      "cache-control": cacheControl,
      "accept-ranges": "bytes",
      etag,
      "last-modified": stats.mtime.toUTCString(),
      ...(disposition === undefined ? {} : { "content-disposition": disposition }),
    };
    if (conditionalStatus(request.headers, { plain: etag }, undefined, stats.mtimeMs) === 304) {
      delete headers["content-type"];
      startResponse(reply, 304, headers).end();
      return;
    }
    const range = request.method === "GET" ? requestedRange(request, etag, stats) : undefined;
    if (range === "unsatisfiable") {
      reply.header("content-range", `bytes */${size}`);
      throw new ApiError("invalid_range");
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) headers["content-range"] = `bytes ${start}-${end}/${size}`;
    headers["content-length"] = end - start + 1;
    const response = startResponse(reply, range ? 206 : 200, headers);
    if (request.method === "HEAD" || size === 0) response.end();
    else await sendBytes(response, handle, start, end);
  } finally {
    await handle.close();
  }
}

/** Opens a file for reading without following links. @throws ApiError `not_found` */
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

/** Takes the response out of Fastify's hands and writes its head. */
function startResponse(reply: FastifyReply, status: number, headers: Record<string, string | number>): ServerResponse {
  reply.hijack();
  return reply.raw.writeHead(status, headers);
}

/** Returns the requested range; an `If-Range` that does not match the file disables it (RFC 9110, 13.1.5). */
function requestedRange(
  { headers }: FastifyRequest,
  etag: string,
  stats: Stats,
): ByteRange | undefined | "unsatisfiable" {
  const condition = headers["if-range"];
  if (typeof condition === "string" && condition !== etag && Date.parse(condition) !== wholeSeconds(stats.mtimeMs)) {
    return undefined;
  }
  return parseRange(headers.range, stats.size);
}

/** Sends bytes `start` to `end` inclusive and ends the response; destroys it when the client disconnects or the disk fails. */
async function sendBytes(response: ServerResponse, handle: FileHandle, start: number, end: number): Promise<void> {
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  let position = start;
  try {
    while (position <= end) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkBytes, end - position + 1), position);
      if (bytesRead === 0 || !(await writeFully(response, buffer.subarray(0, bytesRead)))) break;
      position += bytesRead;
    }
  } finally {
    if (position > end) response.end();
    else response.destroy();
  }
  // The system may still use the buffer of an interrupted connection, so that buffer is not reused.
  if (position > end && spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
}

/** Writes bytes and waits until the buffer may be reused. Resolves to false when the client disconnects. */
function writeFully(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    response.once("close", onClose);
    response.write(bytes, (error) => {
      response.off("close", onClose);
      resolve(!error);
    });
  });
}
