/** Replies made of a request: for staff and administrators, for its customer, for the user who exports own data. */
import { extname } from "node:path";
import { coverIdOf } from "#art/occasion.ts";
import type { RequestPaymentState } from "#contract/payment-state.ts";
import type { RequestLyrics } from "#contract/request-lyrics.ts";
import {
  CustomerRequest,
  RequestChange,
  type RequestEvent,
  SongRequest,
  type SongRequestDetail,
  type SongVersion,
  StatusChange,
  UserRequest,
} from "#contract/requests.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import { curveOf } from "#server/features/catalogue/audio-work.service.ts";
import { storedDocument } from "#server/features/catalogue/song-lines.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { versionOf } from "#server/platform/record-version.ts";
import { dueNow } from "./lyrics-life.ts";
import { isUntouched } from "./request-life.ts";
import { type LyricsRow, requestLyricsRepository } from "./request-lyrics.repository.ts";
import { requestMessagesRepository } from "./request-messages.repository.ts";
import { mainOf, songFileName } from "./request-writes.ts";
import { type EventRow, type RequestRow, requestsRepository, type VersionRow } from "./requests.repository.ts";

export interface ViewsDeps {
  db: Db;
  files: Pick<Files, "signedUrl" | "downloadUrl">;
  bank: Pick<Bank, "paymentDetails" | "preparePayment">;
  staffNames: Staff["staffNames"];
  /** Returns what is known of the transfers for a request beside what they pay of it. */
  transfersOf(requestId: number): Promise<Pick<CustomerRequest, "excess_amount" | "claim">>;
  /** Returns the channel on which the customer is told that the song is ready; null where none is. */
  newsChannel(row: RequestRow): Promise<CustomerRequest["news_channel"]>;
  /** Returns what the customer said of the song; null for nothing. */
  reviewOf(requestId: number): Promise<CustomerRequest["review"]>;
  /** Returns the gift that the customer makes of the song; null for none. */
  giftOf(requestId: number): Promise<object | null>;
}

export type RequestViews = ReturnType<typeof createRequestViews>;

export function createRequestViews(deps: ViewsDeps) {
  const { db, files, bank, staffNames, transfersOf, newsChannel, reviewOf, giftOf } = deps;
  const repository = requestsRepository(db);
  const messages = requestMessagesRepository(db);
  const allLyrics = requestLyricsRepository(db);

  const versionOf = (
    { occasion }: RequestRow,
    {
      id,
      number,
      file,
      cover,
      duration,
      waveform,
      created_at,
      delivered_at,
      title,
      dedication,
      lyrics,
      lines,
      note,
    }: VersionRow,
    role?: "staff",
  ): SongVersion => ({
    id,
    number,
    stream_url: files.signedUrl(file, role),
    cover_url: cover === null ? null : files.signedUrl(cover),
    cover_id: coverIdOf(occasion, title),
    duration,
    waveform: curveOf(waveform),
    created_at,
    delivered_at,
    title,
    dedication,
    lyrics,
    lines: lines === null ? null : storedDocument(lines),
    note,
  });

  function withLinks(
    row: RequestRow,
    staffName: string | null,
    latestFile: string | undefined,
    { unread_messages, lyrics_state }: Pick<SongRequest, "unread_messages" | "lyrics_state">,
  ): SongRequest {
    const { reference_file } = row;
    return SongRequest.parse({
      ...row,
      due_at: dueNow(row, Date.now()),
      reference_file_url: reference_file === null ? null : files.signedUrl(reference_file, "staff"),
      result_audio_url: latestFile === undefined ? null : files.signedUrl(latestFile, "staff"),
      staff_name: staffName,
      unread_messages,
      lyrics_state,
      version: versionOfRequest(row),
    });
  }

  /** Returns requests as staff see them. */
  async function requests(rows: readonly RequestRow[]): Promise<SongRequest[]> {
    const staffIds = [...new Set(rows.flatMap(({ staff_id }) => staff_id ?? []))];
    const ids = rows.map(({ id }) => id);
    const [names, versions, unread, lyrics] = await Promise.all([
      staffNames(staffIds),
      repository.latestFiles(ids),
      messages.unread(ids, "customer"),
      allLyrics.latestStates(ids),
    ]);
    const latest = new Map(versions.map(({ request_id, file }) => [request_id, file]));
    return rows.map((row) =>
      withLinks(row, names.get(row.staff_id ?? 0) ?? null, latest.get(row.id), {
        unread_messages: unread.get(row.id) ?? 0,
        lyrics_state: lyrics.get(row.id) ?? null,
      }),
    );
  }

  /** Returns how to pay for a request now; null when nothing is to be paid, or no account is configured. */
  async function paymentOf(row: RequestRow) {
    const amount = askedNow(row);
    return amount > 0 ? bank.paymentDetails({ amount, code: row.code }) : null;
  }

  /** Prepares the payment of a request, if it asks for one. Not within a transaction. */
  async function prepare(row: RequestRow): Promise<void> {
    const amount = askedNow(row);
    if (amount > 0) await bank.preparePayment({ amount, code: row.code }, null);
  }

  /** Returns the link that saves the song, once it is paid for or accepted for nothing. */
  function downloadUrlOf(row: RequestRow, delivered: readonly VersionRow[]): string | null {
    const isFree = row.accepted_at !== null && row.agreed_price === 0;
    const song = mainOf(row, delivered);
    if (!song || !(row.paid_at !== null || isFree)) return null;
    return files.downloadUrl(song.file, songFileName(row, song.title) + extname(song.file));
  }

  return {
    requests,
    paymentOf,
    prepare,

    /** Returns a request with its versions and steps as staff see it. */
    async detail(row: RequestRow): Promise<SongRequestDetail> {
      const [[request], versions, events, lyrics] = await Promise.all([
        requests([row]),
        repository.versions(row.id),
        repository.events(row.id),
        allLyrics.ofRequest(row.id),
      ]);
      return {
        ...(request as SongRequest),
        songs: versions.map((version) => versionOf(row, version, "staff")),
        events: events.map(eventOf),
        lyrics: lyrics.map(lyricsOf),
        is_untouched: isUntouched(row, events),
      };
    },

    /** Returns a request as its customer sees it: delivered versions and the steps that concern the customer. */
    async customer(row: RequestRow): Promise<CustomerRequest> {
      const [versions, events, payment, transfers, news_channel, review, unread, lyrics] = await Promise.all([
        repository.versions(row.id),
        repository.events(row.id),
        paymentOf(row),
        transfersOf(row.id),
        newsChannel(row),
        reviewOf(row.id),
        messages.unread([row.id], "desk"),
        allLyrics.ofRequest(row.id),
      ]);
      const delivered = versions.filter(({ delivered_at }) => delivered_at !== null);
      const isShown = ({ kind, version }: EventRow) =>
        !internalKinds.has(kind) && (kind !== "song_attached" || delivered.some((each) => each.number === version));
      return {
        ...customerFields(row),
        accepted_version: versions.find(({ id }) => id === row.accepted_song_id)?.number ?? null,
        news_channel,
        songs: delivered.map((version) => versionOf(row, version)),
        payment,
        ...transfers,
        download_url: downloadUrlOf(row, delivered),
        events: events.filter(isShown).map((event) => ({ ...eventOf(event), actor_name: null })),
        review,
        unread_messages: unread.get(row.id) ?? 0,
        lyrics: lyrics.filter(isReadable).map((each) => ({ ...lyricsOf(each), sent_by: null })),
      };
    },

    /** Returns requests for the list of their user. */
    async listed(rows: readonly RequestRow[]): Promise<UserRequest[]> {
      const ids = rows.map(({ id }) => id);
      const [delivered, unread] = await Promise.all([repository.deliveredOf(ids), messages.unread(ids, "desk")]);
      const songs = Map.groupBy(delivered, ({ request_id }) => request_id);
      return rows.map((row) => {
        const song = mainOf(row, songs.get(row.id) ?? []);
        return UserRequest.parse({
          ...row,
          due_at: dueNow(row, Date.now()),
          is_assigned: row.staff_id !== null,
          summary: summaryOf(row.request_content),
          has_song: song !== undefined,
          title: song?.title ?? null,
          unread_messages: unread.get(row.id) ?? 0,
        });
      });
    },

    /** Returns a request for the export of its user's data. */
    async personal(row: RequestRow): Promise<object> {
      const [versions, events, review, gift, talk, lyrics] = await Promise.all([
        repository.versions(row.id),
        repository.events(row.id),
        reviewOf(row.id),
        giftOf(row.id),
        messages.all(row.id),
        allLyrics.ofRequest(row.id),
      ]);
      return {
        ...customerFields(row),
        songs: versions
          .filter(({ delivered_at }) => delivered_at !== null)
          .map(({ number, title, dedication, lyrics, note }) => ({ number, title, dedication, lyrics, note })),
        changes: events
          .filter(({ kind }) => kind === "changes_requested")
          .map(({ text, second, version, created_at }) => ({ text, second, version, created_at })),
        review,
        gift,
        lyrics: lyrics.filter(isReadable).map(({ id: _id, request_id: _request, sent_by: _by, ...each }) => each),
        messages: talk.map(({ author_kind, text, file_name, created_at }) => ({
          from: author_kind === "customer" ? "customer" : "Ngân Nga",
          text,
          file_name,
          created_at,
        })),
      };
    },
  };
}

/** Returns the whole đồng that a request asks for now; 0 when nothing is to be paid. */
const askedNow = (row: RequestRow): number => (row.status === "cancelled" ? 0 : missingOf(row));

/** Returns the whole đồng that an accepted request lacks; 0 for one that is not to be paid now. */
function missingOf({ accepted_at, paid_at, agreed_price, received_amount }: RequestRow): number {
  return accepted_at !== null && paid_at === null ? Math.max(0, agreed_price - received_amount) : 0;
}

/** Returns how the payment of a request stands. */
export function paymentStateOf(row: RequestRow, excess_amount: number): RequestPaymentState {
  const { code, status, received_amount, paid_at } = row;
  return { code, status, received_amount, missing: missingOf(row), excess_amount, paid_at };
}

const AnyChange = RequestChange.extend(StatusChange.shape);

/** Returns the version of the fields that administrators and staff change. */
export function versionOfRequest(row: RequestRow): string {
  return versionOf(AnyChange, { ...row, is_paid: row.paid_at !== null });
}

/** Characters of a summary. */
const summaryLength = 120;

/** Returns the beginning of a text in one line, cut between words where it can be. */
export function summaryOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const characters = Array.from(line);
  if (characters.length <= summaryLength) return line;
  const start = characters.slice(0, summaryLength).join("");
  return `${start.replace(/ \S{0,20}$/, "")}…`;
}

/** Steps that name staff, or that a customer has no use for. */
const internalKinds: ReadonlySet<EventRow["kind"]> = new Set([
  "assigned",
  "released",
  "song_withdrawn",
  "words_corrected",
]);

function eventOf({ request_id: _request, actor_kind, ...event }: EventRow): RequestEvent {
  return { ...event, actor: actor_kind };
}

function lyricsOf({ request_id: _request, ...lyrics }: LyricsRow): RequestLyrics {
  return { ...lyrics, notes: [...lyrics.notes] };
}

/** Lyrics that were sent by mistake may be another customer's. */
const isReadable = ({ state }: LyricsRow) => state !== "withdrawn";

/** The columns of a request that customers see. */
const CustomerFields = CustomerRequest.omit({
  accepted_version: true,
  news_channel: true,
  songs: true,
  payment: true,
  excess_amount: true,
  claim: true,
  download_url: true,
  events: true,
  review: true,
  unread_messages: true,
  lyrics: true,
});

function customerFields(row: RequestRow) {
  return CustomerFields.parse({ ...row, due_at: dueNow(row, Date.now()), is_assigned: row.staff_id !== null });
}
