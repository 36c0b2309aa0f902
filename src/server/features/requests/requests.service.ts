/** The rules of requests for staff and administrators (docs/decisions/0048-requests.md). */
import { createReadStream } from "node:fs";
import { ApiError, invalidField } from "#contract/errors.ts";
import {
  type Assignment,
  type LibrarySong,
  type PaymentChange,
  type RequestChange,
  type RequestEventKind,
  type RequestFilter,
  type RequestListQuery,
  type RequestStatus,
  type SongRequest,
  type SongRequestDetail,
  type StaffRequest,
  type StaffRequestQuery,
  type StaffStats,
  type StatusChange,
  type Withdrawal,
} from "#contract/requests.ts";
import type { Staff } from "#server/features/accounts/staff.service.ts";
import { type AuditEntry, assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore, StoredFile } from "#server/features/media/media.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, CallerOf } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import type { RequestNotices } from "./request-notices.ts";
import { type RequestViews, versionOfRequest } from "./request-views.ts";
import {
  findOrThrow,
  isAvailable,
  isOpen,
  type RequestWrites,
  requestNotFound,
  type Step,
  statusAfter,
} from "./request-writes.ts";
import {
  type DeskPart,
  deskReader,
  type RequestRow,
  type RequestUpdate,
  requestListReader,
  requestsRepository,
} from "./requests.repository.ts";

type StaffCaller = CallerOf<"staff">;
type Actor = AdminCaller | StaffCaller;

export interface Requests {
  page(query: RequestListQuery): Promise<{ rows: SongRequest[]; total: number }>;
  count(filter: RequestFilter): Promise<{ total: number }>;
  /** Returns the requests that a staff member may see, in the order of the queue. */
  deskPage(caller: StaffCaller, query: StaffRequestQuery): Promise<{ items: StaffRequest[]; total: number }>;
  deskStats(caller: StaffCaller): Promise<StaffStats>;
  /** @throws ApiError `not_found`, also for a request that the caller may not see. */
  request(caller: Actor, id: number): Promise<SongRequestDetail>;
  /**
   * Updates the given fields.
   * @throws ApiError `not_found`; `invalid` for a member who is not active; `conflict` for a new price of an accepted or paid request.
   */
  change(caller: Actor, id: number, body: RequestChange | PaymentChange): Promise<SongRequestDetail>;
  /** @throws ApiError `not_found`; `forbidden` for another's request. */
  changeStatus(caller: StaffCaller, id: number, body: StatusChange): Promise<SongRequestDetail>;
  /**
   * Claims a request for the caller, or hands it over.
   * @throws ApiError `not_found`; `conflict` when another member was faster; `forbidden` for handing over without being a supervisor;
   * `invalid` for a member who is not active. Returning an untouched request of one's own needs no supervisor.
   */
  assign(caller: StaffCaller, id: number, body: Assigned): Promise<SongRequestDetail>;
  /**
   * Attaches a finished song as the next version.
   * @throws ApiError `not_found`; `forbidden` for another's request; `unsupported_type` or `invalid` for an unusable file.
   */
  attachSong(caller: Actor, id: number, upload: UploadedFile): Promise<SongRequestDetail>;
  /**
   * Withdraws a version: nobody hears it any more. A completed request that has no other version opens again.
   * @throws ApiError `not_found`; `forbidden` for another's request; `conflict` for a version that the customer accepted, or after the song
   * went into the library.
   */
  withdrawSong(caller: Actor, id: number, versionId: number, body: Withdrawal): Promise<SongRequestDetail>;
  /** Deletes a request with its files and hides its song of the library for good, since nobody could withdraw the consent any more. @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /**
   * Makes a song of the library of the accepted version, else of the delivered one of a completed request.
   * @throws ApiError `not_found`; `conflict` without consent or such a version, or when there is a song already; `invalid` for categories.
   */
  publish(caller: AdminCaller, id: number, body: LibrarySong): Promise<SongRequestDetail>;
  requestCounts(): Promise<{ total: number; new: number }>;
  /** Returns the codes of existing requests by id. */
  requestCodes(ids: readonly number[]): Promise<Map<number, string>>;
}
type Assigned = ReturnType<(typeof Assignment)["parse"]>;

export interface RequestsDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  writes: RequestWrites;
  views: RequestViews;
  notices: RequestNotices;
  store: Pick<MediaStore, "accept">;
  files: Pick<Files, "keep" | "save" | "abandon" | "isManaging" | "uploadTarget" | "withContent">;
  catalogue: Pick<Catalogue, "createSong" | "lock" | "withholdSong">;
  staff: Pick<Staff, "activeName">;
}

export function createRequests(deps: RequestsDeps): Requests {
  const { database, writes, views, notices, store, files, catalogue, staff } = deps;
  const { db, dialect, changes } = database;
  const repository = requestsRepository(db);
  const reader = requestListReader(db, dialect);
  const desk = deskReader(db, dialect);

  const audit = (tx: Tx, caller: Actor, action: AuditEntry["action"], { id, code }: RequestRow) =>
    recordAudit(tx, caller, { action, entity: "song_request", entityId: id, summary: code });

  /** Saves a change of a locked request with its events and its entry in the audit trail; without a change nothing is saved. */
  async function save(tx: Tx, caller: Actor, stored: RequestRow, change: RequestUpdate, steps: readonly Step[]) {
    const isChanged = Object.entries(change).some(([field, value]) => stored[field as keyof RequestRow] !== value);
    if (!isChanged && steps.length === 0) return stored;
    const row = await writes.save(tx, caller, stored, change, steps);
    await audit(tx, caller, "update", row);
    await notices.changed(tx, caller, stored, row, steps);
    return row;
  }

  /** Applies the fields of a change to a locked request. */
  async function apply(
    tx: Tx,
    caller: Actor,
    stored: RequestRow,
    {
      is_paid,
      staff_id,
      reason,
      ...fields
    }: RequestChange & { staff_notes?: string | null | undefined; reason?: string | null | undefined },
  ): Promise<RequestRow> {
    const now = new Date().toISOString();
    const steps: Step[] = [];
    let delivered: number | undefined;
    const change: RequestUpdate = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    if (staff_id !== undefined && staff_id !== stored.staff_id) {
      steps.push(await handOver(tx, staff_id, reason));
      change.staff_id = staff_id;
    }
    const { status: wanted, agreed_price } = fields;
    if (wanted !== undefined && isOpen(wanted) && !isOpen(stored.status)) {
      Object.assign(change, { ...(await writes.reopening(tx, stored)), ...change });
    }
    const status = statusAfter(stored, change);
    change.status = status;
    if (status !== stored.status) {
      steps.push({ kind: "status_changed", text: status });
      if (status === "completed") {
        change.completed_at = now;
        delivered = await deliverLatest(tx, stored.id, now);
      }
    }
    const isPaid = is_paid ?? stored.paid_at !== null;
    if (agreed_price !== undefined && agreed_price !== stored.agreed_price) {
      if (stored.paid_at !== null && isPaid) {
        throw new ApiError("conflict", "Yêu cầu này đã được thanh toán, không thể đổi giá");
      }
      if (stored.accepted_at !== null) {
        if (stored.paid_at === null) throw new ApiError("conflict", "Khách đã đồng ý với giá này, không thể đổi giá");
        // The payment is withdrawn with it: the customer accepts anew, at the new price.
        change.accepted_at = null;
        change.accepted_song_id = null;
      }
      steps.push({ kind: "price_changed", amount: agreed_price });
    }
    if (isPaid !== (stored.paid_at !== null)) {
      steps.push({ kind: isPaid ? "paid" : "payment_withdrawn" });
      change.paid_at = isPaid ? now : null;
    }
    const row = await save(tx, caller, stored, change, steps);
    if (delivered !== undefined) await notices.songReady(tx, row, delivered);
    return row;
  }

  /** @throws ApiError `invalid` for a member who is not active. */
  async function handOver(tx: Tx, staffId: number | null, reason: string | null = null): Promise<Step> {
    if (staffId === null) return { kind: "released", text: reason };
    const name = await staff.activeName(tx, staffId);
    if (name === undefined) throw invalidField("staff_id", "Nhân viên này không tồn tại hoặc đã tạm ngưng");
    return { kind: "assigned", text: name };
  }

  /** Returns the number of the version that the customer can hear from now on; undefined without a new one. */
  async function deliverLatest(tx: Tx, id: number, now: string): Promise<number | undefined> {
    const [latest] = await requestsRepository(tx).versions(id);
    if (latest?.delivered_at !== null) return undefined;
    await requestsRepository(tx).deliverVersion(latest.id, now);
    return latest.number;
  }

  /** @throws ApiError `conflict` when another member works on it, `not_found` when the caller may not see it. */
  async function claim(tx: Tx, caller: StaffCaller, stored: RequestRow): Promise<RequestRow> {
    const { staff_id, status } = stored;
    if (staff_id === caller.id) return stored;
    if (staff_id !== null) throw new ApiError("conflict", "Yêu cầu đã được nhân viên khác nhận");
    assertVisible(caller, stored);
    if (!isOpen(status)) throw new ApiError("conflict", "Yêu cầu này đã đóng, không thể nhận");
    return save(tx, caller, stored, { staff_id: caller.id }, [{ kind: "claimed" }]);
  }

  /** Returns a request that a member has not worked on since they got it: its status stays as it was. @throws ApiError `conflict` */
  async function giveBack(tx: Tx, caller: StaffCaller, stored: RequestRow, reason: string | null | undefined) {
    const events = await requestsRepository(tx).events(stored.id);
    const since = events.findLastIndex(({ kind }) => kind === "claimed" || kind === "assigned");
    if (!isOpen(stored.status) || events.slice(since + 1).some(({ kind }) => isWork.has(kind))) {
      throw new ApiError(
        "conflict",
        "Yêu cầu này đã được thực hiện một phần, hãy nhờ giám sát viên giao cho người khác",
      );
    }
    return apply(tx, caller, stored, { staff_id: null, status: stored.status, reason });
  }

  /** Checks and stores the file of a finished song. */
  async function keepSong(upload: UploadedFile): Promise<StoredFile> {
    const isManaged = await files.isManaging();
    const received = await store.accept(upload, "finished_song");
    try {
      const [stored] = await files.keep([received], isManaged);
      return stored as StoredFile;
    } finally {
      await received.discard();
    }
  }

  /** Returns the version that goes into the library. @throws ApiError `conflict` */
  async function publishable(from: Db, row: RequestRow): Promise<string> {
    if (row.song_id !== null) throw new ApiError("conflict", "Bài hát của yêu cầu này đã có trong thư viện");
    if (row.consent_at === null) {
      throw new ApiError("conflict", "Khách hàng chưa cho phép đưa bài hát này vào thư viện");
    }
    const versions = await requestsRepository(from).versions(row.id);
    const delivered = versions.filter(({ delivered_at }) => delivered_at !== null);
    const accepted = delivered.find(({ id }) => id === row.accepted_song_id);
    const song = accepted ?? (row.status === "completed" ? delivered[0] : undefined);
    if (!song) throw new ApiError("conflict", "Yêu cầu này chưa có bản nhạc nào hoàn thành");
    return song.file;
  }

  /** Runs a change of a locked request by a caller who is still active. @throws ApiError `unauthenticated` */
  async function writeLocked(caller: Actor, id: number, task: (tx: Tx, stored: RequestRow) => Promise<RequestRow>) {
    const row = await writes.write(async (tx) => {
      const stored = await writes.lock(tx, id);
      const isActive = caller.kind === "admin" || (await staff.activeName(tx, caller.id)) !== undefined;
      if (!isActive) throw new ApiError("unauthenticated");
      if (stored.erased_at !== null) {
        throw new ApiError("conflict", "Yêu cầu này đã xóa theo thời hạn lưu giữ, không sửa được nữa");
      }
      return task(tx, stored);
    });
    return views.detail(row);
  }

  /** Runs a change of a request that the caller may change. */
  function write(caller: Actor, id: number, task: (tx: Tx, stored: RequestRow) => Promise<RequestRow>) {
    return writeLocked(caller, id, (tx, stored) => {
      assertChangeable(caller, stored);
      return task(tx, stored);
    });
  }

  /** Saves what a form changed. */
  function saveForm(
    caller: Actor,
    id: number,
    { version, ...change }: RequestChange & { staff_notes?: string | null | undefined },
  ): Promise<SongRequestDetail> {
    const save = () =>
      write(caller, id, async (tx, stored) => {
        const entry = { entity: "song_request", entityId: id, summary: stored.code } as const;
        await assertVersion(tx, caller, version, versionOfRequest(stored), entry);
        return apply(tx, caller, stored, change);
      });
    return withCurrent(async () => views.detail(await findOrThrow(db, id)), save);
  }

  return {
    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: await views.requests(rows), total };
    },
    count: async (filter) => ({ total: await reader.total(filter) }),

    async deskPage(caller, { scope, ...query }) {
      const { rows, total } = await desk.page(query, partsOf(caller, scope), caller.id);
      return { items: await views.requests(rows), total };
    },

    async deskStats({ id }) {
      const [own, unassigned_available] = await Promise.all([
        repository.countByStatus(dialect, id),
        repository.countAvailable(),
      ]);
      const count = (status: RequestStatus) => own.find((each) => each.status === status)?.n ?? 0;
      return {
        total_assigned: own.reduce((sum, { n }) => sum + n, 0),
        new: count("new"),
        processing: count("processing"),
        completed: count("completed"),
        cancelled: count("cancelled"),
        unassigned_available,
      };
    },

    async request(caller, id) {
      const row = await findOrThrow(db, id);
      assertVisible(caller, row);
      return views.detail(row);
    },

    change: saveForm,
    changeStatus: saveForm,

    assign(caller, id, body) {
      const { staff_id: staffId, reason } = body ?? {};
      return writeLocked(caller, id, async (tx, stored) => {
        if (staffId === undefined || (staffId === caller.id && !caller.isSupervisor)) return claim(tx, caller, stored);
        assertVisible(caller, stored);
        if (staffId === null && stored.staff_id === caller.id && !caller.isSupervisor) {
          return giveBack(tx, caller, stored, reason);
        }
        if (!caller.isSupervisor) {
          throw new ApiError("forbidden", "Chỉ giám sát viên mới giao được yêu cầu cho người khác");
        }
        return apply(tx, caller, stored, { staff_id: staffId, reason });
      });
    },

    async attachSong(caller, id, upload) {
      assertChangeable(caller, await findOrThrow(db, id));
      const song = await keepSong(upload);
      return writes.withFile(song, async () => {
        const result = await write(caller, id, async (tx, stored) => {
          const versions = requestsRepository(tx);
          const number = await versions.nextNumber(id);
          const now = new Date().toISOString();
          await versions.addVersion({
            request_id: id,
            number,
            file: song.key,
            duration: song.duration,
            created_at: now,
            delivered_at: stored.status === "completed" ? now : null,
          });
          await writes.claim(tx, stored, song.key);
          const row = await save(tx, caller, stored, {}, [{ kind: "song_attached", version: number }]);
          if (stored.status === "completed") await notices.songReady(tx, row, number);
          return row;
        });
        return { result, isUsed: true };
      });
    },

    withdrawSong: (caller, id, versionId, { reason }) =>
      write(caller, id, async (tx, stored) => {
        const versions = await requestsRepository(tx).versions(id);
        const version = versions.find((each) => each.id === versionId);
        if (!version) throw new ApiError("not_found", "Không tìm thấy bản nhạc này");
        if (stored.accepted_song_id === versionId) {
          throw new ApiError("conflict", "Khách đã đồng ý với bản này, không thể gỡ");
        }
        if (stored.song_id !== null) {
          throw new ApiError("conflict", "Bài hát của yêu cầu này đã có trong thư viện, không thể gỡ bản nào nữa");
        }
        await requestsRepository(tx).removeVersion(versionId);
        await writes.claim(tx, stored);
        await notices.songWithdrawn(tx, stored);
        const step = { kind: "song_withdrawn" as const, version: version.number, text: reason };
        const row = await save(tx, caller, stored, {}, [step]);
        const isHeard = versions.some((each) => each.id !== versionId && each.delivered_at !== null);
        return row.status === "completed" && !isHeard ? apply(tx, caller, row, { status: "processing" }) : row;
      }),

    async remove(caller, id) {
      await writes.write(async (tx) => {
        await catalogue.lock(tx);
        const stored = await writes.lock(tx, id);
        if (stored.song_id !== null) await catalogue.withholdSong(tx, stored.song_id, "request_deleted");
        await requestsRepository(tx).remove(id);
        await writes.release(tx, id);
        await notices.forget(tx, stored);
        await audit(tx, caller, "delete", stored);
      });
      changes.committed(catalogueTopic);
      await dialect.eraseDeleted(db);
    },

    async publish(caller, id, { title, category_ids }) {
      const file = await publishable(db, await findOrThrow(db, id));
      const target = await files.uploadTarget();
      await target?.ready();
      const copy = await files.withContent(file, (path) =>
        files.save(createReadStream(path), "audio", target !== undefined),
      );
      if (!copy) throw new ApiError("conflict", "Không tìm thấy file của bản nhạc này");
      const unset = { description: null, artist: null, lyrics: null, thumbnail_url: null };
      const flags = { is_active: true, is_featured: false, is_premium: false };
      await writes.withFile(copy, async () => {
        const song = { ...unset, ...flags, title, audio_url: copy.url, category_ids: [...new Set(category_ids)] };
        const result = await catalogue.createSong(caller, song, async (tx, song_id) => {
          const stored = await writes.lock(tx, id);
          if ((await publishable(tx, stored)) !== file) {
            throw new ApiError("conflict", "Yêu cầu vừa được thay đổi, vui lòng tải lại rồi thử lại");
          }
          await save(tx, caller, stored, { song_id }, [{ kind: "published" }]);
        });
        return { result, isUsed: true };
      });
      writes.announce();
      return views.detail(await findOrThrow(db, id));
    },

    async requestCounts() {
      const counts = await repository.countByStatus(dialect);
      return {
        total: counts.reduce((sum, { n }) => sum + n, 0),
        new: counts.find(({ status }) => status === "new")?.n ?? 0,
      };
    },

    requestCodes: async (ids) => new Map((await repository.codes(ids)).map(({ id, code }) => [id, code])),
  };
}

/** Steps of work on a request. */
const isWork: ReadonlySet<RequestEventKind> = new Set([
  "status_changed",
  "song_attached",
  "song_withdrawn",
  "changes_requested",
  "accepted",
  "price_changed",
  "paid",
]);

/** Ordinary staff see their own requests and those that anyone may take, and change their own. */
const changesAll = (caller: Actor) => caller.kind === "admin" || caller.isSupervisor;

/** @throws ApiError `not_found` for a request that the caller may not see. */
function assertVisible(caller: Actor, row: RequestRow): void {
  if (!changesAll(caller) && row.staff_id !== caller.id && !isAvailable(row)) throw requestNotFound();
}

/** @throws ApiError `not_found` for a request that the caller may not see; `forbidden` for one that is not the caller's own. */
function assertChangeable(caller: Actor, row: RequestRow): void {
  assertVisible(caller, row);
  if (!changesAll(caller) && row.staff_id !== caller.id) {
    throw new ApiError("forbidden", "Bạn hãy nhận yêu cầu này trước");
  }
}

function partsOf(caller: StaffCaller, scope: StaffRequestQuery["scope"]): DeskPart[] {
  if (scope === "available") return ["available"];
  if (scope === "mine") return ["wishes", "mine", "closed"];
  return caller.isSupervisor ? ["wishes", "mine", "others"] : ["wishes", "mine", "available", "closed"];
}
