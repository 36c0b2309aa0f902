/** Excel files of the back office's lists: all rows of a filter, read in batches while the file is taken. */
import { ApiError } from "#contract/errors.ts";
import type { ExportBody, ExportedList, ExportFilters } from "#contract/exports.ts";
import { fold } from "#contract/fold.ts";
import type { StaffMember } from "#contract/staff.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import type { Users } from "#server/features/accounts/users/users.service.ts";
import type { History } from "#server/features/audit/history.service.ts";
import type { Categories } from "#server/features/catalogue/categories.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { PremiumPackages } from "#server/features/premium-packages/premium-packages.service.ts";
import type { Requests } from "#server/features/requests/requests.service.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import { createSheetExport, type SheetColumnOf, type SheetExport } from "#server/platform/sheet-export.ts";
import * as columns from "./sheets.ts";

export interface ExportsDeps {
  users: Pick<Users, "batches">;
  requests: Pick<Requests, "batches">;
  notifications: Pick<NotificationsService, "batches">;
  packages: Pick<PremiumPackages, "batches">;
  staff: Pick<Staff, "members">;
  history: Pick<History, "batches">;
  songs: Pick<SongReading, "list">;
  categories: Pick<Categories, "listWithSongCount">;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export interface Exports {
  /** Returns the address of the file of a list, which lives a minute. @throws ApiError `forbidden` for a list of administrators. */
  link(caller: OfficeCaller, body: ExportBody): string;
  /** @param link of an address of `link`. @throws ApiError `forbidden` for an invalid or expired one. */
  file(list: ExportedList, link: string): Download;
}

const accountantLists: readonly ExportedList[] = ["users", "packages"];
const songsOfBatch = 500;
/** Hidden songs and genres are in the files too. */
const reader: AdminCaller = { kind: "admin", id: 0, name: "" };

export function createExports(deps: ExportsDeps): Exports {
  const { users, requests, notifications, packages, staff, history, songs, categories, key, oldKey } = deps;

  function sheet<K extends ExportedList, R>(
    list: K,
    name: string,
    fileName: string,
    columnsOf: readonly SheetColumnOf<R>[],
    batches: (filter: ExportFilters[K]) => AsyncIterable<readonly R[]>,
  ): SheetExport<ExportFilters[K]> {
    const path = `/api/admin/exports/${list}`;
    return createSheetExport({
      name,
      fileName,
      path,
      columns: columnsOf,
      batches,
      purpose: `${list} exports`,
      key,
      oldKey,
    });
  }

  const sheets: { [K in ExportedList]: SheetExport<ExportFilters[K]> } = {
    songs: sheet("songs", "Bài hát", "bai-hat", columns.songColumns, async function* (filter) {
      for (let skip = 0; ; skip += songsOfBatch) {
        const { rows } = await songs.list(reader, { ...filter, skip, limit: songsOfBatch });
        yield rows;
        if (rows.length < songsOfBatch) return;
      }
    }),
    categories: sheet("categories", "Thể loại", "the-loai", columns.categoryColumns, async function* ({ search = "" }) {
      const rows = await categories.listWithSongCount(reader);
      yield rows.filter(({ name }) => fold(name).includes(fold(search)));
    }),
    users: sheet("users", "Người dùng", "nguoi-dung", columns.userColumns, users.batches),
    requests: sheet("requests", "Yêu cầu", "yeu-cau", columns.requestColumns, requests.batches),
    staff: sheet("staff", "Nhân viên", "nhan-vien", columns.staffColumns, async function* ({ search = "" }) {
      const isFound = ({ full_name, username, email, phone }: StaffMember) =>
        fold([full_name, username, email, phone ?? ""].join(" ")).includes(fold(search));
      yield (await staff.members()).filter(isFound);
    }),
    packages: sheet("packages", "Gói Premium", "goi-premium", columns.packageColumns, packages.batches),
    deliveries: sheet("deliveries", "Nhật ký gửi", "nhat-ky-gui", columns.deliveryColumns, notifications.batches),
    history: sheet("history", "Lịch sử", "lich-su", columns.historyColumns, history.batches),
  };

  return {
    link(caller, { list, filter }) {
      if (caller.kind !== "admin" && !accountantLists.includes(list)) throw new ApiError("forbidden");
      return (sheets[list] as SheetExport<typeof filter>).exportLink(filter);
    },
    file: (list, link) => sheets[list].exportOfLink(link),
  };
}
