/** All SQL of the talk about requests. */
import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type MessageRow = Selectable<Tables["request_messages"]>;

/** The writer: the customer, or the people of the desk. */
export type Side = "customer" | "desk";

export const sideOf = ({ author_kind }: Pick<MessageRow, "author_kind">): Side =>
  author_kind === "customer" ? "customer" : "desk";

const authorsOf = { customer: ["customer"], desk: ["staff", "admin"] } as const satisfies Record<
  Side,
  readonly MessageRow["author_kind"][]
>;

// Literal, so that the partial index is used.
const isUnread = sql<SqlBool>`read_at is null`;

export function requestMessagesRepository(db: Db) {
  const ofRequest = (requestId: number) => db.selectFrom("request_messages").where("request_id", "=", requestId);
  const bytesOf = (sum: "files.size") => sql<number>`cast(coalesce(sum(${sql.ref(sum)}), 0) as bigint)`.as("bytes");

  return {
    /** Returns the latest messages of a request, or those before one of them; the latest first. */
    latest: (requestId: number, limit: number, before?: number): Promise<MessageRow[]> =>
      ofRequest(requestId)
        .selectAll()
        .$if(before !== undefined, (rows) => rows.where("id", "<", before as number))
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    all: (requestId: number): Promise<MessageRow[]> => ofRequest(requestId).selectAll().orderBy("id").execute(),

    byClientId: (requestId: number, clientId: string): Promise<MessageRow | undefined> =>
      ofRequest(requestId).selectAll().where("client_id", "=", clientId).executeTakeFirst(),

    insert: (values: Insertable<Tables["request_messages"]>): Promise<MessageRow> =>
      db.insertInto("request_messages").values(values).returningAll().executeTakeFirstOrThrow(),

    /** Counts the messages of a side since a time (ISO). */
    async countSince(requestId: number, side: Side, since: string): Promise<number> {
      const { n } = await ofRequest(requestId)
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("author_kind", "in", authorsOf[side])
        .where("created_at", ">=", since)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the id of the first message of a side that the other one has not read. */
    async firstUnread(requestId: number, side: Side): Promise<number | undefined> {
      const row = await ofRequest(requestId)
        .select("id")
        .where("author_kind", "in", authorsOf[side])
        .where(isUnread)
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    /** Marks the messages of a side up to one as read. @returns whether there was one to mark */
    async markRead(requestId: number, side: Side, upTo: number, now: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("request_messages")
        .set({ read_at: now })
        .where("request_id", "=", requestId)
        .where("author_kind", "in", authorsOf[side])
        .where("id", "<=", upTo)
        .where(isUnread)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Counts the messages of a side that the other one has not read, by request; requests without any are left out. */
    async unread(requestIds: readonly number[], side: Side): Promise<Map<number, number>> {
      if (requestIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("request_messages")
        .select((s) => ["request_id", s.fn.countAll<number>().as("n")])
        .where("request_id", "in", requestIds)
        .where("author_kind", "in", authorsOf[side])
        .where(isUnread)
        .groupBy("request_id")
        .execute();
      return new Map(rows.map(({ request_id, n }) => [request_id, n]));
    },

    /** Returns the bytes of the files that the customer of a request has sent. */
    async customerBytes(requestId: number): Promise<number> {
      const { bytes } = await ofRequest(requestId)
        .innerJoin("files", "files.key", "request_messages.file")
        .select(bytesOf("files.size"))
        .where("author_kind", "=", "customer")
        .where("file", "is not", null)
        .executeTakeFirstOrThrow();
      return bytes;
    },

    /** Returns the bytes of all files that customers have sent of new requests without a member. */
    async untakenBytes(): Promise<number> {
      const { bytes } = await db
        .selectFrom("song_requests")
        .innerJoin("request_messages", "request_messages.request_id", "song_requests.id")
        .innerJoin("files", "files.key", "request_messages.file")
        .select(bytesOf("files.size"))
        .where("song_requests.staff_id", "is", null)
        .where("song_requests.status", "=", "new")
        .where("request_messages.author_kind", "=", "customer")
        .where("request_messages.file", "is not", null)
        .executeTakeFirstOrThrow();
      return bytes;
    },

    /** Returns the ids of the messages of a request that have a file. */
    async withFile(requestId: number): Promise<number[]> {
      const rows = await ofRequest(requestId).select("id").where("file", "is not", null).orderBy("id").execute();
      return rows.map(({ id }) => id);
    },

    async removeAll(requestId: number): Promise<void> {
      await db.deleteFrom("request_messages").where("request_id", "=", requestId).execute();
    },
  };
}
