import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { aSong, someLines } from "#test/component/samples.ts";
import { counted } from "#test/component/stub-api.ts";
import * as songs from "../../admin/songs/screen.tsx";

const record = "GET /api/admin/history/{entity}/{id}";

test("stands folded below a record's form, and is read once it is opened", async () => {
  const song = aSong({ id: 3, title: "Mưa hạ" });
  const { api } = await openAdmin(songs, "/admin/songs", {
    "GET /api/songs": counted([song], 1),
    "GET /api/songs/count": { total: 1 },
    "GET /api/songs/{id}": song,
    "GET /api/songs/{id}/lines/draft": someLines(),
    "GET /api/categories": [],
    "GET /api/categories/with-song-count": [],
    [record]: [
      {
        id: 9,
        actor_kind: "admin",
        actor_name: "an@example.com",
        action: "update",
        entity: "song",
        entity_id: 3,
        summary: "Mưa hạ",
        name_now: "Mưa hạ",
        created_at: "2026-11-20T08:00:00.000Z",
        changes: [{ field: "Tên bài hát", from: "Mưa", to: "Mưa hạ" }],
      },
      {
        id: 8,
        actor_kind: "system",
        actor_name: "Hệ thống",
        action: "update",
        entity: "song",
        entity_id: 3,
        summary: "Mưa (được ẩn)",
        name_now: "Mưa hạ",
        created_at: "2026-11-19T08:00:00.000Z",
        changes: [],
      },
    ],
  });
  await page.getByRole("button", { name: "Sửa: Mưa hạ" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Lịch sử thay đổi")).toBeVisible();
  expect(api.requests(record)).toEqual([]);
  await dialog.getByText("Lịch sử thay đổi").click();
  const steps = dialog.getByRole("list", { name: "Lịch sử thay đổi" }).getByRole("listitem");
  await expect.element(dialog.getByText("an@example.com")).toBeVisible();
  await expect.element(steps.first()).toMatchTextContent(/đã sửa.*Tên bài hát: Mưa → thành Mưa hạ/);
  await expect.element(steps.last()).toMatchTextContent(/Hệ thống đã sửa: được ẩn/);
  expect(api.requests(record)).toHaveLength(1);
});
