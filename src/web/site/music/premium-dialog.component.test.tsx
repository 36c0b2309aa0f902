import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { aLockedSong, loggedIn } from "#test/component/samples.ts";
import { held, stubApi } from "#test/component/stub-api.ts";
import { PremiumDialog } from "./premium-dialog.tsx";

const song = aLockedSong({ title: "Gửi người ở lại" });
const dialog = page.getByRole("dialog", { name: `Nội dung Premium ${song.title}` });
const opener = page.getByRole("button", { name: "Mở khóa" });

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
  stubApi();
  const screen = await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog.getByRole("heading", { name: "Nội dung Premium" })).toBeVisible();
  await expect.element(dialog).toMatchTextContent("Bạn đăng nhập và nâng cấp");
  await expect.element(dialog.getByRole("link", { name: "Nâng cấp Premium" })).toHaveAttribute("href", "/premium");
  await dialog.getByRole("link", { name: "Đăng nhập" }).click();
  await expect.poll(screen.address).toBe("/login");
});

test("offers a user without Premium the upgrade only", async () => {
  stubApi(loggedIn());
  await renderWithin(<Opener />);
  await opener.click();
  await expect.element(dialog).toMatchTextContent("Bạn nâng cấp để nghe trọn bài");
  await expect.element(dialog.getByRole("link", { name: "Đăng nhập" })).not.toBeInTheDocument();
});

test("stays closed until the session check ends", async () => {
  const me = held(loggedIn()["GET /api/user/me"]);
  stubApi({ "GET /api/user/me": me.answer });
  await renderWithin(<Opener />);
  await opener.click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  me.release();
  await expect.element(dialog).toBeVisible();
});

test("closes by its button, Esc and a press outside, and returns the focus", async () => {
  stubApi();
  await renderWithin(<Opener />);
  for (const close of [
    () => dialog.getByRole("button", { name: "Đóng" }).click(),
    () => userEvent.keyboard("{Escape}"),
    () => userEvent.click(document.body, { position: { x: 20, y: 400 }, force: true }),
  ]) {
    await opener.click();
    await expect.element(dialog).toBeVisible();
    await close();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});

test("takes the focus and keeps it", async () => {
  stubApi();
  await renderWithin(<Opener />);
  await opener.click();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  for (let press = 0; press < 8; press++) {
    await userEvent.tab();
    const focused = document.activeElement;
    expect(focused === document.body || dialog.element().contains(focused), `after ${press + 1} presses`).toBe(true);
  }
});
