/** The rules of categories: who sees which, the checks of a save, and their pictures. */
import type { z } from "zod";
import { type Category, type CategoryBody, CategoryChange, type CategoryWithCount } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { categoryChanges } from "./catalogue-trail.ts";
import { type CategoryRow, categoryRepository } from "./categories.repository.ts";
import { categoryClaims } from "./owned-files.ts";
import { scopeOf } from "./song-access.ts";

export interface CategoriesDeps {
  database: Pick<Database, "db" | "commit">;
  files: Pick<Files, "setClaims">;
  bin: Pick<Bin, "put">;
}

export type Categories = ReturnType<typeof createCategories>;

const missing = "Không tìm thấy thể loại";

export function createCategories({ database: { db, commit }, files, bin }: CategoriesDeps) {
  const categories = categoryRepository(db);

  async function assertNameAvailable(tx: Tx, name: string | undefined, except?: number): Promise<void> {
    if (name === undefined) return;
    const other = await categoryRepository(tx).findByName(name);
    if (other && other.id !== except) throw new ApiError("conflict", "Tên thể loại đã tồn tại");
  }

  return {
    async list(caller: Caller, featured?: boolean): Promise<CategoryRow[]> {
      return forCaller(caller, await categories.list(scopeOf(caller), featured));
    },

    async listWithSongCount(caller: Caller): Promise<CategoryWithCount[]> {
      return forCaller(caller, await categories.listWithSongCount(scopeOf(caller)));
    },

    async get(caller: Caller, id: number): Promise<Category> {
      const row = await findOrThrow(categories.find(id, scopeOf(caller)), missing);
      return caller.kind === "admin" ? versionedCategory(row) : row;
    },

    create(caller: AdminCaller, body: z.output<typeof CategoryBody>): Promise<Category> {
      return commit({ lock: "catalogue" }, async (tx) => {
        await assertNameAvailable(tx, body.name);
        const row = await categoryRepository(tx).insert({
          ...body,
          description: body.description ?? null,
          icon_url: body.icon_url ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await files.setClaims(tx, { kind: "category", id: row.id }, categoryClaims(row));
        await recordAudit(tx, caller, { action: "create", entity: "category", id: row.id, name: row.name });
        return versionedCategory(row);
      });
    },

    update(caller: AdminCaller, id: number, { version, ...body }: z.output<typeof CategoryChange>): Promise<Category> {
      const save = async (tx: Tx) => {
        const stored = await findOrThrow(categoryRepository(tx).find(id, "all"), missing);
        await assertVersion(tx, caller, version, versionedCategory(stored).version, "category", stored);
        await assertNameAvailable(tx, body.name, id);
        const row = Object.values(body).some((value) => value !== undefined)
          ? await categoryRepository(tx).update(id, body)
          : stored;
        await files.setClaims(tx, { kind: "category", id }, categoryClaims(row, stored));
        await recordAudit(tx, caller, {
          action: "update",
          entity: "category",
          id: row.id,
          name: row.name,
          changes: categoryChanges(stored, row),
        });
        return versionedCategory(row);
      };
      return withCurrent(
        async () => versionedCategory(await findOrThrow(categories.find(id, "all"), missing)),
        () => commit({ lock: "catalogue" }, save),
      );
    },

    async remove(caller: AdminCaller, id: number): Promise<void> {
      await commit({ lock: "catalogue" }, async (tx) => {
        const repository = categoryRepository(tx);
        const stored = await findOrThrow(repository.find(id, "all"), missing);
        const songCount = await repository.songCount(id);
        if (songCount > 0) throw new ApiError("conflict", `Không thể xóa thể loại này: còn ${songCount} bài hát`);
        await bin.put(tx, "category", id, caller);
        await recordAudit(tx, caller, { action: "delete", entity: "category", id, name: stored.name });
      });
    },

    /** Counts categories, inactive ones included. */
    total: (): Promise<number> => categories.count(),
  };
}

function versionedCategory<T extends CategoryRow>(row: T): T & { version: string } {
  return { ...row, version: versionOf(CategoryChange, row) };
}

/** Returns categories, to an administrator with their versions. */
function forCaller<T extends CategoryRow>(caller: Caller, rows: T[]): T[] {
  return caller.kind === "admin" ? rows.map(versionedCategory) : rows;
}
