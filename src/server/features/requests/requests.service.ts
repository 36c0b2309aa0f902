/** The side of staff and administrators of requests (docs/rooms/requests.md); the rules stand in `request-life.ts`. */
import { createReadStream } from "node:fs";
import { SongBody } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import type { LyricsBody } from "#contract/request-lyrics.ts";
import {
  type Assignment,
  type Delivery,
  type LibrarySong,
  type RequestChange,
  type RequestFilter,
  type RequestListQuery,
  type RequestStatus,
  type RequestTab,
  type SongRequest,
  type SongRequestDetail,
  type StaffRequest,
  type StaffRequestQuery,
  type StaffStats,
  type StatusChange,
  type SupervisorChange,
  type VersionWords,
  type Withdrawal,
} from "#contract/requests.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import { assertVersion } from "#server/features/audit/audit.service.ts";
import type { BulkCaller, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { SongEditing } from "#server/features/catalogue/song-editing.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore, ReceivedFile, StoredFile } from "#server/features/media/media.service.ts";
import type { Payables } from "#server/features/payments/payables-port.ts";
import type { PaymentPort } from "#server/features/payments/payment-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, CallerOf } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import { requestBulkWorks } from "./request-bulk.ts";
import {
  assertChangeable,
  assertSavable,
  assertVisible,
  type FormFields,
  versionForLibrary,
  type WorkCommand,
  workOn,
} from "./request-life.ts";
import { createRequestPayables } from "./request-payables.ts";
import { createRequestPayments } from "./request-payments.ts";
import { type RequestViews, versionOfRequest } from "./request-views.ts";
import { type AddedSong, findRequest, type RequestWrites } from "./request-writes.ts";
import {
  type DeskPart,
  deskReader,
  type RequestRow,
  requestListReader,
  requestsRepository,
} from "./requests.repository.ts";
import { versionLyrics } from "./version-lyrics.ts";

type StaffCaller = CallerOf<"staff">;
type Actor = AdminCaller | StaffCaller;

export interface Requests {
  page(query: RequestListQuery): Promise<{ rows: SongRequest[]; total: number }>;
  count(filter: RequestFilter): Promise<{ total: number }>;
  /** Returns the requests that a staff member may see, in the order of the queue. */
  deskPage(caller: StaffCaller, query: StaffRequestQuery): Promise<{ items: StaffRequest[]; total: number }>;
  deskStats(caller: StaffCaller): Promise<StaffStats>;
  /** Yields all requests of a filter in batches, the newest first. */
  batches(filter: RequestFilter): AsyncIterable<SongRequest[]>;
  /** Counts the requests of each tab of the administrators' list. */
  tabs(filter: RequestFilter): Promise<TabCounts<RequestTab>>;
  /** @throws ApiError `not_found`, also for a request that the caller may not see. */
  request(caller: Actor, id: number): Promise<SongRequestDetail>;
  /**
   * Updates the given fields.
   * @throws ApiError `not_found`; `invalid` for a member who is not active; `conflict` for a new price of an accepted or paid request.
   */
  change(caller: Actor, id: number, body: RequestChange | SupervisorChange): Promise<SongRequestDetail>;
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
   * Attaches a finished song with its words, and completes the request, so that the customer hears it and is told.
   * @throws ApiError as `attachSong`; `conflict` for a cancelled request, or a newer version or an acceptance that the caller does not know.
   */
  deliver(caller: Actor, id: number, uploads: DeliveredFiles, delivery: Delivery): Promise<SongRequestDetail>;
  /**
   * Withdraws a version: nobody hears it any more. A completed request that has no other version opens again.
   * @throws ApiError `not_found`; `forbidden` for another's request; `conflict` for a version that the customer accepted, or after the song
   * went into the library.
   */
  withdrawSong(caller: Actor, id: number, versionId: number, body: Withdrawal): Promise<SongRequestDetail>;
  /** Corrects words of a version, without a message. @throws ApiError `not_found`; `forbidden` for another's request; `invalid` for lyrics. */
  correctWords(caller: Actor, id: number, versionId: number, words: VersionWords): Promise<SongRequestDetail>;
  /**
   * Sends lyrics for the customer to read before they are sung, and makes a new request one in progress.
   * @throws ApiError `not_found`; `forbidden` for another's request; `conflict` for a closed one, or when the lyrics before have changed.
   */
  sendLyrics(caller: Actor, id: number, body: LyricsBody): Promise<SongRequestDetail>;
  /** Takes back lyrics that wait for the customer. @throws ApiError `not_found`; `forbidden`; `conflict` for lyrics that do not wait. */
  withdrawLyrics(caller: Actor, id: number, lyricsId: number): Promise<SongRequestDetail>;
  /**
   * Deletes a request with its files and hides its song of the library for good, since nobody could withdraw the consent any more.
   * @throws ApiError `not_found`; `conflict` for one that is not paid and that money came for.
   */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /**
   * Makes a song of the library of the accepted version, else of the delivered one of a completed request.
   * @throws ApiError `not_found`; `conflict` without consent or such a version, or when there is a song already; `invalid` for categories.
   */
  publish(caller: AdminCaller, id: number, body: LibrarySong): Promise<SongRequestDetail>;
  requestCounts(): Promise<{ total: number; new: number }>;
  /** What the reconciliation of transfers reads. */
  payables: Payables;
  /** Payment by transfers. */
  payments: PaymentPort;
  /** What bulk jobs do with requests. */
  bulkWorks: readonly BulkWork<BulkCaller>[];
}
/** A finished song that is stored, with the lyrics that belong to it. */
interface KeptSong {
  added: AddedSong;
  picture: StoredFile | undefined;
}

interface DeliveredFiles {
  audio_file: UploadedFile;
  cover_file?: UploadedFile;
}
type Assigned = ReturnType<(typeof Assignment)["parse"]>;

export interface RequestsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  writes: RequestWrites;
  views: RequestViews;
  store: Pick<MediaStore, "accept">;
  files: Pick<Files, "keep" | "save" | "abandon" | "isManaging" | "uploadTarget" | "withContent">;
  songEditing: Pick<SongEditing, "create" | "lock">;
  staff: Pick<Staff, "activeName">;
  /** Called in the transaction in which a person changes whether a request is paid. @param name of the person */
  onPaymentChanged?: (tx: Tx, id: number, name: string) => Promise<void>;
}

interface WorkOptions {
  /** The version of the request that a form was made in. */
  seen?: string | undefined;
  /** The file of a new version. */
  added?: AddedSong;
}

export function createRequests(deps: RequestsDeps): Requests {
  const { database, writes, views, store, files, songEditing, staff, onPaymentChanged = async () => {} } = deps;
  const { db, commit, dialect } = database;
  const repository = requestsRepository(db);
  const reader = requestListReader(db, dialect);
  const desk = deskReader(db, dialect);

  /** Checks and stores the file of a finished song, and the picture of its cover if there is one. */
  async function keepSong(song: UploadedFile, cover?: UploadedFile, lyrics?: string | null): Promise<KeptSong> {
    const isManaged = await files.isManaging();
    const received: ReceivedFile[] = [];
    try {
      const audio = await store.accept(song, "finished_song");
      received.push(audio);
      const sung = lyrics === undefined ? {} : versionLyrics(lyrics, audio.tags(song.name).lines);
      if (cover) received.push(await store.accept(cover, "attachment"));
      const [kept, picture] = (await files.keep(received, isManaged)) as [StoredFile, StoredFile?];
      return { added: { ...kept, ...sung }, picture };
    } finally {
      for (const each of received) await each.discard();
    }
  }

  /** Lets a caller who is still active do something with a request. @throws ApiError `unauthenticated`; of a refusal */
  function work(caller: Actor, id: number, command: WorkCommand, options?: WorkOptions): Promise<RequestRow> {
    return commit((tx) => workWithin(tx, caller, id, command, options));
  }

  /** As `work`, in a transaction that does more. */
  async function workWithin(
    tx: Tx,
    caller: Actor,
    id: number,
    command: WorkCommand,
    { seen, added }: WorkOptions = {},
  ): Promise<RequestRow> {
    if (command.kind === "remove") await songEditing.lock(tx);
    const state = await writes.state(tx, id, membersOf(caller, command));
    if (caller.kind === "staff" && !state.activeMembers.has(caller.id)) throw new ApiError("unauthenticated");
    if (seen !== undefined) {
      assertSavable(caller, state.row);
      const subject = { id, name: state.row.code };
      await assertVersion(tx, caller, seen, versionOfRequest(state.row), "song_request", subject);
    }
    const row = await writes.save(tx, caller, state, workOn(state, caller, command, Date.now()), added);
    if (row.paid_at !== state.row.paid_at) await onPaymentChanged(tx, id, caller.name);
    return row;
  }

  /** Saves what a form changed. */
  function saveForm(
    caller: Actor,
    id: number,
    { version: seen, ...fields }: FormFields & Pick<RequestChange, "version">,
  ): Promise<SongRequestDetail> {
    return withCurrent(
      async () => views.detail(await findRequest(db, id)),
      async () => views.detail(await work(caller, id, { kind: "save", fields }, { seen })),
    );
  }

  /** Hands a request over in a transaction, as the form of the administrator and the desk of supervisors do. */
  async function handOver(tx: Tx, caller: BulkCaller, id: number, staffId: number | null) {
    if (caller.kind === "accountant") throw new ApiError("forbidden");
    const command: WorkCommand =
      caller.kind === "admin" ? { kind: "save", fields: { staff_id: staffId } } : { kind: "assign", staffId };
    const state = await writes.state(tx, id, membersOf(caller, command));
    return writes.save(tx, caller, state, workOn(state, caller, command, Date.now()));
  }

  return {
    bulkWorks: requestBulkWorks({
      database,
      writes,
      activeName: (tx, id) => staff.activeName(tx, id),
      handOver,
      chooseAtDesk: (from, { scope, ...filter }, limit, caller) =>
        deskReader(from, dialect).ids(filter, partsOf(caller, scope), caller.id, limit),
    }),

    payables: createRequestPayables(database),
    payments: createRequestPayments({ writes }),

    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: await views.requests(rows), total };
    },
    async *batches(filter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "created_at" })) yield await views.requests(rows);
    },
    count: async (filter) => ({ total: await reader.total(filter) }),

    tabs: reader.tabs,

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
      const row = await findRequest(db, id);
      assertVisible(caller, row);
      return views.detail(row);
    },

    change: saveForm,
    changeStatus: saveForm,

    async assign(caller, id, body) {
      const { staff_id: staffId, reason } = body ?? {};
      return views.detail(await work(caller, id, { kind: "assign", staffId, reason }));
    },

    async attachSong(caller, id, upload) {
      assertChangeable(caller, await findRequest(db, id));
      const { added } = await keepSong(upload);
      const row = await writes.withFiles([added], async () => {
        return { result: await work(caller, id, { kind: "attach" }, { added }), isUsed: true };
      });
      return views.detail(row);
    },

    async deliver(caller, id, { audio_file, cover_file }, { cover: chosen, lyrics, after, is_accepted, ...words }) {
      assertChangeable(caller, await findRequest(db, id));
      const { added: song, picture } = await keepSong(audio_file, cover_file, lyrics ?? null);
      const added: AddedSong = { ...song, ...words, cover: picture ?? (chosen === "kept" ? chosen : undefined) };
      const row = await writes.withFiles(picture ? [song, picture] : [song], async () => {
        const result = await commit(async (tx) => {
          const attached = await workWithin(tx, caller, id, { kind: "attach", after, is_accepted }, { added });
          if (attached.status === "cancelled") {
            throw new ApiError("conflict", "Yêu cầu này đã hủy, bạn mở lại yêu cầu rồi hãy giao bài");
          }
          if (attached.status === "completed") return attached;
          return workWithin(tx, caller, id, { kind: "save", fields: { status: "completed" } });
        });
        return { result, isUsed: true };
      });
      return views.detail(row);
    },

    withdrawSong: async (caller, id, versionId, { reason }) =>
      views.detail(await work(caller, id, { kind: "withdraw", versionId, reason })),

    correctWords: async (caller, id, versionId, words) =>
      views.detail(await work(caller, id, { kind: "correct", versionId, words })),

    sendLyrics: async (caller, id, body) => views.detail(await work(caller, id, { kind: "send_lyrics", ...body })),
    withdrawLyrics: async (caller, id, lyricsId) =>
      views.detail(await work(caller, id, { kind: "withdraw_lyrics", lyricsId })),

    async remove(caller, id) {
      await work(caller, id, { kind: "remove" });
      await dialect.eraseDeleted(db);
    },

    async publish(caller, id, { title, category_ids }) {
      const { file, cover } = versionForLibrary(await findRequest(db, id), await repository.versions(id));
      const target = await files.uploadTarget();
      await target?.ready();
      const copy = await files.withContent(file, (path) =>
        files.save(createReadStream(path), "audio", target !== undefined),
      );
      if (!copy) throw new ApiError("conflict", "Không tìm thấy file của bản nhạc này");
      // A cover that is gone is drawn.
      const picture =
        cover !== null &&
        (await files.withContent(cover, (path) => files.save(createReadStream(path), "image", target !== undefined)));
      await writes.withFiles(picture ? [copy, picture] : [copy], async () => {
        const thumbnail = picture ? { thumbnail_url: picture.url } : {};
        const song = SongBody.parse({ title, category_ids, audio_url: copy.url, ...thumbnail, allow_same_file: true });
        const result = await songEditing.create(caller, song, async (tx, songId) => {
          const state = await writes.state(tx, id);
          const outcomes = workOn(state, caller, { kind: "publish", songId }, Date.now());
          if (versionForLibrary(state.row, state.versions).file !== file) {
            throw new ApiError("conflict", "Yêu cầu vừa được thay đổi, vui lòng tải lại rồi thử lại");
          }
          await writes.save(tx, caller, state, outcomes);
        });
        return { result, isUsed: true };
      });
      return views.detail(await findRequest(db, id));
    },

    async requestCounts() {
      const counts = await repository.countByStatus(dialect);
      return {
        total: counts.reduce((sum, { n }) => sum + n, 0),
        new: counts.find(({ status }) => status === "new")?.n ?? 0,
      };
    },
  };
}

/** Returns the members whom a command names, the caller among them. */
function membersOf(caller: Actor, command: WorkCommand): number[] {
  const named = command.kind === "save" ? command.fields.staff_id : command.kind === "assign" ? command.staffId : null;
  return [...(caller.kind === "staff" ? [caller.id] : []), ...(named == null ? [] : [named])];
}

function partsOf(caller: StaffCaller, scope: StaffRequestQuery["scope"]): DeskPart[] {
  if (scope === "available") return ["available"];
  if (scope === "open") return ["wishes", "mine"];
  if (scope === "mine") return ["wishes", "mine", "closed"];
  return caller.isSupervisor ? ["wishes", "mine", "others"] : ["wishes", "mine", "available", "closed"];
}
