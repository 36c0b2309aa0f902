import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { NotificationEvent } from "#contract/notifications.ts";
import { dark, light, type Palette } from "#server/platform/palette.ts";
import { eachMail, mailContext, mailOrigin, mailSamples } from "#test/mail-samples.ts";
import { type EventData, eventRules } from "../events.ts";
import { type Mail, type MailContext, renderMail } from "./mail.ts";

interface Sample extends Mail {
  name: string;
  event: NotificationEvent;
}

const mails: Sample[] = eachMail((event, data, sample) => ({
  name: `${event} ${sample + 1}`,
  event,
  ...renderMail(event, data, mailContext(event)),
}));

/** The text that a reader of the HTML sees. */
function visible(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

const addressesOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
const unwrapped = (text: string) => text.replace(/\n(?!\n)/g, " ").replace(/ {2,}/g, " ");

/** The first sample of an event, with other data or another context. */
function render<E extends NotificationEvent>(
  event: E,
  data: Partial<EventData[E]> = {},
  context: Partial<MailContext> = {},
): Mail {
  return renderMail(event, { ...mailSamples[event][0], ...data }, { ...mailContext(event), ...context });
}

describe.each(mails)("the e-mail $name", ({ event, subject, html, text }) => {
  it("has a subject of one line and at most 60 signs", () => {
    expect([...subject].length).toBeLessThanOrEqual(60);
    expect(subject).toMatch(/^[^\n\p{Cc}\p{Cf}…]+$/u);
  });

  it("links to the site alone, by absolute addresses", () => {
    const addresses = addressesOf(html);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address.startsWith(`${mailOrigin}/`)).toBe(true);
    for (const address of text.match(/\w+:\/\/\S+/g) ?? []) expect(address.startsWith(`${mailOrigin}/`)).toBe(true);
  });

  it("has one button, whose address stands in HTML and text on its own", () => {
    const buttons = [...html.matchAll(/<a class="(?:button|gold)" href="([^"]+)"/g)];
    expect(buttons).toHaveLength(1);
    const address = buttons[0]?.[1] ?? "";
    expect(html).toContain(`>${address}</a>`);
    expect(text.split("\n")).toContain(address.replaceAll("&amp;", "&"));
  });

  it("says the same in HTML and text", () => {
    const letters = (words: string) => words.replace(/https:\S+|[^\p{L}\p{N}]+/gu, "");
    const [, ...blocks] = text.split("\n\n");
    for (const block of blocks) expect(letters(visible(html))).toContain(letters(block));
  });

  it("has a text of at most 78 columns, except for links", () => {
    expect(text.split("\n").filter((line) => [...line].length > 78 && !line.startsWith("https://"))).toEqual([]);
  });

  it("is Vietnamese HTML of tables for both colour schemes, far below 102 kB", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="vi">/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html).toContain("max-width:600px");
    expect(html.match(/<table /g)).toHaveLength(html.match(/<\/table>/g)?.length ?? 0);
    expect(html.match(/<table /g)).toHaveLength(html.match(/<table role="presentation"/g)?.length ?? 0);
    for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image).toContain(" alt=");
    expect(html).not.toMatch(/<(?:script|svg|link|form|iframe)\b|undefined|NaN|\[object/);
    expect(text).not.toMatch(/undefined|NaN|\[object|<\/?\w+>/);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });

  it("offers to unsubscribe exactly where it is not about one's own business", () => {
    expect(visible(html).includes("Ngừng nhận thư nhắc này")).toBe(!eventRules[event].isOwnBusiness);
    expect(text.includes("Ngừng nhận thư nhắc này")).toBe(!eventRules[event].isOwnBusiness);
  });

  it("greets by name", () => {
    expect(visible(html)).toContain("Chào Nguyễn Thị Lan,");
    expect(text).toContain("Chào Nguyễn Thị Lan,");
  });
});

describe("what matters", () => {
  const day = "thứ Tư, 25/11/2026";
  const cases: [NotificationEvent, string, string[]][] = [
    [
      "request_received",
      "Đã nhận yêu cầu HR2345678M, có bài muộn nhất 25/11/2026",
      ["299.000 VND", day, "Mẹ tôi bán bún"],
    ],
    ["request_taken_up", "Bài hát HR2345678M của bạn đang được viết", [day, "không cần làm gì thêm"]],
    ["request_song_ready", "Bài hát HR2345678M của bạn đã xong, mời bạn nghe", ["HR2345678M", "miễn phí"]],
    ["request_changes_noted", "Đã ghi điều bạn muốn sửa, bài hát HR2345678M", [day, "Đoạn hai hát chậm hơn"]],
    [
      "request_lyrics_ready",
      "Lời bài hát HR2345678M chờ bạn đọc",
      ["tạm dừng trong lúc chờ bạn", "câu mẹ hay nói", "#loi-bai-hat"],
    ],
    [
      "request_price_raised",
      "Giá bài hát HR2345678M là 399.000 VND, chờ bạn đồng ý",
      ["từ 299.000 VND thành 399.000 VND", "chưa phải trả gì", "#trao-doi"],
    ],
    ["request_paid", "Đã nhận 299.000 VND cho bài hát HR2345678M", ["299.000 VND", "nút tải hiện ra ngay khi có bài"]],
    [
      "request_message",
      "Có tin nhắn về bài hát HR2345678M của bạn",
      ["Châu vừa nhắn", "mẹ bạn thích nghe", "#trao-doi"],
    ],
    [
      "gift_thanked",
      "Mẹ gửi lời cảm ơn món quà của bạn",
      ["Mẹ nghe đi nghe lại mãi", "/requests/q4wJ9vXbT2mK7rLpZs3NfA"],
    ],
    [
      "order_received",
      "Đã nhận đơn Premium HM7K3PQRW2, 399.000 VND",
      ["Premium 3 tháng", "399.000 VND với nội dung HM7K3PQRW2"],
    ],
    [
      "order_needs_account",
      "Đã nhận tiền cho đơn HM7K3PQRW2, còn một bước để có Premium",
      ["399.000 VND", "đăng nhập hoặc tạo tài khoản", "/orders/Vt6c"],
    ],
    [
      "order_refused",
      "Chưa xác nhận được thanh toán của đơn HM7K3PQRW2",
      ["thiếu 20.000 đồng", "/premium?goi=3", "/orders/Vt6c"],
    ],
    ["order_cancelled", "Đơn HM7K3PQRW2 đã được hủy", ["đã nhờ chúng tôi hủy", "/premium?goi=3"]],
    ["order_refunded", "Đã hoàn 399.000 VND của đơn HM7K3PQRW2", ["thời gian của ngân hàng", "/premium?goi=3"]],
    ["order_expired", "Đơn HM7K3PQRW2 đã hết hạn thanh toán", ["chúng tôi mở lại đơn", "/premium?goi=3"]],
    [
      "premium_active",
      "Premium đã kích hoạt, đến 14:05 20/02/2027",
      ["14:05 thứ Bảy, 20/02/2027", "/songs", "/orders/Vt6c"],
    ],
    ["gift_premium_ready", "Quà Premium cho Mẹ đã sẵn sàng", ["HG7K3PQRW2", "399.000 VND", "/g/Qm3x", "/orders/Vt6c"]],
    ["gift_taken", "Quà Premium cho Mẹ đã được nhận", ["Premium 3 tháng", "/orders/Vt6c"]],
    [
      "premium_ends_in_7_days",
      "Premium của bạn còn một tuần, dùng đến 14:05 29/11/2026",
      ["14:05 Chủ nhật, 29/11/2026", "/premium"],
    ],
    [
      "premium_ends_in_1_day",
      "Premium của bạn sắp hết hạn, dùng đến 14:05 23/11/2026",
      ["14:05 thứ Hai, 23/11/2026", "/premium"],
    ],
    [
      "admin_new_request",
      "Yêu cầu mới HR2345678M, 299.000 VND, hạn 25/11/2026",
      ["Nguyễn Thị Lan", "/admin/requests?open=57"],
    ],
    ["admin_new_order", "Đơn Premium mới HM7K3PQRW2, 399.000 VND", ["Trần Văn Bình", "/admin/orders?open=31"]],
    [
      "staff_request_assigned",
      "Bạn được giao yêu cầu HR2345678M, hạn 25/11/2026",
      ["Phạm Minh Châu", "/staff/dashboard?open=57"],
    ],
    ["staff_request_due_today", `Yêu cầu HR2345678M đến hạn ${day}`, ["giám sát viên", "/staff/dashboard?open=57"]],
    [
      "staff_request_message",
      "Khách nhắn tin về yêu cầu HR2345678M",
      ["nhắn cho bạn", "tấm ảnh hồi mẹ", "Nguyễn Thị Lan"],
    ],
    [
      "staff_lyrics_answered",
      "Khách góp ý lời của yêu cầu HR2345678M",
      ["bản lời 1", "đổi “anh” thành “ba”", "/staff/dashboard?open=57"],
    ],
    [
      "staff_changes_wanted",
      "Khách muốn sửa bài hát của yêu cầu HR2345678M",
      ["bản 1", "ở bàn làm việc", day, "Đoạn hai hát chậm hơn", "/staff/dashboard?open=57"],
    ],
    ["password_reset", "Đặt lại mật khẩu Ngân Nga", ["một lần, trong 30 phút", "mật khẩu vẫn như cũ"]],
    [
      "admin_invitation",
      "Lời mời quản trị Ngân Nga",
      ["an@example. com mời bạn làm quản trị viên của Ngân Nga", "một lần, trong 3 ngày"],
    ],
    [
      "sensitive_change",
      "Thay đổi quan trọng: Tài khoản ngân hàng",
      ["Số tài khoản: 0071…5678 → 1903…4321.", "an@example. com", "09:30 Chủ nhật, 22/11/2026"],
    ],
    [
      "email_changed",
      "Email của tài khoản Ngân Nga đã đổi",
      ["từ địa chỉ này sang lan.…e. vn", "đăng nhập lại", "liên hệ chúng tôi ngay", "09:30 Chủ nhật, 22/11/2026"],
    ],
    ["email_verification", "Xác minh email của bạn ở Ngân Nga", ["24 giờ"]],
    ["channel_stopped", "Zalo đã ngừng gửi, cần bạn xem lại cấu hình", ["mã lỗi -115", "/admin/config?tab=zalo"]],
    ["disk_filling", "Ổ đĩa của máy chủ sắp đầy", ["6 GB", "7 GB trên 8 GB", "/admin/requests?status=new"]],
    ["messages_together", "3 thông báo từ Ngân Nga trong một thư", ["HMABCDEFGH", "HMABCDEFGJ", "Và 1 thông báo khác"]],
    ["test", "Thư thử từ Ngân Nga", ["máy chủ thư"]],
  ];

  it.each(cases)("stands in %s", (event, subject, words) => {
    const mail = render(event);
    expect(mail.subject).toBe(subject);
    for (const word of words) {
      expect(visible(mail.html)).toContain(word);
      expect(unwrapped(mail.text).replaceAll(" > ", " ")).toContain(word);
    }
  });

  it("is tried for every event", () => {
    expect(cases.map(([event]) => event)).toEqual(Object.keys(mailSamples));
  });

  it.each([
    [{}, ["399.000 VND", "Đặt lại gói này"], ["Premium của", "một phần"]],
    [
      { left: 0, premium: "ends" },
      ["Premium của đơn này kết thúc cùng lần hoàn tiền", "Đặt lại gói này"],
      ["một phần"],
    ],
    [{ left: 0, premium: "stays" }, ["Premium của đơn này vẫn giữ nguyên"], ["một phần"]],
    [
      { amount: 100_000, left: 299_000, premium: "stays" },
      ["hoàn một phần tiền", "100.000 VND", "vẫn giữ nguyên", "Xem đơn của bạn"],
      ["399.000", "299.000", "Đặt lại gói này"],
    ],
    [{ left: 9_000, premium: null }, ["hoàn một phần tiền", "Xem đơn của bạn"], ["Premium của"]],
    [{ left: 9_000, premium: "ends", is_gift: true }, ["Premium của món quà kết thúc", "Đặt lại gói này"], ["đơn này"]],
  ] as const)("tells of a refund %o what was given back, and what becomes of Premium", (data, words, others) => {
    const text = unwrapped(render("order_refunded", data).text);
    for (const word of words) expect(text).toContain(word);
    for (const word of others) expect(text).not.toContain(word);
  });

  it("is that nothing is to be paid where the price is 0", () => {
    expect(visible(render("request_received", { price: 0 }).html)).toMatch(/Giá Miễn phí/);
    expect(render("request_received", { price: 0 }).text).not.toContain("thanh toán");
    const order = render("order_received", { amount: 0 });
    expect(order.subject).toBe("Đã nhận đơn Premium HM7K3PQRW2, miễn phí");
    expect(order.text).toContain("không cần thanh toán");
    expect(order.text).not.toContain("chuyển khoản");
    expect(render("admin_new_order", { amount: 0 }).text).toContain("không cần thanh toán");
  });

  it("is neither cheerful nor of presents where the occasion is one of grief or regret", () => {
    expect(unwrapped(render("request_paid").text)).toContain("Chúc bạn và người nhận nghe thật vui");
    const { text } = render("request_paid", { is_quiet: true });
    expect(unwrapped(text)).toContain("Mong bài hát nói hộ điều bạn muốn gửi");
    expect(text).not.toContain("vui");
    const thanked = render("gift_thanked", { is_quiet: true });
    expect(thanked.subject).toBe("Mẹ gửi đôi lời cho bạn");
    expect(`${thanked.text} ${visible(thanked.html)}`).not.toMatch(/quà|cảm ơn/);
  });

  it("promises of a payment what the site can do: an account, a service that tells of transfers", () => {
    const of = (pays: "none" | "by_hand" | "instant") => {
      const order = render("order_received", { pays });
      const admin = render("admin_new_order", { pays });
      return [order, admin].map(({ text, html }) => `${unwrapped(text)} ${visible(html)}`);
    };
    const [none, noneForAdmin] = of("none");
    expect(none).toContain("liên hệ chúng tôi kèm mã đơn HM7K3PQRW2");
    expect(none).toContain("/contact");
    expect(none).not.toMatch(/mã QR|theo hướng dẫn trên trang|giờ làm việc|ngân hàng báo|Nếu bạn đã chuyển khoản/);
    expect(noneForAdmin).toContain("chưa có tài khoản ngân hàng nào đang bật");
    expect(noneForAdmin).not.toContain("Tiền về");
    const [byHand, byHandForAdmin] = of("by_hand");
    expect(byHand).toContain("quản trị viên xác nhận rồi kích hoạt Premium trong 1–24 giờ làm việc");
    expect(byHand).not.toMatch(/mã QR|ngân hàng báo/);
    expect(byHandForAdmin).toContain("thì bạn xác nhận đơn");
    const [instant, instantForAdmin] = of("instant");
    expect(instant).toContain("Premium mở ngay khi ngân hàng báo tiền về");
    expect(instantForAdmin).toContain("thì đơn tự được xác nhận");
  });

  it("is the number of a later version, and that Premium does not end", () => {
    expect(render("request_song_ready", { version: 2 }).subject).toBe(
      "Bản 2 của bài hát HR2345678M đã xong, mời bạn nghe",
    );
    expect(render("premium_active", { expires_at: null }).subject).toBe("Premium đã kích hoạt, vĩnh viễn");
    expect(render("premium_active", { expires_at: null }).text).toContain("Hạn Premium: Vĩnh viễn");
  });

  it("is that nobody has a request that is due, whose page the reader can open", () => {
    const unclaimed = (told: "supervisor" | "admin", is_late: boolean) =>
      render("staff_request_due_today", { unclaimed: { told, is_late } });
    const today = unclaimed("supervisor", false);
    expect(today.subject).toBe("Chưa ai nhận yêu cầu HR2345678M, hạn 25/11/2026");
    expect(unwrapped(today.text)).toContain(`cần giao bài trong ${day}, đến giờ vẫn chưa có ai nhận`);
    expect(today.text).toContain("/staff/dashboard?open=57");
    expect(today.text).not.toContain("của bạn đến hạn");
    const late = unclaimed("admin", true);
    expect(late.subject).toBe("Chưa ai nhận yêu cầu HR2345678M, đã quá hạn 25/11/2026");
    expect(unwrapped(late.text)).toContain("không có giám sát viên nào");
    expect(late.text).toContain("/admin/requests?open=57");
    expect(late.text).not.toContain("/staff/");
  });

  it("fits into the subject with the largest amount", () => {
    for (const event of ["request_paid", "order_received", "admin_new_order"] as const) {
      expect(render(event, { amount: 1_000_000_000_000 }).subject).toMatch(/1\.000\.000\.000\.000 VND/);
    }
  });
});

/** Fields that people fill in. */
const freeTexts = ["idea", "words", "customer_name", "package_name", "from", "reason", "what", "by"];

/** The mail of each event whose free texts are all the given one. */
function withText(free: string): Mail[] {
  return eachMail((event, data) => {
    const changed = Object.entries(data).map(([key, value]) => [key, freeTexts.includes(key) ? free : value]);
    return renderMail(event, Object.fromEntries(changed), { ...mailContext(event), recipientName: free });
  });
}

describe("what people write", () => {
  it("stays text in every field", () => {
    const plain = withText("an toàn");
    withText(`</td><img src=x onerror="alert(1)"><a href='https:evil'>&lt;`).forEach(({ html }, i) => {
      expect(html.match(/<[a-z]\w*/g)).toEqual(plain[i]?.html.match(/<[a-z]\w*/g));
    });
    const { html, text } = render("request_received", { idea: `<b>"Mẹ" & con's</b>` });
    expect(html).toContain("&lt;b&gt;&quot;Mẹ&quot; &amp; con&#39;s&lt;/b&gt;");
    expect(text).toContain(`> <b>"Mẹ" & con's</b>`);
  });

  it("becomes no link and no number to call, in any message", () => {
    for (const { subject, html, text } of withText("http://evil.vn evil.vn www.evil.vn a@evil.vn 0901 234 567")) {
      for (const part of [subject, visible(html), text]) {
        expect(part).not.toMatch(/evil\.vn|www\.\S|:\/\/evil|0901/);
      }
    }
  });

  it("is cut short, so that nobody's message travels to another's address", () => {
    const long = "Trúng thưởng ".repeat(700);
    for (const { html, text } of withText(long)) {
      expect(html.match(/Trúng/g)?.length ?? 0).toBeLessThanOrEqual(30);
      expect(text.match(/Trúng/g)?.length ?? 0).toBeLessThanOrEqual(30);
    }
    const { text } = render("request_received", { idea: long });
    const quoted = text.split("\n").filter((line) => line.startsWith("> "));
    expect(quoted.map((line) => line.slice(2)).join(" ").length).toBeLessThanOrEqual(140);
  });

  it("keeps its lines", () => {
    const { html, text } = render("request_changes_noted", { words: "một\r\nhai\n\n\nba" });
    expect(html).toContain(">một<br>hai<br>ba</td>");
    expect(text).toContain("> một\n> hai\n> ba\n");
  });

  it("changes no direction of writing and hides nothing, in any part of any message", () => {
    for (const { subject, html, text } of withText("an\u{202e}gnp\u{2066}\u{200b}\u{0}\u{1b}[31m")) {
      for (const part of [subject, html.replaceAll("\u{200c}", ""), text]) {
        expect(part).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      }
    }
  });

  it("that has no space breaks no line of the text", () => {
    for (const { text } of withText("a".repeat(5000))) {
      expect(text.split("\n").filter((line) => line.length > 78 && !line.startsWith("https://"))).toEqual([]);
    }
  });

  it("makes no paragraph that looks like the site's own", () => {
    const { text } = render("request_received", { idea: "Hết.\n\n--------\n\nTheo dõi yêu cầu:\nevil.vn" });
    expect(text).toContain("> Hết.\n> --------\n> Theo dõi yêu cầu:\n> evil. vn\n");
  });

  it("is no quotation when nothing is left of it", () => {
    expect(render("request_received", { idea: "\u{200b} \n" }).text).not.toContain("Bạn đã viết");
  });

  it("is greeted as “bạn” when the name is none", () => {
    for (const name of ["", "evil.vn", "http://evil.vn", "Gọi 0901234567"]) {
      const { html, text } = render("request_received", {}, { recipientName: name });
      expect(text).toContain("\nChào bạn,\n");
      expect(visible(html)).toContain("Chào bạn,");
    }
  });
});

describe("links", () => {
  it("are made with the given origin", () => {
    for (const address of addressesOf(render("request_received", {}, { origin: "http://localhost:3000" }).html)) {
      expect(address).toMatch(/^http:\/\/localhost:3000\//);
    }
  });

  it("refuse another site", () => {
    expect(() => render("request_received", { path: "//evil.vn/a" })).toThrow("leads to another site");
    expect(() => render("password_reset", {}, { secretUrl: "https://evil.vn/" })).toThrow("leads to another site");
    expect(() => render("premium_ends_in_1_day", {}, { unsubscribeUrl: "javascript:alert(1)" })).toThrow(
      "leads to another site",
    );
  });

  it("with a secret are needed where the event has one, and nowhere else", () => {
    for (const event of ["password_reset", "email_verification"] as const) {
      expect(() => render(event, {}, { secretUrl: undefined })).toThrow("needs its secret link");
    }
    expect(render("test", {}, { secretUrl: `${mailOrigin}/s` }).html).not.toContain(`${mailOrigin}/s"`);
  });

  it("keep several parameters", () => {
    const { html, text } = render("password_reset", {}, { secretUrl: `${mailOrigin}/r?a=1&b=2` });
    expect(html).toContain(`href="${mailOrigin}/r?a=1&amp;b=2"`);
    expect(text).toContain(`\n${mailOrigin}/r?a=1&b=2\n`);
  });
});

describe("the colours", () => {
  const css = readFileSync(new URL("../../../../web/styles/tokens.css", import.meta.url), "utf8");
  const [lightCss = "", darkCss = ""] = css.split(/^\.dark,$/m);
  const schemes = [
    ["light", light, lightCss],
    ["dark", dark, darkCss],
  ] as const;

  it.each(schemes)("of %s are the site's", (_name, palette, tokens) => {
    for (const [role, colour] of Object.entries(palette)) {
      expect(tokens.match(new RegExp(`--${role}: ([^;]+);`))?.[1], role).toBe(colour);
    }
  });

  const pairs: [keyof Palette, keyof Palette][] = [
    ["text", "surface"],
    ["text", "surface-raised"],
    ["text", "surface-sunken"],
    ["text-muted", "surface"],
    ["text-muted", "surface-raised"],
    ["accent-text", "surface"],
    ["accent-text", "surface-raised"],
    ["accent-contrast", "accent"],
    ["gold-contrast", "gold"],
  ];
  it.each(schemes)("of %s have a contrast of 4.5 and more", (_name, palette) => {
    for (const [ink, ground] of pairs) {
      expect(contrast(palette[ink], palette[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** The contrast of two colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
