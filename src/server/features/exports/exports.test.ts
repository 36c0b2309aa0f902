import { expect, test } from "vitest";
import { type ExportedList, ExportedList as Lists } from "#contract/exports.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import {
  adminToken,
  makeCategory,
  makePackage,
  makeRequest,
  makeSong,
  makeStaff,
  makeUser,
  staffToken,
} from "#test/factories.ts";
import { rowsOfXlsx } from "#test/xlsx.ts";

const own = "POST /api/admin/exports";

onBothEngines((engine) => {
  async function download(app: TestApp, token: string, list: ExportedList, filter: Record<string, string> = {}) {
    const link = await app.send(own, { token, json: { list, filter } });
    expect(link.statusCode, link.body).toBe(200);
    const { url } = link.json<{ url: string }>();
    const file = await app.send(`GET ${url}`);
    expect(file.statusCode, file.body).toBe(200);
    return { rows: rowsOfXlsx(file.rawPayload), file, url };
  }

  test("every list is a file with a title for each column, and its rows", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const category = await makeCategory(app, { name: "Dân ca", is_active: false });
    await makeSong(app, { title: "=1+1", is_active: false, categories: [category.id] });
    await makeUser(app, { username: "lan", full_name: "Trần Lan" });
    const member = await makeStaff(app, { full_name: "Võ Minh" });
    await makeRequest(app, { customer_name: "Hoa", staff_id: member.id, status: "processing" });
    const { id } = await makePackage(app, { name: "Một năm", price: 399_000 });
    await app.send(`PUT /api/admin/premium-packages/${id}`, { token, json: { price: 299_000 } });
    const named: Readonly<Record<ExportedList, string | undefined>> = {
      songs: "'=1+1",
      categories: "Dân ca",
      users: "lan",
      requests: "Hoa",
      staff: "Võ Minh",
      packages: "Một năm",
      deliveries: undefined,
      history: "Một năm",
    };
    for (const list of Lists.options) {
      const { rows, file } = await download(app, token, list);
      expect(new Set(rows[0]).size, list).toBe(rows[0]?.length);
      expect(
        rows.slice(1).map((row) => row.includes(named[list] ?? "")),
        list,
      ).toEqual(named[list] ? [true] : []);
      expect(file.headers, list).toMatchObject({ "cache-control": "private, no-store" });
    }
    const work = await download(app, token, "history", { entity: "premium_package" });
    expect(work.rows[1]?.at(-1)).toMatch(/^Giá: 399\.000 ₫ → 299\.000 ₫$/);
    expect((await download(app, token, "history", { entity: "user" })).rows).toHaveLength(1);
    expect((await download(app, token, "staff", { search: "khong co" })).rows).toHaveLength(1);
    const { rows } = await download(app, token, "requests");
    expect(rows[1]).toEqual(expect.arrayContaining(["Đang xử lý", "Võ Minh"]));
  });

  test("a file has all rows of its filter, of more than one batch", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (let n = 0; n < 501; n++) await makeSong(app, { title: `Bài ${n}`, is_active: n % 2 === 0 });
    expect((await download(app, token, "songs")).rows).toHaveLength(502);
    expect((await download(app, token, "songs", { active: "true" })).rows).toHaveLength(252);
    expect((await download(app, token, "songs", { search: "bai 500" })).rows).toHaveLength(2);
  });

  test("only who may see a list gets its file, and a link opens no other list", async () => {
    const app = await testApp(engine);
    const accountant = await adminToken(app, { role: "accountant" });
    for (const list of Lists.options) {
      const answer = await app.send(own, { token: accountant, json: { list, filter: {} } });
      expect(answer.statusCode, list).toBe(list === "users" || list === "packages" ? 200 : 403);
    }
    const { url } = await download(app, accountant, "users");
    const link = url.split("link=")[1] ?? "";
    for (const other of ["songs", "staff", "packages"]) {
      expect((await app.send(`GET /api/admin/exports/${other}?link=${link}`)).statusCode).toBe(403);
    }
    expect((await app.send("GET /api/admin/exports/users", { query: { link: "x" } })).statusCode).toBe(403);
    expect((await app.send("GET /api/admin/exports/nothing", { query: { link: "x" } })).statusCode).toBe(422);
    expect((await app.send(own, { json: { list: "users", filter: {} } })).statusCode).toBe(401);
    const staff = await staffToken(app);
    expect((await app.send(own, { token: staff, json: { list: "users", filter: {} } })).statusCode).toBe(403);
  });

  test("refuses what is no list and no filter", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const json of [
      {},
      { list: "orders", filter: {} },
      { list: "users" },
      { list: "users", filter: { from: "2026-02-30" } },
      { list: "users", filter: { tab: "x" } },
      { list: "songs", filter: { search: "a".repeat(201) } },
      { list: "songs", filter: { category_id: {} } },
    ]) {
      expect((await app.send(own, { token, json })).statusCode, JSON.stringify(json)).toBe(422);
    }
  });
});
