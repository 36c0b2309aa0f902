import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AdminPlaylist } from "#contract/playlists.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { anAdminPlaylist } from "#test/component/playlists.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/playlists";
const decide = "PUT /api/admin/playlists/{id}";
const heading = "Danh sách phát";
const items = page.getByRole("main").getByRole("listitem");
const waiting: AdminPlaylist = anAdminPlaylist();

async function open(answers: Answers = {}, at = "/admin/playlists") {
  const opened = await openAdmin(screen, at, {
    [list]: [waiting],
    "GET /api/admin/playlists/tabs": { all: 1, waiting: 1, approved: 0, refused: 0 },
    ...answers,
  });
  await expect.element(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  return opened;
}

test("a playlist that waits is approved as it was read", async () => {
  const { api } = await open();
  for (const text of ["Đi đường", "Chờ duyệt", "Lan", "2 bài: Mưa hạ, Nắng đông"]) {
    await expect.element(items.first()).toMatchTextContent(text);
  }
  expect(api.requests(list)[0]?.query).toMatchObject({ review: "waiting" });
  await checkScreen({ heading });
  api.change({ [decide]: { ...waiting, review: "approved" }, [list]: [] });
  await page.getByRole("button", { name: /^Duyệt/ }).click();
  await expect.element(page.getByRole("status").last()).toMatchTextContent("Danh sách đang hiện công khai");
  expect(api.requests(decide)).toMatchObject([{ body: { review: "approved", updated_at: waiting.updated_at } }]);
});

test("one is refused with a reason", async () => {
  const { api } = await open();
  await page.getByRole("button", { name: /^Từ chối…/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Lý do cho người tạo" }).fill("Tên chưa phù hợp");
  await fits();
  api.change({ [decide]: { ...waiting, review: "refused", reason: "Tên chưa phù hợp" }, [list]: [] });
  await dialog.getByRole("button", { name: "Từ chối" }).click();
  await expect.element(page.getByRole("status").last()).toMatchTextContent("Đã từ chối");
  expect(api.requests(decide)).toMatchObject([{ body: { review: "refused", reason: "Tên chưa phù hợp" } }]);
});

test("shows an error when the list can't be loaded", async () => {
  await open({ [list]: fails(500) });
  await expect.element(page.getByRole("alert").first()).toMatchTextContent("Không thể tải danh sách phát");
});
