import { expect, test } from "vitest";
import { appLinks } from "./app-links.ts";

const payment = {
  bankBin: "970436",
  accountNumber: "0123456789",
  accountHolder: "Công ty Ngân Nga",
  amount: 399_000,
  purpose: "HM2345678K",
};

test("each banking app that fills a payment in gets account, amount, content and folded name", () => {
  const links = appLinks(payment, "https://ngannga.vn");
  expect(links.map(({ url }) => new URL(url).searchParams.get("app"))).toEqual(["mb", "bidv", "icb", "acb", "ocb"]);
  expect(links[0]).toEqual({
    name: "MB Bank",
    url: "https://dl.vietqr.io/pay?app=mb&ba=0123456789@970436&am=399000&tn=HM2345678K&bn=CONG%20TY%20NGAN%20NGA&url=https%3A%2F%2Fngannga.vn",
  });
});

test("without an address of the site the links name none", () => {
  expect(appLinks(payment, undefined)[0]?.url).not.toContain("url=");
});
