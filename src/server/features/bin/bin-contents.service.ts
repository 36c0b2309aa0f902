/** What is in the bin: its list, restoring, and emptying it, by hand and after 30 days. */
import {
  type BinCounts,
  type BinEntity,
  BinFacts,
  type BinItem,
  BinNames,
  type BinQuery,
  binDays,
  binEntities,
  type RestoreBody,
  type Restored,
} from "#contract/bin.ts";
import { ApiError } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type BinRow, binListReader, binRepository } from "./bin.repository.ts";
import { factsOf } from "./bin.service.ts";
import { type BinKind, binKinds } from "./bin-kinds.ts";
import type { BinnedRow, BinPort, ReturningRecord } from "./bin-port.ts";

/** Outbox topic: items were removed by hand. */
export const emptyTopic = "bin.empty";
const dayMs = 24 * 3600_000;
/** Items that one transaction removes. */
const removeAtOnce = 20;
const gone = "Không còn trong thùng rác";

export interface BinContents {
  page(query: BinQuery): Promise<{ rows: BinItem[]; total: number }>;
  /** Counts items by their entity. @param search text of their names */
  counts(search?: string): Promise<BinCounts>;
  /** @throws ApiError `not_found` */
  item(id: number): Promise<BinItem>;
  /** Returns what would go with a record if it were deleted; nothing for one that is not there. */
  preview(caller: OfficeCaller, entity: BinEntity, id: number): Promise<BinFacts>;
  /**
   * Puts a record back with its id, its rows and its files; rows whose other end is gone are left out.
   * @throws ApiError `not_found`; `conflict`, with the fields of names that are taken
   */
  restore(caller: OfficeCaller, body: RestoreBody): Promise<Restored>;
  /** The same in a transaction that holds the lock of such records. */
  restoreIn(tx: Tx, caller: OfficeCaller, body: RestoreBody): Promise<Restored>;
  /** Removes an item for good. @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** Removes all items for good. @returns their number */
  removeAll(caller: AdminCaller): Promise<number>;
  /** Removes what is due: taken out by hand, or deleted more than 30 days ago. @param signal ends it early */
  emptyDue(signal?: AbortSignal): Promise<number>;
  /** Registers the handler of the outbox topic. */
  handle(): void;
}

export interface BinContentsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  files: Pick<Files, "setClaims">;
  outbox: Pick<Outbox, "add" | "on">;
  ports: Readonly<Record<BinEntity, BinPort>>;
  now?: () => number;
}

export function createBinContents(deps: BinContentsDeps): BinContents {
  const { database, files, outbox, ports, now = () => Date.now() } = deps;
  const { db, commit, dialect } = database;
  const repository = binRepository(db, dialect);
  const reader = binListReader(db, dialect);

  async function restoreIn(tx: Tx, caller: OfficeCaller, body: RestoreBody): Promise<Restored> {
    const { entity, id, name, username, email } = body;
    assertAllowed(caller, entity);
    const kind = binKinds[entity];
    const port = ports[entity];
    const inBin = binRepository(tx, dialect);
    const item = await findOrThrow(inBin.lock(entity, id), gone);
    const { requests: requestsThen = 0 } = BinFacts.parse(JSON.parse(item.facts));
    const names = BinNames.parse({ name, username, email });
    const record: ReturningRecord = { id, row: {}, names, requests: await inBin.requestsOf(item.id), requestsThen };
    const notes: string[] = [];
    let restoredName = item.name;
    for await (const { table, rows } of inBin.rowsOf(item.id)) {
      const [first] = rows;
      if (table === kind.table && first) {
        record.row = first;
        const prepared = await port.prepare(tx, record);
        record.row = prepared.row;
        restoredName = prepared.name;
        notes.push(...(prepared.notes ?? []));
        await inBin.putBack(table, [prepared.row]);
      } else notes.push(...(await putBackDependents(inBin, kind, table, rows)));
    }
    await putBackReferences(inBin, kind, item.id, id);
    const isRecorded = await port.finish?.(tx, caller, record, restoredName);
    if (kind.fileOwner) {
      await files.setClaims(tx, { kind: kind.fileOwner, id }, port.claims?.(record.row) ?? []);
      await files.setClaims(tx, { kind: "bin", id: item.id }, []);
    }
    await inBin.remove(item.id);
    if (!isRecorded) await recordAudit(tx, caller, { action: "restore", entity, id, name: restoredName });
    return { entity, id, name: restoredName, notes };
  }

  /** @returns the number of removed items, at most some of those that are due. */
  function emptySome(): Promise<number> {
    const before = new Date(now() - binDays * dayMs).toISOString();
    return commit(async (tx) => {
      const inBin = binRepository(tx, dialect);
      const ids = await inBin.due(before, removeAtOnce);
      for await (const id of inTurns(ids)) {
        await files.setClaims(tx, { kind: "bin", id }, []);
        await inBin.remove(id);
      }
      return ids.length;
    });
  }

  async function emptyDue(signal?: AbortSignal): Promise<number> {
    for (let removed = 0; ; ) {
      const count = signal?.aborted ? 0 : await emptySome();
      removed += count;
      if (count === 0) return removed;
    }
  }

  async function leave(caller: AdminCaller, id?: number): Promise<number> {
    return commit(async (tx) => {
      const left = await binRepository(tx, dialect).leave(id);
      const [first] = left;
      if (!first) return 0;
      await outbox.add(tx, emptyTopic, {}, { key: emptyTopic });
      const details = ["khỏi thùng rác"];
      if (id !== undefined)
        await recordAudit(tx, caller, {
          action: "delete",
          entity: first.entity,
          id: first.entity_id,
          name: first.name,
          details,
        });
      else {
        const summary = `${left.length.toLocaleString("vi-VN")} mục`;
        await recordAudit(tx, caller, { action: "delete", entity: "bin", id: null, name: summary });
      }
      return left.length;
    });
  }

  return {
    async page(query) {
      const { rows, total } = await reader.page({ ...query, is_leaving: false });
      return { rows: rows.map(present), total };
    },

    async counts(search) {
      const counts: BinCounts = { all: 0, song: 0, category: 0, support: 0, premium_package: 0, staff: 0 };
      for (const entity of binEntities) {
        counts[entity] = await reader.total({ entity, search, is_leaving: false });
        counts.all += counts[entity];
      }
      return counts;
    },

    item: async (id) => present(await findOrThrow(repository.find(id), gone)),

    async preview(caller, entity, id) {
      assertAllowed(caller, entity);
      return factsOf(db, dialect, binKinds[entity], id);
    },

    restore: (caller, body) =>
      commit(async (tx) => {
        await ports[body.entity].lock(tx);
        return restoreIn(tx, caller, body);
      }),
    restoreIn,

    async remove(caller, id) {
      if ((await leave(caller, id)) === 0) throw new ApiError("not_found", gone);
    },
    removeAll: (caller) => leave(caller),

    emptyDue,
    handle() {
      outbox.on(emptyTopic, async (_payload, { signal }) => {
        await emptyDue(signal);
        await dialect.eraseDeleted(db);
      });
    },
  };
}

type InBin = ReturnType<typeof binRepository>;

/** Writes the rows of a table that depend on a record, without those whose other end is gone. Returns what is to be told of these. */
async function putBackDependents(
  inBin: InBin,
  { dependents }: BinKind,
  table: string,
  rows: readonly BinnedRow[],
): Promise<string[]> {
  const { needs, isRenumbered } = dependents.find((each) => each.table === table) ?? {};
  const there = needs ? await inBin.withOtherEnd(rows, needs) : rows;
  const complete = table === "playlist_songs" ? await inBin.withRoom(there) : there;
  await inBin.putBack(table, isRenumbered ? complete.map(({ id: _id, ...row }) => row) : complete);
  // The playlists of others are no concern of an administrator.
  const lost = needs?.table === "categories" ? rows.length - complete.length : 0;
  return lost > 0 ? [`${lost} thể loại không còn nữa`] : [];
}

/** Joins a record, which is back, with those who referred to it and are there still: its kind says who they are. */
async function putBackReferences(
  inBin: InBin,
  { hasScores, users, requests }: BinKind,
  binId: number,
  id: number,
): Promise<void> {
  if (hasScores) await inBin.putBackScores(binId, id);
  if (users === "likes") await inBin.putBackLikes(binId, id);
  if (users === "premium_package_id") await inBin.putBackPackage(binId, id);
  // Those of a member go back by `finish` of the staff's port.
  if (requests === "song_id") await inBin.putBackRequests(binId, id);
}

/** @throws ApiError `forbidden` for an accountant and anything but a package, whose screen alone they have. */
function assertAllowed(caller: OfficeCaller, entity: BinEntity): void {
  if (caller.kind !== "admin" && entity !== "premium_package") throw new ApiError("forbidden");
}

function present(
  row: Pick<BinRow, "id" | "entity" | "entity_id" | "name" | "names" | "facts" | "deleted_at" | "deleted_by">,
): BinItem {
  const { names, facts, ...rest } = row;
  return {
    ...rest,
    names: BinNames.parse(JSON.parse(names)),
    facts: BinFacts.parse(JSON.parse(facts)),
    ends_at: new Date(Date.parse(row.deleted_at) + binDays * dayMs).toISOString(),
  };
}
