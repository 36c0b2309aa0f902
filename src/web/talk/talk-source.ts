/** Where the messages of a request come from: its private page, or a back office. */
import type { RequestTalk } from "#contract/request-messages.ts";
import { call } from "../lib/api.ts";
import type { StorageKey } from "../lib/storage.ts";
import { type UploadProgress, upload } from "../lib/upload.ts";

/** A message on its way. */
export interface Sending {
  /** The same one again is the same message. */
  client_id: string;
  text: string;
  picture?: File;
  recording?: File;
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

export interface TalkSource {
  /** Where this device keeps the message that is being typed. */
  draftKey: StorageKey;
  /** Reads the latest messages, or those before one. @throws ApiError */
  read(before?: number): Promise<RequestTalk>;
  /** @throws ApiError; the signal's reason when it is cancelled */
  send(message: Sending, options: SendOptions): Promise<RequestTalk>;
  /** Tells that the messages up to one were read. @throws ApiError */
  markRead(upTo: number): Promise<unknown>;
}

const readFallback = "Không tải được tin nhắn, bạn thử lại nhé";
const sendFallback = "Chưa gửi được tin nhắn, bạn thử lại nhé";

/** @param token address of the private page */
export function customerTalk(token: string): TalkSource {
  const params = { token };
  return {
    draftKey: `talk:${token}`,
    read: async (before) => {
      const input = { params, ...(before === undefined ? {} : { query: { before } }), fallback: readFallback };
      return (await call("GET /api/requests/{token}/messages", input)).data;
    },
    send: (message, options) =>
      upload("POST /api/requests/{token}/messages", message, { params, fallback: sendFallback, ...options }),
    markRead: (up_to) => call("POST /api/requests/{token}/messages/read", { params, body: { up_to } }),
  };
}

/** @param id of the request @param account e-mail or user name of who writes */
export function adminTalk(id: number, account: string): TalkSource {
  const [params, as] = [{ id }, "admin" as const];
  return {
    draftKey: `deskTalk:admin:${account}:${id}`,
    read: async (before) => {
      const input = { params, as, ...(before === undefined ? {} : { query: { before } }), fallback: readFallback };
      return (await call("GET /api/song-requests/{id}/messages", input)).data;
    },
    send: (message, options) =>
      upload("POST /api/song-requests/{id}/messages", message, { params, as, fallback: sendFallback, ...options }),
    markRead: (up_to) => call("POST /api/song-requests/{id}/messages/read", { params, as, body: { up_to } }),
  };
}

/** @param id of the request @param account e-mail or user name of who writes */
export function staffTalk(id: number, account: string): TalkSource {
  const [params, as] = [{ id }, "staff" as const];
  return {
    draftKey: `deskTalk:staff:${account}:${id}`,
    read: async (before) => {
      const input = { params, as, ...(before === undefined ? {} : { query: { before } }), fallback: readFallback };
      return (await call("GET /api/staff/requests/{id}/messages", input)).data;
    },
    send: (message, options) =>
      upload("POST /api/staff/requests/{id}/messages", message, { params, as, fallback: sendFallback, ...options }),
    markRead: (up_to) => call("POST /api/staff/requests/{id}/messages/read", { params, as, body: { up_to } }),
  };
}
