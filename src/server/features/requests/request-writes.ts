/** Shared steps of all that writes requests: the lock, the state that the rules look at, the save of their outcome, claims of files. */
import type { FieldChange } from "#contract/history.ts";
import type { DeliveryWords, RequestChange, SupervisorChange } from "#contract/requests.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import {
  fieldChanges,
  forgetChanges,
  recordAudit,
  shownTime,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import type { Releases } from "#server/features/catalogue/releases.service.ts";
import type { Claim, Files } from "#server/features/files/files.service.ts";
import type { StoredFile } from "#server/features/media/media.service.ts";
import type { FollowPayment } from "#server/features/receipts/receipts.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { dong } from "#server/platform/money.ts";
import { fileNameOf } from "#server/platform/text.ts";
import type { LyricsChange } from "./lyrics-life.ts";
import { noRequest, type Outcome, type RequestState, type Step, type VersionChange } from "./request-life.ts";
import { type LyricsRow, requestLyricsRepository } from "./request-lyrics.repository.ts";
import type { RequestNotices } from "./request-notices.ts";
import { paymentFacts } from "./request-payment.ts";
import {
  type EventRow,
  type RequestRow,
  type RequestUpdate,
  requestsRepository,
  type VersionRow,
} from "./requests.repository.ts";
import type { VersionLyrics } from "./version-lyrics.ts";
import { workingDaysUntil } from "./working-days.ts";

/** @throws ApiError `not_found` */
export function findRequest(db: Db, id: number): Promise<RequestRow> {
  return findOrThrow(requestsRepository(db).find(id), noRequest);
}

/** Returns the file name of a finished song, without its extension: its title, or whom it is for. */
export function songFileName(
  { recipient, customer_name }: Pick<RequestRow, "recipient" | "customer_name">,
  title: string | null,
): string {
  return fileNameOf(`Ngân Nga - ${title ?? `Bài hát cho ${recipient ?? customer_name}`}`);
}

/** Returns the version that stands for the song: the accepted one, before that the latest; undefined without one. */
export function mainOf<T extends Pick<VersionRow, "id">>(
  { accepted_song_id }: Pick<RequestRow, "accepted_song_id">,
  delivered: readonly T[],
): T | undefined {
  return delivered.find(({ id }) => id === accepted_song_id) ?? delivered[0];
}

/** Returns the claims of a request on its files. @param added the files that must be there. */
function claimsOf(
  row: RequestRow,
  versions: readonly Pick<VersionRow, "file" | "cover" | "title">[],
  added: readonly Claim["key"][] = [],
): Claim[] {
  const field = (key: string, name: string) =>
    added.includes(key) ? { missing: { field: name, message: "Không tìm thấy file này, vui lòng tải lên lại" } } : {};
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
    ...versions.map(({ file, title }) => ({
      key: file,
      kind: "finished_song" as const,
      visibility: "signed" as const,
      name: songFileName(row, title),
      ...field(file, "audio_file"),
    })),
    // Several versions may have the same one.
    ...[...new Set(versions.flatMap(({ cover }) => cover ?? []))].map((cover) => ({
      key: cover,
      kind: "attachment" as const,
      visibility: "signed" as const,
      name: null,
      ...field(cover, "cover_file"),
    })),
  ];
}

export interface WritesDeps {
  database: Pick<Database, "dialect">;
  files: Pick<Files, "setClaims" | "abandon">;
  staff: Pick<Staff, "activeName" | "keepMembers">;
  releases: Pick<Releases, "withhold" | "permit">;
  notices: Pick<RequestNotices, "send">;
  /** Called in the transaction that deletes or erases a request. */
  onRelease(tx: Tx, requestId: number): Promise<void>;
  /** Called after each change. */
  onPayment: FollowPayment;
}

const trail: TrailFields<RequestRow, RequestChange & SupervisorChange> = {
  status: { label: "Trạng thái", show: (status) => statusNames[status] },
  agreed_price: { label: "Giá", show: dong },
  free_changes: "Số lần sửa miễn phí",
  received_amount: { label: "Đã nhận", show: dong },
  is_paid: null,
  staff_id: null,
  paid_at: { label: "Thanh toán", show: shownTime },
  due_at: { label: "Hạn", show: shownTime },
  waiting_since: { label: "Chờ khách duyệt lời từ", show: shownTime },
  admin_notes: "Ghi chú quản trị",
  staff_notes: "Ghi chú nhân viên",
  customer_name: "Tên khách",
  customer_email: "Email",
  customer_phone: "Điện thoại",
  request_content: "Nội dung",
};

const statusNames = { new: "Mới", processing: "Đang xử lý", completed: "Hoàn thành", cancelled: "Đã hủy" } as const;

type Actor = Caller | { kind: "system" };

/** A stored file of a finished song, with what it is handed over with: words, and the picture of its cover or that of the version before. */
export type AddedSong = StoredFile &
  Partial<Omit<DeliveryWords, "lyrics"> & VersionLyrics> & { cover?: StoredFile | "kept" | undefined };

/** A locked request with what its rules look at. */
type LockedRequest = RequestState & { versions: readonly VersionRow[]; lyrics: readonly LyricsRow[] };

export type RequestWrites = ReturnType<typeof createRequestWrites>;

export function createRequestWrites(deps: WritesDeps) {
  const { database, files, staff, releases, notices, onRelease, onPayment } = deps;
  const { dialect } = database;

  /** Takes the lock of a request, whose member nobody deactivates or deletes until the transaction ends. @throws ApiError `not_found` */
  async function lock(tx: Tx, id: number): Promise<RequestRow> {
    await staff.keepMembers(tx);
    await dialect.lock(tx, `request ${id}`);
    return findRequest(tx, id);
  }

  /** Makes the files of a request and of its versions its claims. @param added keys of files that must be there. */
  async function claim(tx: Tx, row: RequestRow, added?: readonly string[]): Promise<void> {
    const versions = await requestsRepository(tx).versions(row.id);
    await files.setClaims(tx, { kind: "song_request", id: row.id }, claimsOf(row, versions, added));
  }

  /** Releases all files of a request. */
  async function release(tx: Tx, id: number): Promise<void> {
    await onRelease(tx, id);
    await files.setClaims(tx, { kind: "song_request", id }, []);
  }

  /**
   * Writes what one command leads to. Each step reads what the ones before it have written: the claims and the figures of staff name the
   * versions that are there, the steps bear the time of the row, and trail, payment and messages tell of the row as it is saved.
   */
  async function saveOne(
    tx: Tx,
    actor: Actor,
    stored: RequestRow,
    outcome: Outcome,
    added: AddedSong | undefined,
  ): Promise<RequestRow> {
    const { isDeleted = false, change, steps, messages } = outcome;
    const { id } = stored;
    await saveSong(tx, stored, outcome);
    await saveParts(tx, actor, stored, outcome, added);
    if (isDeleted) await remove(tx, id);
    const row = isDeleted
      ? stored
      : await requestsRepository(tx).update(id, { ...change, ...(await counted(tx, stored, outcome)) });
    await addSteps(tx, actor, id, steps, row.updated_at);
    await recordSave(tx, actor, stored, isDeleted ? undefined : row);
    if (!isDeleted) await onPayment(tx, paymentFacts(row));
    await notices.send(tx, row, messages);
    return row;
  }

  /** Shows the song of the library that was made of a request, or takes it out of sight. */
  async function saveSong(tx: Tx, { song_id }: RequestRow, { song }: Outcome): Promise<void> {
    if (song_id === null || song === undefined) return;
    if (song === "permit") await releases.permit(tx, song_id);
    else await releases.withhold(tx, song_id, song);
  }

  /** Saves versions and lyrics, and claims the files of the versions where these are others. */
  async function saveParts(
    tx: Tx,
    actor: Actor,
    stored: RequestRow,
    { versions, lyrics = [] }: Outcome,
    added: AddedSong | undefined,
  ): Promise<void> {
    for await (const version of inTurns(versions)) await saveVersion(tx, stored.id, version, added);
    for await (const each of inTurns(lyrics)) await saveLyrics(tx, stored.id, each, "name" in actor ? actor.name : "");
    if (versions.some(({ kind }) => kind === "add" || kind === "remove")) await claim(tx, stored, keysOf(added));
  }

  async function remove(tx: Tx, id: number): Promise<void> {
    await release(tx, id);
    await requestsRepository(tx).remove(id);
    await forgetChanges(tx, "song_request", [id]);
  }

  /** Adds the entry to the trail, which holds staff and administrators only. @param row undefined for a request that was deleted */
  async function recordSave(tx: Tx, actor: Actor, stored: RequestRow, row: RequestRow | undefined): Promise<void> {
    if (actor.kind === "anonymous" || actor.kind === "user") return;
    const subject = { entity: "song_request", id: stored.id, name: stored.code } as const;
    if (row === undefined) await recordAudit(tx, actor, { action: "delete", ...subject });
    else await recordAudit(tx, actor, { action: "update", ...subject, changes: await requestChanges(tx, stored, row) });
  }

  /** Returns what a change of a request made of what. */
  async function requestChanges(tx: Tx, before: RequestRow, after: RequestRow): Promise<FieldChange[]> {
    const changes = fieldChanges(trail, before, after);
    if (before.staff_id === after.staff_id) return changes;
    const name = async (id: number | null) => (id === null ? null : ((await staff.activeName(tx, id)) ?? `số ${id}`));
    return [
      ...changes,
      { field: "Người phụ trách", from: await name(before.staff_id), to: await name(after.staff_id) },
    ];
  }

  return {
    lock,

    /** Takes the locks of several requests, as `lock` does for one. */
    async lockAll(tx: Tx, ids: readonly number[]): Promise<void> {
      await staff.keepMembers(tx);
      for await (const id of inTurns(ids.toSorted((a, b) => a - b))) await dialect.lock(tx, `request ${id}`);
    },

    /**
     * Takes the lock of a request and reads what its rules look at.
     * @param memberIds of members whom the command names. @throws ApiError `not_found`
     */
    async state(tx: Tx, id: number, memberIds: readonly number[] = []): Promise<LockedRequest> {
      const row = await lock(tx, id);
      const repository = requestsRepository(tx);
      const [versions, steps] = [await repository.versions(id), await repository.events(id)];
      const lyrics = await requestLyricsRepository(tx).ofRequest(id);
      const activeMembers = new Map<number, string>();
      for await (const member of inTurns(new Set([...(row.staff_id === null ? [] : [row.staff_id]), ...memberIds]))) {
        const name = await staff.activeName(tx, member);
        if (name !== undefined) activeMembers.set(member, name);
      }
      return { row, versions, lyrics, steps, activeMembers };
    },

    /**
     * Writes what a command leads to, with an entry in the audit trail for each save of staff and administrators.
     * @param actor a customer for anyone but staff, administrators and the worker that settles transfers. @param added the file of a version that is added.
     * @returns the request afterwards.
     */
    async save(
      tx: Tx,
      actor: Actor,
      { row: stored }: LockedRequest,
      outcomes: readonly Outcome[],
      added?: AddedSong,
    ): Promise<RequestRow> {
      let row = stored;
      for (const outcome of outcomes) row = await saveOne(tx, actor, row, outcome, added);
      return row;
    },

    addSteps,
    claim,

    release,

    /** Runs a task that claims stored files; without effect on them, they are removed again. @returns the task's result. */
    async withFiles<T>(stored: readonly StoredFile[], task: () => Promise<{ result: T; isUsed: boolean }>): Promise<T> {
      let isUsed = false;
      try {
        const done = await task();
        ({ isUsed } = done);
        return done.result;
      } finally {
        if (!isUsed) await files.abandon(stored);
      }
    },
  };
}

/** Returns the keys of the files that come with a new version. */
function keysOf(added: AddedSong | undefined): string[] {
  if (!added) return [];
  const { key, cover } = added;
  return typeof cover === "object" ? [key, cover.key] : [key];
}

/** Returns what the figures of staff are made of, as far as a save changes it. */
async function counted(tx: Tx, row: RequestRow, { versions, steps }: Outcome): Promise<RequestUpdate> {
  const wishes = steps.filter(({ kind }) => kind === "changes_requested").length;
  const wished = wishes > 0 ? { changes_done: row.changes_done + wishes } : {};
  if (versions.length === 0) return wished;
  const first_delivered_at = await requestsRepository(tx).firstDelivery(row.id);
  const days_needed = first_delivered_at === null ? null : workingDaysUntil(row.created_at, first_delivered_at);
  return { ...wished, first_delivered_at, days_needed };
}

async function saveVersion(
  tx: Tx,
  requestId: number,
  version: VersionChange,
  added: AddedSong | undefined,
): Promise<void> {
  const repository = requestsRepository(tx);
  switch (version.kind) {
    case "add": {
      if (!added) throw new Error("A version has a file");
      const { number, created_at, delivered_at } = version;
      const cover = added.cover === "kept" ? (await repository.versions(requestId))[0]?.cover : added.cover?.key;
      const { key: file, duration, title = null, dedication = null, note = null } = added;
      const { lyrics = null, lines = null } = added;
      const words = { title, dedication, lyrics, lines, note };
      await repository.addVersion({
        request_id: requestId,
        number,
        file,
        cover: cover ?? null,
        duration,
        created_at,
        delivered_at,
        ...words,
      });
      return;
    }
    case "remove":
      return repository.removeVersion(version.id);
    case "correct":
      return repository.changeVersion(version.id, version.words);
    case "deliver":
      return repository.deliverVersion(version.id, version.delivered_at);
  }
}

/** @param sent_by name of who sends a version */
async function saveLyrics(tx: Tx, request_id: number, lyrics: LyricsChange, sent_by: string): Promise<void> {
  const repository = requestLyricsRepository(tx);
  switch (lyrics.kind) {
    case "send": {
      const { kind: _kind, ...values } = lyrics;
      return repository.add({ ...values, request_id, state: "waiting", sent_by });
    }
    case "answer": {
      const { kind: _kind, id, ...values } = lyrics;
      return repository.answer(id, values);
    }
    case "end":
      return repository.setState(lyrics.id, lyrics.state);
  }
}

/** Adds events of the actor: a customer for anyone but staff, administrators and the worker that settles transfers. */
async function addSteps(tx: Tx, actor: Actor, id: number, steps: readonly Step[], now: string): Promise<void> {
  const actor_kind = stepActors[actor.kind];
  await requestsRepository(tx).addEvents(
    steps.map(({ kind, text = null, second = null, version = null, amount = null, isBySystem = false }) => ({
      request_id: id,
      kind,
      actor_kind: isBySystem ? "system" : actor_kind,
      actor_name: "name" in actor && !isBySystem ? actor.name : null,
      text,
      second,
      version,
      amount,
      created_at: now,
    })),
  );
}

const stepActors = {
  anonymous: "customer",
  user: "customer",
  staff: "staff",
  admin: "admin",
  accountant: "admin",
  system: "system",
} as const satisfies Record<Actor["kind"], EventRow["actor_kind"]>;
