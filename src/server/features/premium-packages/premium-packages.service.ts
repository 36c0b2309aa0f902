/** The rules of Premium packages: visibility, valid durations, and packages that orders refer to. */
import { ApiError, invalidField } from "#contract/errors.ts";
import {
  type AdminPackage,
  type AdminPackagePage,
  maxOrderedPackages,
  type PackageBody,
  PackageChange,
  type PackageFilter,
  type PackageListQuery,
  type PackageOrder,
  PackageOrderBody,
  type PackagePageQuery,
  type PremiumPackage,
  type PremiumPackagePage,
  packageDaysMissing,
} from "#contract/premium-packages.ts";
import { assertVersion, fieldChanges, recordAudit, type TrailFields } from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { BinPort } from "#server/features/bin/bin-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Caller, OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { dong } from "#server/platform/money.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { type PackageRow, packageListReader, packagesRepository } from "./premium-packages.repository.ts";

export interface PremiumPackages {
  /** Returns packages in the order of the query: to an administrator all that match, to all others the active ones of them. */
  publicPage(caller: Caller, query: PackageListQuery): Promise<PremiumPackagePage>;
  page(query: PackagePageQuery): Promise<AdminPackagePage>;
  /** Yields all packages of a filter in batches, in their order. */
  batches(filter: PackageFilter): AsyncIterable<AdminPackage[]>;
  count(filter: PackageFilter): Promise<number>;
  /** @throws ApiError `not_found` */
  package(id: number): Promise<AdminPackage>;
  add(caller: OfficeCaller, body: PackageBody): Promise<AdminPackage>;
  /**
   * Updates the given fields.
   * @throws ApiError `not_found`; `invalid` for a package that would have no duration; `conflict` when another version was seen.
   */
  change(caller: OfficeCaller, id: number, body: PackageChange): Promise<AdminPackage>;
  /** @throws ApiError `not_found` */
  toggle(caller: OfficeCaller, id: number): Promise<AdminPackage>;
  /** Returns all packages in the order of the site. */
  order(): Promise<PackageOrder>;
  /**
   * Numbers all packages in a new order.
   * @throws ApiError `conflict` when another order was seen; `invalid` for other packages than those that there are.
   */
  changeOrder(caller: OfficeCaller, body: PackageOrderBody): Promise<PackageOrder>;
  /** @throws ApiError `not_found`, or `conflict` for a package with orders. */
  remove(caller: OfficeCaller, id: number): Promise<void>;
  /** Returns the names of existing packages by id. */
  packageNames(ids: readonly number[]): Promise<Map<number, string>>;
}

const packagesLock = "premium packages";

const trailFields: TrailFields<PackageRow, PackageChange> = {
  name: "Tên gói",
  price: { label: "Giá", show: dong },
  duration_days: "Số ngày",
  is_lifetime: "Vĩnh viễn",
  is_active: "Đang hiện",
  description: "Mô tả",
  sort_order: "Thứ tự",
};

const noPackage = "Không tìm thấy gói Premium";

export interface PremiumPackagesDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  bin: Pick<Bin, "put">;
}

export function createPremiumPackages({ database, bin }: PremiumPackagesDeps): PremiumPackages {
  const { db, commit, dialect } = database;
  const repository = packagesRepository(db);
  const reader = packageListReader(db, dialect);

  async function pageOf(query: PackageListQuery): Promise<PremiumPackagePage> {
    const { rows, total } = await reader.page(query);
    return { packages: rows, total, total_pages: Math.ceil(total / query.limit) };
  }

  /** Adds the sales of packages and their versions. */
  async function forAdmin(rows: readonly PackageRow[], from: Db = db): Promise<AdminPackage[]> {
    const ids = rows.map(({ id }) => id);
    const sales = new Map((await packagesRepository(from).sales(ids, dialect)).map((sum) => [sum.package_id, sum]));
    return rows.map((row) => {
      const { sold = 0, earned = 0 } = sales.get(row.id) ?? {};
      return { ...row, sold, earned, version: versionOfPackage(row) };
    });
  }

  async function present(row: PackageRow, from: Db = db): Promise<AdminPackage> {
    const [item] = await forAdmin([row], from);
    return item as AdminPackage;
  }

  const read = async (id: number) => present(await findOrThrow(repository.find(id), noPackage));
  const readOrder = async (from: Db = db) => orderOf(await packagesRepository(from).inOrder(maxOrderedPackages + 1));

  return {
    publicPage: (caller, query) => pageOf(caller.kind === "admin" ? query : { ...query, is_active: true }),
    async page({ page, ...query }) {
      const found = await pageOf({ ...query, skip: (page - 1) * query.limit });
      return { ...found, packages: await forAdmin(found.packages) };
    },
    async *batches(filter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "sort_order" })) yield await forAdmin(rows);
    },
    count: (filter) => reader.total(filter),
    package: read,

    add: (caller, body) =>
      commit({ lock: packagesLock }, async (tx) => {
        const row = await packagesRepository(tx).insert({
          ...body,
          ...durationOf(body),
          description: body.description ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await recordAudit(tx, caller, { action: "create", entity: "premium_package", id: row.id, name: row.name });
        return present(row, tx);
      }),

    change: (caller, id, { version, ...body }) =>
      withCurrent(
        () => read(id),
        () =>
          commit({ lock: packagesLock }, async (tx) => {
            const stored = await findOrThrow(packagesRepository(tx).find(id), noPackage);
            await assertVersion(tx, caller, version, versionOfPackage(stored), "premium_package", stored);
            const { is_lifetime = stored.is_lifetime, duration_days = stored.duration_days } = body;
            // A package that the administrator has edited is not removed with the demo.
            const row = await packagesRepository(tx).update(id, {
              ...body,
              ...durationOf({ is_lifetime, duration_days }),
              is_demo: false,
            });
            await recordUpdate(tx, caller, stored, row);
            return present(row, tx);
          }),
      ),

    toggle: (caller, id) =>
      commit({ lock: packagesLock }, async (tx) => {
        const stored = await findOrThrow(packagesRepository(tx).find(id), noPackage);
        const row = await packagesRepository(tx).update(id, { is_active: !stored.is_active });
        await recordUpdate(tx, caller, stored, row);
        return present(row, tx);
      }),

    order: () => readOrder(),

    changeOrder: (caller, { ids, first, version }) =>
      withCurrent(readOrder, () =>
        commit({ lock: packagesLock }, async (tx) => {
          const stored = await readOrder(tx);
          await assertVersion(tx, caller, version, stored.version, "premium_package", { id: null, name: "" });
          const places = new Map(ids.map((id, index) => [id, first + index]));
          const isWhole = stored.packages.length === ids.length && stored.packages.every(({ id }) => places.has(id));
          if (!isWhole) throw invalidField("ids", "Các gói đã thay đổi, bạn tải lại rồi sắp xếp tiếp nhé");
          for await (const item of inTurns(stored.packages)) {
            const sort_order = places.get(item.id) ?? item.sort_order;
            if (sort_order === item.sort_order) continue;
            const row = await packagesRepository(tx).update(item.id, { sort_order });
            await recordUpdate(tx, caller, item, row);
          }
          return readOrder(tx);
        }),
      ),

    remove: (caller, id) =>
      commit({ lock: packagesLock }, async (tx) => {
        const stored = await findOrThrow(packagesRepository(tx).find(id), noPackage);
        const orders = await packagesRepository(tx).countOrders(id);
        if (orders > 0) {
          throw new ApiError(
            "conflict",
            `Không thể xóa gói này: đã có ${orders} đơn hàng. Bạn hãy tắt gói thay vì xóa`,
          );
        }
        await bin.put(tx, "premium_package", id, caller);
        await recordAudit(tx, caller, {
          action: "delete",
          entity: "premium_package",
          id: stored.id,
          name: stored.name,
        });
      }),

    packageNames: async (ids) => new Map((await repository.names(ids)).map(({ id, name }) => [id, name])),
  };
}

function recordUpdate(tx: Tx, caller: OfficeCaller, stored: PackageRow, row: PackageRow): Promise<void> {
  const { id, name } = row;
  const changes = fieldChanges(trailFields, stored, row);
  return recordAudit(tx, caller, { action: "update", entity: "premium_package", id, name, changes });
}

const versionOfPackage = (row: PackageRow): string => versionOf(PackageChange, row);

/** Returns packages as an order of their own, with its version. */
function orderOf(packages: PackageRow[]): PackageOrder & { version: string } {
  const ids = packages.map(({ id }) => id);
  const first = Math.min(2, packages[0]?.sort_order ?? 0);
  return { packages, first, version: versionOf(PackageOrderBody, { ids, first }) };
}

/** Returns the days of a package, none for a lifetime one. @throws ApiError `invalid` when they are missing. */
function durationOf({ is_lifetime, duration_days }: Pick<PackageBody, "is_lifetime" | "duration_days">) {
  if (is_lifetime) return { is_lifetime, duration_days: null };
  if (duration_days == null) throw invalidField("duration_days", packageDaysMissing);
  return { is_lifetime, duration_days };
}

/** How deleted packages come back from the bin. */
export function packagePort(dialect: Pick<Dialect, "lock">): BinPort {
  return {
    lock: (tx) => dialect.lock(tx, packagesLock),
    prepare: async (_tx, { row }) => ({ row, name: String(row.name) }),
  };
}

/** Returns a package, on sale or not; undefined without one. */
export function findPackage(tx: Tx, id: number): Promise<PackageRow | undefined> {
  return packagesRepository(tx).find(id);
}

/** Returns a package in a transaction, as an order takes it. @returns undefined for an unknown or inactive one. */
export async function packageOnSale(tx: Tx, id: number): Promise<PremiumPackage | undefined> {
  const row = await packagesRepository(tx).find(id);
  return row?.is_active ? row : undefined;
}

/** Example packages. `/premium` highlights the one whose `sort_order` is 1. */
const demoPackages = [
  { name: "1 tháng", price: 49_000, duration_days: 30, description: "Nghe thử trọn thư viện Premium trong một tháng" },
  { name: "3 tháng", price: 129_000, duration_days: 90, description: "Một mùa nghe nhạc, nhẹ hơn mua từng tháng" },
  { name: "1 năm", price: 399_000, duration_days: 365, description: "Cả năm không phải nghĩ đến gia hạn" },
  { name: "Trọn đời", price: 999_000, duration_days: null, description: "Trả một lần, nghe mãi" },
] as const;

/** Adds example packages, so that a first start has some on sale; without effect when there are packages. */
export async function addDemoPackages(tx: Tx, dialect: Dialect, createdAt: string): Promise<void> {
  await dialect.lock(tx, packagesLock);
  const repository = packagesRepository(tx);
  if (!(await repository.isEmpty())) return;
  for (const [place, demo] of demoPackages.entries()) {
    await repository.insert({
      ...demo,
      is_lifetime: demo.duration_days === null,
      is_active: true,
      sort_order: place,
      is_demo: true,
      created_at: createdAt,
    });
  }
}

/** Removes the demo packages; those with orders are deactivated instead. @returns the number of removed ones. */
export async function removeDemoPackages(tx: Tx, dialect: Dialect): Promise<number> {
  await dialect.lock(tx, packagesLock);
  const repository = packagesRepository(tx);
  const removed = await repository.removeDemo();
  await repository.deactivateDemo();
  return removed;
}
