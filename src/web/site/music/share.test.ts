import { expect, it } from "vitest";
import { facebookShare, shareMessage, zaloShare } from "./share.ts";

const page = "https://ngannga.example/songs/7?a=1&b=2";
const message = shareMessage('Mưa "hạ" & nắng');

it("facebookShare contains the page's URL and the message", () => {
  const url = new URL(facebookShare(page, message));
  expect(url.origin + url.pathname).toBe("https://www.facebook.com/sharer/sharer.php");
  expect(url.searchParams.get("u")).toBe(page);
  expect(url.searchParams.get("quote")).toBe('Nghe bài hát "Mưa "hạ" & nắng" trên Ngân Nga');
});

it("zaloShare contains the page's URL and the message in its payload", () => {
  const url = new URL(zaloShare(page, message));
  expect(url.host).toBe("button-share.zalo.me");
  const payload = Buffer.from(decodeURIComponent(url.searchParams.get("d") ?? ""), "base64").toString("utf8");
  expect(JSON.parse(payload)).toEqual({ url: page, title: message });
});
