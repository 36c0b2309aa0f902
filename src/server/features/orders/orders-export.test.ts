import { expect, test, vi } from "vitest";
import { onBothEngines, onOneEngine, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, userToken } from "#test/factories.ts";
import { rowsOfXlsx, unzip } from "#test/xlsx.ts";

const own = "/api/premium-orders/export";
const sheetName = "xl/worksheets/sheet1.xml";

onBothEngines((engine) => {
  test("the export holds all orders of a filter, over several batches, newest first", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    for (let i = 0; i < 1100; i++) {
      await makeOrder(app, { package_id, payment_status: i % 11 === 0 ? "paid" : "pending" });
    }
    const ids = async (query: Record<string, string>) => {
      const answer = await app.send(`GET ${own}`, { token, query });
      expect(answer.statusCode).toBe(200);
      return rowsOfXlsx(answer.rawPayload)
        .slice(1)
        .map(([id]) => Number(id));
    };
    const all = await ids({});
    expect(all).toHaveLength(1100);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(await ids({ payment_status: "paid" })).toHaveLength(100);
    expect(await ids({ search: "không có ai" })).toEqual([]);
  });
});

onOneEngine((engine) => {
  test("times, amounts and texts of an order are cells of their kind", async () => {
    const app = await testApp(engine);
    const lifetime = await makePackage(app, { is_lifetime: true, name: "Vĩnh viễn", price: 999_000 });
    const { id, code } = await makeOrder(app, {
      package_id: lifetime.id,
      user_name: "=1+1",
      payment_note: "<b>gấp</b>",
      created_at: "2026-11-22T17:00:00.000Z",
    });
    const answer = await app.send(`GET ${own}`, { token: await adminToken(app) });
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringMatching(/^attachment; filename=don-hang-\d{4}-\d\d-\d\d\.xlsx$/),
    });
    const [header, row] = rowsOfXlsx(answer.rawPayload);
    expect(header?.slice(0, 4)).toEqual(["Số đơn", "Mã chuyển khoản", "Ngày đặt", "Khách hàng"]);
    expect(row?.slice(0, 4)).toEqual([String(id), code, "46349", "'=1+1"]);
    expect(row).toEqual(expect.arrayContaining(["Vĩnh viễn", "999000", "Chờ xử lý", "Chờ thanh toán", "<b>gấp</b>"]));
    expect(unzip(answer.rawPayload)[sheetName]).toContain('s="2"><v>46349</v>');
    expect(unzip(answer.rawPayload)[sheetName]).toContain('s="3"><v>999000</v>');
  });

  test("needs an administrator, or a link that one made within a minute", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    await makeOrder(app, { payment_status: "paid" });
    const { id } = await makeOrder(app);
    for (const call of [`GET ${own}`, `POST ${own}/link`] as const) {
      expect((await app.send(call)).statusCode, call).toBe(401);
      expect((await app.send(call, { token: await userToken(app) })).statusCode, call).toBe(403);
    }
    const made = await app.send(`POST ${own}/link`, { token, query: { payment_status: "pending" } });
    const { url } = made.json<{ url: string }>();
    const file = await app.send(`GET ${url}`);
    expect(file.headers["referrer-policy"]).toBe("no-referrer");
    expect(rowsOfXlsx(file.rawPayload).map(([first]) => first)).toEqual(["Số đơn", String(id)]);
    const wrong = [`${url}x`, `${own}/file?link=a`, `${own}/file?link=`];
    for (const address of wrong) expect((await app.send(`GET ${address}`)).statusCode, address).toBe(403);
    expect((await app.send(`GET ${own}/file`)).statusCode).toBe(422);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    try {
      const late = await app.send(`GET ${url}`);
      expect([late.statusCode, late.json().detail]).toEqual([403, "Đường dẫn tải đã hết hạn, vui lòng bấm xuất lại"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
