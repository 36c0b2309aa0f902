/**
 * The bin: a deletion moves a record with the rows that depend on it out of their tables, so that every list, count and name is right by
 * itself, and keeps its files closed (docs/rooms/retention-and-privacy.md#the-bin). `bin-contents.service.ts` gives records back.
 */
import type { BinEntity, BinFacts } from "#contract/bin.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { binRepository, demoItems, highestIds } from "./bin.repository.ts";
import { type BinKind, binKinds } from "./bin-kinds.ts";

export interface Bin {
  /**
   * Moves a record into the bin, in the transaction that deletes it and holds its lock. It must be there.
   * @param by name of the person. @param beforeRemoval what has to see it in its table, once it is copied
   */
  put(
    tx: Tx,
    entity: BinEntity,
    id: number,
    by: { name: string },
    beforeRemoval?: () => Promise<void>,
  ): Promise<BinFacts>;
}

export interface BinDeps {
  database: Pick<Database, "dialect">;
  files: Pick<Files, "passClaims">;
}

export function createBin({ database: { dialect }, files }: BinDeps): Bin {
  return {
    async put(tx, entity, id, by, beforeRemoval) {
      const repository = binRepository(tx, dialect);
      const kind = binKinds[entity];
      const row = await repository.record(kind, id);
      if (row === undefined) throw new Error(`${kind.table} has no row ${id} to delete`);
      const facts = await factsOf(tx, dialect, kind, id);
      const names = Object.fromEntries(kind.names.map((name) => [name, row[name]]));
      const binId = await repository.add({
        entity,
        entity_id: id,
        name: String(row[kind.name]),
        names: JSON.stringify(names),
        facts: JSON.stringify(facts),
        is_demo: row.is_demo === true,
        deleted_at: new Date().toISOString(),
        deleted_by: by.name,
      });
      await repository.fill(binId, kind, id, row);
      await beforeRemoval?.();
      await repository.removeRecord(kind, id);
      if (kind.fileOwner) {
        await files.passClaims(tx, { kind: kind.fileOwner, id }, { kind: "bin", id: binId }, "admin");
      }
      return facts;
    },
  };
}

/** Counts what goes with a record. */
export async function factsOf(db: Db, dialect: Database["dialect"], kind: BinKind, id: number): Promise<BinFacts> {
  const repository = binRepository(db, dialect);
  const row = await repository.record(kind, id);
  const facts: Record<string, number | true> = {};
  const note = (name: keyof BinFacts, value: number) => {
    if (value > 0) facts[name] = value;
  };
  if (typeof row?.play_count === "number") note("plays", row.play_count);
  for (const dependents of kind.dependents) {
    const count = await repository.countDependents(dependents, id);
    if (dependents.table === "song_categories") note("genres", count);
    if (dependents.table === "second_factors" && count > 0) facts.has_second_factor = true;
  }
  if (kind.users) note(kind.users === "likes" ? "likes" : "users", await repository.countUsers(kind.users, id));
  if (kind.requests) {
    const { all, open } = await repository.countRequests(kind.requests, id);
    note("requests", all);
    if (kind.requests === "staff_id") note("open_requests", open);
  }
  return facts as BinFacts;
}

/** Takes what was deleted of the demo out of the bin for good. @returns the number of items */
export async function removeDemoFromBin(
  tx: Tx,
  dialect: Database["dialect"],
  files: Pick<Files, "setClaims">,
): Promise<number> {
  const ids = await demoItems(tx);
  for await (const id of inTurns(ids)) {
    await files.setClaims(tx, { kind: "bin", id }, []);
    await binRepository(tx, dialect).remove(id);
  }
  return ids.length;
}

/** Keeps the ids of what is in the bin from being given again after a restored backup. */
export async function keepIdsOfBin(tx: Tx, dialect: Database["dialect"]): Promise<void> {
  for (const { entity, id } of await highestIds(tx)) await dialect.restartIds(tx, binKinds[entity].table, id);
}
