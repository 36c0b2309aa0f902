/** Replies that members keep ready, each for itself or, by supervisors and administrators, for all. */
import { ApiError } from "#contract/errors.ts";
import { maxReplies, type SavedReply, type SavedReplyBody } from "#contract/request-messages.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, CallerOf } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { type ReplyRow, savedRepliesRepository } from "./saved-replies.repository.ts";

type Actor = AdminCaller | CallerOf<"staff">;

export interface SavedReplies {
  /** Returns the caller's own replies, then those of all, by title. */
  list(caller: Actor): Promise<SavedReply[]>;
  /** @throws ApiError `forbidden` for one of all by an ordinary member; `conflict` for too many */
  add(caller: Actor, body: SavedReplyBody): Promise<SavedReply>;
  /** @throws ApiError `not_found`; `forbidden` */
  change(caller: Actor, id: number, body: Pick<SavedReplyBody, "title" | "text">): Promise<SavedReply>;
  /** @throws ApiError `not_found`; `forbidden` */
  remove(caller: Actor, id: number): Promise<void>;
}

export interface SavedRepliesDeps {
  database: Pick<Database, "db" | "commit">;
}

const noReply = "Không tìm thấy câu trả lời này";
const byTitle = new Intl.Collator("vi", { numeric: true }).compare;

export function createSavedReplies({ database: { db, commit } }: SavedRepliesDeps): SavedReplies {
  /** Returns a reply that the caller may change. @throws ApiError `not_found`, also for another member's; `forbidden` */
  async function find(from: Db, caller: Actor, id: number): Promise<ReplyRow> {
    const row = await findOrThrow(savedRepliesRepository(from).find(id), noReply);
    if (row.staff_id !== null && row.staff_id !== ownerOf(caller)) throw new ApiError("not_found", noReply);
    if (!mayChange(caller, row)) throw new ApiError("forbidden", onlySupervisors);
    return row;
  }

  /** Changes a reply that the caller may change. */
  const changing = <T>(caller: Actor, id: number, task: (tx: Tx) => Promise<T>) =>
    commit(async (tx) => {
      await find(tx, caller, id);
      return task(tx);
    });

  return {
    async list(caller) {
      const rows = await savedRepliesRepository(db).of(ownerOf(caller));
      const inOrder = rows.toSorted(
        (a, b) => Number(a.staff_id === null) - Number(b.staff_id === null) || byTitle(a.title, b.title) || a.id - b.id,
      );
      return inOrder.map((row) => toReply(caller, row));
    },

    async add(caller, { title, text, is_shared }) {
      const staff_id = is_shared ? null : ownerOf(caller);
      if (!mayChange(caller, { staff_id })) throw new ApiError("forbidden", onlySupervisors);
      return commit({ lock: `saved replies ${staff_id ?? "of all"}` }, async (tx) => {
        const repository = savedRepliesRepository(tx);
        if ((await repository.count(staff_id)) >= maxReplies) {
          throw new ApiError("conflict", `Đã có ${maxReplies} câu trả lời soạn sẵn, bạn xóa bớt rồi lưu nhé`);
        }
        const values = { staff_id, title, text, created_at: new Date().toISOString() };
        return toReply(caller, await repository.insert(values));
      });
    },

    change: (caller, id, { title, text }) =>
      changing(caller, id, async (tx) => toReply(caller, await savedRepliesRepository(tx).update(id, { title, text }))),

    remove: (caller, id) => changing(caller, id, (tx) => savedRepliesRepository(tx).remove(id)),
  };
}

const onlySupervisors = "Chỉ giám sát viên và quản trị viên soạn sẵn được câu trả lời cho mọi người";

/** Administrators have none of their own. */
const ownerOf = (caller: Actor) => (caller.kind === "staff" ? caller.id : null);

function mayChange(caller: Actor, { staff_id }: Pick<ReplyRow, "staff_id">): boolean {
  if (staff_id === null) return caller.kind === "admin" || caller.isSupervisor;
  return staff_id === ownerOf(caller);
}

function toReply(caller: Actor, row: ReplyRow): SavedReply {
  const { id, title, text, staff_id } = row;
  return { id, title, text, is_shared: staff_id === null, can_change: mayChange(caller, row) };
}
