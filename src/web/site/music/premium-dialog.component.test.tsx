import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aPackage, selling } from "#test/component/sales.ts";
import { aLockedSong, loggedIn } from "#test/component/samples.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import { storedWantedSong } from "../wanted-song.ts";
import { PremiumDialog } from "./premium-dialog.tsx";

const packages = "GET /api/premium-packages";
const song = aLockedSong({ id: 7, title: "Gửi người ở lại" });
const dialog = page.getByRole("dialog", { name: `Nội dung Premium ${song.title}` });
const opener = page.getByRole("button", { name: "Mở khóa" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [packages]: selling() });
});

function Opener() {
  const [lockedSong, setLockedSong] = useState<typeof song>();
  return (
    <>
      <button type="button" onClick={() => setLockedSong(song)}>
        Mở khóa
      </button>
      <PremiumDialog song={lockedSong} onClose={() => setLockedSong(undefined)} />
    </>
  );
}

test("shows the song and offers a visitor Premium and login", async () => {
  const screen = await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog.getByRole("heading", { name: "Nội dung Premium" })).toBeVisible();
  await expect.element(dialog).toMatchTextContent("Bạn đăng nhập và nâng cấp");
  await expect.element(dialog.getByRole("link", { name: "Nâng cấp Premium" })).toHaveAttribute("href", "/premium");
  await dialog.getByRole("link", { name: "Đăng nhập" }).click();
  await expect.poll(screen.address).toBe("/login");
  expect(screen.location().state).toEqual({ returnTo: "/songs/7" });
  expect(storedWantedSong()).toEqual({ id: 7, title: song.title });
});

test("offers a user without Premium the upgrade only", async () => {
  api.change(loggedIn());
  await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog).toMatchTextContent("Bạn nâng cấp để nghe trọn bài");
  await expect.element(dialog.getByRole("link", { name: "Đăng nhập" })).not.toBeInTheDocument();
  await expect.poll(() => api.requests(packages)).toHaveLength(1);
  await settled();
  expect(dialog.getByRole("list").query(), "no package is on sale").toBeNull();
});

test("stays closed until the session check ends", async () => {
  const me = held(loggedIn()["GET /api/user/me"]);
  api.change({ "GET /api/user/me": me.answer });
  await renderWithin(<Opener />);
  await opener.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  me.release();
  await expect.element(dialog).toBeVisible();
});

test("takes the focus, and returns it when its button closes it", async () => {
  await renderWithin(<Opener />);
  await opener.click();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await dialog.getByRole("button", { name: "Đóng" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("says what Premium gives and costs at least", async () => {
  api.change({
    [packages]: selling(
      aPackage({ id: 1, price: 399_000 }),
      aPackage({ id: 2, price: 49_000, duration_days: 30 }),
      aPackage({ id: 3, price: 9_000, duration_days: 7, is_active: false }),
    ),
  });
  const screen = await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog.getByText("Từ 49.000 ₫ cho 1 tháng, không tự gia hạn")).toBeVisible();
  await expect.element(dialog.getByRole("listitem").first()).toMatchTextContent("mọi bài có vương miện");
  await checkScreen();
  await dialog.getByRole("link", { name: "Nâng cấp Premium" }).click();
  await expect.poll(screen.address).toBe("/premium");
  expect(storedWantedSong()).toEqual({ id: 7, title: song.title });
});

test("says nothing of it while the packages can't be loaded", async () => {
  api.change({ [packages]: fails(500) });
  await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => api.requests(packages)).toHaveLength(1);
  await settled();
  expect(dialog.getByRole("list").query()).toBeNull();
});

test("notices a session that has ended", async () => {
  api.change(loggedIn());
  await renderWithin(<Opener />);
  await expect.poll(() => api.requests("GET /api/user/me")).toHaveLength(1);
  await settled();
  api.change({ "GET /api/user/me": fails(401) });
  await opener.click();
  await expect.element(dialog.getByRole("link", { name: "Đăng nhập" })).toBeVisible();
});
