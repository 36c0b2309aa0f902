import { describe, expect, it, test } from "vitest";
import { type ContactType, contactLink, contactTypes, contactValueError, iconAddress } from "./contact-link.ts";

const app = (href: string) => ({ kind: "app", href });
const tab = (href: string) => ({ kind: "tab", href });

describe("contactLink", () => {
  it.each<[ContactType, value: string, link: object]>([
    ["phone", "0901 234.567", app("tel:0901234567")],
    ["phone", " (028) 3822-1234 ", app("tel:02838221234")],
    ["phone", "+84 901 234 567", app("tel:+84901234567")],
    ["phone", "tel:1900 0000", app("tel:19000000")],
    ["zalo", "0901.234 567", tab("https://zalo.me/0901234567")],
    ["zalo", "+84 901 234 567", tab("https://zalo.me/84901234567")],
    ["zalo", "579745863508352884", tab("https://zalo.me/579745863508352884")],
    ["zalo", "https://zalo.me/g/abcdef123", tab("https://zalo.me/g/abcdef123")],
    ["zalo", "zalo.me/579745863508352884", tab("https://zalo.me/579745863508352884")],
    ["messenger", "m.me/ngannga", tab("https://m.me/ngannga")],
    ["messenger", "ngan.nga.nhac", tab("https://m.me/ngan.nga.nhac")],
    ["messenger", "https://www.messenger.com/t/1", tab("https://www.messenger.com/t/1")],
    ["telegram", "@ngan_nga", tab("https://t.me/ngan_nga")],
    ["telegram", "t.me/ngan_nga?start=1", tab("https://t.me/ngan_nga?start=1")],
    ["telegram", "http://t.me/ngan_nga", tab("http://t.me/ngan_nga")],
    ["email", "xin-chao@example.com", app("mailto:xin-chao@example.com")],
    ["email", "mailto:a+b@example.com", app("mailto:a%2Bb@example.com")],
    ["request", "gì cũng được", { kind: "request" }],
    ["request", "", { kind: "request" }],
    ["other", "https://example.com/hoi?a=1", tab("https://example.com/hoi?a=1")],
    ["other", "example.com", tab("https://example.com/")],
    ["other", "example.com:8443/hoi", tab("https://example.com:8443/hoi")],
    ["other", "nhạc.vn/hoi", tab("https://xn--nhc-tgz.vn/hoi")],
    ["other", "TEL:19000000", app("tel:19000000")],
    ["other", "mailto:a@example.com?subject=Ch%C3%A0o", app("mailto:a@example.com?subject=Ch%C3%A0o")],
  ])("%s with %j", (type, value, link) => {
    expect(contactLink({ type, value })).toEqual(link);
  });

  const unsafe = [
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "javascript://example.com/%0Aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "tg://resolve?domain=x",
    "intent://x#Intent;end",
    "/request",
    "//example.com",
    "không phải địa chỉ",
    "",
  ];
  const linked = contactTypes.filter((type) => type !== "request");
  it.each(
    linked.flatMap((type) => unsafe.map((value) => [type, value] as const)),
  )("%s has no link for %j", (type, value) => {
    expect(contactLink({ type, value })).toBeUndefined();
  });

  it.each<[ContactType, value: string]>([
    ["phone", "gọi Lan"],
    ["phone", "12"],
    ["phone", "https://example.com"],
    ["email", "xin-chao"],
    ["email", "a@b.vn, c@d.vn"],
    ["email", "Lan <lan@example.com>"],
    ["email", "a@b.vn,c@d.vn"],
    ["zalo", "Lan"],
    ["messenger", "a b"],
    ["messenger", ".."],
    ["telegram", "@../x"],
  ])("%s has no link for %j", (type, value) => {
    expect(contactLink({ type, value })).toBeUndefined();
  });
});

describe("contactValueError", () => {
  it.each(contactTypes)("returns undefined for a valid value of %s and a message for an invalid one", (type) => {
    const good = { phone: "1900 0000", email: "a@example.com" }[type as string] ?? "https://example.com";
    expect(contactValueError({ type, value: good })).toBeUndefined();
    const bad = contactValueError({ type, value: "javascript:alert(1)" });
    if (type === "request") expect(bad).toBeUndefined();
    else expect(bad).toMatch(/^\p{Lu}/u);
  });
});

test("returns pictures over https or from this site only", () => {
  expect(iconAddress("https://example.com/a.png")).toBe("https://example.com/a.png");
  expect(iconAddress(" /uploads/a.png ")).toBe("/uploads/a.png");
  for (const url of [null, "", "http://example.com/a.png", "//example.com/a.png", "/\\example.com", "a.png"]) {
    expect(iconAddress(url), String(url)).toBeUndefined();
  }
  for (const url of ["javascript:alert(1)", "data:image/svg+xml,<svg/>"]) expect(iconAddress(url)).toBeUndefined();
});
