/** The rules of requests for their customers: sending one, and its private page (docs/decisions/0048-requests.md). */
import { randomBytes } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import type { Acceptance, ChangesWanted, CustomerRequest, RequestBody, UserRequest } from "#contract/requests.ts";
import type { PersonalData } from "#server/features/accounts/users.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore, StoredFile } from "#server/features/media/media.service.ts";
import type { Settings } from "#server/features/settings/settings.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { anonymous, type Caller, type UserCaller } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import type { Download } from "#server/platform/http/router.ts";
import { type Idempotency, keyOwner } from "#server/platform/idempotency.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import type { Recordings } from "./recordings.ts";
import type { RequestNotices } from "./request-notices.ts";
import type { RequestViews } from "./request-views.ts";
import { findOrThrow, isOpen, type RequestWrites, requestNotFound } from "./request-writes.ts";
import { type RequestRow, requestListReader, requestsRepository, type VersionRow } from "./requests.repository.ts";
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
  /** Accepts the latest version at the present price; once accepted, again without effect. @throws ApiError `not_found`, `conflict` */
  accept(token: string, body: Acceptance): Promise<CustomerRequest>;
  /** Puts a completed request back to processing, or to the pool when it has no member; the same words once more have no effect. @throws ApiError `not_found`, `conflict` */
  requestChanges(token: string, body: ChangesWanted): Promise<CustomerRequest>;
  /** Gives or withdraws the consent to the library, which then hides the song. @throws ApiError `not_found`; `conflict` before delivery. */
  setConsent(token: string, consent: boolean): Promise<CustomerRequest>;
  /** Returns the picture of the payment's QR code. @throws ApiError `not_found`, also for a request without a code. */
  qrPicture(token: string): Promise<Download>;
  /** The requests of a user, which stay without the account, and the kept replies of their creation. */
  personalData: readonly PersonalData[];
}

export interface CustomerRequestsDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  writes: RequestWrites;
  views: RequestViews;
  notices: RequestNotices;
  store: Pick<MediaStore, "accept">;
  files: Pick<Files, "keep" | "isManaging">;
  bank: Pick<Bank, "qrPicture">;
  catalogue: Pick<Catalogue, "lock" | "withholdSong" | "permitSong">;
  idempotency: Idempotency;
  songPricing: Settings["songPricing"];
  recordings: Pick<Recordings, "count" | "warn">;
  /** Called for each new request. */
  onCreated?: () => void;
}

/** More tries than 22 billion codes will ever need. */
const codeTries = 10;

export function createCustomerRequests(deps: CustomerRequestsDeps): CustomerRequests {
  const { database, writes, views, notices, store, files, bank, catalogue, idempotency, songPricing, recordings } =
    deps;
  const { onCreated = () => {} } = deps;
  const { db, dialect, changes } = database;
  const reader = requestListReader(db, dialect);

  async function findByToken(token: string): Promise<RequestRow> {
    const row = await requestsRepository(db).byPageToken(token);
    // Of an erased request the page lives as long as the song in the library, so that the consent can be withdrawn.
    if (!row || (row.erased_at !== null && row.song_id === null)) throw requestNotFound();
    return row;
  }

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
    price: number,
  ): Promise<number> {
    const time = Date.now();
    const now = new Date(time).toISOString();
    const due_at = dueAfter(time);
    for (let left = codeTries; left > 0; left--) {
      const row = await requestsRepository(tx).insert({
        ...body,
        occasion: body.occasion ?? null,
        recipient: body.recipient ?? null,
        mood: body.mood ?? null,
        words_wanted: body.words_wanted ?? null,
        words_unwanted: body.words_unwanted ?? null,
        name_pronunciation: body.name_pronunciation ?? null,
        code: newTransferCode("HR"),
        page_token: randomBytes(16).toString("base64url"),
        user_id: caller.kind === "user" ? caller.id : null,
        reference_file: reference?.key ?? null,
        reference_file_name: reference?.name || null,
        admin_notes: null,
        staff_notes: null,
        status: "new",
        staff_id: null,
        due_at,
        queue: due_at,
        agreed_price: price,
        accepted_song_id: null,
        accepted_at: null,
        paid_at: null,
        consent_at: null,
        song_id: null,
        created_at: now,
        updated_at: now,
        completed_at: null,
      });
      if (!row) continue;
      await writes.addSteps(tx, anonymous, row.id, [{ kind: "received" }], now);
      await writes.claim(tx, row, reference?.key);
      await notices.received(tx, row);
      return row.id;
    }
    throw new Error("No free request code was found");
  }

  /** Runs a change of the request with an address, which sees its delivered versions, the latest first. */
  async function write(
    token: string,
    task: (tx: Tx, stored: RequestRow, delivered: readonly VersionRow[]) => Promise<RequestRow>,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<CustomerRequest> {
    const { id } = await findByToken(token);
    const row = await writes.write(async (tx) => {
      await before?.(tx);
      const stored = await writes.lock(tx, id);
      const versions = await requestsRepository(tx).versions(id);
      return task(
        tx,
        stored,
        versions.filter(({ delivered_at }) => delivered_at !== null),
      );
    });
    return views.customer(row);
  }

  return {
    async create(caller, body, upload, { key, address }) {
      if (body.website) throw new ApiError("invalid", "Không gửi được yêu cầu này");
      const userId = caller.kind === "user" ? caller.id : null;
      const content = { ...body, website: undefined, reference_file: upload?.sha256 ?? null };
      const { base_price } = await songPricing();
      const make = async () => {
        const file = await keepReference(upload);
        let isUsed = false;
        const result = await writes.withFile(file, async () => {
          const id = await idempotency.once(
            { scope: "song-requests", caller: keyOwner(userId), key, content },
            async (tx) => {
              isUsed = true;
              return insert(tx, caller, body, file && { key: file.key, name: upload?.name ?? "" }, base_price);
            },
          );
          return { result: id, isUsed };
        });
        return { result, isUsed };
      };
      const { result: id, isUsed } = upload
        ? await recordings.count({ address, bytes: upload.size }, make)
        : await make();
      if (isUsed) onCreated();
      writes.announce();
      if (upload && isUsed) await recordings.warn();
      return views.customer(await findOrThrow(db, id));
    },

    byPageToken: async (token) => views.customer(await findByToken(token)),

    async ofUser({ id }, { skip, limit }) {
      const { rows, total } = await reader.page({ user_id: id, sort_by: "created_at", skip, limit });
      return { rows: await views.listed(rows), total };
    },

    accept: (token, { version_id, agreed_price }) =>
      write(token, async (tx, stored, [latest]) => {
        if (stored.accepted_at !== null) {
          if (stored.accepted_song_id === version_id) return stored;
          throw new ApiError("conflict", "Bạn đã đồng ý với một bản khác của bài hát");
        }
        if (stored.status !== "completed" || !latest) {
          throw new ApiError("conflict", "Bài hát chưa hoàn thành, bạn chưa thể đồng ý");
        }
        if (latest.id !== version_id) {
          throw new ApiError("conflict", "Đã có bản mới hơn của bài hát, bạn hãy tải lại trang và nghe bản mới");
        }
        if (stored.agreed_price !== agreed_price) {
          throw new ApiError("conflict", "Giá của bài hát vừa thay đổi, bạn hãy tải lại trang để xem giá mới");
        }
        await assertFewSteps(tx, stored.id);
        const change = { accepted_at: new Date().toISOString(), accepted_song_id: version_id };
        return writes.save(tx, anonymous, stored, change, [{ kind: "accepted", version: latest.number }]);
      }),

    requestChanges: (token, { version_id, text, second = null }) =>
      write(token, async (tx, stored, delivered) => {
        const version = delivered.find(({ id }) => id === version_id);
        if (!version) throw new ApiError("conflict", "Không tìm thấy bản nhạc này, bạn hãy tải lại trang");
        if (stored.accepted_at !== null) {
          throw new ApiError("conflict", "Bạn đã đồng ý với bài hát này nên không thể yêu cầu sửa nữa");
        }
        if (stored.status !== "completed") {
          const last = (await requestsRepository(tx).events(stored.id)).findLast(({ kind }) =>
            concernsChanges.has(kind),
          );
          const isRepeated =
            last?.kind === "changes_requested" &&
            last.text === text &&
            last.second === second &&
            last.version === version.number;
          if (isRepeated && isOpen(stored.status)) return stored;
          throw new ApiError("conflict", "Bài hát đang được thực hiện, bạn hãy chờ bản mới rồi góp ý tiếp");
        }
        await assertFewSteps(tx, stored.id);
        const change = { ...(await writes.reopening(tx, stored)), status: "processing" as const };
        const step = { kind: "changes_requested" as const, text, second, version: version.number };
        const row = await writes.save(tx, anonymous, stored, change, [step]);
        await notices.changesNoted(tx, row, text);
        return row;
      }),

    async setConsent(token, consent) {
      const request = await write(
        token,
        async (tx, stored, [latest]) => {
          if (consent === (stored.consent_at !== null)) return stored;
          if (consent && !latest && stored.song_id === null)
            throw new ApiError("conflict", "Bạn có thể cho phép sau khi nhận được bài hát");
          if (stored.song_id !== null) {
            if (consent) await catalogue.permitSong(tx, stored.song_id);
            else await catalogue.withholdSong(tx, stored.song_id, "consent_withdrawn");
          }
          // It is withdrawn at once, not a day later.
          if (consent) await assertFewSteps(tx, stored.id);
          const consent_at = consent ? new Date().toISOString() : null;
          const kind = consent ? "consent_given" : "consent_withdrawn";
          return writes.save(tx, anonymous, stored, { consent_at }, [{ kind }]);
        },
        catalogue.lock,
      );
      changes.committed(catalogueTopic);
      return request;
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

/** Steps of a customer in a request and a day: each is kept, and tells caches and back offices. */
const maxSteps = 20;
const dayMs = 24 * 60 * 60_000;

/** @throws ApiError `rate_limited` for a customer who has taken all steps of a day in a request. */
async function assertFewSteps(tx: Tx, id: number): Promise<void> {
  const since = new Date(Date.now() - dayMs).toISOString();
  const steps = await requestsRepository(tx).countSteps(id, "customer", since);
  if (steps >= maxSteps) {
    throw new ApiError(
      "rate_limited",
      "Bạn đã thay đổi yêu cầu này nhiều lần trong hôm nay, vui lòng thử lại vào ngày mai",
    );
  }
}

/** The steps between which the same wish for changes is a repeat. */
const concernsChanges: ReadonlySet<string> = new Set(["changes_requested", "song_attached", "status_changed"]);
