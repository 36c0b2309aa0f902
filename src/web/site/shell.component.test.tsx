/** The frame of the pages: header, notices and footer. */
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { defaultSocialLinks } from "#contract/settings.ts";
import type { SocialLinks } from "#contract/social-networks.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { aWord, dueCounts } from "#test/component/notebook.ts";
import { renderRoutes, renderWithin } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { hideTab, settled } from "#test/component/visitor.ts";
import { call } from "../lib/api.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { Link } from "../ui/link.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { writeNotebook } from "./notebook/stored-notebook.ts";
import { Shell } from "./shell.tsx";
import { storeWantedSong } from "./wanted-song.ts";

describe("the header", () => {
  const header = page.getByRole("banner");
  const logIn = header.getByRole("link", { name: "Đăng nhập" });
  const account = header.getByText("Trần Thu Hà").first();
  const email = header.getByText("thu-ha@example.com");

  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
  });

  /** With something to press beside it. */
  const show = (at = "/songs") =>
    renderWithin(
      <>
        <Header />
        <main>
          <h1>Trang</h1>
        </main>
      </>,
      { at },
    );

  /** As another tab does it. */
  function storeElsewhere(token: string | null): void {
    writeStored("userToken", token);
    window.dispatchEvent(new StorageEvent("storage", { key: "userToken", newValue: token }));
  }

  describe("the session", () => {
    test("offers a visitor login and registration", async () => {
      const screen = await show();
      await expect.element(logIn).toBeVisible();
      await header.getByRole("link", { name: "Đăng ký" }).click();
      await expect.poll(screen.address).toBe("/register");
    });

    test("the user menu shows name and e-mail, closes outside and by Esc, and logs out", async () => {
      api.change(loggedIn({ is_premium: true }));
      await show();
      await account.click();
      await expect.element(email).toBeVisible();
      await expect.element(header.getByText("Premium").nth(1)).toBeVisible();
      await page.getByRole("heading", { level: 1 }).click();
      await expect.element(email).not.toBeVisible();
      await account.click();
      await userEvent.keyboard("{Escape}");
      await expect.element(email).not.toBeVisible();

      await account.click();
      await header.getByRole("button", { name: "Đăng xuất" }).click();
      await expect.element(logIn).toBeVisible();
      await expect.element(header.getByRole("link", { name: "Đăng ký" })).toBeVisible();
      expect(readStored("userToken")).toBeNull();
      expect(api.requests("POST /api/user/logout").map(({ token }) => token)).toEqual(["user-token"]);
    });

    test("the user menu leads to the account and closes", async () => {
      api.change(loggedIn());
      const screen = await show();
      await account.click();
      await header.getByRole("link", { name: "Tài khoản" }).click();
      await expect.poll(screen.address).toBe("/account");
      await expect.element(email).not.toBeVisible();
    });

    test.each([
      ["refuses", fails(401)],
      ["fails", fails(500)],
      ["can't be reached", networkDown()],
    ])("a logout forgets the token when the server %s", async (_, answer) => {
      api.change({ ...loggedIn(), "POST /api/user/logout": answer });
      await show();
      await account.click();
      await header.getByRole("button", { name: "Đăng xuất" }).click();
      await expect.element(logIn).toBeVisible();
      expect(readStored("userToken")).toBeNull();
      expect(api.requests("POST /api/user/logout")).toHaveLength(1);
    });

    test("does not flash login links while a stored token is checked", async () => {
      const answers = loggedIn();
      const me = held(answers["GET /api/user/me"]);
      api.change({ ...answers, "GET /api/user/me": me.answer });
      await show();
      await settled();
      expect(logIn.query()).toBeNull();
      expect(api.requests("GET /api/user/me").map(({ token }) => token)).toEqual(["user-token"]);
      me.release();
      await expect.element(account).toBeVisible();
      expect(logIn.query()).toBeNull();
    });

    test("removes an invalid token without a message", async () => {
      loggedIn();
      api.change({ "GET /api/user/me": fails(401, "Phiên đăng nhập đã hết hạn") });
      await show();
      await expect.element(logIn).toBeVisible();
      expect(readStored("userToken")).toBeNull();
      expect(page.getByRole("alert").query()).toBeNull();
    });

    test("retries a check without a response after a second", async () => {
      const me = loggedIn();
      api.change({ "GET /api/user/me": networkDown() });
      stopClock();
      await show();
      await passTime(999);
      expect(api.requests("GET /api/user/me")).toHaveLength(1);
      api.change(me);
      await passTime(1);
      await expect.element(account).toBeVisible();
      expect(readStored("userToken")).toBe("user-token");
    });

    test("removes the token after a second check without a response", async () => {
      loggedIn();
      api.change({ "GET /api/user/me": networkDown() });
      stopClock();
      await show();
      await passTime(1000);
      await expect.element(logIn).toBeVisible();
      expect(readStored("userToken")).toBeNull();
      expect(api.requests("GET /api/user/me")).toHaveLength(2);
    });

    test("follows login and logout in another tab", async () => {
      await show();
      await expect.element(logIn).toBeVisible();
      api.change(loggedIn());
      storeElsewhere("user-token");
      await expect.element(account).toBeVisible();
      storeElsewhere(null);
      await expect.element(logIn).toBeVisible();
    });
  });

  describe("the desktop menu", () => {
    const nav = page.getByRole("navigation", { name: "Chính" });
    const summary = nav.getByText("Nghe nhạc");
    const library = nav.getByRole("link", { name: /^Thư viện bài hát/ });

    test("marks the current page", async () => {
      const screen = await show("/categories");
      await expect.element(nav.getByText("Nghe nhạc")).toHaveAttribute("aria-current", "true");
      await screen.go("/");
      await expect.element(nav.getByRole("link", { name: "Trang chủ" })).toHaveAttribute("aria-current", "page");
      await expect.element(nav.getByText("Nghe nhạc")).not.toHaveAttribute("aria-current");
    });

    test("opens, links to its pages, and closes after a navigation and on a press outside", async () => {
      const screen = await show("/login");
      await summary.click();
      await expect.element(library).toBeVisible();
      await page.getByRole("heading", { level: 1 }).click();
      await expect.element(library).not.toBeInTheDocument();
      for (const [name, address] of [
        [/^Thư viện bài hát/, "/songs"],
        [/^Chọn thể loại/, "/categories"],
        [/^Nghe để học ngoại ngữ/, "/educational"],
      ] as const) {
        await summary.click();
        await nav.getByRole("link", { name }).click();
        await expect.poll(screen.address).toBe(address);
        await expect.element(library).not.toBeInTheDocument();
      }
    });

    test("opens by Enter, closes by Esc and returns the focus", async () => {
      await show("/login");
      (summary.element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(library).toBeVisible();
      await checkScreen({ heading: "Trang", widths: [1280] });
      await userEvent.keyboard("{Escape}");
      await expect.element(library).not.toBeInTheDocument();
      await expect.element(summary).toHaveFocus();
    });
  });

  describe("the phone menu", () => {
    const openButton = page.getByRole("button", { name: "Mở trình đơn" });
    const menu = page.getByRole("dialog", { name: "Trình đơn" });

    beforeEach(() => page.viewport(390, 844));

    /** Returns the visible links and buttons. */
    const stops = (inside: Locator) =>
      [...inside.element().querySelectorAll<HTMLElement>("a, button")].filter((each) => each.checkVisibility());

    test("greets a visitor, shows the links, and closes by its button, Esc and a press outside", async () => {
      await show();
      for (const close of [
        () => menu.getByRole("button", { name: "Đóng trình đơn" }).click(),
        () => userEvent.keyboard("{Escape}"),
        () => userEvent.click(document.body, { position: { x: 10, y: 400 }, force: true }),
      ]) {
        await openButton.click();
        await expect.element(menu).toBeVisible();
        await expect.element(menu).toMatchTextContent("Chào bạn");
        for (const name of ["Trang chủ", /^Thư viện bài hát Tất cả bài hát/, "Đăng nhập", "Đăng ký"]) {
          await expect.element(menu.getByRole("link", { name })).toBeVisible();
        }
        await close();
        await expect.element(menu).not.toBeInTheDocument();
        await expect.element(openButton).toHaveFocus();
      }
    });

    test("traps the focus", async () => {
      await show();
      await openButton.click();
      await expect.element(menu).toBeVisible();
      await checkScreen({ heading: "Trang", widths: [390, 320] });
      const count = stops(menu).length;
      expect(count).toBeGreaterThan(3);
      for (let press = 0; press < count + 2; press++) {
        await userEvent.tab();
        const focused = document.activeElement;
        expect(
          focused === document.body || focused?.closest("dialog"),
          `after ${press + 1} presses of Tab`,
        ).toBeTruthy();
      }
    });

    test("closes after a navigation by each of its links", async () => {
      const screen = await show();
      for (const [name, address] of [
        ["Đăng ký", "/register"],
        [/^Thư viện bài hát/, "/songs"],
        [/^Chọn thể loại/, "/categories"],
        [/^Nghe để học ngoại ngữ/, "/educational"],
      ] as const) {
        await openButton.click();
        await menu.getByRole("link", { name }).click();
        await expect.poll(screen.address).toBe(address);
        await expect.element(menu).not.toBeInTheDocument();
      }
    });

    test.each([
      ["Nguyễn Thị Lan Anh", "Chào Lan Anh"],
      ["Trần Thu Hà", "Chào Thu Hà"],
    ])("greets %s by the given name, with the full one below", async (full_name, greeting) => {
      api.change(loggedIn({ full_name }));
      await show();
      await openButton.click();
      await expect.element(menu.getByRole("heading")).toHaveTextContent(greeting);
      await expect.element(menu.getByText(full_name, { exact: true })).toBeVisible();
    });

    test("shows the e-mail, leads to the account, and logs out", async () => {
      api.change(loggedIn());
      const screen = await show();
      await openButton.click();
      await expect.element(menu).toMatchTextContent("thu-ha@example.com");
      await expect.element(menu.getByRole("link", { name: "Đăng nhập" })).not.toBeInTheDocument();
      await menu.getByRole("link", { name: "Tài khoản" }).click();
      await expect.poll(screen.address).toBe("/account");
      await openButton.click();
      await menu.getByRole("button", { name: "Đăng xuất" }).click();
      await expect.element(menu).not.toBeInTheDocument();
      await openButton.click();
      await expect.element(menu).toMatchTextContent("Chào bạn");
      await expect.element(menu.getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    });
  });

  describe("the notebook", () => {
    const due = "GET /api/user/word-reviews/due";
    const link = header.getByRole("link", { name: /^Sổ từ/ });

    test("costs no call for a user without one on this device, and is found in the menu", async () => {
      api.change(loggedIn());
      const screen = await show();
      await account.click();
      await link.click();
      await expect.poll(screen.address).toBe("/notebook");
      expect(api.requests(due)).toEqual([]);
    });

    test("tells how many words are due, at once as this device knows it, then as the server does", async () => {
      api.change({ ...loggedIn({ id: 5 }), [due]: dueCounts({ review: 120 }) });
      writeStored("notebook:5", JSON.stringify({ counts: dueCounts({ review: 3 }), cards: [] }));
      await show();
      await expect.element(header.getByRole("link", { name: "Sổ từ: 99+ từ cần ôn hôm nay" })).toBeVisible();
      await expect.element(header.getByText("99+")).toBeVisible();
      await checkScreen({ heading: "Trang" });
    });

    test("appears with the first word that is saved, on the page that is open", async () => {
      api.change({ ...loggedIn({ id: 8 }), [due]: dueCounts({ new: 1 }) });
      await show();
      await expect.element(account).toBeVisible();
      expect(link.query()).toBeNull();
      writeNotebook(8, { counts: dueCounts({ new: 1 }) });
      await expect.element(header.getByRole("link", { name: "Sổ từ: 1 từ cần ôn hôm nay" })).toBeVisible();
    });

    test("takes over words and answers that waited on this device", async () => {
      const save = "POST /api/user/words";
      const send = "POST /api/user/word-reviews";
      const review = { id: aWord().client_id, word_id: 1, rating: "good", reviewed_at: "2026-11-25T03:00:00.000Z" };
      const word = { client_id: aWord().client_id, language: "zh", text: "朋友" };
      writeStored("words", JSON.stringify([word]));
      writeStored("reviews:6", JSON.stringify([review]));
      api.change({
        ...loggedIn({ id: 6 }),
        [save]: aWord(),
        [send]: { results: [{ id: review.id, outcome: "accepted" }], cards: [], counts: dueCounts({ words: 1 }) },
        [due]: dueCounts({ words: 1 }),
      });
      await show();
      await expect.poll(() => api.requests(save).map(({ body }) => body)).toEqual([word]);
      await expect.poll(() => api.requests(send).map(({ body }) => body)).toEqual([{ reviews: [review] }]);
      await expect.element(header.getByRole("link", { name: "Sổ từ", exact: true })).toBeVisible();
      expect([readStored("words"), readStored("reviews:6")]).toEqual([null, null]);
    });

    test("is forgotten on this device with a logout", async () => {
      api.change({ ...loggedIn({ id: 7 }), [due]: dueCounts({ review: 1 }) });
      writeStored("notebook:7", JSON.stringify({ counts: dueCounts({ review: 1 }), cards: [] }));
      writeStored("talk:token", "Viết dở");
      writeStored("deskTalk:staff:an:12", "Viết dở");
      onTestFinished(() => writeStored("deskTalk:staff:an:12", null));
      await show();
      await expect.element(link.first()).toBeVisible();
      await account.click();
      await header.getByRole("button", { name: "Đăng xuất" }).click();
      await expect.element(logIn).toBeVisible();
      expect(readStored("notebook:7")).toBeNull();
      expect([readStored("talk:token"), readStored("deskTalk:staff:an:12")]).toEqual([null, "Viết dở"]);
      expect(link.query()).toBeNull();
    });
  });
});

describe("the notice of a session that has ended", () => {
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
});

describe("the welcome of a new user", () => {
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
});

describe("the footer", () => {
  const social = page.getByRole("list", { name: "Ngân Nga trên mạng xã hội" });

  /** Renders the footer below a heading. */
  async function open(socialLinks: SocialLinks | undefined) {
    stubApi();
    const Page = () => (
      <>
        <main className="wrap">
          <h1>Trang</h1>
        </main>
        <Footer />
      </>
    );
    const screen = await renderRoutes([{ path: "/", Component: Page }], "/", undefined, { socialLinks });
    await expect.element(page.getByRole("contentinfo")).toBeVisible();
    return screen;
  }

  test("links to the site's pages by the names of their networks", async () => {
    await open({ ...defaultSocialLinks, zalo: "https://zalo.me/ngannga", facebook: "https://facebook.com/ngannga" });
    const links = social.getByRole("link");
    await expect.element(links.nth(0)).toHaveTextContent("Facebook");
    await expect.element(links.nth(0)).toHaveAttribute("href", "https://facebook.com/ngannga");
    await expect.element(links.nth(1)).toHaveTextContent("Zalo");
    expect(links.elements()).toHaveLength(2);
    await checkScreen({ heading: "Trang" });
  });

  test("has no list of pages while there are none, or they are unknown", async () => {
    const { unmount } = await open(defaultSocialLinks);
    expect(social.query()).toBeNull();
    await unmount();
    await open(undefined);
    expect(social.query()).toBeNull();
  });
});
