import { type IconNode, Link2, Mail, MessageCircleMore, MessagesSquare, NotebookPen, Phone, Send } from "lucide";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SupportContact } from "#contract/support.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute, renderWithin } from "#test/component/render.tsx";
import { aContact } from "#test/component/samples.ts";
import { fails, hangs, held, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import * as contact from "../contact/page.tsx";
import { SupportMenu } from "./support-menu.tsx";
import { SupportWidget } from "./support-widget.tsx";

const button = page.getByRole("button", { name: "Liên hệ hỗ trợ" });
const title = page.getByText("Bạn cần hỗ trợ?");
const options = page.getByRole("complementary", { name: "Hỗ trợ" }).getByRole("link");
const option = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });

const two = [
  { name: "Viết thư", type: "email", value: "hoi@example.com" },
  { name: "Gọi", type: "phone", value: "0901 234.567" },
] as const;

/** Offers contacts on a page taller than the screen. */
function offer(contacts: readonly Partial<SupportContact>[]) {
  stubApi();
  const whole = contacts.map((contact, place) => aContact({ id: place + 1, name: `Cách ${place + 1}`, ...contact }));
  return renderWithin(
    <>
      <h1>Trang</h1>
      <button type="button">Trước đó</button>
      <div style={{ height: "300vh" }} />
      <SupportMenu contacts={whole} />
    </>,
    { at: "/login" },
  );
}

async function openPanel(contacts: readonly Partial<SupportContact>[] = two) {
  const screen = await offer(contacts);
  await button.click();
  await expect.element(title).toBeVisible();
  return screen;
}

describe("a contact", () => {
  test("a phone or e-mail contact opens its app and shows its value", async () => {
    await openPanel();
    await expect
      .poll(() => options.elements().map((link) => [link.getAttribute("href"), link.getAttribute("target")]))
      .toEqual([
        ["mailto:hoi@example.com", null],
        ["tel:0901234567", null],
      ]);
    await expect.element(option("Gọi")).toMatchTextContent("0901 234.567");
    await expect.element(option("Viết thư")).toMatchTextContent("hoi@example.com");
  });

  test("of a site opens it in a new tab without an opener", async () => {
    const screen = await openPanel([{ name: "Nhắn", type: "zalo", value: "0901 234 567" }]);
    await expect.element(option("Nhắn")).toMatchTextContent("mở trong thẻ mới");
    let opened: Record<string, string> | undefined;
    window.addEventListener(
      "click",
      (event) => {
        const link = (event.target as Element).closest("a");
        opened = { href: link?.href ?? "", target: link?.target ?? "", rel: link?.rel ?? "" };
        event.preventDefault();
      },
      { once: true },
    );
    await option("Nhắn").click();
    expect(opened).toEqual({ href: "https://zalo.me/0901234567", target: "_blank", rel: "noopener" });
    await expect.element(title).not.toBeVisible();
    await expect.element(button).toHaveFocus();
    await expect.poll(screen.address).toBe("/login");
  });

  test("a request links to its page", async () => {
    const screen = await openPanel([
      { name: "Đặt bài hát", type: "request", value: "bất kỳ" },
      { name: "Gọi", type: "phone", value: "1900 0000" },
    ]);
    await expect.element(option("Gọi")).toBeVisible();
    await option("Đặt bài hát").click();
    await expect.poll(screen.address).toBe("/request");
  });

  test("a contact with a script URL or an invalid value is omitted", async () => {
    const { container } = await openPanel([
      { name: "Bẫy", type: "other", value: "javascript:alert(1)" },
      { name: "Dữ liệu", type: "messenger", value: "data:text/html,x" },
      { name: "Không số", type: "phone", value: "hỏi Lan" },
      { name: "Thật", type: "phone", value: "1900 0000" },
    ]);
    await expect.element(option("Thật")).toBeVisible();
    expect(options.elements()).toHaveLength(1);
    expect(container.innerHTML).not.toContain("alert(1)");
  });
});

/** Finds an icon by all that it is drawn of. */
function drawn(icon: IconNode): string {
  const shapes = icon.map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => `[${name}="${value}"]`);
    return `:has(> ${tag}${written.join("")})`;
  });
  return `svg${shapes.join("")}`;
}

describe("the icon of a contact", () => {
  test("is its type's icon on its own colour, else its type's", async () => {
    const looks = [
      { type: "phone", value: "19000000", icon: Phone, paint: "rgb(47, 107, 72)" },
      { type: "zalo", value: "0901234567", icon: MessageCircleMore, paint: "rgb(45, 97, 135)" },
      { type: "messenger", value: "m.me/a", icon: MessagesSquare, paint: "rgb(67, 79, 150)" },
      { type: "telegram", value: "@a", icon: Send, paint: "rgb(45, 97, 135)" },
      { type: "email", value: "a@example.com", icon: Mail, paint: "rgb(163, 25, 63)" },
      { type: "request", value: "", icon: NotebookPen, paint: "rgb(109, 65, 128)" },
      { type: "other", value: "https://example.com", icon: Link2, paint: "rgb(102, 83, 74)" },
      { type: "phone", value: "19000000", color: "yellow-500", icon: Phone, paint: "rgb(135, 89, 10)" },
    ] as const;
    await openPanel(looks.map(({ icon: _icon, paint: _paint, ...contact }) => contact));
    await expect.poll(() => options.elements()).toHaveLength(looks.length);
    for (const [place, { icon, paint }] of looks.entries()) {
      const mark = options.elements()[place]?.querySelector(drawn(icon))?.parentElement;
      expect(mark && getComputedStyle(mark).backgroundColor, `of contact ${place + 1}`).toBe(paint);
    }
  });

  test("is its picture in the displayed size, or the type's icon when that fails to load", async () => {
    const stored = `${"0123456789abcdef".repeat(2)}.png`;
    const small = `/pictures/96/${stored}.webp`;
    await openPanel([
      { name: "Hình", type: "other", value: "https://example.com", icon_url: "/pictures/mark.svg" },
      { name: "Đã tải lên", type: "phone", value: "19000000", icon_url: `/uploads/images/${stored}` },
      { name: "Không mã hóa", type: "phone", value: "19000000", icon_url: "http://example.com/a.png" },
      { name: "Hỏng", type: "phone", value: "19000000", icon_url: "/uploads/images/khong-co.png" },
    ]);
    const image = (name: string) => option(name).element().querySelector("img")?.getAttribute("src");
    const icon = (name: string) => option(name).element().querySelectorAll(drawn(Phone)).length;
    await expect.poll(() => options.elements()).toHaveLength(4);
    await expect.poll(() => icon("Hỏng")).toBe(1);
    expect(["Hình", "Đã tải lên", "Không mã hóa", "Hỏng"].map(image)).toEqual([
      "/pictures/mark.svg",
      small,
      undefined,
      undefined,
    ]);
    expect(icon("Không mã hóa")).toBe(1);
  });
});

describe("the panel", () => {
  test("has aria-expanded, and closes by its button, Esc, a press outside, and when the focus leaves", async () => {
    await offer(two);
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    await button.click();
    await expect.element(button).toHaveAttribute("aria-expanded", "true");
    await expect.element(title).toBeVisible();
    await button.click();
    await expect.element(title).not.toBeVisible();

    await button.click();
    await expect.element(option("Gọi")).toBeVisible();
    (option("Gọi").element() as HTMLElement).focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(title).not.toBeVisible();
    await expect.element(button).toHaveFocus();

    await button.click();
    await title.click();
    await expect.element(title, { message: "a press inside" }).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect.element(title).not.toBeVisible();

    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(title).toBeVisible();
    await userEvent.tab();
    await expect.element(option("Viết thư")).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    await expect.element(title).not.toBeVisible();
  });

  test("closes after a navigation, and its button stays", async () => {
    const screen = await openPanel();
    await checkScreen();
    await screen.go("/register");
    await expect.element(title).not.toBeVisible();
    await expect.element(button).toBeVisible();
  });
});

describe("the widget", () => {
  const contacts = "GET /api/admin/support/public/active";
  const leave = (event: "pagehide" | "pageshow") =>
    window.dispatchEvent(new PageTransitionEvent(event, { persisted: true }));

  test("requests the contacts once more after a return from the back/forward cache", async () => {
    const api = stubApi({ [contacts]: hangs() });
    const screen = await renderWithin(<SupportWidget />);
    await expect.poll(() => api.requests(contacts)).toHaveLength(1);
    leave("pagehide");
    const late = held([aContact()]);
    api.change({ [contacts]: late.answer });
    leave("pageshow");
    await expect.poll(() => api.requests(contacts)).toHaveLength(2);
    await settled();
    expect(button.query(), "nothing is there while they are on their way").toBeNull();
    late.release();
    await expect.element(button).toBeVisible();
    leave("pageshow");
    await screen.go("/register");
    await settled();
    await expect.element(button).toBeVisible();
    expect(api.requests(contacts)).toHaveLength(2);
  });
});

describe("the page of all contacts", () => {
  const call = "GET /api/admin/support/public/active";
  const open = () => renderRoute(contact, { path: "/contact" });
  const ways = page.getByRole("listitem").getByRole("link");

  test("lists contacts in their order without those that have no link", async () => {
    stubApi({
      [call]: [
        aContact({ id: 1, name: "Bẫy", type: "other", value: "javascript:alert(1)" }),
        aContact({ id: 2, name: "Nhắn Telegram", type: "telegram", value: "@ngannga" }),
        aContact({ id: 3, name: "Gọi tổng đài", type: "phone", value: "1900 0000" }),
      ],
    });
    await open();
    await expect
      .poll(() => ways.elements().map((link) => [link.textContent, link.getAttribute("href")]))
      .toEqual([
        ["Nhắn TelegramNhắn tin qua Telegram (mở trong thẻ mới)", "https://t.me/ngannga"],
        ["Gọi tổng đài1900 0000", "tel:19000000"],
      ]);
  });

  test("shows an empty state with a link to the help page", async () => {
    stubApi({ [call]: [] });
    const screen = await open();
    await expect.element(page.getByRole("heading", { name: "Chưa có cách liên hệ nào" })).toBeVisible();
    await page.getByRole("link", { name: "Trung tâm trợ giúp" }).click();
    await expect.poll(screen.address).toBe("/help");
  });

  test("shows three skeletons while loading and an error state after a failure", async () => {
    const late = held(fails(500, "Hỏng"));
    stubApi({ [call]: late.answer });
    const { container } = await open();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Liên hệ");
    const places = () => container.querySelectorAll("div[aria-hidden=true]").length;
    expect(places()).toBe(3);
    late.release();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải dữ liệu. Vui lòng thử lại sau.");
    await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
    expect(places()).toBe(0);
  });
});
