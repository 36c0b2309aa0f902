/**
 * Talk about a request between its customer and the people of the desk (docs/rooms/request-page.md#talk). Who sees a request sees its messages;
 * who may change it answers, and the customer writes as long as it is there, also when it is cancelled or completed.
 */
import { ApiError, invalidField } from "#contract/errors.ts";
import { type MessageBody, messagesAtOnce, type RequestMessage, type RequestTalk } from "#contract/request-messages.ts";
import type { Files } from "#server/features/files/files.service.ts";
import { contentTypeOf, type MediaStore, type StoredFile } from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { type AdminCaller, anonymous, type Caller, type CallerOf } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Recordings } from "./recordings.ts";
import { assertChangeable, assertHasPage, assertNotErased, assertVisible, requestNotFound } from "./request-life.ts";
import { type MessageRow, requestMessagesRepository, type Side, sideOf } from "./request-messages.repository.ts";
import type { RequestNotices } from "./request-notices.ts";
import { findRequest, type RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

type Actor = AdminCaller | CallerOf<"staff">;

/** The files that may come with a message. */
interface MessageFiles {
  picture?: UploadedFile | undefined;
  recording?: UploadedFile | undefined;
}

export interface RequestTalkService {
  /** @throws ApiError `not_found` */
  ofCustomer(token: string, before: number | undefined): Promise<RequestTalk>;
  /**
   * Sends a message of the customer; the same `client_id` again sends none.
   * @param address of the client.
   * @throws ApiError `not_found`; `conflict` for an erased request; `invalid`, `unsupported_type`; `rate_limited`, `unavailable`
   */
  sendAsCustomer(token: string, body: MessageBody, files: MessageFiles, address: string): Promise<RequestTalk>;
  /** Marks what the desk wrote as read, up to a message, and leaves out the message that would tell of it. @throws ApiError `not_found` */
  readAsCustomer(token: string, upTo: number): Promise<{ unread: number }>;
  /** @throws ApiError `not_found` for a request that the caller may not see. */
  ofDesk(caller: Actor, id: number, before: number | undefined): Promise<RequestTalk>;
  /** As the customer's; who answers has read what the customer wrote. @throws ApiError `forbidden` for a request that the caller may not change */
  send(caller: Actor, id: number, body: MessageBody, files: MessageFiles): Promise<RequestTalk>;
  /** As the customer's. It counts for the member, and of a request without one for supervisors and administrators. */
  read(caller: Actor, id: number, upTo: number): Promise<{ unread: number }>;
}

export interface RequestTalkDeps {
  database: Pick<Database, "db" | "commit">;
  writes: Pick<RequestWrites, "lock" | "addSteps" | "withFiles">;
  notices: Pick<RequestNotices, "messageTo" | "messagesRead">;
  files: Pick<Files, "keep" | "isManaging" | "setClaims" | "signedUrl">;
  store: Pick<MediaStore, "accept">;
  recordings: Pick<Recordings, "count" | "warn">;
}

/** Messages of a side in a request and a day. */
const maxMessages = { customer: 50, desk: 200 } as const satisfies Record<Side, number>;
/** Bytes of all files that the customer sends in one request. */
const maxCustomerBytes = 300 * 1024 ** 2;
const dayMs = 24 * 60 * 60_000;

const tooMany = "Hôm nay đã có nhiều tin nhắn ở yêu cầu này, bạn nhắn tiếp vào ngày mai nhé";
const tooManyBytes = "Yêu cầu này đã có nhiều file, bạn nhắn tin không kèm file nhé";
const refusals = {
  tooManyAtOnce: "Mạng của bạn đang gửi nhiều file cùng lúc. Bạn chờ một phút rồi gửi lại",
  tooManyToday:
    "Hôm nay đã nhận nhiều file từ mạng của bạn. Bạn nhắn tin không kèm file, hoặc gửi lại file vào ngày mai",
  noRoom: "Máy chủ đang giữ nhiều file chờ nhận nên chưa nhận thêm. Bạn vẫn gửi được tin nhắn không kèm file",
};
const lost = "Chưa nhận được file này, bạn thử gửi lại nhé";

/** A message before it is written. */
interface Sending {
  row: RequestRow;
  caller: Caller;
  author: Pick<MessageRow, "author_kind" | "author_name">;
  body: MessageBody;
  upload: { field: "picture" | "recording"; file: UploadedFile } | undefined;
  /** Checked again on the locked request. @throws ApiError */
  assertAllowed(row: RequestRow): void;
}

export function createRequestTalk(deps: RequestTalkDeps): RequestTalkService {
  const { database, writes, notices, files, store, recordings } = deps;
  const { db, commit } = database;
  const repository = requestMessagesRepository(db);

  async function findByToken(token: string): Promise<RequestRow> {
    const row = await requestsRepository(db).byPageToken(token);
    if (!row) throw requestNotFound();
    assertHasPage(row);
    return row;
  }

  async function findVisible(caller: Actor, id: number): Promise<RequestRow> {
    const row = await findRequest(db, id);
    assertVisible(caller, row);
    return row;
  }

  function messageOf(message: MessageRow, reader: Side): RequestMessage {
    const { id, author_kind, author_name, text, file, file_kind, file_name, duration, created_at, read_at } = message;
    return {
      id,
      author: author_kind,
      author_name: reader === "desk" ? author_name : author_kind === "staff" ? firstName(author_name) : null,
      text,
      file:
        file === null || file_kind === null
          ? null
          : { kind: file_kind, name: file_name ?? "", url: files.signedUrl(file), duration },
      created_at,
      read_at,
    };
  }

  /** @param reader whose side reads it */
  async function talkOf(row: RequestRow, reader: Side, canWrite: boolean, before?: number): Promise<RequestTalk> {
    const other = reader === "desk" ? "customer" : "desk";
    const [rows, unread] = await Promise.all([
      repository.latest(row.id, messagesAtOnce + 1, before),
      repository.unread([row.id], other),
    ]);
    return {
      messages: rows
        .slice(0, messagesAtOnce)
        .toReversed()
        .map((message) => messageOf(message, reader)),
      has_earlier: rows.length > messagesAtOnce,
      unread: unread.get(row.id) ?? 0,
      can_write: canWrite && row.erased_at === null,
    };
  }

  /** Checks and stores a file. */
  async function keep({ field, file }: NonNullable<Sending["upload"]>): Promise<StoredFile> {
    const isManaged = await files.isManaging();
    const received = await store.accept(file, kindOf[field]);
    try {
      const [stored] = await files.keep([received], isManaged);
      return stored as StoredFile;
    } finally {
      await received.discard();
    }
  }

  /** @returns how many messages the side has written within a day. @throws ApiError `rate_limited` */
  async function assertRoom(tx: Tx, { row, author, upload }: Sending, now: number): Promise<number> {
    const messages = requestMessagesRepository(tx);
    const side = sideOf(author);
    const since = new Date(now - dayMs).toISOString();
    const written = await messages.countSince(row.id, side, since);
    if (written >= maxMessages[side]) throw new ApiError("rate_limited", tooMany);
    if (side === "desk" || !upload) return written;
    if ((await messages.customerBytes(row.id)) + upload.file.size > maxCustomerBytes) {
      throw new ApiError("rate_limited", tooManyBytes, [{ field: upload.field, message: tooManyBytes }]);
    }
    return written;
  }

  /** Writes a message, with what tells of it. @returns whether it is a new one */
  function write(sending: Sending, stored: StoredFile | undefined): Promise<boolean> {
    const { caller, author, body, upload, assertAllowed } = sending;
    const { id } = sending.row;
    return commit(async (tx) => {
      const row = await writes.lock(tx, id);
      assertAllowed(row);
      const messages = requestMessagesRepository(tx);
      if (await messages.byClientId(id, body.client_id)) return false;
      const time = Date.now();
      const now = new Date(time).toISOString();
      const written = await assertRoom(tx, sending, time);
      const file = upload && stored && { key: stored.key, kind: kindOf[upload.field], name: nameOf(upload) };
      const added = await messages.insert({
        request_id: id,
        ...author,
        text: body.text,
        file: file?.key ?? null,
        file_kind: file ? fileKindOf(file.key) : null,
        file_name: file?.name ?? null,
        duration: stored?.duration ?? null,
        client_id: body.client_id,
        created_at: now,
        read_at: null,
      });
      if (file && upload) {
        const name = file.name.replace(/\.\w{1,8}$/, "") || null;
        const missing = { field: upload.field, message: lost };
        const claim = { key: file.key, kind: file.kind, visibility: "signed", name, missing } as const;
        await files.setClaims(tx, { kind: "request_message", id: added.id }, [claim]);
      }
      const side = sideOf(author);
      const other = side === "desk" ? "customer" : "desk";
      if (await messages.markRead(id, other, added.id, now)) await notices.messagesRead(tx, row, side);
      if (written === 0) await writes.addSteps(tx, caller, id, [{ kind: "message_sent" }], now);
      await requestsRepository(tx).update(id, { updated_at: now });
      await notices.messageTo(tx, row, other, {
        words: body.text || wordsFor[added.file_kind ?? "audio"],
        from: author.author_kind === "staff" ? firstName(author.author_name) : null,
        firstUnread: (await messages.firstUnread(id, side)) ?? added.id,
      });
      return true;
    });
  }

  /** Sends a message once. */
  async function send(sending: Sending, address?: string): Promise<void> {
    const { row, body, upload } = sending;
    if (body.text === "" && !upload) throw invalidField("text", "Bạn viết vài lời, hoặc chọn một file nhé");
    if (await repository.byClientId(row.id, body.client_id)) return;
    const make = async () => {
      const stored = upload && (await keep(upload));
      const isUsed = await writes.withFiles(stored ? [stored] : [], async () => {
        const isNew = await write(sending, stored);
        return { result: isNew, isUsed: isNew };
      });
      return { result: isUsed, isUsed };
    };
    if (!upload || address === undefined) {
      await make();
      return;
    }
    const { size: bytes } = upload.file;
    const { isUsed } = await recordings.count({ address, bytes, field: upload.field, refusals }, make);
    if (isUsed) await recordings.warn();
  }

  /** Marks messages as read. @param reader whose side has read them */
  async function markRead(id: number, reader: Side, upTo: number): Promise<{ unread: number }> {
    const other = reader === "desk" ? "customer" : "desk";
    const first = await repository.firstUnread(id, other);
    if (first !== undefined && first <= upTo) {
      await commit(async (tx) => {
        const row = await writes.lock(tx, id);
        const messages = requestMessagesRepository(tx);
        const isMarked = await messages.markRead(id, other, upTo, new Date().toISOString());
        if (isMarked && (await messages.firstUnread(id, other)) === undefined) {
          await notices.messagesRead(tx, row, reader);
        }
      });
    }
    return { unread: (await repository.unread([id], other)).get(id) ?? 0 };
  }

  return {
    ofCustomer: async (token, before) => talkOf(await findByToken(token), "customer", true, before),

    async sendAsCustomer(token, body, given, address) {
      const row = await findByToken(token);
      assertNotErased(row);
      const author = { author_kind: "customer", author_name: null } as const;
      const sending = { row, caller: anonymous, author, body, upload: uploadOf(given), assertAllowed: assertNotErased };
      await send(sending, address);
      return talkOf(row, "customer", true);
    },

    async readAsCustomer(token, upTo) {
      const { id } = await findByToken(token);
      return markRead(id, "customer", upTo);
    },

    async ofDesk(caller, id, before) {
      const row = await findVisible(caller, id);
      return talkOf(row, "desk", mayAnswer(caller, row), before);
    },

    async send(caller, id, body, given) {
      const assertAllowed = (row: RequestRow) => {
        assertChangeable(caller, row);
        assertNotErased(row);
      };
      const row = await findRequest(db, id);
      assertAllowed(row);
      const author = { author_kind: caller.kind, author_name: caller.name };
      await send({ row, caller, author, body, upload: uploadOf(given), assertAllowed });
      return talkOf(row, "desk", true);
    },

    async read(caller, id, upTo) {
      const row = await findVisible(caller, id);
      if (isAnswerer(caller, row)) return markRead(id, "desk", upTo);
      return { unread: (await repository.unread([id], "customer")).get(id) ?? 0 };
    },
  };
}

/** Removes the talk about a request with its files, in the transaction that deletes or erases it. */
export async function forgetTalk(tx: Tx, files: Pick<Files, "setClaims">, requestId: number): Promise<void> {
  const messages = requestMessagesRepository(tx);
  for await (const id of inTurns(await messages.withFile(requestId))) {
    await files.setClaims(tx, { kind: "request_message", id }, []);
  }
  await messages.removeAll(requestId);
}

const kindOf = { picture: "attachment", recording: "reference" } as const;
/** The words for a message without a text. */
const wordsFor = { picture: "Một bức ảnh", audio: "Một bản thu âm", video: "Một đoạn video" } as const;

/** @throws ApiError `invalid` for more than one file */
function uploadOf({ picture, recording }: MessageFiles): Sending["upload"] {
  if (picture && recording) throw invalidField("recording", "Mỗi tin nhắn kèm một file thôi bạn nhé");
  if (picture) return { field: "picture", file: picture };
  return recording && { field: "recording", file: recording };
}

const nameOf = ({ field, file }: NonNullable<Sending["upload"]>) =>
  file.name || (field === "picture" ? "Ảnh" : "Bản thu");

function fileKindOf(key: string): NonNullable<MessageRow["file_kind"]> {
  const type = contentTypeOf(key);
  if (type.startsWith("image/")) return "picture";
  return type.startsWith("video/") ? "video" : "audio";
}

/** Vietnamese names end with the name that people are called by. */
const firstName = (fullName: string | null) => fullName?.trim().split(/\s+/).at(-1) ?? null;

function mayAnswer(caller: Actor, row: RequestRow): boolean {
  return caller.kind === "admin" || caller.isSupervisor || row.staff_id === caller.id;
}

/** Whether messages of the customer wait for the caller: others of the desk may look in without taking them from the member. */
function isAnswerer(caller: Actor, row: RequestRow): boolean {
  if (row.staff_id === null) return mayAnswer(caller, row);
  return caller.kind === "staff" && caller.id === row.staff_id;
}
