import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OpenGift, PremiumContent, PublicGift } from "#contract/gifts.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { aSongGift } from "#test/component/gifts.ts";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { prefer } from "#test/component/visitor.ts";
import sound from "../../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readSession, writeStored } from "../../../lib/storage.ts";
import { markOwnGift } from "../giving/stored-gift.ts";
import * as giftPage from "./page.tsx";

const secret = "qybk8n0t6eaf03bruYlvLw";
const read = "GET /api/gifts/{secret}";
const openingCall = "POST /api/gifts/{secret}/opening";
const heartCall = "POST /api/gifts/{secret}/hearts";
const thanksCall = "POST /api/gifts/{secret}/thanks";
const heading = page.getByRole("heading", { level: 1 });
const opener = page.getByRole("button", { name: "Mở quà" });
const heart = page.getByRole("button", { name: /tim$/ });
const form = page.getByRole("form", { name: "Lời cảm ơn" });
const words = form.getByLabelText("Lời cảm ơn *");
const send = form.getByRole("button", { name: "Gửi lời cảm ơn" });
const lyrics = page.getByRole("heading", { name: "Lời bài hát" });

const open = (fields: Partial<OpenGift> = {}): OpenGift => ({
  state: "open",
  recipient_name: "Mẹ",
  giver_name: "Lan Anh",
  message: "Mẹ ơi,\nchúng con hát cho mẹ nghe nhé.",
  content: aSongGift({ stream_url: sound }),
  ...fields,
});

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [openingCall]: { success: true } });
  return () => writeStored(`gift:${secret}`, null);
});

function show(gift: PublicGift) {
  api.change({ [read]: gift });
  return renderRoute(giftPage, { path: "/g/:secret", at: `/g/${secret}` });
}

/** Shows a gift and opens it. */
async function unwrap(gift: OpenGift = open()) {
  const rendered = await show(gift);
  await opener.click();
  await expect.element(lyrics).toBeVisible();
  await expect.poll(() => document.querySelector("[data-phase]")?.getAttribute("data-phase")).toBe("open");
  return rendered;
}

test("the lyrics of a song with times move with it, from its first play on", async () => {
  const { lyrics: _lyrics, ...song } = aSongGift({ stream_url: sound });
  const { document } = readLyrics("[00:00.10]Bốn giờ sáng đèn vàng thắp lên\n[00:20.00]Nồi xôi nóng khói bay qua hiên");
  await unwrap(open({ content: { ...song, lyrics: "Bốn giờ sáng đèn vàng thắp lên", lines: document } }));
  const line = page.getByRole("button", { name: "Nồi xôi nóng khói bay qua hiên" });
  await line.click();
  await expect.element(page.getByRole("listitem").filter({ has: line })).toHaveAttribute("aria-current", "true");
  expect(thePlayer().positionNow()).toBeGreaterThanOrEqual(20);
  await fits();
});

describe("the box", () => {
  test("hides what it holds until it is pressed, then plays it", async () => {
    await show(open());
    await expect.element(heading).toHaveAccessibleName("Một món quà dành cho Mẹ");
    await expect.element(page.getByRole("link", { name: "Bài hát viết riêng tại Ngân Nga" })).toBeVisible();
    await expect.element(page.getByText("Từ Lan Anh")).toBeVisible();
    await expect.element(page.getByText("Tặng mẹ, nhân ngày mẹ sáu mươi tuổi")).not.toBeVisible();
    await expect.element(lyrics).not.toBeInTheDocument();
    await checkScreen({ heading: "Một món quà dành cho Mẹ" });
    expect(api.requests(openingCall)).toEqual([]);
    await opener.click();
    await expect.element(heading).toHaveFocus();
    await expect.element(heading).toHaveTextContent("Xôi nóng đầu ngõ");
    await expect.poll(() => thePlayer().getState().playing).toBe(true);
    await expect.element(page.getByText(/chúng con hát cho mẹ nghe nhé/)).toBeVisible();
    await expect.element(page.getByText(/Nồi xôi nóng/)).toBeVisible();
    await expect.element(page.getByText("Lan Anh tặng Mẹ")).toBeVisible();
    expect(api.requests(openingCall)).toHaveLength(1);
    await expect.poll(() => document.querySelector("[data-phase]")?.getAttribute("data-phase")).toBe("open");
    await checkScreen({ heading: "Xôi nóng đầu ngõ" });
  });

  test("opens by keyboard", async () => {
    await show(open());
    await expect.element(opener).toBeVisible();
    await userEvent.tab();
    await expect.element(opener).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(heading).toHaveTextContent("Xôi nóng đầu ngõ");
  });

  test("is not there where motion is unwanted, and nothing plays by itself", async () => {
    await prefer({ reducedMotion: "reduce" });
    await show(open());
    await expect.element(heading).toHaveAccessibleName("Xôi nóng đầu ngõ");
    await expect.element(opener).not.toBeInTheDocument();
    await expect.element(lyrics).toBeVisible();
    await expect.poll(() => api.requests(openingCall).length).toBe(1);
    expect(thePlayer().getState().playing).toBe(false);
    await fits();
  });

  test("tells nobody when the giver looks at it", async () => {
    markOwnGift(secret);
    await unwrap();
    expect(api.requests(openingCall)).toEqual([]);
  });

  test("needs neither names nor words", async () => {
    const content = aSongGift({ stream_url: sound, title: null, dedication: null });
    await unwrap(open({ recipient_name: null, giver_name: null, message: null, content }));
    await expect.element(heading).toHaveTextContent("Bài hát dành cho bạn");
    await expect.element(page.getByText("Một món quà dành cho bạn")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Gửi lời cảm ơn" })).toBeVisible();
    await fits();
  });
});

test("half-written thanks come back with the page, and are forgotten once sent", async () => {
  const rendered = await unwrap();
  await words.fill("Cảm ơn con");
  await form.getByLabelText("Tên bạn").fill("Mẹ");
  await rendered.unmount();
  await unwrap();
  await expect.element(words).toHaveValue("Cảm ơn con");
  await expect.element(form.getByLabelText("Tên bạn")).toHaveValue("Mẹ");
  api.change({ [thanksCall]: { success: true } });
  await send.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(thanksCall)).toMatchObject([{ body: { name: "Mẹ", text: "Cảm ơn con" } }]);
  expect(readSession(`draft:thanks:${secret}`)).toBeNull();
});

describe("what can't be opened", () => {
  test("tells for whom and when, before its day", async () => {
    await show({ state: "waiting", opens_on: "2026-12-24", recipient_name: "Mẹ", is_quiet: false });
    await expect.element(heading).toHaveTextContent("Một món quà dành cho Mẹ");
    await expect.element(page.getByText(/^Mở vào thứ năm, 24\/12\/2026\./)).toBeVisible();
    await expect.element(opener).not.toBeInTheDocument();
    await fits();
  });

  test("tells nothing while it is closed", async () => {
    await show({ state: "closed" });
    await expect.element(page.getByRole("link", { name: "Quà tặng từ Ngân Nga" })).toBeVisible();
    await checkScreen({ heading: "Món quà đang đóng" });
    expect(document.title).toBe("Một món quà · Ngân Nga");
  });

  test("says that it is gone, or that it could not be loaded", async () => {
    api.change({ [read]: fails(404, "Không tìm thấy món quà này") });
    await renderRoute(giftPage, { path: "/g/:secret", at: "/g/khong-co" });
    await expect.element(heading).toHaveTextContent("Không tìm thấy món quà này");
    await fits();
    api.change({ [read]: fails(503, "Máy chủ đang bận") });
    await renderRoute(giftPage, { path: "/g/:secret", at: `/g/${secret}` });
    await expect.element(page.getByText("Chưa mở được món quà").first()).toBeVisible();
  });
});

describe("a song of grief or regret", () => {
  const quiet = (fields: Partial<OpenGift> = {}) =>
    open({ content: aSongGift({ stream_url: sound, is_quiet: true, dedication: null }), ...fields });

  test("is no present: without a box, and with a message in place of thanks", async () => {
    await show(quiet());
    await expect.element(page.getByText("Lan Anh gửi Mẹ")).toBeVisible();
    await expect.element(lyrics).toBeVisible();
    await expect.element(opener).not.toBeInTheDocument();
    await expect.poll(() => api.requests(openingCall)).toHaveLength(1);
    await expect.element(page.getByRole("heading", { name: "Gửi đôi lời tới Lan Anh" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Gửi một trái tim" })).toBeVisible();
    const message = page.getByRole("form", { name: "Lời nhắn" });
    await message.getByRole("button", { name: "Gửi đôi lời" }).click();
    await expect.element(message.getByText("Vui lòng viết lời nhắn")).toBeVisible();
    api.change({ [thanksCall]: { success: true } });
    await message.getByLabelText("Lời nhắn *").fill("Mẹ nghe rồi");
    await message.getByRole("button", { name: "Gửi đôi lời" }).click();
    await expect.element(page.getByText("Lời nhắn của bạn đã được gửi tới người gửi bài hát.")).toBeVisible();
    await checkScreen({ heading: "Xôi nóng đầu ngõ" });
    expect(document.title).toBe("Một bài hát dành cho Mẹ · Ngân Nga");
    expect(document.body.innerText).not.toMatch(/quà|tặng|cảm ơn/i);
  });

  test("names those that are known", async () => {
    for (const [fields, text] of [
      [{ giver_name: null }, "Dành cho Mẹ"],
      [{ recipient_name: null }, "Từ Lan Anh"],
      [{ recipient_name: null, giver_name: null }, "Một bài hát dành cho bạn"],
    ] as const) {
      const { unmount } = await show(quiet(fields));
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
      await unmount();
    }
  });

  test("waits without a box", async () => {
    await show({ state: "waiting", opens_on: "2026-12-24", recipient_name: "Mẹ", is_quiet: true });
    await expect.element(heading).toHaveTextContent("Một bài hát dành cho Mẹ");
    await expect.element(page.getByText(/^Nghe được từ thứ năm, 24\/12\/2026\./)).toBeVisible();
    expect(document.querySelector("main svg")).toBeNull();
    expect(document.body.innerText).not.toMatch(/quà/i);
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute("content")).not.toContain("/gifts/");
    await fits();
  });
});

describe("the head", () => {
  test("has a picture and a title of its own, and keeps search engines and referrers away", async () => {
    await show(open());
    await expect.element(heading).toBeVisible();
    const meta = (name: string) =>
      document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content");
    expect(document.title).toBe("Một món quà dành cho Mẹ · Ngân Nga");
    expect(meta("og:title")).toBe("Một món quà dành cho Mẹ");
    expect(meta("og:image")).toBe(`https://ngan-nga.example/share/gifts/${secret}.jpg`);
    expect(meta("robots")).toBe("noindex");
    expect(meta("referrer")).toBe("no-referrer");
    expect(giftPage.headers()).toEqual({
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
    });
  });
});

describe("what is sent back", () => {
  test("a heart stays pressed, also after a reload, and is sent with the id of the device", async () => {
    api.change({ [heartCall]: { success: true } });
    const { unmount } = await unwrap();
    await heart.click();
    await expect.element(heart).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(() => api.requests(heartCall))
      .toMatchObject([{ body: { id: expect.stringMatching(/^\w{32}$/) } }]);
    await unmount();
    await unwrap();
    await expect.element(heart).toHaveAttribute("aria-pressed", "true");
    await heart.click();
    expect(api.requests(heartCall)).toHaveLength(1);
  });

  test("a heart that failed can be pressed again, with the same id", async () => {
    api.change({ [heartCall]: fails(503, "Máy chủ đang bận") });
    await unwrap();
    await heart.click();
    await expect.element(page.getByText(/^Chưa gửi được trái tim/)).toBeVisible();
    await expect.element(heart).toHaveAttribute("aria-pressed", "false");
    api.change({ [heartCall]: { success: true } });
    await heart.click();
    await expect.poll(() => api.requests(heartCall).length).toBe(2);
    const [first, second] = api.requests(heartCall);
    expect(first?.body).toEqual(second?.body);
  });

  test("thanks need words, keep them when sending fails, and are sent again with the same id", async () => {
    await unwrap();
    await send.click();
    await expect.element(page.getByText("Vui lòng viết lời cảm ơn")).toBeVisible();
    await expect.element(words).toHaveFocus();
    await words.fill("a".repeat(501));
    await expect.element(words).toHaveAccessibleDescription("Không được dài quá 500 ký tự");
    await send.click();
    expect(api.requests(thanksCall)).toEqual([]);
    api.change({ [thanksCall]: fails(409, "Món quà này đang đóng") });
    await words.fill("Cảm ơn con");
    await form.getByLabelText("Tên bạn").fill("Mẹ");
    await send.click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Món quà này đang đóng");
    await fits();
    api.change({ [thanksCall]: { success: true } });
    await send.click();
    await expect.element(page.getByText("Lời cảm ơn của bạn đã được gửi tới người tặng.")).toBeVisible();
    const [first, second] = api.requests(thanksCall);
    expect(second?.body).toMatchObject({ name: "Mẹ", text: "Cảm ơn con" });
    expect(first?.body).toEqual(second?.body);
  });

  test("the gift is shared by the sheet of the phone, or its address is copied", async () => {
    const shared = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "share", { value: shared, configurable: true });
    try {
      await unwrap();
      await page.getByRole("button", { name: "Chia sẻ" }).click();
      expect(shared).toHaveBeenCalledWith({ title: "Một món quà dành cho Mẹ", url: window.location.href });
    } finally {
      Reflect.deleteProperty(navigator, "share");
    }
  });
});

describe("Premium as a gift", () => {
  const takeCall = "POST /api/gifts/{secret}/take";
  const take = page.getByRole("button", { name: "Nhận Premium" });

  /** A gift of Premium. */
  const premium = (fields: Partial<PremiumContent> = {}): OpenGift => ({
    state: "open",
    recipient_name: "Mẹ",
    giver_name: "Lan và Minh",
    message: "Chúc mẹ nghe nhạc thật vui.",
    content: {
      kind: "premium",
      package_name: "1 năm",
      package_duration_days: 365,
      package_is_lifetime: false,
      is_taken: false,
      ...fields,
    },
  });

  /** Shows the gift, which a test may have changed before. */
  const showPremium = () => renderRoute(giftPage, { path: "/g/:secret", at: `/g/${secret}` });

  beforeEach(() => api.change({ [read]: premium() }));

  test("a visitor sees the package and the words, and registers to take it", async () => {
    const screen = await showPremium();
    await expect.element(page.getByText("Từ Lan và Minh")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Quà tặng từ Ngân Nga" })).toBeVisible();
    await opener.click();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Premium 1 năm");
    await expect.element(page.getByText("Chúc mẹ nghe nhạc thật vui.")).toBeVisible();
    await expect.element(take).not.toBeInTheDocument();
    await expect.poll(() => document.querySelector("[data-phase]")?.getAttribute("data-phase")).toBe("open");
    await checkScreen({ heading: "Premium 1 năm" });
    await page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" }).click();
    await expect.poll(screen.address).toBe("/register");
    expect(screen.location().state).toEqual({ returnTo: `/g/${secret}`, intent: "take" });
  });

  test("a user takes it, and is told why not", async () => {
    api.change({ ...loggedIn(), [takeCall]: fails(409, "Món quà này đã được nhận") });
    await showPremium();
    await opener.click();
    await take.click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Món quà này đã được nhận");
    await expect.element(page.getByRole("alert")).toHaveFocus();
    const end = "2027-05-01T08:00:00.000Z";
    api.change({ [takeCall]: { package_name: "1 năm", taken_at: end, premium_expires_at: end } });
    await take.click();
    await expect.element(page.getByText("Premium đã vào tài khoản của bạn, đến 01/05/2027 15:00.")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Nghe nhạc" })).toBeVisible();
    await expect.poll(() => api.requests("GET /api/user/me").length).toBeGreaterThan(1);
    await fits();
  });

  test("one that was taken says so, and offers nothing", async () => {
    api.change({ ...loggedIn(aUser()), [read]: premium({ is_taken: true }) });
    await showPremium();
    await opener.click();
    await expect.element(page.getByText("Món quà này đã được nhận.")).toBeVisible();
    await expect.element(page.getByText(/^Nếu bạn là người đã nhận/)).toBeVisible();
    await expect.element(take).not.toBeInTheDocument();
    await fits();
  });

  test("its giver is told whose it is, and takes it only after a warning", async () => {
    markOwnGift(secret);
    api.change({ ...loggedIn(), [takeCall]: { package_name: "1 năm", taken_at: "", premium_expires_at: null } });
    await showPremium();
    await opener.click();
    await expect.element(page.getByText(/^Đây là quà bạn tặng/)).toBeVisible();
    await expect.element(take).not.toBeInTheDocument();
    await fits();
    await page.getByRole("button", { name: "Tôi muốn tự nhận" }).click();
    await expect.element(page.getByText(/người khác không nhận được nữa/)).toHaveFocus();
    expect(api.requests(takeCall)).toHaveLength(0);
    await take.click();
    await expect.element(page.getByText("Premium đã vào tài khoản của bạn, vĩnh viễn.")).toBeVisible();
  });

  test("its giver without an account is not led to the login at once", async () => {
    markOwnGift(secret);
    await showPremium();
    await opener.click();
    await expect.element(page.getByText(/^Đây là quà bạn tặng/)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Tôi muốn tự nhận" }).click();
    await expect.element(page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" })).toBeVisible();
  });
});
