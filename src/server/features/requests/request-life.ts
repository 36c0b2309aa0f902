/**
 * The life of a song request: what a command makes of a state, or why it is refused. Without a database; services take the lock, read the
 * state, and save the outcome (docs/rooms/requests.md#states-and-steps). Erasing old requests and returning those of a member who leaves
 * change many at once, by SQL of their own.
 */
import { ApiError, invalidField } from "#contract/errors.ts";
import type { NotificationEvent } from "#contract/notifications.ts";
import type { LyricsAnswer, LyricsBody } from "#contract/request-lyrics.ts";
import type {
  Acceptance,
  ChangesWanted,
  Delivery,
  RequestChange,
  RequestEventKind,
  RequestStatus,
  VersionWords,
  Withdrawal,
} from "#contract/requests.ts";
import { storedDocument } from "#server/features/catalogue/song-lines.service.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import {
  answerLyrics,
  closeLyrics,
  type LyricsChange,
  type LyricsPart,
  type SentLyrics,
  sendLyrics,
  withdrawLyrics,
} from "./lyrics-life.ts";
import type { EventRow, RequestRow, VersionRow } from "./requests.repository.ts";
import { correctedLyrics } from "./version-lyrics.ts";
import { dueAfter } from "./working-days.ts";

/** A locked request with what its rules look at. */
export interface RequestState {
  row: RequestRow;
  /** The latest first. */
  versions: readonly Pick<VersionRow, "id" | "number" | "delivered_at" | keyof CorrectedWords>[];
  lyrics: SentLyrics;
  /** The oldest first. */
  steps: readonly Pick<EventRow, "kind" | "text" | "second" | "version" | "actor_kind" | "created_at">[];
  /** Full names by id of those active members whom request and command name. */
  activeMembers: ReadonlyMap<number, string>;
}

/** A caller of the back offices. */
export type Worker = { kind: "admin" } | { kind: "staff"; id: number; name: string; isSupervisor: boolean };

/** Fields that a form of the back offices saves. */
export type FormFields = Omit<RequestChange, "version"> & { staff_notes?: string | null | undefined };

export type WorkCommand =
  | { kind: "save"; fields: FormFields }
  /** Without a member, the caller claims the request. */
  | { kind: "assign"; staffId: number | null | undefined; reason?: string | null | undefined }
  /** A finished song becomes the next version. @param after number of the newest one that the caller knows. */
  | ({ kind: "attach" } & Pick<Delivery, "after" | "is_accepted">)
  | ({ kind: "withdraw"; versionId: number } & Withdrawal)
  | { kind: "correct"; versionId: number; words: VersionWords }
  | ({ kind: "send_lyrics" } & LyricsBody)
  | { kind: "withdraw_lyrics"; lyricsId: number }
  /** @param songId of the song of the library that was made of it. */
  | { kind: "publish"; songId: number }
  | { kind: "remove" };

export type CustomerCommand =
  | ({ kind: "accept" } & Acceptance)
  | ({ kind: "wish" } & ChangesWanted)
  | ({ kind: "answer_lyrics" } & LyricsAnswer)
  | { kind: "consent"; consent: boolean };

/** An event before it is written. */
export interface Step {
  kind: RequestEventKind;
  text?: string | null;
  second?: number | null;
  version?: number | null;
  amount?: number | null;
  isBySystem?: true;
}

/** The words that a version is handed over with. */
type CorrectedWords = Pick<VersionRow, "title" | "dedication" | "lyrics" | "lines" | "note">;

export type VersionChange =
  | { kind: "add"; number: number; created_at: string; delivered_at: string | null }
  | { kind: "remove"; id: number }
  | { kind: "correct"; id: number; words: Partial<CorrectedWords> }
  | { kind: "deliver"; id: number; delivered_at: string };

/** A message; or those that wait and are not true any more, for one member or all; or, of a deleted request, all that there are. */
export type RequestMessage =
  | { kind: "withdraw"; events: readonly NotificationEvent[]; memberId?: number }
  | { kind: "forget" }
  | { kind: "assigned"; from: string }
  | { kind: "taken_up" }
  | { kind: "paid"; amount: number; at: string }
  | { kind: "song_ready"; version: number }
  | { kind: "price_raised"; amount: number; before: number }
  | { kind: "changes_noted"; words: string }
  | { kind: "changes_wanted"; version: number; words: string }
  | { kind: "lyrics_ready"; number: number; note: string | null; isReminder: boolean }
  | { kind: "lyrics_answered"; number: number; agrees: boolean; words: string };

export type Change = Partial<Omit<RequestRow, "id" | "erased_at">>;

/** The writes of one save, in their order. */
export interface Outcome {
  /** The song of the library is permitted again, or withheld for a reason. */
  song?: "permit" | "consent_withdrawn" | "request_deleted";
  isDeleted?: true;
  versions: readonly VersionChange[];
  lyrics?: readonly LyricsChange[];
  change: Change;
  steps: readonly Step[];
  messages: readonly RequestMessage[];
}

/** Steps of a customer in a request and a day: each is kept, and tells caches and back offices. */
const maxSteps = 20;
const dayMs = 24 * 60 * 60_000;
/** Beyond every due time, also after the time of a closing is taken off. */
const queueEnd = Date.UTC(9000, 0);
/** By this much later than their due time stand requests whose customer reads lyrics: behind all that are due, before closed ones. */
const queueWait = Date.UTC(3000, 0) - Date.UTC(2000, 0);

/** Steps of work on a request. */
const isWork: ReadonlySet<RequestEventKind> = new Set([
  "status_changed",
  "song_attached",
  "song_withdrawn",
  "words_corrected",
  "changes_requested",
  "accepted",
  "price_changed",
  "paid",
  "lyrics_sent",
  "lyrics_withdrawn",
  "lyrics_changes_wanted",
  "lyrics_agreed",
]);
/** The steps that name each version there was. */
const namesVersion: ReadonlySet<RequestEventKind> = new Set(["song_attached", "song_withdrawn"]);
/** The steps between which the same wish for changes is a repeat. */
const concernsChanges: ReadonlySet<RequestEventKind> = new Set([
  "changes_requested",
  "song_attached",
  "status_changed",
]);

export const noRequest = "Không tìm thấy yêu cầu";
export const requestNotFound = () => new ApiError("not_found", noRequest);

/** True for a request that is still to be worked on. */
export function isOpen(status: RequestStatus): boolean {
  return status === "new" || status === "processing";
}

/** True for an open request without a member: any member may take it. */
export function isAvailable({ staff_id, status }: Pick<RequestRow, "staff_id" | "status">): boolean {
  return staff_id === null && isOpen(status);
}

/** Ordinary staff see their own requests and those that anyone may take, and change their own. */
function mayChange(worker: Worker, { staff_id }: RequestRow): boolean {
  return worker.kind === "admin" || worker.isSupervisor || staff_id === worker.id;
}

/** @throws ApiError `not_found` for a request that the caller may not see. */
export function assertVisible(worker: Worker, row: RequestRow): void {
  if (!mayChange(worker, row) && !isAvailable(row)) throw requestNotFound();
}

/** @throws ApiError `not_found` for a request that the caller may not see; `forbidden` for one that is not the caller's own. */
export function assertChangeable(worker: Worker, row: RequestRow): void {
  assertVisible(worker, row);
  if (!mayChange(worker, row)) throw new ApiError("forbidden", "Bạn hãy nhận yêu cầu này trước");
}

/** @throws ApiError `conflict` for a request whose data was removed for its age. */
export function assertNotErased({ erased_at }: RequestRow): void {
  if (erased_at === null) return;
  throw new ApiError("conflict", "Yêu cầu này đã xóa theo thời hạn lưu giữ, không sửa được nữa");
}

/** @throws ApiError of a request that the caller may not save: `conflict` for an erased one; `not_found`; `forbidden`. */
export function assertSavable(worker: Worker, row: RequestRow): void {
  assertNotErased(row);
  assertChangeable(worker, row);
}

/**
 * Of an erased request the page lives as long as the song in the library, so that the consent can be withdrawn.
 * @throws ApiError `not_found`
 */
export function assertHasPage(row: RequestRow): void {
  if (!hasPage(row)) throw requestNotFound();
}

/** Whether the customer still sees a request. */
export function hasPage({ erased_at, song_id }: RequestRow): boolean {
  return erased_at === null || song_id !== null;
}

/** Returns the version that the customer may give away: the accepted one, once it is paid for or costs nothing. */
export function givenVersion<V extends RequestState["versions"][number]>(
  { accepted_song_id, agreed_price, paid_at, erased_at }: RequestRow,
  versions: readonly V[],
): V | undefined {
  if (erased_at !== null || (paid_at === null && agreed_price > 0)) return undefined;
  return versions.find(({ id }) => id === accepted_song_id);
}

/**
 * Returns the version that may go into the library.
 * @throws ApiError `conflict` without consent or a delivered version that is accepted or completed, or when there is a song already.
 */
export function versionForLibrary<V extends RequestState["versions"][number]>(
  row: RequestRow,
  versions: readonly V[],
): V {
  if (row.song_id !== null) throw new ApiError("conflict", "Bài hát của yêu cầu này đã có trong thư viện");
  if (row.consent_at === null) {
    throw new ApiError("conflict", "Khách hàng chưa cho phép đưa bài hát này vào thư viện");
  }
  const delivered = deliveredOf(versions);
  const accepted = delivered.find(({ id }) => id === row.accepted_song_id);
  const version = accepted ?? (row.status === "completed" ? delivered[0] : undefined);
  if (!version) throw new ApiError("conflict", "Yêu cầu này chưa có bản nhạc nào hoàn thành");
  return version;
}

/**
 * Returns the saves of a command of staff or an administrator, in their order; none when nothing changes.
 * @param now milliseconds.
 * @throws ApiError for a refusal.
 */
export function workOn(state: RequestState, worker: Worker, command: WorkCommand, now: number): Outcome[] {
  const { row, versions } = state;
  switch (command.kind) {
    case "save":
      assertSavable(worker, row);
      return saveFields(state, worker, command.fields, now);
    case "assign":
      assertNotErased(row);
      return assign(state, worker, command, now);
    case "attach":
      assertChangeable(worker, row);
      assertNotErased(row);
      return attach(state, worker, command, now);
    case "withdraw":
      assertSavable(worker, row);
      return withdraw(state, worker, command, now);
    case "correct":
      assertSavable(worker, row);
      return correct(state, worker, command, now);
    case "send_lyrics":
      assertSavable(worker, row);
      return saveLyrics(state, worker, sendLyrics(state, command, now), now);
    case "withdraw_lyrics":
      assertSavable(worker, row);
      return saveLyrics(state, worker, withdrawLyrics(state, command.lyricsId, now), now);
    case "publish":
      versionForLibrary(row, versions);
      return workSave(state, worker, { change: { song_id: command.songId }, steps: [{ kind: "published" }] }, now);
    case "remove":
      return [remove(row)];
  }
}

/**
 * Returns the saves of a command of the customer; none when nothing changes.
 * @param now milliseconds.
 * @throws ApiError for a refusal.
 */
export function answerCustomer(state: RequestState, command: CustomerCommand, now: number): Outcome[] {
  assertHasPage(state.row);
  switch (command.kind) {
    case "accept":
      return accept(state, command, now);
    case "wish":
      return wishChanges(state, command, now);
    case "answer_lyrics":
      return answer(state, command, now);
    case "consent":
      return setConsent(state, command.consent, now);
  }
}

/** Changed columns and the steps that tell of them. */
interface Part {
  change: Change;
  steps: readonly Step[];
}

const unchanged: Part = { change: {}, steps: [] };

/** Versions and messages of a save of staff beside those that follow from its change. */
interface Extra {
  versions?: readonly VersionChange[];
  lyrics?: readonly LyricsChange[];
  before?: readonly RequestMessage[];
  after?: readonly RequestMessage[];
}

function saveFields(
  state: RequestState,
  worker: Worker,
  { is_paid, staff_id, agreed_price, ...fields }: FormFields,
  now: number,
  reason?: string | null,
): Outcome[] {
  const { row } = state;
  const handedOver = handOver(state, staff_id, reason);
  const given: Change = givenFields(fields);
  const reopened = given.status !== undefined ? reopen(state, given.status, now) : unchanged;
  const change: Change = { ...reopened.change, ...given, ...handedOver.change };
  const status = statusAfter(row, change);
  const moved = moveTo(state, status, now);
  const payment = payFor(row, { agreed_price, is_paid }, now);
  return workSave(
    state,
    worker,
    {
      change: { ...change, status, ...moved.change, ...payment.change },
      steps: [...reopened.steps, ...handedOver.steps, ...moved.steps, ...payment.steps],
    },
    now,
    { versions: moved.versions, after: moved.messages },
  );
}

/** @throws ApiError `invalid` for a member who is not active. */
function handOver(
  { row, activeMembers }: RequestState,
  staffId: number | null | undefined,
  reason: string | null = null,
): Part {
  if (staffId === undefined || staffId === row.staff_id) return unchanged;
  if (staffId === null) return { change: { staff_id: null }, steps: [{ kind: "released", text: reason }] };
  const name = activeMembers.get(staffId);
  if (name === undefined) throw invalidField("staff_id", "Nhân viên này không tồn tại hoặc đã tạm ngưng");
  return { change: { staff_id: staffId }, steps: [{ kind: "assigned", text: name }] };
}

/** A closed request that opens again is due anew, and a member who was deactivated in the meantime loses it. */
function reopen({ row, activeMembers }: RequestState, status: RequestStatus, now: number): Part {
  if (!isOpen(status) || isOpen(row.status)) return unchanged;
  const due_at = dueAfter(now);
  if (row.staff_id === null || activeMembers.has(row.staff_id)) return { change: { due_at }, steps: [] };
  return { change: { due_at, staff_id: null }, steps: [{ kind: "released", isBySystem: true }] };
}

/** Returns the status that a change leads to: a named one stands; an open request that loses its member is new again. */
function statusAfter(row: RequestRow, { status, staff_id = row.staff_id }: Change): RequestStatus {
  const isReleased = row.staff_id !== null && isAvailable({ staff_id, status: row.status });
  return status ?? (isReleased ? "new" : row.status);
}

/** A request that is completed delivers its latest version. */
function moveTo({ row, versions: [latest] }: RequestState, status: RequestStatus, now: number) {
  const moved = { ...unchanged, versions: [] as VersionChange[], messages: [] as RequestMessage[] };
  if (status === row.status) return moved;
  moved.steps = [{ kind: "status_changed", text: status }];
  if (status !== "completed") return moved;
  moved.change = { completed_at: iso(now) };
  if (latest?.delivered_at === null) {
    moved.versions.push({ kind: "deliver", id: latest.id, delivered_at: iso(now) });
    moved.messages.push({ kind: "song_ready", version: latest.number });
  }
  return moved;
}

/** @throws ApiError `conflict` for a new price of an accepted or paid request. */
function payFor(row: RequestRow, { agreed_price, is_paid }: FormFields, now: number): Part {
  const price = agreed_price ?? row.agreed_price;
  const wasPaid = row.paid_at !== null;
  const isPaid = is_paid ?? wasPaid;
  const change: Change = { agreed_price: price };
  const steps: Step[] = [];
  if (price !== row.agreed_price) {
    if (wasPaid && isPaid) throw new ApiError("conflict", "Yêu cầu này đã được thanh toán, không thể đổi giá");
    if (row.accepted_at !== null) {
      if (!wasPaid) throw new ApiError("conflict", "Khách đã đồng ý với giá này, không thể đổi giá");
      // The payment is withdrawn with it: the customer accepts anew, at the new price.
      change.accepted_at = null;
      change.accepted_song_id = null;
    }
    steps.push({ kind: "price_changed", amount: price });
  }
  if (isPaid !== wasPaid) {
    steps.push({ kind: isPaid ? "paid" : "payment_withdrawn" });
    change.paid_at = isPaid ? iso(now) : null;
  }
  return { change, steps };
}

function assign(
  state: RequestState,
  worker: Worker,
  { staffId, reason }: Extract<WorkCommand, { kind: "assign" }>,
  now: number,
): Outcome[] {
  const { row } = state;
  const isOrdinary = worker.kind === "staff" && !worker.isSupervisor;
  if (worker.kind === "staff" && (staffId === undefined || (isOrdinary && staffId === worker.id))) {
    return claim(state, worker, now);
  }
  assertVisible(worker, row);
  if (isOrdinary && staffId === null && row.staff_id === worker.id) return giveBack(state, worker, reason, now);
  if (isOrdinary) throw new ApiError("forbidden", "Chỉ giám sát viên mới giao được yêu cầu cho người khác");
  return saveFields(state, worker, { staff_id: staffId }, now, reason);
}

/** @throws ApiError `conflict` when another member works on it, `not_found` when the caller may not see it. */
function claim(state: RequestState, worker: Extract<Worker, { kind: "staff" }>, now: number): Outcome[] {
  const { staff_id, status } = state.row;
  if (staff_id === worker.id) return [];
  if (staff_id !== null) throw new ApiError("conflict", "Yêu cầu đã được nhân viên khác nhận");
  assertVisible(worker, state.row);
  if (!isOpen(status)) throw new ApiError("conflict", "Yêu cầu này đã đóng, không thể nhận");
  return workSave(state, worker, { change: { staff_id: worker.id }, steps: [{ kind: "claimed" }] }, now);
}

/** Whether a request is open, and nothing was done since its member got it. @param steps the oldest first */
export function isUntouched({ status }: Pick<RequestRow, "status">, steps: readonly Pick<EventRow, "kind">[]): boolean {
  const since = steps.findLastIndex(({ kind }) => kind === "claimed" || kind === "assigned");
  return isOpen(status) && !steps.slice(since + 1).some(({ kind }) => isWork.has(kind));
}

/** Returns an untouched request to the pool: its status stays as it was. @throws ApiError `conflict` */
function giveBack(state: RequestState, worker: Worker, reason: string | null | undefined, now: number): Outcome[] {
  const { row, steps } = state;
  if (!isUntouched(row, steps)) {
    throw new ApiError("conflict", "Yêu cầu này đã được thực hiện một phần, hãy nhờ giám sát viên giao cho người khác");
  }
  return saveFields(state, worker, { staff_id: null, status: row.status }, now, reason);
}

/** @throws ApiError `conflict` for a caller who does not know the newest version, or the customer's acceptance. */
function attach(
  state: RequestState,
  worker: Worker,
  { after, is_accepted }: Extract<WorkCommand, { kind: "attach" }>,
  now: number,
): Outcome[] {
  const { row, versions, steps } = state;
  const newest = versions[0]?.number ?? 0;
  if (after !== undefined && after !== newest) {
    const what = newest > after ? `Bản ${newest} vừa được gắn, có thể chính là lần gửi trước` : "Vừa có bản bị gỡ";
    throw new ApiError("conflict", `${what}. Bạn xem lại các bản; bấm lần nữa là giao thêm một bản`);
  }
  if (is_accepted === false && row.accepted_at !== null) {
    throw new ApiError(
      "conflict",
      "Khách vừa đồng ý nhận bài. Bấm lần nữa là giao thêm một bản, không thay bản mà khách tải về",
    );
  }
  // One more than any that there was, since a withdrawn one is named in the steps.
  const named = steps.flatMap(({ kind, version }) => (namesVersion.has(kind) ? (version ?? []) : []));
  const number = Math.max(0, ...versions.map((each) => each.number), ...named) + 1;
  const isDelivered = row.status === "completed";
  return workSave(state, worker, { change: {}, steps: [{ kind: "song_attached", version: number }] }, now, {
    versions: [{ kind: "add", number, created_at: iso(now), delivered_at: isDelivered ? iso(now) : null }],
    after: isDelivered ? [{ kind: "song_ready", version: number }] : [],
  });
}

/** A completed request that has no other version opens again, by a save of its own. */
function withdraw(
  state: RequestState,
  worker: Worker,
  { versionId, reason }: Extract<WorkCommand, { kind: "withdraw" }>,
  now: number,
): Outcome[] {
  const { row, versions } = state;
  const version = versions.find(({ id }) => id === versionId);
  if (!version) throw new ApiError("not_found", "Không tìm thấy bản nhạc này");
  if (row.accepted_song_id === versionId) {
    throw new ApiError("conflict", "Khách đã đồng ý với bản này, không thể gỡ");
  }
  if (row.song_id !== null) {
    throw new ApiError("conflict", "Bài hát của yêu cầu này đã có trong thư viện, không thể gỡ bản nào nữa");
  }
  const step: Step = { kind: "song_withdrawn", version: version.number, text: reason };
  const withdrawn = workSave(state, worker, { change: {}, steps: [step] }, now, {
    versions: [{ kind: "remove", id: versionId }],
    before: [{ kind: "withdraw", events: ["request_song_ready"] }],
  });
  const left = versions.filter(({ id }) => id !== versionId);
  if (row.status !== "completed" || deliveredOf(left).length > 0) return withdrawn;
  return [...withdrawn, ...saveFields({ ...state, versions: left }, worker, { status: "processing" }, now)];
}

/** Changes words of a version, accepted or not; the customer is not told. @throws ApiError `not_found`; `invalid` for lyrics */
function correct(
  state: RequestState,
  worker: Worker,
  { versionId, words: { lyrics, ...given } }: Extract<WorkCommand, { kind: "correct" }>,
  now: number,
): Outcome[] {
  const version = state.versions.find(({ id }) => id === versionId);
  if (!version) throw new ApiError("not_found", "Không tìm thấy bản nhạc này");
  const lines = version.lines === null ? null : storedDocument(version.lines);
  const sung = lyrics === undefined || lyrics === version.lyrics ? {} : correctedLyrics(lyrics, lines);
  const words: Partial<CorrectedWords> = { ...givenFields(given), ...sung };
  const named = wordNames.filter(([field]) => words[field] !== undefined && words[field] !== version[field]);
  if (named.length === 0) return [];
  const text = named.map(([, name]) => name).join(", ");
  const step: Step = { kind: "words_corrected", version: version.number, text };
  return workSave(state, worker, { change: {}, steps: [step] }, now, {
    versions: [{ kind: "correct", id: versionId, words }],
  });
}

const wordNames = [
  ["title", "tên bài hát"],
  ["dedication", "lời đề tặng"],
  ["lyrics", "lời bài hát"],
  ["lines", "thời gian của lời"],
  ["note", "lời nhắn"],
] as const satisfies [keyof CorrectedWords, string][];

/**
 * Its song of the library is hidden for good, since the consent could not be withdrawn any more.
 * @throws ApiError `conflict` for one that a part of the money came for: nothing would tell any more that the rest is missing.
 */
function remove({ song_id, paid_at, received_amount }: RequestRow): Outcome {
  if (paid_at === null && received_amount > 0) {
    throw new ApiError(
      "conflict",
      "Yêu cầu này đã nhận một phần tiền nên không xóa được. Bạn hoàn tác phần tiền đó ở mục Đối soát trước nhé.",
    );
  }
  const deleted = { isDeleted: true, change: {}, steps: [], versions: [], messages: [{ kind: "forget" }] } as const;
  return song_id === null ? deleted : { ...deleted, song: "request_deleted" };
}

function accept(
  state: RequestState,
  { version_id, agreed_price }: Extract<CustomerCommand, { kind: "accept" }>,
  now: number,
): Outcome[] {
  const { row, versions } = state;
  const [latest] = deliveredOf(versions);
  if (row.accepted_at !== null) {
    if (row.accepted_song_id === version_id) return [];
    throw new ApiError("conflict", "Bạn đã đồng ý với một bản khác của bài hát");
  }
  if (row.status !== "completed" || !latest) {
    throw new ApiError("conflict", "Bài hát chưa hoàn thành, bạn chưa thể đồng ý");
  }
  if (latest.id !== version_id) {
    throw new ApiError("conflict", "Đã có bản mới hơn của bài hát, bạn hãy tải lại trang và nghe bản mới");
  }
  if (row.agreed_price !== agreed_price) {
    throw new ApiError("conflict", "Giá của bài hát vừa thay đổi, bạn hãy tải lại trang để xem giá mới");
  }
  assertFewSteps(state, now);
  const change = { accepted_at: iso(now), accepted_song_id: version_id };
  const saved = saveOf(row, { change, steps: [{ kind: "accepted", version: latest.number }] }, now);
  return [{ ...saved, messages: [{ kind: "withdraw", events: ["request_price_raised"] }] }];
}

/** The request goes back to work, or to the pool when it has no member; the same wish once more changes nothing. */
function wishChanges(
  state: RequestState,
  { version_id, text, second = null }: Extract<CustomerCommand, { kind: "wish" }>,
  now: number,
): Outcome[] {
  const { row, versions, steps } = state;
  const version = deliveredOf(versions).find(({ id }) => id === version_id);
  if (!version) throw new ApiError("conflict", "Không tìm thấy bản nhạc này, bạn hãy tải lại trang");
  if (row.accepted_at !== null) {
    throw new ApiError("conflict", "Bạn đã đồng ý với bài hát này nên không thể yêu cầu sửa nữa");
  }
  if (row.status !== "completed") {
    const last = steps.findLast(({ kind }) => concernsChanges.has(kind));
    const isRepeated =
      last?.kind === "changes_requested" &&
      last.text === text &&
      last.second === second &&
      last.version === version.number;
    if (isRepeated && isOpen(row.status)) return [];
    throw new ApiError("conflict", "Bài hát đang được thực hiện, bạn hãy chờ bản mới rồi góp ý tiếp");
  }
  assertFewSteps(state, now);
  const reopened = reopen(state, "processing", now);
  const wish: Step = { kind: "changes_requested", text, second, version: version.number };
  const part = { change: { ...reopened.change, status: "processing" as const }, steps: [...reopened.steps, wish] };
  const wanted: RequestMessage = { kind: "changes_wanted", version: version.number, words: text };
  return [{ ...saveOf(row, part, now), messages: [{ kind: "changes_noted", words: text }, wanted] }];
}

/** The song is not changed by it, and the work goes on. */
function answer(
  state: RequestState,
  command: Extract<CustomerCommand, { kind: "answer_lyrics" }>,
  now: number,
): Outcome[] {
  const part = answerLyrics(state, command, now);
  if (!part) return [];
  assertFewSteps(state, now);
  return [{ ...saveOf(state.row, part, now), lyrics: part.lyrics, messages: part.messages }];
}

function saveLyrics(
  state: RequestState,
  worker: Worker,
  { lyrics, messages, ...part }: LyricsPart,
  now: number,
): Outcome[] {
  return workSave(state, worker, part, now, { lyrics, after: messages });
}

function setConsent(state: RequestState, consent: boolean, now: number): Outcome[] {
  const { row, versions } = state;
  if (consent === (row.consent_at !== null)) return [];
  const hasSong = row.song_id !== null;
  if (consent && deliveredOf(versions).length === 0 && !hasSong) {
    throw new ApiError("conflict", "Bạn có thể cho phép sau khi nhận được bài hát");
  }
  // It is withdrawn at once, not a day later.
  if (consent) assertFewSteps(state, now);
  const saved = saveOf(
    row,
    {
      change: { consent_at: consent ? iso(now) : null },
      steps: [{ kind: consent ? "consent_given" : "consent_withdrawn" }],
    },
    now,
  );
  return [hasSong ? { ...saved, song: consent ? "permit" : "consent_withdrawn" } : saved];
}

/** @throws ApiError `rate_limited` for a customer who has taken all steps of a day in a request. */
function assertFewSteps({ steps }: RequestState, now: number): void {
  const since = iso(now - dayMs);
  // Messages have a limit of their own.
  const isCounted = ({ kind, actor_kind }: (typeof steps)[number]) =>
    actor_kind === "customer" && kind !== "message_sent";
  const taken = steps.filter((step) => isCounted(step) && step.created_at >= since);
  if (taken.length >= maxSteps) {
    throw new ApiError(
      "rate_limited",
      "Bạn đã thay đổi yêu cầu này nhiều lần trong hôm nay, vui lòng thử lại vào ngày mai",
    );
  }
}

/** Returns a save by staff or an administrator with its messages; none when it changes nothing. */
function workSave(state: RequestState, worker: Worker, part: Part, now: number, extra: Extra = {}): Outcome[] {
  const { row } = state;
  const isChanged = Object.entries(part.change).some(([field, value]) => row[field as keyof Change] !== value);
  if (!isChanged && part.steps.length === 0) return [];
  const closed = isEndOfWaiting(row, part) ? closeLyrics(state, now) : undefined;
  const saved = saveOf(row, { ...part, change: { ...part.change, ...closed?.change } }, now);
  const { versions = [], lyrics = closed?.lyrics ?? [], before = [], after = [] } = extra;
  const told = messagesOf(state, { ...row, ...saved.change }, worker, part.steps);
  return [{ ...saved, versions, lyrics, messages: [...before, ...(closed?.messages ?? []), ...told, ...after] }];
}

/** Lyrics do not wait once there is a song, or nobody waits for one. */
function isEndOfWaiting(row: RequestRow, { change: { status = row.status }, steps }: Part): boolean {
  return !isOpen(status) || steps.some(({ kind }) => kind === "song_attached");
}

function saveOf(row: RequestRow, { change, steps }: Part, now: number): Outcome {
  const { status = row.status, due_at = row.due_at, waiting_since = row.waiting_since } = change;
  const queue = queueOf({ status, due_at, waiting_since }, row, now);
  return { change: { ...change, queue, updated_at: iso(now) }, steps, versions: [], messages: [] };
}

/** Returns the place of a request in the queue: open ones by their due time, then those that wait, then closed ones, the latest closed first. */
function queueOf(
  { status, due_at, waiting_since }: Pick<RequestRow, "status" | "due_at" | "waiting_since">,
  before: Pick<RequestRow, "status" | "queue">,
  now: number,
): string {
  if (isOpen(status)) return waiting_since === null ? due_at : iso(Date.parse(due_at) + queueWait);
  return before.status === status ? before.queue : iso(queueEnd - now);
}

/** Returns what a save by staff or an administrator tells, and which messages it makes untrue. */
function messagesOf(
  { row: before, steps: earlier }: RequestState,
  after: RequestRow,
  worker: Worker,
  steps: readonly Step[],
): RequestMessage[] {
  const messages: RequestMessage[] = [];
  const isNowOpen = isOpen(after.status);
  if (before.staff_id !== null && (!isNowOpen || after.staff_id !== before.staff_id)) {
    const events = ["staff_request_assigned", "staff_request_due_today"] as const;
    messages.push({ kind: "withdraw", events, memberId: before.staff_id });
  }
  if (after.staff_id !== before.staff_id) {
    const memberOnly = before.staff_id === null ? {} : { memberId: before.staff_id };
    const events = ["staff_request_message", "staff_lyrics_answered", "staff_changes_wanted"] as const;
    messages.push({ kind: "withdraw", events, ...memberOnly });
  }
  if (isAvailable(before) && !isAvailable(after)) {
    messages.push({ kind: "withdraw", events: ["staff_request_due_today"] });
  }
  if (!isNowOpen && isOpen(before.status)) {
    messages.push({ kind: "withdraw", events: ["request_taken_up", "staff_lyrics_answered", "staff_changes_wanted"] });
  }
  const isHandedOver = after.staff_id !== null && after.staff_id !== before.staff_id && isNowOpen;
  if (isHandedOver && !(worker.kind === "staff" && worker.id === after.staff_id)) {
    messages.push({ kind: "assigned", from: worker.kind === "staff" ? worker.name : "Quản trị viên" });
  }
  // Lyrics tell it themselves.
  const isTold = steps.some(({ kind }) => kind === "lyrics_sent") || earlier.some(isTakingUp);
  if (isNowOpen && steps.some(isTakingUp) && !isTold) messages.push({ kind: "taken_up" });
  const isAsked = isPriceAsked(after);
  if (after.agreed_price !== before.agreed_price || isAsked !== isPriceAsked(before)) {
    messages.push({ kind: "withdraw", events: ["request_price_raised"] });
  }
  if (after.agreed_price > before.agreed_price && isAsked) {
    messages.push({ kind: "price_raised", amount: after.agreed_price, before: before.agreed_price });
  }
  if (before.paid_at === null && after.paid_at !== null && after.agreed_price > 0) {
    messages.push({ kind: "paid", amount: after.agreed_price, at: after.paid_at });
  }
  return messages;
}

/** Whether the customer may still say no to the price. */
function isPriceAsked({ accepted_at, paid_at, status }: RequestRow): boolean {
  return accepted_at === null && paid_at === null && status !== "cancelled";
}

/** Steps by which somebody begins with a request, or has finished it. */
function isTakingUp({ kind, text }: Pick<Step, "kind" | "text">): boolean {
  const isBegun = kind === "status_changed" && (text === "processing" || text === "completed");
  return isBegun || kind === "claimed" || kind === "assigned";
}

/** Returns the versions that the customer hears, the latest first. */
function deliveredOf<V extends Pick<VersionRow, "delivered_at">>(versions: readonly V[]): V[] {
  return versions.filter(({ delivered_at }) => delivered_at !== null);
}

const iso = (ms: number) => new Date(ms).toISOString();
