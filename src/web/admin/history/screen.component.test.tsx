import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { HistoryEntry } from "#contract/history.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { openFilters } from "#test/component/list.ts";
import { counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/history";
const entry: HistoryEntry = {
  id: 7,
  actor_kind: "admin",
  actor_name: "an@example.com",
  action: "update",
  entity: "song",
  entity_id: 3,
  summary: "Mưa",
  name_now: "Mưa hạ",
  created_at: "2026-11-20T08:00:00.000Z",
  changes: [
    { field: "Tên bài hát", from: "Mưa", to: "Mưa hạ" },
    { field: "Nghệ sĩ", from: null, to: "Lan" },
  ],
};
const people = { "GET /api/admin/history/people": [{ key: "admin-1", name: "an@example.com" }] };
const row = page.getByRole("row").nth(1);

test("tells what was made of what, with the way to the record", async () => {
  const { api } = await openAdmin(screen, "/admin/history", { ...people, [list]: counted([entry], 1) });
  await expect.element(row).toMatchTextContent(/an@example\.com.*Sửa bài hát Mưa/);
  await expect.element(row).toMatchTextContent(/Tên bài hát: Mưa → thành Mưa hạ/);
  await expect.element(row).toMatchTextContent(/Nghệ sĩ: trống → thành Lan/);
  await expect.element(row.getByRole("link", { name: "Mưa" })).toHaveAttribute("href", "/admin/songs?open=3");
  await openFilters();
  await page.getByRole("combobox", { name: "Người" }).selectOptions("an@example.com");
  await expect.poll(() => api.requests(list).at(-1)?.query).toMatchObject({ person: "admin-1" });
  await page.getByRole("combobox", { name: "Việc" }).selectOptions("Đăng nhập");
  await expect.poll(() => api.requests(list).at(-1)?.query).toMatchObject({ person: "admin-1", kind: "login" });
  await checkScreen({ heading: "Lịch sử" });
});

test("says that nothing was written down, and that it could not be read", async () => {
  await openAdmin(screen, "/admin/history", { ...people, [list]: counted([], 0) });
  await expect.element(page.getByText("Chưa có gì được ghi lại")).toBeVisible();
});

test("tells of an error", async () => {
  await openAdmin(screen, "/admin/history", { ...people, [list]: fails(500) });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải lịch sử");
});
