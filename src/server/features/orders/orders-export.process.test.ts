import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { onOneEngine, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeUser } from "#test/factories.ts";
import { folderOf } from "#test/folders.ts";

/** Commas, quotes around every text, UTF-8, from the first line. */
const csvFilter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false";

/** Returns the rows of an Excel file as LibreOffice Calc reads them: texts quoted, numbers bare, times as `12/31/2026 23:59:59`. */
async function rowsOfLibreOffice(file: Buffer): Promise<string[][]> {
  const folder = folderOf({ "orders.xlsx": file });
  const profile = pathToFileURL(path.join(folder, "profile")).href;
  const office = spawn(
    "soffice",
    [`-env:UserInstallation=${profile}`, "--headless", "--convert-to", csvFilter, "--outdir", folder, "orders.xlsx"],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"], detached: true, env: { PATH: process.env.PATH, HOME: folder } },
  );
  // The program is a script around its process.
  onTestFinished(() => {
    if (office.exitCode === null && office.pid !== undefined) process.kill(-office.pid, "SIGKILL");
  });
  const [out, errors, [code]] = await Promise.all([text(office.stdout), text(office.stderr), once(office, "close")]);
  expect(code, out + errors).toBe(0);
  return cellsOf(readFileSync(path.join(folder, "orders.csv"), "utf8"));
}

/** Returns the cells of each line, quoted ones with their outer quotes. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

onOneEngine((engine) => {
  test("LibreOffice opens the export with every text, number and time of its orders", async () => {
    const app = await testApp(engine);
    const month = await makePackage(app, { name: "Gói 1 tháng", price: 49_000, duration_days: 30 });
    const lifetime = await makePackage(app, { name: "Trọn đời", price: 1_999_000, is_lifetime: true });
    const user = await makeUser(app);
    const first = await makeOrder(app, {
      package_id: month.id,
      user_name: "=1+1",
      user_phone: "0901234567",
      user_email: "duong@example.com",
      user_address: "Số 7, ngõ 12\nphường “Đường Lâm”",
      user_telegram: "+84901234567",
      user_facebook: "@SUM(A1:A9)",
      user_zalo: "-2+3",
      payment_note: '<b>gấp</b> & "nhanh" _x0041_ 🎵',
      admin_notes: "ạ".repeat(33_000),
      created_at: "2026-11-22T17:00:00.000Z",
    });
    const invoice = {
      company: "=Công ty “Ngân Nga”",
      tax_code: "0101248141",
      address: "Số 7, ngõ 12",
      email: "+kt@example.com",
      created_at: first.created_at,
    };
    await app.db
      .insertInto("invoice_requests")
      .values({ order_id: first.id, ...invoice })
      .execute();
    const second = await makeOrder(app, {
      package_id: lifetime.id,
      user_id: user.id,
      user_name: "Nguyễn Thị Ngân Nga",
      user_phone: "(+84) 901-234-567",
      payment_reference: "1/2",
      status: "completed",
      payment_status: "paid",
      created_at: "2026-12-31T16:59:59.000Z",
      paid_at: "2026-12-31T17:00:00.000Z",
      confirmed_at: "2027-01-01T01:05:00.000Z",
      completed_at: "2028-02-29T10:30:00.000Z",
      premium_granted_at: "2027-01-01T01:05:00.000Z",
    });
    const file = await app.send("GET /api/premium-orders/export", { token: await adminToken(app) });
    const [header, ...rows] = await rowsOfLibreOffice(file.rawPayload);
    const valueOf = (row: string[] | undefined) =>
      Object.fromEntries((header ?? []).map((title, i) => [title.slice(1, -1), row?.[i]]));
    expect(rows).toHaveLength(2);
    expect(valueOf(rows[0])).toEqual({
      "Số đơn": String(second.id),
      "Đã hoàn (VND)": "0",
      "Mã chuyển khoản": `"${second.code}"`,
      "Ngày đặt": "12/31/2026 23:59:59",
      "Khách hàng": '"Nguyễn Thị Ngân Nga"',
      "Điện thoại": '"(+84) 901-234-567"',
      Email: `"${second.user_email}"`,
      "Địa chỉ": "",
      Telegram: "",
      Facebook: "",
      Zalo: "",
      "Mã tài khoản": String(user.id),
      Gói: '"Trọn đời"',
      "Thời hạn (ngày)": '"Vĩnh viễn"',
      "Số tiền (VND)": "1999000",
      "Trạng thái": '"Hoàn thành"',
      "Thanh toán": '"Đã thanh toán"',
      "Kết thúc do": "",
      "Lời nhắn khách": "",
      "Mã giao dịch": '"1/2"',
      "Ghi chú của khách": "",
      "Ghi chú quản trị": "",
      "Ngày thanh toán": "01/01/2027 00:00:00",
      "Ngày xác nhận": "01/01/2027 08:05:00",
      "Ngày hoàn thành": "02/29/2028 17:30:00",
      "Ngày cộng Premium": "01/01/2027 08:05:00",
      "Hóa đơn: công ty": "",
      "Hóa đơn: mã số thuế": "",
      "Hóa đơn: địa chỉ": "",
      "Hóa đơn: email": "",
      "Quà tặng cho": "",
      "Quà tặng từ": "",
      "Mã tài khoản nhận quà": "",
    });
    expect(valueOf(rows[1])).toMatchObject({
      "Số đơn": String(first.id),
      "Ngày đặt": "11/23/2026 00:00:00",
      "Khách hàng": '"\'=1+1"',
      "Điện thoại": '"0901234567"',
      "Địa chỉ": '"Số 7, ngõ 12\nphường “Đường Lâm”"',
      Telegram: '"+84901234567"',
      Facebook: '"\'@SUM(A1:A9)"',
      Zalo: '"\'-2+3"',
      "Thời hạn (ngày)": "30",
      "Số tiền (VND)": "49000",
      "Ghi chú của khách": '"<b>gấp</b> & "nhanh" _x0041_ 🎵"',
      "Ghi chú quản trị": `"${"ạ".repeat(32_767)}"`,
      "Ngày thanh toán": "",
      "Hóa đơn: công ty": '"\'=Công ty “Ngân Nga”"',
      "Hóa đơn: mã số thuế": '"0101248141"',
      "Hóa đơn: địa chỉ": '"Số 7, ngõ 12"',
      "Hóa đơn: email": '"\'+kt@example.com"',
    });
  });
});
