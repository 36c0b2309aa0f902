import { expect, test } from "vitest";
import { renderRoutes } from "#test/component/render.tsx";
import { PageHead } from "./page-head.tsx";

const Component = () => <PageHead title="Thư viện" description="Nghe nhạc" path="/songs" />;
const open = (data = {}) => renderRoutes([{ id: "page", path: "*", Component }], "/songs", undefined, data);
const canonical = () => document.querySelector("link[rel=canonical]")?.getAttribute("href");
const meta = (name: string) => document.querySelector(`meta[property="${name}"]`)?.getAttribute("content");

test("names the page's own address", async () => {
  await open();
  await expect.poll(canonical).toBe("https://ngan-nga.example/songs");
  expect(meta("og:url")).toBe("https://ngan-nga.example/songs");
});

test("names no address where only the request tells one", async () => {
  await open({ canonicalOrigin: undefined });
  await expect.poll(() => meta("og:image")).toBe("https://ngan-nga.example/share.jpg");
  expect([canonical(), meta("og:url")]).toEqual([undefined, undefined]);
});
