/** All SQL of the bin: it moves whole rows of other features' tables, which `bin-kinds.ts` declares. */
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type BinEntity, binSorts } from "#contract/bin.ts";
import { fold } from "#contract/fold.ts";
import { maxPlaylistSongs } from "#contract/playlist-rules.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables, Tx } from "#server/platform/db/schema.ts";
import type { BinKind, DependentRows } from "./bin-kinds.ts";
import type { BinnedRequest, BinnedRow } from "./bin-port.ts";

export type BinRow = Selectable<Tables["bin"]>;
type NewBin = Omit<Insertable<Tables["bin"]>, "id" | "name_key" | "is_leaving">;

/** Rows in one row of `bin_rows`. */
const batchRows = 500;

const columns = [
  "id",
  "entity",
  "entity_id",
  "name",
  "names",
  "facts",
  "deleted_at",
  "deleted_by",
] as const satisfies (keyof Tables["bin"])[];

const binList: List<"bin", (typeof columns)[number], keyof typeof binSorts.orders> = {
  table: "bin",
  columns,
  filters: { entity: "entity", is_leaving: "is_leaving" },
  search: { table: "bin", column: "name_key", index: "bin_search" },
  sorts: binSorts,
  sortColumns: {
    deleted_at: { column: "deleted_at", isText: false },
    name: { column: "name_key", isText: true },
  },
};

const scoreColumns = sql.raw("user_id, exercise, level, best_score, rounds, last_at");

/** Reads the list of what is in the bin. */
export const binListReader = (db: Db, dialect: Dialect) => listReader(db, dialect, binList);

/** The condition of the rows that depend on a record. */
function isOf({ owner, only = {} }: DependentRows, id: number): RawBuilder<unknown> {
  const others = Object.entries(only).map(([column, value]) => sql` and ${sql.ref(column)} = ${value}`);
  return sql`${sql.ref(owner)} = ${id}${sql.join(others, sql``)}`;
}

export function binRepository(db: Db, dialect: Pick<Dialect, "insertRows" | "forUpdate">) {
  async function count(query: RawBuilder<{ n: number }>): Promise<number> {
    return (await query.execute(db)).rows[0]?.n ?? 0;
  }

  const addRows = async (bin_id: number, position: number, table_name: string, rows: readonly BinnedRow[]) => {
    await db
      .insertInto("bin_rows")
      .values({ bin_id, position, table_name, rows: JSON.stringify(rows) })
      .execute();
  };

  return {
    /** Returns a record as its table has it. */
    async record({ table }: BinKind, id: number): Promise<BinnedRow | undefined> {
      const { rows } = await sql<BinnedRow>`select * from ${sql.table(table)} where id = ${id}`.execute(db);
      return rows[0];
    },

    /** Counts the rows that depend on a record. */
    countDependents: (dependents: DependentRows, id: number): Promise<number> =>
      count(sql`select count(*) as n from ${sql.table(dependents.table)} where ${isOf(dependents, id)}`),

    /** Counts the users who refer to a record. */
    countUsers: (by: NonNullable<BinKind["users"]>, id: number): Promise<number> =>
      count(
        by === "likes"
          ? sql`select count(*) as n from song_likes where song_id = ${id}`
          : sql`select count(*) as n from users where ${sql.ref(by)} = ${id}`,
      ),

    /** Counts the requests that refer to a record, and those of them that are not finished. */
    async countRequests(by: NonNullable<BinKind["requests"]>, id: number): Promise<{ all: number; open: number }> {
      const { rows } = await sql<{ n: number; status: string }>`select status, count(*) as n from song_requests
        where ${sql.ref(by)} = ${id} group by status`.execute(db);
      const all = rows.reduce((sum, { n }) => sum + n, 0);
      const open = rows.reduce((sum, { n, status }) => sum + (["new", "processing"].includes(status) ? n : 0), 0);
      return { all, open };
    },

    async add(values: NewBin): Promise<number> {
      const { id } = await db
        .insertInto("bin")
        .values({ ...values, name_key: fold(values.name) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Copies a record with its dependents, and notes the users and requests that refer to it. */
    async fill(binId: number, kind: BinKind, id: number, row: BinnedRow): Promise<void> {
      let position = 0;
      await addRows(binId, position, kind.table, [row]);
      for (const dependents of kind.dependents) {
        const key = sql.ref(dependents.key);
        let last: BinnedRow | undefined;
        for (;;) {
          const after = last ? sql`and ${key} > ${last[dependents.key]}` : sql``;
          const { rows } = await sql<BinnedRow>`select * from ${sql.table(dependents.table)}
            where ${isOf(dependents, id)} ${after} order by ${key} limit ${sql.lit(batchRows)}`.execute(db);
          position += 1;
          if (rows.length > 0) await addRows(binId, position, dependents.table, rows);
          if (rows.length < batchRows) break;
          last = rows.at(-1);
        }
      }
      if (kind.users === "likes") {
        await sql`insert into bin_users (bin_id, user_id, created_at)
          select ${sql.lit(binId)}, user_id, created_at from song_likes where song_id = ${id}`.execute(db);
      } else if (kind.users) {
        await sql`insert into bin_users (bin_id, user_id)
          select ${sql.lit(binId)}, id from users where ${sql.ref(kind.users)} = ${id}`.execute(db);
      }
      if (kind.hasScores) {
        await sql`insert into bin_scores (bin_id, ${scoreColumns})
          select ${sql.lit(binId)}, ${scoreColumns} from learn_scores where song_id = ${id}`.execute(db);
      }
      if (kind.requests) {
        await sql`insert into bin_requests (bin_id, request_id, status)
          select ${sql.lit(binId)}, id, status from song_requests where ${sql.ref(kind.requests)} = ${id}`.execute(db);
      }
    },

    /** Removes a record from its table, with what the database removes along. */
    async removeRecord({ table }: BinKind, id: number): Promise<void> {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
    },

    /** Returns an item that nobody has removed by hand. */
    async find(id: number): Promise<Pick<BinRow, (typeof columns)[number]> | undefined> {
      return db
        .selectFrom("bin")
        .select(columns)
        .where("id", "=", id)
        .where("is_leaving", "=", false)
        .executeTakeFirst();
    },

    /** Returns the item of a deleted record, which no other transaction restores or removes until this one ends. */
    async lock(entity: BinEntity, entityId: number): Promise<BinRow | undefined> {
      return db
        .selectFrom("bin")
        .selectAll()
        .where("entity", "=", entity)
        .where("entity_id", "=", entityId)
        .where("is_leaving", "=", false)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
    },

    /** Yields the copied rows of an item, in the order in which they refer to each other. */
    async *rowsOf(binId: number): AsyncGenerator<{ table: string; rows: BinnedRow[] }> {
      for (let after = -1; ; ) {
        const batch = await db
          .selectFrom("bin_rows")
          .select(["position", "table_name", "rows"])
          .where("bin_id", "=", binId)
          .where("position", ">", after)
          .orderBy("position")
          .limit(1)
          .executeTakeFirst();
        if (!batch) return;
        after = batch.position;
        yield { table: batch.table_name, rows: JSON.parse(batch.rows) as BinnedRow[] };
      }
    },

    /** Returns the requests of an item that are there still. */
    async requestsOf(binId: number): Promise<BinnedRequest[]> {
      const rows = await db
        .selectFrom("bin_requests")
        .innerJoin("song_requests", "song_requests.id", "bin_requests.request_id")
        .select(["song_requests.id", "bin_requests.status", "code", "consent_at", "song_id"])
        .where("bin_id", "=", binId)
        .orderBy("song_requests.id")
        .execute();
      return rows.map(({ consent_at, ...row }) => ({ ...row, hasConsent: consent_at !== null }));
    },

    /** Puts rows back into their table. */
    async putBack(table: string, rows: readonly BinnedRow[]): Promise<void> {
      if (rows.length > 0) await dialect.insertRows(db, table, rows);
    },

    /** Returns those of the rows whose other end is there. */
    async withOtherEnd(rows: readonly BinnedRow[], { column, table }: NonNullable<DependentRows["needs"]>) {
      const ids = [...new Set(rows.map((row) => row[column] as number))];
      if (ids.length === 0) return [];
      const found = await sql<{
        id: number;
      }>`select id from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
      const there = new Set(found.rows.map(({ id }) => id));
      return rows.filter((row) => there.has(row[column] as number));
    },

    /** Returns those rows of playlists that have room for one more song. The lock of the catalogue keeps others from adding. */
    async withRoom(rows: readonly BinnedRow[]): Promise<BinnedRow[]> {
      const ids = rows.map(({ playlist_id }) => playlist_id as number);
      if (ids.length === 0) return [];
      const full = await sql<{ id: number }>`select playlist_id as id from playlist_songs
        where playlist_id in (${sql.join(ids)}) group by playlist_id
        having count(*) >= ${sql.lit(maxPlaylistSongs)}`.execute(db);
      const without = new Set(full.rows.map(({ id }) => id));
      return rows.filter(({ playlist_id }) => !without.has(playlist_id as number));
    },

    /** Gives a song the likes of the users who are there still, and its number of them. */
    async putBackLikes(binId: number, songId: number): Promise<void> {
      await sql`insert into song_likes (song_id, user_id, created_at)
        select ${sql.lit(songId)}, user_id, created_at from bin_users where bin_id = ${binId}`.execute(db);
      await sql`update songs set likes_count = (select count(*) from song_likes where song_id = ${songId})
        where id = ${songId}`.execute(db);
    },

    /** Gives the learners who are there still their scores with a song back. */
    async putBackScores(binId: number, songId: number): Promise<void> {
      await sql`insert into learn_scores (song_id, ${scoreColumns})
        select ${sql.lit(songId)}, ${scoreColumns} from bin_scores where bin_id = ${binId}`.execute(db);
    },

    /** Gives a package back to the users of its Premium who have no other meanwhile. */
    async putBackPackage(binId: number, packageId: number): Promise<void> {
      await sql`update users set premium_package_id = ${packageId}
        where id in (select user_id from bin_users where bin_id = ${binId})
        and premium_package_id is null and subscription_type = 'premium'`.execute(db);
    },

    /** Joins a song with the requests that it was made of. */
    async putBackRequests(binId: number, songId: number): Promise<void> {
      await sql`update song_requests set song_id = ${songId}
        where id in (select request_id from bin_requests where bin_id = ${binId}) and song_id is null`.execute(db);
    },

    async remove(binId: number): Promise<void> {
      await db.deleteFrom("bin").where("id", "=", binId).execute();
    },

    /** Lets the worker remove an item, or all. @returns the names of those that were there, at most some of them, and their number. */
    async leave(id?: number): Promise<{ name: string; entity: BinEntity; entity_id: number }[]> {
      return db
        .updateTable("bin")
        .set({ is_leaving: true })
        .where("is_leaving", "=", false)
        .$if(id !== undefined, (q) => q.where("id", "=", id as number))
        .returning(["name", "entity", "entity_id"])
        .execute();
    },

    /** Returns items that were removed by hand, or deleted before a time, which no other transaction holds. */
    async due(before: string, limit: number): Promise<number[]> {
      const leaving = await db
        .selectFrom("bin")
        .select("id")
        // As the partial index has it.
        .where(sql<SqlBool>`is_leaving`)
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate)
        .execute();
      if (leaving.length > 0) return leaving.map(({ id }) => id);
      const old = await db
        .selectFrom("bin")
        .select("id")
        .where("deleted_at", "<", before)
        .orderBy("deleted_at")
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate)
        .execute();
      return old.map(({ id }) => id);
    },
  };
}

/** Returns the items of the demo. */
export async function demoItems(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom("bin").select("id").where("is_demo", "=", true).execute();
  return rows.map(({ id }) => id);
}

/** Returns the highest id of the records of each entity. */
export function highestIds(tx: Tx): Promise<{ entity: BinEntity; id: number }[]> {
  return tx
    .selectFrom("bin")
    .select((s) => ["entity", s.fn.max("entity_id").as("id")])
    .groupBy("entity")
    .execute();
}
