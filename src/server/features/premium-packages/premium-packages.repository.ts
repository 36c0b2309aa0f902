/** All SQL of Premium packages. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { fold } from "#contract/fold.ts";
import { packageSorts } from "#contract/premium-packages.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { allDays } from "#server/platform/db/kept-sums.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** Columns of a package that leave the database. */
const packageColumns = [
  "id",
  "name",
  "price",
  "duration_days",
  "is_lifetime",
  "is_active",
  "description",
  "sort_order",
  "created_at",
] as const satisfies (keyof Tables["premium_packages"])[];

export type PackageRow = Pick<Selectable<Tables["premium_packages"]>, (typeof packageColumns)[number]>;
type Values = Omit<Insertable<Tables["premium_packages"]>, "name_key" | "search_text">;
type Change = Omit<Updateable<Tables["premium_packages"]>, "name_key" | "search_text">;

export interface PackageSales {
  package_id: number;
  sold: number;
  earned: number;
}

const packageList: List<"premium_packages", (typeof packageColumns)[number], keyof typeof packageSorts.orders> = {
  table: "premium_packages",
  columns: packageColumns,
  filters: { is_active: "is_active" },
  search: { table: "premium_packages", column: "search_text", index: "premium_packages_search" },
  sorts: packageSorts,
  sortColumns: {
    sort_order: { column: "sort_order", isText: false },
    name: { column: "name_key", isText: true },
    price: { column: "price", isText: false },
    created_at: { column: "created_at", isText: false },
  },
};

/** Reads the lists of packages. */
export const packageListReader = (db: Db, dialect: Dialect) => listReader(db, dialect, packageList);

/** The columns by which packages are sorted by name and searched. */
export function packageTexts(name: string) {
  return { name_key: fold(name), search_text: fold(name) };
}

export function packagesRepository(db: Db) {
  return {
    find: (id: number): Promise<PackageRow | undefined> =>
      db.selectFrom("premium_packages").select(packageColumns).where("id", "=", id).executeTakeFirst(),

    insert: (values: Values): Promise<PackageRow> =>
      db
        .insertInto("premium_packages")
        .values({ ...values, ...packageTexts(values.name) })
        .returning(packageColumns)
        .executeTakeFirstOrThrow(),

    update: (id: number, change: Change): Promise<PackageRow> =>
      db
        .updateTable("premium_packages")
        .set({ ...change, ...(change.name === undefined ? {} : packageTexts(change.name)) })
        .where("id", "=", id)
        .returning(packageColumns)
        .executeTakeFirstOrThrow(),

    /** Returns packages in the order of the site, at most `limit`. */
    inOrder: (limit: number): Promise<PackageRow[]> =>
      db
        .selectFrom("premium_packages")
        .select(packageColumns)
        .orderBy("sort_order")
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Returns how many paid orders packages have, and their sum in whole đồng; packages without any are left out. */
    async sales(ids: readonly number[], { byteOrder }: Pick<Dialect, "byteOrder">): Promise<PackageSales[]> {
      if (ids.length === 0) return [];
      const { rows } = await sql<PackageSales>`select package_id, cast(sum(n) as bigint) as sold,
          cast(sum(amount) as bigint) as earned
        from premium_income_sums
        where ${byteOrder(sql.ref("day"))} = ${allDays} and payment_status = 'paid' and package_id in (${sql.join(ids)})
        group by package_id`.execute(db);
      return rows;
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom("premium_packages").select("id").limit(1).executeTakeFirst()) === undefined;
    },

    /** Removes the demo packages without orders. @returns their number. */
    async removeDemo(): Promise<number> {
      const removed = await db
        .deleteFrom("premium_packages")
        .where("is_demo", "=", true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("premium_orders")
                .select("id")
                .whereRef("premium_orders.package_id", "=", "premium_packages.id"),
            ),
          ),
        )
        .returning("id")
        .execute();
      return removed.length;
    },

    /** Takes the demo packages off sale; they are the site's own from then on. */
    async deactivateDemo(): Promise<void> {
      await db
        .updateTable("premium_packages")
        .set({ is_active: false, is_demo: false })
        .where("is_demo", "=", true)
        .execute();
    },

    async countOrders(id: number): Promise<number> {
      const { n } = await db
        .selectFrom("premium_orders")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("package_id", "=", id)
        .executeTakeFirstOrThrow();
      return n;
    },

    async names(ids: readonly number[]): Promise<Pick<PackageRow, "id" | "name">[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("premium_packages").select(["id", "name"]).where("id", "in", ids).execute();
    },
  };
}
