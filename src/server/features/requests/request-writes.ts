/** Shared steps of all that writes requests: the lock, the place in the queue, events, claims of files. */
import { ApiError } from "#contract/errors.ts";
import type { RequestEventKind, RequestStatus } from "#contract/requests.ts";
import type { Staff } from "#server/features/accounts/staff.service.ts";
import type { Claim, Files } from "#server/features/files/files.service.ts";
import type { StoredFile } from "#server/features/media/media.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import { requestsTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { fileNameOf } from "#server/platform/text.ts";
import { type RequestRow, type RequestUpdate, requestsRepository, type VersionRow } from "./requests.repository.ts";
import { dueAfter } from "./working-days.ts";

/** An event before it is written. */
export interface Step {
  kind: RequestEventKind;
  text?: string | null;
  second?: number | null;
  version?: number | null;
  amount?: number | null;
}

export const requestNotFound = () => new ApiError("not_found", "Không tìm thấy yêu cầu");

/** @throws ApiError `not_found` */
export async function findOrThrow(db: Db, id: number): Promise<RequestRow> {
  const row = await requestsRepository(db).find(id);
  if (!row) throw requestNotFound();
  return row;
}

/** True for a request that is still to be worked on. */
export function isOpen(status: RequestStatus): boolean {
  return status === "new" || status === "processing";
}

/** True for an open request without a member: any member may take it. */
export function isAvailable({ staff_id, status }: Pick<RequestRow, "staff_id" | "status">): boolean {
  return staff_id === null && isOpen(status);
}

/** Returns the status that a change leads to: a named one stands; an open request that loses its member is new again. */
export function statusAfter(
  stored: Pick<RequestRow, "status" | "staff_id">,
  { status, staff_id = stored.staff_id }: Pick<RequestUpdate, "status" | "staff_id">,
): RequestStatus {
  const isReleased = stored.staff_id !== null && isAvailable({ staff_id, status: stored.status });
  return status ?? (isReleased ? "new" : stored.status);
}

/** Beyond every due time, also after the time of a closing is taken off. */
const queueEnd = Date.UTC(9000, 0);

/** Returns the place of a request in the queue. @param stored the request before a change, if there was one. @param now ISO time. */
export function queueOf(
  { status, due_at }: Pick<RequestRow, "status" | "due_at">,
  stored: Pick<RequestRow, "status" | "queue"> | undefined,
  now: string,
): string {
  if (isOpen(status)) return due_at;
  return stored?.status === status ? stored.queue : new Date(queueEnd - Date.parse(now)).toISOString();
}

/** Returns the file name of a finished song, without its extension. */
export function songFileName({ recipient, customer_name }: Pick<RequestRow, "recipient" | "customer_name">): string {
  return fileNameOf(`Ngân Nga - Bài hát cho ${recipient ?? customer_name}`);
}

/** Returns the claims of a request on its files. @param added the file that must be there. */
function claimsOf(row: RequestRow, versions: readonly Pick<VersionRow, "file">[], added?: Claim["key"]): Claim[] {
  const field = (key: string, name: string) =>
    key === added ? { missing: { field: name, message: "Không tìm thấy file này, vui lòng tải lên lại" } } : {};
  const { reference_file: reference, reference_file_name } = row;
  return [
    ...(reference === null
      ? []
      : [
          {
            key: reference,
            kind: "reference" as const,
            visibility: "staff" as const,
            name: reference_file_name?.replace(/\.\w{1,8}$/, "") || null,
            ...field(reference, "reference_file"),
          },
        ]),
    ...versions.map(({ file }) => ({
      key: file,
      kind: "finished_song" as const,
      visibility: "signed" as const,
      name: songFileName(row),
      ...field(file, "audio_file"),
    })),
  ];
}

export interface WritesDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  outbox: Pick<Outbox, "flush">;
  notifications: Pick<Notifications, "committed">;
  files: Pick<Files, "setClaims" | "abandon">;
  staff: Pick<Staff, "activeName" | "keepMembers">;
}

export type RequestWrites = ReturnType<typeof createRequestWrites>;

export function createRequestWrites({ database, outbox, files, staff, notifications }: WritesDeps) {
  const { db, dialect, changes } = database;

  /** Must be called after a commit of changes. */
  function announce(): void {
    changes.committed(requestsTopic);
    notifications.committed();
  }

  return {
    /** Takes the lock of a request, whose member nobody deactivates or deletes until the transaction ends. @throws ApiError `not_found` */
    async lock(tx: Tx, id: number): Promise<RequestRow> {
      await staff.keepMembers(tx);
      await dialect.lock(tx, `request ${id}`);
      return findOrThrow(tx, id);
    },

    /** Takes the locks of several requests, as `lock` does for one. */
    async lockAll(tx: Tx, ids: readonly number[]): Promise<void> {
      await staff.keepMembers(tx);
      for (const id of ids.toSorted((a, b) => a - b)) await dialect.lock(tx, `request ${id}`);
    },

    announce,

    /** Runs one transaction, then tells of the change and starts the removal of released files. */
    async write<T>(task: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await db.transaction().execute(task);
      announce();
      outbox.flush().catch(() => {});
      return result;
    },

    /** Updates a locked request and adds events of the actor: a customer for anyone but staff and administrators. */
    async save(tx: Tx, actor: Caller, stored: RequestRow, change: RequestUpdate, steps: readonly Step[]) {
      const now = new Date().toISOString();
      const { status = stored.status, due_at = stored.due_at } = change;
      const queue = queueOf({ status, due_at }, stored, now);
      const row = await requestsRepository(tx).update(stored.id, { ...change, queue, updated_at: now });
      await addSteps(tx, actor, stored.id, steps, now);
      return row;
    },

    addSteps,

    /**
     * Returns what beside the status changes with a closed request that opens again: it is due anew, and a member who was deactivated
     * in the meantime loses it.
     */
    async reopening(tx: Tx, { id, staff_id }: RequestRow): Promise<RequestUpdate> {
      const time = Date.now();
      const due_at = dueAfter(time);
      if (staff_id === null || (await staff.activeName(tx, staff_id)) !== undefined) return { due_at };
      await addSteps(tx, { kind: "system" }, id, [{ kind: "released" }], new Date(time).toISOString());
      return { due_at, staff_id: null };
    },

    /** Makes the files of a request and of its versions its claims. @param added key of a file that must be there. */
    async claim(tx: Tx, row: RequestRow, added?: string): Promise<void> {
      const versions = await requestsRepository(tx).versions(row.id);
      await files.setClaims(tx, { kind: "song_request", id: row.id }, claimsOf(row, versions, added));
    },

    /** Releases all files of a request. */
    release: (tx: Tx, id: number): Promise<void> => files.setClaims(tx, { kind: "song_request", id }, []),

    /** Runs a task that claims a stored file; without effect on the file, it is removed again. @returns the task's result. */
    async withFile<T>(stored: StoredFile | undefined, task: () => Promise<{ result: T; isUsed: boolean }>): Promise<T> {
      let isUsed = false;
      try {
        const done = await task();
        ({ isUsed } = done);
        return done.result;
      } finally {
        if (stored && !isUsed) await files.abandon([stored]);
      }
    },
  };
}

async function addSteps(
  tx: Tx,
  actor: Caller | { kind: "system" },
  id: number,
  steps: readonly Step[],
  now: string,
): Promise<void> {
  const isStaff = actor.kind === "staff" || actor.kind === "admin";
  await requestsRepository(tx).addEvents(
    steps.map(({ kind, text = null, second = null, version = null, amount = null }) => ({
      request_id: id,
      kind,
      actor_kind: isStaff || actor.kind === "system" ? actor.kind : "customer",
      actor_name: isStaff ? actor.name : null,
      text,
      second,
      version,
      amount,
      created_at: now,
    })),
  );
}
