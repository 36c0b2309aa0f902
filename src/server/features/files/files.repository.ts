/** All SQL of stored files: the registry, its claims, places and leases. */
import type { Insertable, Selectable } from "kysely";
import type { FileOwner } from "#server/features/entities.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type FileRow = Selectable<Tables["files"]>;
export type Place = FileRow["place"];
export type ClaimRow = Selectable<Tables["file_claims"]>;
/** A row that owns files. */
export type Owner = { kind: FileOwner; id: number };

type NewFile = Omit<
  Insertable<Tables["files"]>,
  "is_removed" | "is_in_transit" | "problem" | "lease" | "lease_until" | "created_at"
>;
/** How far the last move or removal of a file came. */
export type MoveState = Pick<FileRow, "is_in_transit" | "problem">;

const adoptionKey = "files_adoption";

export function filesRepository(db: Db) {
  return {
    find(key: string): Promise<FileRow | undefined> {
      return db.selectFrom("files").selectAll().where("key", "=", key).executeTakeFirst();
    },

    /** `find`, compiled once: every request of a file runs it. */
    async served(key: string, dialect: Dialect): Promise<FileRow | undefined> {
      const [row] = await runPrepared(db, dialect, "files.served", [key], (slot) =>
        db.selectFrom("files").selectAll().where("key", "=", slot<string>(0)),
      );
      return row;
    },

    async among(keys: readonly string[]): Promise<FileRow[]> {
      if (keys.length === 0) return [];
      return db.selectFrom("files").selectAll().where("key", "in", keys).execute();
    },

    /** Returns the keys of files with the content of a file, itself included, at most `limit`. */
    async sameContent(key: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("files")
        .select("key")
        .where("is_removed", "=", false)
        .where("sha256", "=", (e) => e.selectFrom("files").select("sha256").where("key", "=", key))
        .limit(limit)
        .execute();
      return [...new Set([key, ...rows.map((row) => row.key)])];
    },

    /** Returns where files are, for lists of songs; compiled once for each number of keys. */
    placesOf(
      keys: readonly string[],
      dialect: Dialect,
    ): Promise<Pick<FileRow, "key" | "place" | "is_managed" | "is_removed">[]> {
      return runPrepared(db, dialect, `files.placesOf ${keys.length}`, keys, (slot) =>
        db
          .selectFrom("files")
          .select(["key", "place", "is_managed", "is_removed"])
          .where(
            "key",
            "in",
            keys.map((_, index) => slot<string>(index)),
          ),
      );
    },

    /** Adds files that are not there yet. */
    async add(rows: readonly NewFile[]): Promise<void> {
      if (rows.length === 0) return;
      const created_at = new Date().toISOString();
      const unset = {
        is_removed: false,
        is_in_transit: false,
        problem: null,
        lease: null,
        lease_until: null,
        created_at,
      };
      await db
        .insertInto("files")
        .values(rows.map((row) => ({ ...row, ...unset })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async setMeasures(
      key: string,
      { sha256, size, duration }: Pick<FileRow, "sha256" | "size" | "duration">,
    ): Promise<void> {
      await db.updateTable("files").set({ sha256, size, duration }).where("key", "=", key).execute();
    },

    /** Returns files on the disk that are not measured, with keys greater than `key`, in order. */
    unmeasured(key: string, limit: number): Promise<FileRow[]> {
      return db
        .selectFrom("files")
        .selectAll()
        .where("sha256", "is", null)
        .where("key", ">", key)
        .orderBy("key")
        .limit(limit)
        .execute();
    },

    /** Sets who may read a file, and since when nothing claims it. */
    async setVisibility(
      keys: readonly string[],
      values: Pick<FileRow, "visibility" | "unclaimed_since">,
    ): Promise<void> {
      if (keys.length === 0) return;
      await db.updateTable("files").set(values).where("key", "in", keys).execute();
    },

    async setPlace(key: string, place: Place): Promise<void> {
      await db.updateTable("files").set({ place }).where("key", "=", key).execute();
    },

    async setManaged(key: string, is_managed: boolean): Promise<void> {
      await db.updateTable("files").set({ is_managed }).where("key", "=", key).execute();
    },

    async setRemoved(key: string): Promise<void> {
      await db.updateTable("files").set({ is_removed: true }).where("key", "=", key).execute();
    },

    async setMoveState(key: string, { is_in_transit, problem }: MoveState): Promise<void> {
      await db
        .updateTable("files")
        .set({ is_in_transit, problem })
        .where("key", "=", key)
        .where((e) => e.or([e("is_in_transit", "<>", is_in_transit), e("problem", "is distinct from", problem)]))
        .execute();
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom("files").where("key", "=", key).execute();
    },

    claimsOf({ kind, id }: Owner): Promise<ClaimRow[]> {
      return db
        .selectFrom("file_claims")
        .selectAll()
        .where("owner_kind", "=", kind)
        .where("owner_id", "=", id)
        .execute();
    },

    async claimsOn(keys: readonly string[]): Promise<ClaimRow[]> {
      if (keys.length === 0) return [];
      return db.selectFrom("file_claims").selectAll().where("file_key", "in", keys).execute();
    },

    /** Adds claims, or replaces what they say. */
    async putClaims(rows: readonly ClaimRow[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto("file_claims")
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(["owner_kind", "owner_id", "file_key"]).doUpdateSet((e) => ({
            visibility: e.ref("excluded.visibility"),
            name: e.ref("excluded.name"),
          })),
        )
        .execute();
    },

    async removeClaim({ kind, id }: Owner, key: string): Promise<void> {
      await db
        .deleteFrom("file_claims")
        .where("owner_kind", "=", kind)
        .where("owner_id", "=", id)
        .where("file_key", "=", key)
        .execute();
    },

    /** Returns the name that the oldest owner gives to a download. */
    async nameOf(key: string): Promise<string | undefined> {
      const claims = db.selectFrom("file_claims").select("name").where("file_key", "=", key);
      const row = await claims.where("name", "is not", null).orderBy("owner_id").limit(1).executeTakeFirst();
      return row?.name ?? undefined;
    },

    /** Returns keys of files that nothing has claimed since `before`, longest unclaimed first. */
    async unclaimedSince(before: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("files")
        .select("key")
        .where("unclaimed_since", "<", before)
        .orderBy("unclaimed_since")
        .limit(limit)
        .execute();
      return rows.map(({ key }) => key);
    },

    /** Counts unclaimed files that were added before a time. */
    async countUnclaimedBefore(time: string): Promise<number> {
      const { n } = await db
        .selectFrom("files")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("unclaimed_since", "is not", null)
        .where("is_removed", "=", false)
        .where("created_at", "<", time)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** @returns true when the lease was free or had expired, and is taken now. */
    async takeLease(key: string, lease: string, ms: number): Promise<boolean> {
      const now = Date.now();
      const { numUpdatedRows } = await db
        .updateTable("files")
        .set({ lease, lease_until: new Date(now + ms).toISOString() })
        .where("key", "=", key)
        .where((e) => e.or([e("lease", "is", null), e("lease_until", "<", new Date(now).toISOString())]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** @returns false when the lease was lost. */
    async renewLease(key: string, lease: string, ms: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("files")
        .set({ lease_until: new Date(Date.now() + ms).toISOString() })
        .where("key", "=", key)
        .where("lease", "=", lease)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async releaseLease(key: string, lease: string): Promise<void> {
      await db
        .updateTable("files")
        .set({ lease: null, lease_until: null })
        .where("key", "=", key)
        .where("lease", "=", lease)
        .execute();
    },

    /** Returns a page of the files that object storage manages, with keys greater than `key`, in order. */
    managedAfter(key: string, limit: number): Promise<FileRow[]> {
      return db
        .selectFrom("files")
        .selectAll()
        .where("key", ">", key)
        .where("is_managed", "=", true)
        .where("is_removed", "=", false)
        .orderBy("key")
        .limit(limit)
        .execute();
    },

    /** Returns all files that a move of the whole site concerns, in order. */
    inventory(): Promise<Pick<FileRow, "key" | "is_managed" | "place" | "size" | keyof MoveState>[]> {
      return db
        .selectFrom("files")
        .select(["key", "is_managed", "place", "size", "is_in_transit", "problem"])
        .where("is_removed", "=", false)
        .where((e) => e.or([e("is_managed", "=", true), e("unclaimed_since", "is", null)]))
        .orderBy("key")
        .execute();
    },

    usage(): Promise<Record<"bucket" | "private" | "moving" | "stuck" | "toClose", number>> {
      return db
        .selectFrom("files")
        .select((s) => [
          s.fn.countAll<number>().filterWhere("place", "=", "bucket").as("bucket"),
          s.fn.countAll<number>().filterWhere("place", "=", "private").as("private"),
          s.fn.countAll<number>().filterWhere("is_in_transit", "=", true).as("moving"),
          s.fn.countAll<number>().filterWhere("problem", "is not", null).as("stuck"),
          s.fn
            .countAll<number>()
            .filterWhere((e) =>
              e.and([
                e("visibility", "<>", "public"),
                e("unclaimed_since", "is", null),
                e.or([e("place", "=", "bucket"), e("is_in_transit", "=", true), e("problem", "is not", null)]),
              ]),
            )
            .as("toClose"),
        ])
        .executeTakeFirstOrThrow();
    },

    /** Returns the error of any one file that could not be moved. */
    async anyProblem(): Promise<string | null> {
      const row = await db
        .selectFrom("files")
        .select("problem")
        .where("problem", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return row?.problem ?? null;
    },

    /** Returns how far the adoption of an earlier version's files is, as JSON; undefined once it is done. */
    async adoption(): Promise<string | undefined> {
      const row = await db.selectFrom("meta").select("value").where("key", "=", adoptionKey).executeTakeFirst();
      return row?.value;
    },

    /** @param value undefined ends the adoption. */
    async setAdoption(value: string | undefined): Promise<void> {
      if (value === undefined) await db.deleteFrom("meta").where("key", "=", adoptionKey).execute();
      else await db.updateTable("meta").set({ value }).where("key", "=", adoptionKey).execute();
    },
  };
}
