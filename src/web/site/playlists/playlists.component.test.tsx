import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { anOwnPlaylist, aPlaylist } from "#test/component/playlists.ts";
import { renderRoute, renderWithin } from "#test/component/render.tsx";
import { loggedIn } from "#test/component/samples.ts";
import { counted, fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { AddToPlaylist } from "./add-to-playlist.tsx";
import * as one from "./one/page.tsx";
import * as own from "./own/page.tsx";
import * as listed from "./page.tsx";

const ownFields = { id: 5, visibility: "private", review: null, reason: null, version: 1 } as const;
const order = "PUT /api/me/playlists/{id}/songs";
const rows = page.getByRole("list", { name: "Đi đường" }).getByRole("listitem");
const titles = () => rows.elements().map((row) => row.querySelector("a")?.textContent);

const openSettings = () => page.getByText("Riêng tư: chia sẻ và sửa").click();

let api: StubbedApi;
const openOne = () =>
  renderRoute(one, { layouts: [listeningLayout], path: "/playlists/:token", at: `/playlists/${aPlaylist().token}` });

describe("a playlist of somebody else", () => {
  beforeEach(() => {
    api = stubApi({ "GET /api/playlists/{token}": aPlaylist() });
  });

  test("shows what it is, and leads to a copy of it after a login", async () => {
    const screen = await openOne();
    await expect.element(page.getByText("Của Lan · 3 bài · 10 phút")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Phát tất cả danh sách Đi đường" })).toBeVisible();
    expect(page.getByRole("button", { name: "Đổi tên" }).query()).toBeNull();
    await checkScreen({ heading: "Đi đường" });
    await page.getByRole("button", { name: "Lưu bản sao" }).click();
    await expect.poll(screen.address).toBe("/login");
  });

  test("is said to be closed, or not to have come", async () => {
    api.change({ "GET /api/playlists/{token}": fails(404) });
    await openOne();
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy danh sách này" })).toBeVisible();
    await fits();
  });
});

describe("one's own playlist", () => {
  beforeEach(() => {
    api = stubApi({ ...loggedIn(), "GET /api/playlists/{token}": aPlaylist({ own: ownFields }) });
  });

  test("is ordered by keys and by the menu, each order on top of the last", async () => {
    await openOne();
    let version = 1;
    api.change({ [order]: () => anOwnPlaylist({ version: ++version }) });
    const handle = page.getByRole("button", { name: /^Đổi chỗ: Mưa hạ/ });
    await expect.element(handle).toBeVisible();
    await checkScreen({ heading: "Đi đường" });
    handle.element().focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByText("“Mưa hạ” ở vị trí 2 trên 3")).toBeInTheDocument();
    await expect.element(handle).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(titles()).toEqual(["Nắng đông", "Gió thu", "Mưa hạ"]);
    await expect
      .poll(() => api.requests(order))
      .toMatchObject([{ body: { song_ids: [2, 1, 3], seen: 1 } }, { body: { song_ids: [2, 3, 1], seen: 2 } }]);
  });

  test("loses a song, and has it back in its place", async () => {
    await openOne();
    api.change({
      "DELETE /api/me/playlists/{id}/songs/{song_id}": anOwnPlaylist({ version: 2 }),
      "POST /api/me/playlists/{id}/songs": anOwnPlaylist({ version: 3 }),
      [order]: anOwnPlaylist({ version: 4 }),
    });
    const menu = page.getByLabelText("Thêm với bài Nắng đông");
    await expect.element(menu).toBeInTheDocument();
    menu.element().closest("summary")?.click();
    await rows.nth(1).getByRole("button", { name: "Bỏ khỏi danh sách" }).click();
    expect(titles()).toEqual(["Mưa hạ", "Gió thu"]);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    expect(titles()).toEqual(["Mưa hạ", "Nắng đông", "Gió thu"]);
    await expect.poll(() => api.requests(order)).toMatchObject([{ body: { song_ids: [1, 2, 3], seen: 3 } }]);
  });

  test("shows what another device did when an order comes too late", async () => {
    await openOne();
    const handle = page.getByRole("button", { name: /^Đổi chỗ: Mưa hạ/ });
    await expect.element(handle).toBeVisible();
    api.change({
      [order]: fails(409, "Danh sách vừa được sửa trên thiết bị khác"),
      "GET /api/playlists/{token}": aPlaylist({ own: { ...ownFields, version: 7 } }),
    });
    handle.element().focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByText("Danh sách vừa được sửa trên thiết bị khác")).toBeVisible();
    await expect.poll(titles).toEqual(["Mưa hạ", "Nắng đông", "Gió thu"]);
  });

  test("is shared in plain words, and tells why it may not be public", async () => {
    await openOne();
    api.change({ "PUT /api/me/playlists/{id}": anOwnPlaylist() });
    const refused = {
      ...ownFields,
      visibility: "public",
      review: "refused",
      reason: "Tên có quảng cáo.",
      version: 2,
    } as const;
    api.change({ "GET /api/playlists/{token}": aPlaylist({ own: refused }) });
    await openSettings();
    await page.getByRole("radio", { name: /^Công khai/ }).click();
    await expect.element(page.getByText(/Lý do: Tên có quảng cáo\./)).toBeVisible();
    expect(api.requests("PUT /api/me/playlists/{id}")).toMatchObject([{ body: { visibility: "public" } }]);
    await checkScreen({ heading: "Đi đường" });
  });

  test("is deleted after a question", async () => {
    const screen = await openOne();
    api.change({ "DELETE /api/me/playlists/{id}": { success: true } });
    await openSettings();
    await page.getByRole("button", { name: "Xóa danh sách" }).click();
    await fits();
    await page.getByRole("dialog").getByRole("button", { name: "Xóa danh sách" }).click();
    await expect.poll(screen.address).toBe("/me/playlists");
  });
});

describe("the sheet that adds a song", () => {
  const song = { id: 9, title: "Mưa hạ" };
  const open = () => renderWithin(<AddToPlaylist song={song} onClose={() => undefined} />, { at: "/songs/9" });

  test("puts it into lists and out again, and makes a list of it", async () => {
    const list = anOwnPlaylist({ has_song: false });
    api = stubApi({
      ...loggedIn(),
      "GET /api/me/playlists": [list],
      "POST /api/me/playlists/{id}/songs": { ...list, song_count: 3 },
      "DELETE /api/me/playlists/{id}/songs/{song_id}": list,
      "POST /api/me/playlists": anOwnPlaylist({ id: 6, title: "Ru con", song_count: 1 }),
    });
    await open();
    const box = page.getByRole("checkbox", { name: /^Đi đường/ });
    await box.click();
    await expect.element(page.getByText("Đã thêm vào “Đi đường”")).toBeInTheDocument();
    await expect.element(box).toBeChecked();
    await box.click();
    await expect.element(box).not.toBeChecked();
    await page.getByLabelText("Danh sách mới").fill("Ru con");
    await page.getByRole("button", { name: "Tạo" }).click();
    await expect.element(page.getByRole("checkbox", { name: /^Ru con/ })).toBeChecked();
    expect(api.requests("POST /api/me/playlists")).toMatchObject([{ body: { title: "Ru con", song_ids: [9] } }]);
    await fits();
  });

  test("says why a song is not added", async () => {
    api = stubApi({
      ...loggedIn(),
      "GET /api/me/playlists": [anOwnPlaylist({ has_song: false })],
      "POST /api/me/playlists/{id}/songs": fails(409, "Danh sách này có tối đa 500 bài"),
    });
    await open();
    await page.getByRole("checkbox", { name: /^Đi đường/ }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Danh sách này có tối đa 500 bài");
  });

  test("asks a visitor to log in", async () => {
    stubApi({});
    await open();
    await expect.element(page.getByRole("dialog", { name: "Đăng nhập để tạo danh sách" })).toBeVisible();
    await fits();
  });
});

test("one's own playlists are shown with a way to a new one", async () => {
  api = stubApi({ ...loggedIn(), "GET /api/me/playlists": [anOwnPlaylist()] });
  const screen = await renderRoute(own, { path: "/me/playlists" });
  await expect.element(page.getByText("2 bài · Riêng tư")).toBeVisible();
  await checkScreen({ heading: "Danh sách của tôi" });
  api.change({ "POST /api/me/playlists": anOwnPlaylist() });
  await page.getByLabelText("Danh sách mới").fill("Đi đường");
  await page.getByRole("button", { name: "Tạo" }).click();
  await expect.poll(screen.address).toBe(`/playlists/${anOwnPlaylist().token}`);
});

test("public playlists are shown with their owners, or that there are none", async () => {
  const { token, title, owner, song_count, covers } = aPlaylist();
  api = stubApi({ "GET /api/playlists": counted([{ token, title, owner, song_count, covers }], 1) });
  const screen = await renderRoute(listed, { path: "/playlists" });
  await expect.element(page.getByText("3 bài · Lan")).toBeVisible();
  await checkScreen({ heading: "Danh sách phát công khai" });
  api.change({ "GET /api/playlists": counted([], 0) });
  await screen.go("/playlists?trang=1");
  await expect.element(page.getByRole("heading", { name: "Chưa có danh sách nào ở đây" })).toBeVisible();
});
