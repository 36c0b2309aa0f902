/** All SQL of song requests, their finished songs and the steps of their life. */
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { fold } from "#contract/fold.ts";
import type { TabCounts } from "#contract/list.ts";
import { readOrderSearch } from "#contract/order-search.ts";
import { briefFields } from "#contract/request-brief.ts";
import {
  type RequestEventKind,
  type RequestFilter,
  type RequestStatus,
  type RequestTab,
  requestSorts,
  type StaffRequestQuery,
} from "#contract/requests.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import type { PayableCustomer } from "#server/features/payments/payables-port.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { allDays } from "#server/platform/db/kept-sums.ts";
import { type List, listConditions, listReader } from "#server/platform/db/list.ts";
import { runPrepared, type Slot } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

/** All columns but the search text. */
const requestColumns = [
  "id",
  "code",
  "page_token",
  "user_id",
  "customer_name",
  "customer_email",
  "customer_phone",
  "budget",
  "request_content",
  ...briefFields,
  "reference_file",
  "reference_file_name",
  "admin_notes",
  "staff_notes",
  "status",
  "staff_id",
  "due_at",
  "queue",
  "agreed_price",
  "free_changes",
  "changes_done",
  "received_amount",
  "accepted_song_id",
  "accepted_at",
  "paid_at",
  "consent_at",
  "song_id",
  "created_at",
  "updated_at",
  "completed_at",
  "erased_at",
  "waiting_since",
] as const satisfies (keyof Tables["song_requests"])[];

export type RequestRow = Pick<Selectable<Tables["song_requests"]>, (typeof requestColumns)[number]>;
export type RequestUpdate = Omit<Updateable<Tables["song_requests"]>, "id" | "search_text" | "erased_at">;
type NewRequest = Omit<Insertable<Tables["song_requests"]>, "search_text" | "erased_at">;
export type VersionRow = Selectable<Tables["request_songs"]>;
export type EventRow = Selectable<Tables["request_events"]> & { kind: RequestEventKind };
type NewEvent = Insertable<Tables["request_events"]> & { kind: RequestEventKind };

// Literal, so that partial indexes are used.
const open = "status in ('new', 'processing')";
const available = `staff_id is null and ${open}`;
const wish = `completed_at is not null and accepted_at is null and ${open}`;

/** A search, days under the sort by queue, the few rows of some tabs, and the requests of a member or a user by time sort the rows that they find. */
const requestList: List<"song_requests", (typeof requestColumns)[number], keyof typeof requestSorts.orders> = {
  table: "song_requests",
  columns: requestColumns,
  filters: { status: "status", staff_id: "staff_id", user_id: "user_id", id: "id", code: "code" },
  choices: {
    tab: {
      available,
      working: `staff_id is not null and ${open}`,
      wishes: wish,
      late: open,
      closed: "status in ('completed', 'cancelled')",
    },
  },
  // Open requests stand in the queue at their due time.
  bounds: { due_before: { column: "queue", operator: "<" } },
  days: { column: "created_at", utcOffset: vietnamUtcOffset },
  search: { table: "song_requests", column: "search_text", index: "song_requests_search" },
  kept: keptSums.song_request_sums,
  sorts: requestSorts,
  sortColumns: {
    created_at: { column: "created_at", isText: false },
    queue: { column: "queue", isText: false },
  },
};

/** Reads the administrator's list of requests, and users' own ones. */
export function requestListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, requestList);
  const read = <F extends { search?: string | undefined; tab?: unknown }>(filter: F) => ({
    ...filter,
    ...searchOf(filter),
    ...(filter.tab === "late" && { due_before: new Date().toISOString() }),
  });
  return {
    page: (query: Parameters<typeof reader.page>[0]) => reader.page(read(query)),
    batches: (query: Parameters<typeof reader.batches>[0]) => reader.batches(read(query)),
    total: (filter: Parameters<typeof reader.total>[0]) => reader.total(read(filter)),
    ids: (filter: Parameters<typeof reader.ids>[0], limit: number) => reader.ids(read(filter), limit),

    /** Counts the requests of each tab; those of which no sum is kept up to one more than `mostCounted`. */
    async tabs({ tab: _tab, ...filter }: RequestFilter): Promise<TabCounts<RequestTab>> {
      const count = (tab?: RequestTab) => {
        const isKept = tab === "closed" && filter.status === undefined;
        return reader.count(read({ ...filter, ...(isKept ? { status: closedStatuses } : tab && { tab }) }));
      };
      const [all, available, working, wishes, late, closed] = await Promise.all([
        count(),
        count("available"),
        count("working"),
        count("wishes"),
        count("late"),
        count("closed"),
      ]);
      return { all, available, working, wishes, late, closed };
    },
  };
}

const closedStatuses: readonly RequestStatus[] = ["completed", "cancelled"];

/** Returns the filters that a search stands for: the number of a request, codes, or the text. */
function searchOf({ search }: { search?: string | undefined }) {
  if (search === undefined) return undefined;
  const number = /^#\s?(\d{1,15})$/.exec(search)?.[1];
  if (number !== undefined) return { search: undefined, id: Number(number) };
  const found = readOrderSearch(search);
  if (found.kind === "codes") return { search: undefined, code: found.codes };
  if (found.kind === "similar") return { search: undefined, code: [found.typed, ...found.codes] };
  return { search: found.kind === "text" ? found.text : search };
}

/**
 * Parts of the desk: a member's own requests in which the customer wishes changes, their other open ones, those that anyone may claim,
 * their closed ones, and for supervisors all that are not the member's own open ones.
 */
export type DeskPart = "wishes" | "mine" | "available" | "closed" | "others";

const isAvailable = sql<SqlBool>`${sql.raw(available)}`;
const isWish = sql<SqlBool>`${sql.raw(wish)}`;
const isNoWish = sql<SqlBool>`(completed_at is null or accepted_at is not null)`;
/** Open requests stand in the queue before this time, closed ones behind it (`queueOf`). */
const closedFrom = sql`'4000-01-01T00:00:00.000Z'`;

type DeskFilter = Pick<StaffRequestQuery, "search" | "status">;

/** Reads the lists of staff, in the order of the queue. */
export function deskReader(db: Db, dialect: Dialect) {
  const columns = sql.join(requestColumns.map((column) => sql.ref(`song_requests.${column}`)));

  /** Returns the queries of some parts. @param parts different ones, which share no row */
  function queriesOf(filter: DeskFilter, parts: readonly DeskPart[], staffId: number) {
    const { shape, values, where } = listConditions(dialect, requestList, { ...filter, ...searchOf(filter) });
    const member = values.length;
    const partWhere: Record<DeskPart, (slot: Slot) => RawBuilder<SqlBool>> = {
      wishes: (slot) => sql`staff_id = ${slot(member)} and ${isWish}`,
      mine: (slot) => sql`staff_id = ${slot(member)} and queue < ${closedFrom} and ${isNoWish}`,
      available: () => isAvailable,
      closed: (slot) => sql`staff_id = ${slot(member)} and queue >= ${closedFrom}`,
      others: (slot) => sql`(staff_id is null or staff_id <> ${slot(member)} or queue >= ${closedFrom})`,
    };
    const shared = parts.some((part) => part !== "available") ? [...values, staffId] : [...values];
    /** Returns the first rows of all parts, one part after the other. @param last the slot of their number */
    const first = (slot: Slot, last: number) => {
      const arms = parts.map(
        (part, rank) => sql`select id, queue, ${sql.lit(rank)} as rank from (select id, queue from song_requests
        where ${partWhere[part](slot)} and ${where(slot)} order by queue, id limit ${slot(last)}) as part`,
      );
      return sql.join(arms, sql` union all `);
    };
    /** Returns the number of rows of each part. */
    const counted = (slot: Slot) => {
      const arms = parts.map(
        (part) => sql`select count(*) as n from song_requests where ${partWhere[part](slot)} and ${where(slot)}`,
      );
      return sql<{ n: number }>`${sql.join(arms, sql` union all `)}`;
    };
    return { name: `${parts.join(" ")} ${shape}`, shared, first, counted };
  }

  return {
    /**
     * Returns a page of some parts, one after the other, and the number of all their rows. Each part is read along an index of its own, up
     * to the end of the page: an OR of all, or their union as a whole, would be sorted.
     */
    async page(
      { skip, limit, ...filter }: DeskFilter & Pick<StaffRequestQuery, "skip" | "limit">,
      parts: readonly DeskPart[],
      staffId: number,
    ): Promise<{ rows: RequestRow[]; total: number }> {
      const { name, shared, first, counted } = queriesOf(filter, parts, staffId);
      const [last, take, after] = [shared.length, shared.length + 1, shared.length + 2];
      const rows = await runPrepared(
        db,
        dialect,
        `desk page ${name}`,
        [...shared, skip + limit, limit, skip],
        (slot) => {
          const page = sql`select id, queue, rank from (${first(slot, last)}) as parts
          order by rank, queue, id limit ${slot(take)} offset ${slot(after)}`;
          const query = sql<RequestRow>`select ${columns} from (${page}) as picked
          cross join song_requests where song_requests.id = picked.id order by picked.rank, picked.queue, picked.id`;
          return { compile: () => query.compile(db) };
        },
      );
      if (rows.length < limit && (rows.length > 0 || skip === 0)) return { rows, total: skip + rows.length };
      const counts = await runPrepared(db, dialect, `desk count ${name}`, shared, (slot) => ({
        compile: () => counted(slot).compile(db),
      }));
      return { rows, total: counts.reduce((sum, { n }) => sum + n, 0) };
    },

    /** Returns the ids of the rows of some parts, in the order of the pages, at most `limit`. */
    async ids(filter: DeskFilter, parts: readonly DeskPart[], staffId: number, limit: number): Promise<number[]> {
      const { name, shared, first } = queriesOf(filter, parts, staffId);
      const last = shared.length;
      const rows = await runPrepared(db, dialect, `desk ids ${name}`, [...shared, limit], (slot) => {
        const query = sql<{ id: number }>`select id from (${first(slot, last)}) as parts
        order by rank, queue, id limit ${slot(last)}`;
        return { compile: () => query.compile(db) };
      });
      return rows.map(({ id }) => id);
    },
  };
}

/** Returns the text that a search for requests matches: a phone number without its blanks. */
export function requestSearchText({
  code,
  customer_name,
  customer_email,
  customer_phone,
}: Pick<NewRequest, "code" | "customer_name" | "customer_email" | "customer_phone">): string {
  const phone = customer_phone?.replace(/[^\d+]/g, "");
  return fold([code, customer_name, customer_email, ...(phone ? [phone] : [])].join(" "));
}

export function requestsRepository(db: Db) {
  return {
    /** Returns code and customer of some requests. */
    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("song_requests")
        .select(["id", "code", "customer_name"])
        .where("id", "in", ids)
        .execute();
      return new Map(rows.map(({ id, code, customer_name }) => [id, `${code} · ${customer_name}`]));
    },

    find: (id: number): Promise<RequestRow | undefined> =>
      db.selectFrom("song_requests").select(requestColumns).where("id", "=", id).executeTakeFirst(),

    byPageToken: (token: string): Promise<RequestRow | undefined> =>
      db.selectFrom("song_requests").select(requestColumns).where("page_token", "=", token).executeTakeFirst(),

    /** Returns requests by their addresses. */
    byPageTokens: (tokens: readonly string[]): Promise<RequestRow[]> =>
      db.selectFrom("song_requests").select(requestColumns).where("page_token", "in", tokens).execute(),

    ofUser: (userId: number): Promise<RequestRow[]> =>
      db.selectFrom("song_requests").select(requestColumns).where("user_id", "=", userId).orderBy("id").execute(),

    /** Returns the requests of a user in which something waits for the customer, the newest first, at most `limit`. */
    waitingFor: (userId: number, limit: number): Promise<RequestRow[]> =>
      db
        .selectFrom("song_requests")
        .select(requestColumns)
        .where("user_id", "=", userId)
        .where("erased_at", "is", null)
        .where(({ or, and, eb, exists, selectFrom }) =>
          or([
            eb("waiting_since", "is not", null),
            and([eb("status", "=", "completed"), eb("accepted_at", "is", null)]),
            exists(
              selectFrom("request_messages")
                .select("request_messages.id")
                .whereRef("request_messages.request_id", "=", "song_requests.id")
                .where("author_kind", "in", ["staff", "admin"])
                // Literal, so that the partial index is used.
                .where(sql<SqlBool>`read_at is null`),
            ),
          ]),
        )
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    /** Returns the bytes of all recordings of new requests without a member. */
    async untakenRecordingBytes(): Promise<number> {
      const { bytes } = await db
        .selectFrom("song_requests")
        .innerJoin("files", "files.key", "song_requests.reference_file")
        .select((s) => s.cast<number>(s.fn.coalesce(s.fn.sum("files.size"), s.lit(0)), "bigint").as("bytes"))
        .where("song_requests.staff_id", "is", null)
        .where("song_requests.status", "=", "new")
        .where("song_requests.reference_file", "is not", null)
        .executeTakeFirstOrThrow();
      return bytes;
    },

    byIds: (ids: readonly number[]): Promise<RequestRow[]> =>
      db.selectFrom("song_requests").select(requestColumns).where("id", "in", ids).orderBy("id").execute(),

    /** Returns the ids of requests with codes; those that were erased keep theirs. */
    async idsOf(codes: readonly string[]): Promise<number[]> {
      if (codes.length === 0) return [];
      const rows = await db.selectFrom("song_requests").select("id").where("code", "in", codes).execute();
      return rows.map(({ id }) => id);
    },

    /** Returns those of some requests that are not paid. */
    async unpaidOf(ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const unpaid = db.selectFrom("song_requests").select("id").where("id", "in", ids).where("paid_at", "is", null);
      return (await unpaid.execute()).map(({ id }) => id);
    },

    /** Locks all requests of a user until the transaction ends. */
    async lockOfUser(userId: number, { forUpdate }: Pick<Dialect, "forUpdate">): Promise<void> {
      const requests = db.selectFrom("song_requests").select("id").where("user_id", "=", userId).orderBy("id");
      await requests.modifyEnd(forUpdate).execute();
    },

    /** @returns undefined when the code is taken. */
    insert: (values: NewRequest): Promise<RequestRow | undefined> =>
      db
        .insertInto("song_requests")
        .values({ ...values, search_text: requestSearchText(values) })
        .onConflict((conflict) => conflict.column("code").doNothing())
        .returning(requestColumns)
        .executeTakeFirst(),

    update: (id: number, change: RequestUpdate): Promise<RequestRow> =>
      db
        .updateTable("song_requests")
        .set(change)
        .where("id", "=", id)
        .returning(requestColumns)
        .executeTakeFirstOrThrow(),

    /** Removes a request with its versions and events. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom("song_requests").where("id", "=", id).execute();
    },

    /** Returns the versions of a request, the latest first. */
    versions: (id: number): Promise<VersionRow[]> =>
      db.selectFrom("request_songs").selectAll().where("request_id", "=", id).orderBy("number", "desc").execute(),

    /** Returns the newest version without a measured curve, of those with ids below `below`. */
    nextUnmeasured(below: number | undefined): Promise<Pick<VersionRow, "id" | "file"> | undefined> {
      return db
        .selectFrom("request_songs")
        .select(["id", "file"])
        .where("waveform", "is", null)
        .$if(below !== undefined, (q) => q.where("id", "<", below as number))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    /** Saves the measured curve of a version. */
    async setWaveform(id: number, waveform: string): Promise<void> {
      await db.updateTable("request_songs").set({ waveform }).where("id", "=", id).execute();
    },

    addVersion: (values: Insertable<Tables["request_songs"]>): Promise<VersionRow> =>
      db.insertInto("request_songs").values(values).returningAll().executeTakeFirstOrThrow(),

    async changeVersion(id: number, words: Updateable<Tables["request_songs"]>): Promise<void> {
      await db.updateTable("request_songs").set(words).where("id", "=", id).execute();
    },

    async removeVersion(id: number): Promise<void> {
      await db.deleteFrom("request_songs").where("id", "=", id).execute();
    },

    async deliverVersion(id: number, delivered_at: string): Promise<void> {
      await db.updateTable("request_songs").set({ delivered_at }).where("id", "=", id).execute();
    },

    /** Returns when the customer could hear a version of a request for the first time; null before. */
    async firstDelivery(id: number): Promise<string | null> {
      const { first } = await db
        .selectFrom("request_songs")
        .select((s) => s.fn.min("delivered_at").as("first"))
        .where("request_id", "=", id)
        .executeTakeFirstOrThrow();
      return first;
    },

    /** Returns the file of the latest version of each request that has one. */
    async latestFiles(ids: readonly number[]): Promise<Pick<VersionRow, "request_id" | "file">[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom("request_songs as version")
        .select(["version.request_id", "version.file"])
        .where("version.request_id", "in", ids)
        .where("version.number", "=", (s) =>
          s
            .selectFrom("request_songs as other")
            .select((t) => t.fn.max("other.number").as("latest"))
            .whereRef("other.request_id", "=", "version.request_id"),
        )
        .execute();
    },

    /** Returns the versions of some requests that their customers can hear, the latest first. */
    async deliveredOf(ids: readonly number[]): Promise<Pick<VersionRow, "id" | "request_id" | "title">[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom("request_songs")
        .select(["id", "request_id", "title"])
        .where("request_id", "in", ids)
        .where("delivered_at", "is not", null)
        .orderBy("id", "desc")
        .execute();
    },

    /** Returns the events of a request, the oldest first. */
    events: (id: number): Promise<EventRow[]> =>
      db
        .selectFrom("request_events")
        .selectAll()
        .$narrowType<{ kind: RequestEventKind }>()
        .where("request_id", "=", id)
        .orderBy("id")
        .execute(),

    async addEvents(events: readonly NewEvent[]): Promise<void> {
      if (events.length > 0) await db.insertInto("request_events").values(events).execute();
    },

    /** Counts the requests of each status. @param staffId those of a member; of all without one. */
    async countByStatus(
      { byteOrder }: Pick<Dialect, "byteOrder">,
      staffId?: number,
    ): Promise<{ status: RequestStatus; n: number }[]> {
      const ofMember = staffId === undefined ? sql`` : sql`and staff_id = ${staffId}`;
      const { rows } = await sql<{ status: RequestStatus; n: number }>`select status, cast(sum(n) as bigint) as n
        from song_request_sums where ${byteOrder(sql.ref("day"))} = ${allDays} ${ofMember}
        group by status having sum(n) <> 0`.execute(db);
      return rows;
    },

    /** Counts the requests that anyone may claim. */
    async countAvailable(): Promise<number> {
      const { n } = await db
        .selectFrom("song_requests")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where(isAvailable)
        .executeTakeFirstOrThrow();
      return n;
    },
  };
}

/** Columns of a request as something that a transfer pays. */
const payableColumns = [
  "id",
  "code",
  "customer_name",
  "request_content",
  "agreed_price",
  "received_amount",
  "status",
  "accepted_at",
  "paid_at",
  "created_at",
  "erased_at",
] as const satisfies (keyof Tables["song_requests"])[];
export type PayableRequestRow = Pick<Selectable<Tables["song_requests"]>, (typeof payableColumns)[number]>;

/** Reads requests as the reconciliation of transfers shows them. */
export function requestPayablesReader(db: Db) {
  const rows = () => db.selectFrom("song_requests").select(payableColumns);
  const customers = () =>
    db
      .selectFrom("song_requests")
      .select(["id", "customer_name as name", "customer_phone as phone", "customer_email as email"])
      .where("erased_at", "is", null);
  return {
    byId: async (ids: readonly number[]): Promise<PayableRequestRow[]> =>
      ids.length === 0 ? [] : rows().where("id", "in", ids).execute(),

    byCode: async (codes: readonly string[]): Promise<PayableRequestRow[]> =>
      codes.length === 0 ? [] : rows().where("code", "in", codes).execute(),

    /** Returns the customers of accepted requests that wait for their money, the latest first. */
    waiting: (limit: number): Promise<PayableCustomer[]> =>
      customers()
        .where("accepted_at", "is not", null)
        .where("paid_at", "is", null)
        .where("status", "<>", "cancelled")
        .where("agreed_price", ">", 0)
        .orderBy("accepted_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    customers: (ids: readonly number[]): Promise<PayableCustomer[]> => customers().where("id", "in", ids).execute(),

    /** Returns unpaid requests of a price that were accepted between two times (ISO), the latest first. */
    unpaidOf: (price: number, from: string, to: string, limit: number): Promise<PayableRequestRow[]> =>
      rows()
        .where("agreed_price", "=", price)
        .where("accepted_at", "is not", null)
        .where("paid_at", "is", null)
        .where("accepted_at", ">=", from)
        .where("accepted_at", "<=", to)
        .where("erased_at", "is", null)
        .orderBy("accepted_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),
  };
}
