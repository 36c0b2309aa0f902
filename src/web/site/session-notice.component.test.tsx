import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoutes } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { hideTab, settled } from "#test/component/visitor.ts";
import { call } from "../lib/api.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { Shell } from "./shell.tsx";

const like = "POST /api/songs/{id}/like";
const notice = page.getByRole("alert");
const logIn = notice.getByRole("link", { name: "Đăng nhập" });
const account = page.getByRole("banner").getByText("Trần Thu Hà").first();
let api: StubbedApi;

beforeEach(() => {
  api = stubApi({ "GET /api/admin/support/public/active": [], [like]: fails(401) });
});

const show = () => {
  const Page = () => (
    <Shell>
      <div className="wrap">
        <h1>Bài hát</h1>
        <button type="button" className="btn" onClick={() => void pressLike()}>
          Thích
        </button>
      </div>
    </Shell>
  );
  return renderRoutes([{ path: "/songs/:id", Component: Page }], "/songs/7?tu=zalo#loi");
};

async function pressLike(): Promise<void> {
  await call(like, { params: { id: 7 }, as: "user" }).catch(() => undefined);
}

async function endSession(): Promise<void> {
  await expect.element(account).toBeVisible();
  await page.getByRole("button", { name: "Thích" }).click();
}

test("logs out at the first call that is refused, says so and leads to the login and back", async () => {
  api.change(loggedIn());
  const screen = await show();
  await endSession();
  await expect.element(notice).toMatchTextContent("Phiên đăng nhập của bạn đã hết, mời bạn đăng nhập lại.");
  await expect.element(account).not.toBeInTheDocument();
  expect(readStored("userToken")).toBeNull();
  await checkScreen({ heading: "Bài hát" });
  await logIn.click();
  await expect.poll(screen.address).toBe("/login");
  expect(screen.location().state).toEqual({ returnTo: "/songs/7?tu=zalo#loi" });
});

test("can be hidden", async () => {
  api.change(loggedIn());
  await show();
  await endSession();
  await notice.getByRole("button", { name: "Ẩn thông báo" }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test("is gone once somebody logs in, also in another tab", async () => {
  api.change(loggedIn());
  await show();
  await endSession();
  await expect.element(notice).toBeVisible();
  writeStored("userToken", "new-token");
  window.dispatchEvent(new StorageEvent("storage", { key: "userToken" }));
  await expect.element(account).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

test("appears when the tab is shown after the session has ended", async () => {
  api.change(loggedIn());
  await show();
  await expect.element(account).toBeVisible();
  api.change({ "GET /api/user/me": fails(401) });
  await hideTab(false);
  await expect.element(notice).toBeVisible();
});

test("says nothing of a call that was sent with a former token", async () => {
  api.change(loggedIn());
  let refuse = (): void => undefined;
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  api.change({ [like]: () => refused.then(() => fails(401)) });
  await show();
  await expect.element(account).toBeVisible();
  const lateCall = pressLike();
  writeStored("userToken", "new-token");
  api.change({ "GET /api/user/me": aUser({ full_name: "Lê Minh Anh" }) });
  window.dispatchEvent(new StorageEvent("storage", { key: "userToken" }));
  const other = page.getByRole("banner").getByText("Lê Minh Anh").first();
  await expect.element(other).toBeVisible();
  refuse();
  await lateCall;
  await settled();
  expect(notice.query()).toBeNull();
  await expect.element(other).toBeVisible();
  expect(readStored("userToken")).toBe("new-token");
});
