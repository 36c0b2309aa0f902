/** The private page of a request and its privacy; `request-life` goes the way of the customer through it. */
import type { CustomerRequest } from "../src/contract/requests.ts";
import { expect, test } from "./support/test.ts";

test.use({ catalogue: "own:requests" });
test.beforeEach(({ site }) => site.empty());

test("the page is read under its own address alone, and is in no cache and no index", async ({ site }) => {
  const multipart = new FormData();
  multipart.set("customer_name", "Nguyễn Thị Lan");
  multipart.set("customer_email", "lan@example.com");
  multipart.set("request_content", "Bài hát tặng ba má nhân 30 năm ngày cưới");
  const { code, page_token, customer_name } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart });
  const own = await fetch(`${site.origin}/requests/${page_token}`);
  expect(own.status).toBe(200);
  const html = await own.text();
  expect(html).toContain(code);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  for (const other of [page_token.toLowerCase(), code, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const answer = await fetch(`${site.origin}/requests/${other}`);
    expect(answer.status, other).toBe(404);
    expect(await answer.text(), other).not.toContain(customer_name);
  }
  for (const address of [page_token, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const { headers } = await fetch(`${site.origin}/requests/${address}`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("etag")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  }
});
