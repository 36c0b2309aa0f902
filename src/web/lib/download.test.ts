import { create } from "content-disposition";
import { afterEach, expect, it, vi } from "vitest";
import { download } from "./download.ts";

// No endpoint of the contract is a download yet.
const anyDownload = download as (key: string, options: { as: "admin" }) => ReturnType<typeof download>;
const fetchFile = () => anyDownload("GET /api/file", { as: "admin" });

function answer(response: Response): void {
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => (key === "adminToken" ? "token" : null) } });
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    expect([url, headers.authorization]).toEqual(["/api/file", "Bearer token"]);
    return response;
  });
}
afterEach(() => vi.unstubAllGlobals());

it("returns the content under the name that the server gives", async () => {
  const headers = { "content-disposition": create("đơn hàng.csv") };
  answer(new Response("a,b", { headers }));
  const { fileName, content } = await fetchFile();
  expect([fileName, await content.text()]).toEqual(["đơn hàng.csv", "a,b"]);
});

it("returns no name where the server gives none", async () => {
  answer(new Response("a,b"));
  expect((await fetchFile()).fileName).toBeUndefined();
});

it("throws the server's error", async () => {
  answer(Response.json({ detail: "Không có quyền" }, { status: 403 }));
  await expect(fetchFile()).rejects.toMatchObject({ status: 403, message: "Không có quyền" });
});
