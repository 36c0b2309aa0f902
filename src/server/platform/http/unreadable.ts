/** Replies to input that is no readable HTTP request, before any route: in Vietnamese, like every error. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ApiError, type ErrorBody } from "#contract/errors.ts";
import { dataHeaders } from "./security.ts";

const knownErrors: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: "Địa chỉ hoặc thông tin gửi kèm quá dài" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "Yêu cầu gửi đến quá chậm, vui lòng thử lại" },
};
const unreadable = { status: 400, detail: "Không đọc được yêu cầu" };

/** Fastify's `clientErrorHandler`. Logs nothing: the input may hold secrets. */
export function refuseUnreadable({ code }: { code?: string }, socket: Socket): void {
  // The client is gone.
  if (code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) socket.write(replies[code ?? ""] ?? replyOf(unreadable));
  socket.destroy();
}

/**
 * Refuses requests with several `Host` headers with 400 (RFC 9112, 3.2), of which Node takes the first and a proxy or a cache may take another.
 * Node itself refuses those without one.
 */
export function refuseSeveralHosts(http: FastifyInstance): void {
  http.addHook("onRequest", ({ raw: { rawHeaders } }, reply, done) => {
    let hosts = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i] ?? "";
      if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    }
    if (hosts <= 1) return done();
    reply.header("connection", "close");
    done(new ApiError("invalid", unreadable.detail, undefined, unreadable.status));
  });
}

const replies = Object.fromEntries(Object.entries(knownErrors).map(([code, error]) => [code, replyOf(error)]));

function replyOf({ status, detail }: { status: number; detail: string }): string {
  const body = JSON.stringify({ detail } satisfies ErrorBody);
  const headers = {
    ...dataHeaders,
    "cache-control": "no-store",
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
