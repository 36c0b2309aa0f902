/**
 * Saved views: who sees, changes and deletes them (docs/rooms/lists.md#saved-views). Views that others keep for themselves are as if they
 * did not exist.
 */
import { ApiError } from "#contract/errors.ts";
import { transferQuery } from "#contract/payments.ts";
import { maxViews, type SavedView, type ViewBody, ViewChange, type ViewScreen, viewScreens } from "#contract/views.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { accountOf, type CallerOf, hasRole } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { staleError, versionOf, withCurrent } from "#server/platform/record-version.ts";
import { type ViewOwner, type ViewRow, viewsRepository } from "./views.repository.ts";

type ViewCaller = CallerOf<"admin" | "accountant" | "staff">;

/** All throw ApiError `forbidden` for a screen that the caller's role does not have; those that take an id `not_found`. */
export interface Views {
  /** Returns the caller's views of a screen, then those of all, by name. */
  list(caller: ViewCaller, screen: ViewScreen): Promise<SavedView[]>;
  /** @throws ApiError `forbidden` for one of all by another than an administrator; `conflict` for a name that is taken, or too many views */
  add(caller: ViewCaller, body: ViewBody): Promise<SavedView>;
  /** @throws ApiError as `add`, and `conflict` for an older version */
  change(caller: ViewCaller, id: number, body: ViewChange): Promise<SavedView>;
  setDefault(caller: ViewCaller, id: number, isDefault: boolean): Promise<SavedView>;
  /** Deletes a view; until its owner deletes or saves another one of the screen, `restore` takes it back. */
  remove(caller: ViewCaller, id: number): Promise<void>;
  /** @throws ApiError as `add` */
  restore(caller: ViewCaller, id: number): Promise<SavedView>;
}

export interface ViewsDeps {
  database: Pick<Database, "db" | "commit">;
}

const noView = "Không tìm thấy dạng xem này";
const byName = new Intl.Collator("vi", { numeric: true }).compare;

export function createViews({ database: { db, commit } }: ViewsDeps): Views {
  const lockOf = (screen: string) => ({ lock: `views ${screen}` });

  /** Returns a view that the caller sees. @param isRemoved whether it is one that was deleted */
  async function find(from: Tx | typeof db, caller: ViewCaller, id: number, isRemoved = false): Promise<ViewRow> {
    const row = await findOrThrow(viewsRepository(from).find(id), noView);
    const isSeen = mayOpen(caller, row.screen) && (row.is_shared || isOwn(caller, row));
    if (!isSeen || (row.removed_at !== null) !== isRemoved) throw new ApiError("not_found", noView);
    return row;
  }

  /** Changes a view that the caller may change, while no other transaction changes one of the screen. */
  async function changing<T>(
    caller: ViewCaller,
    id: number,
    task: (tx: Tx, row: ViewRow) => Promise<T>,
    isRemoved = false,
  ): Promise<T> {
    const { screen } = await find(db, caller, id, isRemoved);
    return commit(lockOf(screen), async (tx) => {
      const row = await find(tx, caller, id, isRemoved);
      if (!mayChange(caller, row)) throw new ApiError("forbidden");
      return task(tx, row);
    });
  }

  async function present(from: Tx | typeof db, caller: ViewCaller, row: ViewRow): Promise<SavedView> {
    return toView(caller, row, await viewsRepository(from).defaultId(accountOf(caller), row.screen));
  }

  return {
    async list(caller, screen) {
      assertScreen(caller, screen);
      const account = accountOf(caller);
      const repository = viewsRepository(db);
      const [own, shared] = [await repository.own(account, screen), await repository.shared(screen)];
      const defaultId = await repository.defaultId(account, screen);
      const inOrder = (rows: ViewRow[]) => rows.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id);
      return [...inOrder(own), ...inOrder(shared)].map((row) => toView(caller, row, defaultId));
    },

    async add(caller, { screen, name, query, is_shared, is_default }) {
      assertScreen(caller, screen);
      if (is_shared) assertMayShare(caller);
      const owner = accountOf(caller);
      return commit(lockOf(screen), async (tx) => {
        const repository = viewsRepository(tx);
        await assertRoom(tx, owner, { screen, name, is_shared });
        await repository.purge(owner, screen);
        const row = await repository.insert({
          screen,
          name,
          query: JSON.stringify(query),
          is_shared,
          admin_id: owner.kind === "admin" ? owner.id : null,
          staff_id: owner.kind === "staff" ? owner.id : null,
          created_at: new Date().toISOString(),
          removed_at: null,
        });
        if (is_default) await repository.setDefault(owner, screen, row.id);
        return present(tx, caller, row);
      });
    },

    change: (caller, id, { version, name, query, is_shared }) =>
      withCurrent(
        async () => present(db, caller, await find(db, caller, id)),
        () =>
          changing(caller, id, async (tx, stored) => {
            if (version !== undefined && version !== versionOfView(stored)) {
              throw staleError("Dạng xem này đã được sửa sau khi bạn mở, nên chưa lưu gì", undefined);
            }
            if (is_shared === true && !stored.is_shared) assertMayShare(caller);
            const next = { name: name ?? stored.name, is_shared: is_shared ?? stored.is_shared };
            const { screen } = stored;
            await assertRoom(tx, ownerOf(stored), { screen, ...next }, stored);
            const repository = viewsRepository(tx);
            const row = await repository.update(id, { ...next, ...(query && { query: JSON.stringify(query) }) });
            if (stored.is_shared && !row.is_shared) await repository.unsetOthers(ownerOf(row), id);
            return present(tx, caller, row);
          }),
      ),

    async setDefault(caller, id, isDefault) {
      const account = accountOf(caller);
      const { screen } = await find(db, caller, id);
      return commit(lockOf(screen), async (tx) => {
        const row = await find(tx, caller, id);
        const repository = viewsRepository(tx);
        const current = await repository.defaultId(account, screen);
        if (isDefault) await repository.setDefault(account, screen, id);
        else if (current === id) await repository.setDefault(account, screen, undefined);
        return present(tx, caller, row);
      });
    },

    remove: (caller, id) =>
      changing(caller, id, async (tx, row) => {
        const repository = viewsRepository(tx);
        await repository.purge(ownerOf(row), row.screen);
        await repository.update(id, { removed_at: new Date().toISOString() });
      }),

    restore: (caller, id) =>
      changing(
        caller,
        id,
        async (tx, stored) => {
          await assertRoom(tx, ownerOf(stored), stored);
          return present(tx, caller, await viewsRepository(tx).update(id, { removed_at: null }));
        },
        true,
      ),
  };
}

const mayOpen = (caller: ViewCaller, screen: string) =>
  Object.hasOwn(viewScreens, screen) && hasRole(caller, viewScreens[screen as ViewScreen]);

function assertScreen(caller: ViewCaller, screen: ViewScreen): void {
  if (!mayOpen(caller, screen)) throw new ApiError("forbidden");
}

function assertMayShare(caller: ViewCaller): void {
  if (caller.kind !== "admin") throw new ApiError("forbidden", "Chỉ quản trị viên lưu được dạng xem chung");
}

function ownerOf({ admin_id, staff_id }: ViewRow): ViewOwner {
  return admin_id === null ? { kind: "staff", id: staff_id as number } : { kind: "admin", id: admin_id };
}

function isOwn(caller: ViewCaller, row: ViewRow): boolean {
  const { kind, id } = accountOf(caller);
  const owner = ownerOf(row);
  return owner.kind === kind && owner.id === id;
}

const mayChange = (caller: ViewCaller, row: ViewRow) =>
  isOwn(caller, row) || (row.is_shared && caller.kind === "admin");

/**
 * @param stored the view that takes this name and place, if it is there already
 * @throws ApiError `conflict` for a name that another view of the same people has, or for too many of them
 */
async function assertRoom(
  tx: Tx,
  owner: ViewOwner,
  { screen, name, is_shared }: Pick<ViewRow, "screen" | "name" | "is_shared">,
  stored?: ViewRow,
): Promise<void> {
  const repository = viewsRepository(tx);
  const rows = is_shared ? await repository.shared(screen) : await repository.own(owner, screen);
  const others = rows.filter(({ id }) => id !== stored?.id);
  if (others.some((other) => keyOf(other.name) === keyOf(name))) {
    const message = is_shared ? "Đã có dạng xem chung mang tên này" : "Bạn đã có dạng xem mang tên này";
    throw new ApiError("conflict", message, [{ field: "name", message }]);
  }
  if (others.length >= maxViews) {
    const whose = is_shared ? "Mỗi màn hình có" : "Mỗi người có";
    throw new ApiError("conflict", `${whose} tối đa ${maxViews} dạng xem như vậy, bạn xóa bớt rồi lưu nhé`);
  }
}

const keyOf = (name: string) => name.normalize("NFC").toLocaleLowerCase("vi");

function toView(caller: ViewCaller, row: ViewRow, defaultId: number | undefined): SavedView {
  const { id, name, is_shared } = row;
  return {
    id,
    screen: row.screen as ViewScreen,
    name,
    query: currentQuery(row),
    is_shared,
    is_default: id === defaultId,
    can_change: mayChange(caller, row),
    version: versionOfView(row),
  };
}

/** Returns the query of a view, of which a version before may have saved another form. */
function currentQuery({ screen, query }: ViewRow): SavedView["query"] {
  const saved = JSON.parse(query) as SavedView["query"];
  return screen === "/admin/payments" ? { ...transferQuery(saved) } : saved;
}

function versionOfView(row: ViewRow): string {
  return versionOf(ViewChange, row);
}
