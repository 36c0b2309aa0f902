import { expect, test } from "vitest";
import { type FoundRecord, foundOfKind } from "#contract/find.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import {
  adminToken,
  makeCategory,
  makeOrder,
  makePackage,
  makeRequest,
  makeSong,
  makeStaff,
  makeUser,
} from "#test/factories.ts";

const endpoint = "GET /api/admin/find";

onBothEngines((engine) => {
  async function shop() {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app, {});
    const code = newTransferCode("HM");
    const requestCode = newTransferCode("HR");
    const rows = {
      order: await makeOrder(app, { package_id, code, user_name: "Lan Anh", payment_amount: 399_000 }),
      request: await makeRequest(app, { code: requestCode, customer_name: "Lan Anh" }),
      user: await makeUser(app, { username: "lan_anh", full_name: "Trần Lan Anh", email: "lan@example.com" }),
      song: await makeSong(app, { title: "Bài của Lan Anh", is_active: false }),
      category: await makeCategory(app, { name: "Nhạc Lan Anh" }),
      staff: await makeStaff(app, { full_name: "Võ Lan Anh", username: "vo_lan" }),
    };
    async function find(search: string, token: string): Promise<FoundRecord[]> {
      const answer = await app.send(endpoint, { token, query: { search } });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ found: FoundRecord[] }>().found;
    }
    return { app, rows, code, requestCode, find, token: await adminToken(app) };
  }
  const kinds = (found: FoundRecord[]) => found.map(({ kind }) => kind);

  test("a name finds records of every kind, each with what tells it from others", async () => {
    const { rows, code, find, token } = await shop();
    const found = await find(" lan ánh ", token);
    // A user name has no blank: the user is found by the full name.
    expect(kinds(found)).toEqual(["order", "request", "user", "song", "category", "staff"]);
    expect(found.map(({ kind, id }) => id === rows[kind].id)).not.toContain(false);
    expect(found[0]).toMatchObject({ title: code, detail: "Lan Anh · 399.000 ₫ · Chờ thanh toán" });
    expect(found[2]).toMatchObject({ title: "lan_anh", detail: "Trần Lan Anh · lan@example.com" });
    expect(found[3]?.detail).toContain("Đang ẩn");
    expect(found[5]).toMatchObject({ title: "Võ Lan Anh", detail: "vo_lan" });
  });

  test("a bank's line finds the records of its codes alone", async () => {
    const { rows, code, requestCode, find, token } = await shop();
    const line = `CT DEN:123456 ${code.slice(0, 4)} ${code.slice(4).toLowerCase()} LAN ANH ND ${requestCode}`;
    expect((await find(line, token)).map(({ kind, id }) => [kind, id])).toEqual([
      ["order", rows.order.id],
      ["request", rows.request.id],
    ]);
    expect((await find(`#${rows.request.id}`, token)).map(({ kind, id }) => [kind, id])).toContainEqual([
      "request",
      rows.request.id,
    ]);
  });

  test("an accountant finds what the own screens show", async () => {
    const { app, find } = await shop();
    expect(kinds(await find("lan anh", await adminToken(app, { role: "accountant" })))).toEqual(["order", "user"]);
  });

  test("reads a few rows of a kind, and nothing for a text without letters", async () => {
    const { app, find, token } = await shop();
    for (let n = 0; n <= foundOfKind; n++) await makeSong(app, { title: `Mùa hạ ${n}` });
    expect(await find("mua ha", token)).toHaveLength(foundOfKind);
    for (const text of ["", " ", "l", "\u0301\u0301", "%", "_", "''", "\u0000"]) {
      const answer = await app.send(endpoint, { token, query: { search: text } });
      expect(answer.statusCode, JSON.stringify(text)).toBeLessThan(500);
      if (answer.statusCode === 200) expect(answer.json().found, JSON.stringify(text)).toEqual([]);
    }
    expect(kinds(await find("lan anh ".repeat(30), token))).toEqual([]);
    expect((await app.send(endpoint, { token, query: { search: "a".repeat(501) } })).statusCode).toBe(422);
    expect((await app.send(endpoint, { token })).json()).toEqual({ found: [] });
  });
});
