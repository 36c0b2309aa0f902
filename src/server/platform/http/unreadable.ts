/** Answers what can't be read as a request, before any route sees it: like every refusal, in Vietnamese. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody } from "#contract/errors.ts";
import { dataHeaders } from "./security.ts";

const refusals: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: "Địa chỉ hoặc thông tin gửi kèm quá dài" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "Yêu cầu gửi đến quá chậm, vui lòng thử lại" },
};
const unreadable = { status: 400, detail: "Không đọc được yêu cầu" };

/** Fastify's `clientErrorHandler`. Nothing goes to the log: what was sent may hold anything. */
export function refuseUnreadable({ code }: { code?: string }, socket: Socket): void {
  // Nobody is there any more.
  if (code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) socket.write(answers[code ?? ""] ?? answer(unreadable));
  socket.destroy();
}

const answers = Object.fromEntries(Object.entries(refusals).map(([code, refusal]) => [code, answer(refusal)]));

function answer({ status, detail }: { status: number; detail: string }): string {
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
