import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoutes } from "#test/component/render.tsx";
import { loggedIn } from "#test/component/samples.ts";
import { stubApi } from "#test/component/stub-api.ts";
import { Link } from "../ui/link.tsx";
import { storeWantedSong } from "./music/wanted-song.ts";
import { Shell } from "./shell.tsx";

const notice = page.getByRole("status").filter({ hasText: "Chào mừng bạn đến với Ngân Nga." });
const listen = page.getByRole("link", { name: "Nghe tiếp: Gửi người ở lại" });

beforeEach(() => {
  stubApi({ ...loggedIn(), "GET /api/admin/support/public/active": [] });
});

/** Follows a link to a page, as the form of registration does. */
async function arrive(path: string) {
  const Page = () => (
    <Shell>
      <h1>Trang</h1>
      <Link to={path} state={{ isNewUser: true }}>
        Đăng ký xong
      </Link>
      <Link to="/songs">Thư viện</Link>
    </Shell>
  );
  const screen = await renderRoutes([{ path: "*", Component: Page }], "/register");
  expect(notice.query()).toBeNull();
  await page.getByRole("link", { name: "Đăng ký xong" }).click();
  await expect.element(notice).toBeVisible();
  return screen;
}

test("leads a new user back to the song that was wanted, until the next page", async () => {
  storeWantedSong({ id: 7, title: "Gửi người ở lại" });
  const screen = await arrive("/");
  await checkScreen({ heading: "Trang" });
  await listen.click();
  await expect.poll(screen.address).toBe("/songs/7");
  await expect.element(notice).not.toBeInTheDocument();
});

test("offers no way to the song on its own page", async () => {
  storeWantedSong({ id: 7, title: "Gửi người ở lại" });
  await arrive("/songs/7");
  expect(listen.query()).toBeNull();
});

test("can be closed", async () => {
  await arrive("/");
  expect(listen.query()).toBeNull();
  await page.getByRole("button", { name: "Ẩn lời chào" }).click();
  await expect.element(notice).not.toBeInTheDocument();
});
