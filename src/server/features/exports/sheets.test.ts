import { expect, test } from "vitest";
import type { z } from "zod";
import { CategoryWithCount, Song } from "#contract/catalogue.ts";
import type { ExportedList } from "#contract/exports.ts";
import { HistoryEntry } from "#contract/history.ts";
import { Delivery } from "#contract/notifications.ts";
import { AdminPackage } from "#contract/premium-packages.ts";
import { SongRequest } from "#contract/requests.ts";
import { StaffMember } from "#contract/staff.ts";
import { AdminUser } from "#contract/users.ts";
import type { SheetColumnOf } from "#server/platform/sheet-export.ts";
import * as sheets from "./sheets.ts";

/** The rows of each file with its columns, and the fields of the rows that no column shows. */
const files: Record<ExportedList, [z.ZodObject, readonly SheetColumnOf<never>[], leftOut: string[]]> = {
  songs: [
    Song,
    sheets.songColumns,
    [
      "audio_fault",
      "audio_url",
      "category_ids",
      "description",
      "has_foreign_lines",
      "has_timed_lines",
      "is_ai_generated",
      "liked",
      "lyrics_hit",
      "preview_url",
      "release_at",
      "sample_url",
      "stream_url",
      "thumbnail_url",
      "waveform",
    ],
  ],
  categories: [CategoryWithCount, sheets.categoryColumns, ["icon_url"]],
  users: [AdminUser, sheets.userColumns, ["premium_package_id"]],
  requests: [
    SongRequest,
    sheets.requestColumns,
    [
      "erased_at",
      "lyrics_state",
      "page_token",
      "reference_file_name",
      "reference_file_url",
      "result_audio_url",
      "song_id",
      "staff_id",
      "unread_messages",
      "updated_at",
      "user_id",
      "waiting_since",
    ],
  ],
  staff: [StaffMember, sheets.staffColumns, []],
  packages: [AdminPackage, sheets.packageColumns, []],
  deliveries: [Delivery, sheets.deliveryColumns, ["is_bounced", "not_before", "subject_id", "subject_kind"]],
  history: [HistoryEntry, sheets.historyColumns, ["actor_kind", "id"]],
};

/** Returns the fields that cells read. */
function fieldsOf(columns: readonly SheetColumnOf<never>[]): Set<string> {
  const read = new Set<string>();
  const row = new Proxy({}, { get: (_, field) => void read.add(String(field)) });
  for (const { cell } of columns) {
    try {
      cell(row as never);
    } catch {
      // A cell may need a value of the field that it has read.
    }
  }
  return read;
}

test.each(Object.keys(files) as ExportedList[])("each field of %s is in the file, or left out by name", (list) => {
  const [row, columns, leftOut] = files[list];
  const read = fieldsOf(columns);
  const unread = Object.keys(row.shape).filter((field) => field !== "version" && !read.has(field));
  expect(unread.toSorted()).toEqual(leftOut.toSorted());
});
