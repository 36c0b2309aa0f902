/** The customer's side of requests: sending one, and its private page (docs/rooms/requests.md); the rules stand in `request-life.ts`. */
import { randomBytes } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import { codePrefixes } from "#contract/order-search.ts";
import type { RequestPaymentState } from "#contract/payment-state.ts";
import type { LyricsAnswer } from "#contract/request-lyrics.ts";
import {
  type Acceptance,
  type ChangesWanted,
  type CustomerRequest,
  type RequestBody,
  type UserRequest,
  type WaitingItem,
  waitingKinds,
} from "#contract/requests.ts";
import type { SongPricing } from "#contract/settings.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { SongEditing } from "#server/features/catalogue/song-editing.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore, StoredFile } from "#server/features/media/media.service.ts";
import type { Settings } from "#server/features/settings/settings.service.ts";
import { paymentsTopic, requestsTopic } from "#server/features/topics.ts";
import { afterCommit } from "#server/platform/db/commit.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { anonymous, type Caller, type UserCaller } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import type { Download } from "#server/platform/http/router.ts";
import { type Idempotency, keyOwner } from "#server/platform/idempotency.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { createWatch } from "#server/platform/watch.ts";
import type { Recordings } from "./recordings.ts";
import { answerCustomer, assertHasPage, type CustomerCommand, hasPage, requestNotFound } from "./request-life.ts";
import type { RequestNotices } from "./request-notices.ts";
import { paymentStateOf, type RequestViews } from "./request-views.ts";
import { findRequest, type RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestListReader, requestsRepository } from "./requests.repository.ts";
import { dueAfter } from "./working-days.ts";

export interface CustomerRequests {
  /**
   * Creates a request of the caller, if a user, or of nobody.
   * @param key `Idempotency-Key` of the request.
   * @throws ApiError `invalid` for a robot's; `unsupported_type` or `invalid` for an unusable file.
   */
  create(
    caller: Caller,
    body: RequestBody,
    file: UploadedFile | undefined,
    from: { key: string | undefined; address: string },
  ): Promise<CustomerRequest>;
  /** @throws ApiError `not_found` */
  byPageToken(token: string): Promise<CustomerRequest>;
  /** Returns the requests of a user, newest first. */
  ofUser(caller: UserCaller, query: { skip: number; limit: number }): Promise<{ rows: UserRequest[]; total: number }>;
  /** Returns what waits for a user in the requests of the account, the newest request first; of at most twenty requests. */
  waiting(caller: UserCaller): Promise<{ items: WaitingItem[] }>;
  /** Accepts the latest version at the present price; once accepted, again without effect. @throws ApiError `not_found`, `conflict` */
  accept(token: string, body: Acceptance): Promise<CustomerRequest>;
  /** Puts a completed request back to processing, or to the pool when it has no member; the same words once more have no effect. @throws ApiError `not_found`, `conflict` */
  requestChanges(token: string, body: ChangesWanted): Promise<CustomerRequest>;
  /** Agrees with lyrics, or asks for changes in them; the same once more has no effect. @throws ApiError `not_found`; `conflict` for outdated lyrics */
  answerLyrics(token: string, body: LyricsAnswer): Promise<CustomerRequest>;
  /** Gives or withdraws the consent to the library, which then hides the song. @throws ApiError `not_found`; `conflict` before delivery. */
  setConsent(token: string, consent: boolean): Promise<CustomerRequest>;
  /** Tells how the payment of a request stands, at once and after each change. @throws ApiError `not_found` */
  watchPayment(token: string, signal: AbortSignal): Promise<AsyncIterable<{ data: RequestPaymentState }>>;
  /** Returns the picture of the payment's QR code. @throws ApiError `not_found`, also for a request without a code. */
  qrPicture(token: string): Promise<Download>;
  /** The requests of a user, which stay without the account, and the kept replies of their creation. */
  personalData: readonly PersonalData[];
}

export interface CustomerRequestsDeps {
  database: Pick<Database, "db" | "commit" | "dialect" | "changes">;
  writes: RequestWrites;
  views: RequestViews;
  notices: RequestNotices;
  store: Pick<MediaStore, "accept">;
  files: Pick<Files, "keep" | "isManaging">;
  bank: Pick<Bank, "qrPicture">;
  songEditing: Pick<SongEditing, "lock">;
  idempotency: Idempotency;
  songPricing: Settings["songPricing"];
  recordings: Pick<Recordings, "count" | "warn">;
  /** Returns the whole đồng of some requests that came and pay nothing, by their ids. */
  excessOf(requestIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Called for each new request. */
  onCreated?: () => void;
}

/** Requests whose waiting things are told: more are not read at a glance. */
const mostWaiting = 20;
/** More tries than 22 billion codes will ever need. */
const codeTries = 10;

export function createCustomerRequests(deps: CustomerRequestsDeps): CustomerRequests {
  const { database, writes, views, notices, store, files, bank, songEditing, idempotency, songPricing, recordings } =
    deps;
  const { excessOf, onCreated = () => {} } = deps;
  const { db, commit, dialect } = database;
  const reader = requestListReader(db, dialect);

  async function findByToken(token: string): Promise<RequestRow> {
    const row = await requestsRepository(db).byPageToken(token);
    if (!row) throw requestNotFound();
    assertHasPage(row);
    return row;
  }

  const watchPayment = createWatch<RequestPaymentState>({
    changes: database.changes,
    topics: [requestsTopic, paymentsTopic],
    async read(tokens) {
      const rows = (await requestsRepository(db).byPageTokens(tokens)).filter(hasPage);
      const excess = await excessOf(rows.map(({ id }) => id));
      return new Map(rows.map((row) => [row.page_token, paymentStateOf(row, excess.get(row.id) ?? 0)]));
    },
  });

  /** Checks and stores the file of a new request. */
  async function keepReference(upload: UploadedFile | undefined): Promise<StoredFile | undefined> {
    if (!upload) return undefined;
    const isManaged = await files.isManaging();
    const received = await store.accept(upload, "reference");
    try {
      return (await files.keep([received], isManaged))[0];
    } finally {
      await received.discard();
    }
  }

  /** @returns its id. */
  async function insert(
    tx: Tx,
    caller: Caller,
    { website: _website, ...body }: RequestBody,
    reference: { key: string; name: string } | undefined,
    { base_price, free_changes }: Pick<SongPricing, "base_price" | "free_changes">,
  ): Promise<number> {
    const time = Date.now();
    const now = new Date(time).toISOString();
    const due_at = dueAfter(time);
    for (let left = codeTries; left > 0; left--) {
      const row = await requestsRepository(tx).insert({
        ...body,
        code: newTransferCode(codePrefixes.request),
        page_token: randomBytes(16).toString("base64url"),
        user_id: caller.kind === "user" ? caller.id : null,
        reference_file: reference?.key ?? null,
        reference_file_name: reference?.name || null,
        status: "new",
        due_at,
        queue: due_at,
        agreed_price: base_price,
        free_changes,
        created_at: now,
        updated_at: now,
      });
      if (!row) continue;
      await writes.addSteps(tx, anonymous, row.id, [{ kind: "received" }], now);
      await writes.claim(tx, row, reference && [reference.key]);
      await notices.received(tx, row);
      return row.id;
    }
    throw new Error("No free request code was found");
  }

  /** Lets the customer answer on the request with an address. @throws ApiError `not_found`; of a refusal */
  async function answer(token: string, command: CustomerCommand): Promise<CustomerRequest> {
    const { id } = await findByToken(token);
    const row = await commit(async (tx) => {
      if (command.kind === "consent") await songEditing.lock(tx);
      const state = await writes.state(tx, id);
      return writes.save(tx, anonymous, state, answerCustomer(state, command, Date.now()));
    });
    if (command.kind === "accept") await views.prepare(row);
    return views.customer(row);
  }

  return {
    async create(caller, body, upload, { key, address }) {
      if (body.website) throw new ApiError("invalid", "Không gửi được yêu cầu này");
      const userId = caller.kind === "user" ? caller.id : null;
      const content = { ...body, website: undefined, reference_file: upload?.sha256 ?? null };
      const pricing = await songPricing();
      const make = async () => {
        const file = await keepReference(upload);
        let isUsed = false;
        const result = await writes.withFiles(file ? [file] : [], async () => {
          const id = await idempotency.once(
            { scope: "song-requests", caller: keyOwner(userId), key, content },
            async (tx) => {
              isUsed = true;
              afterCommit(tx, onCreated);
              return insert(tx, caller, body, file && { key: file.key, name: upload?.name ?? "" }, pricing);
            },
          );
          return { result: id, isUsed };
        });
        return { result, isUsed };
      };
      const { result: id, isUsed } = upload
        ? await recordings.count({ address, bytes: upload.size }, make)
        : await make();
      if (upload && isUsed) await recordings.warn();
      return views.customer(await findRequest(db, id));
    },

    byPageToken: async (token) => views.customer(await findByToken(token)),

    async ofUser({ id }, { skip, limit }) {
      const { rows, total } = await reader.page({ user_id: id, sort_by: "created_at", skip, limit });
      return { rows: await views.listed(rows), total };
    },

    async waiting({ id }) {
      const listed = await views.listed(await requestsRepository(db).waitingFor(id, mostWaiting));
      return { items: listed.flatMap(waitingIn) };
    },

    accept: (token, body) => answer(token, { kind: "accept", ...body }),
    requestChanges: (token, body) => answer(token, { kind: "wish", ...body }),

    answerLyrics: (token, body) => answer(token, { kind: "answer_lyrics", ...body }),

    setConsent: (token, consent) => answer(token, { kind: "consent", consent }),

    async watchPayment(token, signal) {
      await findByToken(token);
      return watchPayment(token, signal);
    },

    async qrPicture(token) {
      const picture = await bank.qrPicture(await views.paymentOf(await findByToken(token)));
      if (!picture) throw new ApiError("not_found", "Yêu cầu này không có mã QR");
      return picture;
    },

    personalData: [
      {
        name: "song_requests",
        read: async (userId) => Promise.all((await requestsRepository(db).ofUser(userId)).map(views.personal)),
        async remove(tx, userId) {
          // A deleted request takes its row, then its messages: in the other order the two would wait for each other.
          await requestsRepository(tx).lockOfUser(userId, dialect);
          await idempotency.forget(tx, keyOwner(userId));
        },
      },
    ],
  };
}

/** Returns what of a request waits for its user. */
function waitingIn(row: UserRequest): WaitingItem[] {
  const { page_token, summary, title } = row;
  const isWaiting = {
    lyrics: row.waiting_since !== null,
    song: row.status === "completed" && row.has_song && row.accepted_at === null,
    message: row.unread_messages > 0,
  };
  return waitingKinds.filter((kind) => isWaiting[kind]).map((kind) => ({ kind, page_token, summary, title }));
}

/** Returns the request with an address that waits for money. @throws ApiError `not_found`; `conflict` */
export async function requestToPay(db: Db, token: string): Promise<{ id: number }> {
  const row = await requestsRepository(db).byPageToken(token);
  if (!row) throw requestNotFound();
  assertHasPage(row);
  const { id, accepted_at, paid_at, agreed_price } = row;
  if (accepted_at !== null && paid_at === null && agreed_price > 0) return { id };
  throw new ApiError("conflict", "Yêu cầu này không chờ chuyển khoản nữa, bạn tải lại trang nhé");
}
