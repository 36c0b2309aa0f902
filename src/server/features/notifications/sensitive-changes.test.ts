import { expect, it, test } from "vitest";
import { defaultNotificationSettings } from "#contract/notifications.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeBank, makeSession, makeStaff, makeUser } from "#test/factories.ts";

/** The messages about sensitive changes, by their recipients. */
async function told(app: TestApp) {
  const rows = await app.db
    .selectFrom("deliveries")
    .select(["email", "data"])
    .where("event", "=", "sensitive_change")
    .orderBy("email")
    .execute();
  return rows.map(({ email, data }) => ({ email, ...JSON.parse(data) }));
}
const trail = async (app: TestApp) =>
  (await app.db.selectFrom("audit_log").select("summary").orderBy("id").execute()).map(({ summary }) => summary);

onBothEngines((engine) => {
  it("tells every active administrator of another bank account, whatever addresses are set, with masked numbers", async () => {
    const app = await testApp(engine);
    const { id: adminId } = await makeAdmin(app, { email: "an@example.com" });
    const token = await makeSession(app, "admin", adminId);
    await makeAdmin(app, { email: "binh@example.com" });
    await makeAdmin(app, { email: "dong@example.com", is_active: false });
    await makeAdmin(app, { email: "ke-toan@example.com", role: "accountant" });
    const json = { ...defaultNotificationSettings, admin_emails: ["hop-thu@example.com"] };
    await app.send("PUT /api/admin/config/notifications", { token, json });
    await app.db.deleteFrom("deliveries").execute();
    const { id } = await makeBank(app, { account_number: "0071000123456" });
    const body = { account_number: "19036789054321", account_holder: "Trần Văn Bình" };
    expect((await app.send(`PUT /api/bank-config/${id}`, { token, json: body })).statusCode).toBe(200);
    const messages = await told(app);
    expect(messages.map(({ email }) => email)).toEqual(["an@example.com", "binh@example.com", "ke-toan@example.com"]);
    const details = ["số tài khoản: 0071…3456 → 1903…4321", "chủ tài khoản: N… T… N… → T… V… B…"];
    expect(messages[0]).toMatchObject({ what: "Sửa tài khoản ngân hàng", details, by: "an@example.com" });
    expect((await trail(app)).at(-1)).toBe(`Vietcombank (${details.join("; ")})`);
  });
});

onBothEngines((engine) => {
  it("tells the administrators and the former addresses that messages to administrators go elsewhere", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app, { email: "an@example.com" });
    await makeAdmin(app, { email: "ke-toan@example.com", role: "accountant" });
    const save = async (json: object) => {
      await app.db.deleteFrom("deliveries").execute();
      const saved = await app.send("PUT /api/admin/config/notifications", { token, json });
      expect(saved.statusCode, saved.body).toBe(200);
      return (await told(app)).map(({ email, what, details }) => [email, what, details]);
    };
    const what = "Nơi nhận thông báo của quản trị viên";
    const emails = ["hop-thu@example.com", "AN@example.com"];
    expect(await save({ admin_emails: emails })).toEqual([
      [
        "an@example.com",
        what,
        ["thôi gửi đến email riêng của mỗi quản trị viên", "gửi đến hop-….com", "gửi đến AN@e….com"],
      ],
    ]);
    expect(await save({ quiet_hours: false, admin_emails: ["HOP-THU@example.com", "an@example.com"] })).toEqual([]);
    const details = ["thôi gửi đến HOP-….com", "thôi gửi đến an@e….com", "gửi đến nguo….net"];
    expect(await save({ admin_emails: ["nguoi-ngoai@kho.net"] })).toEqual([
      ["HOP-THU@example.com", what, details],
      ["an@example.com", what, details],
    ]);
    expect(await save({ admin_emails: [] })).toEqual([
      ["an@example.com", what, ["thôi gửi đến nguo….net", "gửi đến email riêng của mỗi quản trị viên"]],
      ["nguoi-ngoai@kho.net", what, ["thôi gửi đến nguo….net", "gửi đến email riêng của mỗi quản trị viên"]],
    ]);
    expect(await trail(app)).toEqual(Array(4).fill("Thông báo cho khách, nhân viên và quản trị viên"));
  });
});

test("the contacts and pages that customers are led to are told, with every change", async () => {
  const app = await testApp("sqlite");
  const token = await adminToken(app, { email: "an@example.com" });
  const of = async (call: `${"POST" | "PUT" | "PATCH" | "DELETE"} ${string}`, json?: object) => {
    await app.db.deleteFrom("deliveries").execute();
    const answer = await app.send(call, { token, ...(json && { json }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return (await told(app)).map(({ email, what, details }) => [email, what, details]);
  };
  const an = "an@example.com";
  const support = "/api/admin/support";
  const zalo = { name: "Zalo của nhóm", type: "zalo", value: "0901 234 567" };
  const contact = "liên hệ “Zalo của nhóm”";
  expect(await of(`POST ${support}`, zalo)).toEqual([
    [an, "Thêm liên hệ hỗ trợ", [contact, "Địa chỉ: (trống) → 0901… 567"]],
  ]);
  const { id } = await app.db.selectFrom("support_contacts").select("id").executeTakeFirstOrThrow();
  expect(await of(`PUT ${support}/${id}`, { value: "https://zalo.me/nguoi-ngoai" })).toEqual([
    [an, "Sửa liên hệ hỗ trợ", [contact, "Địa chỉ: 0901… 567 → zalo.me/nguoi-ngoai"]],
  ]);
  expect(await of(`PATCH ${support}/${id}/toggle-status`)).toEqual([
    [an, "Sửa liên hệ hỗ trợ", [contact, "Đang hiện: có → không"]],
  ]);
  expect(await of(`DELETE ${support}/${id}`)).toEqual([[an, "Xóa liên hệ hỗ trợ", [contact]]]);
  expect(await of("POST /api/admin/bin/restore", { entity: "support", id })).toEqual([
    [an, "Khôi phục liên hệ hỗ trợ", [contact, "Địa chỉ: (trống) → zalo.me/nguoi-ngoai"]],
  ]);
  const links = "PUT /api/admin/config/social-links";
  expect(await of(links, { facebook: "https://facebook.com/ngannga" })).toEqual([
    [an, "Trang mạng xã hội", ["Facebook: (trống) → facebook.com/ngannga"]],
  ]);
  expect(await of(links, { facebook: "https://facebook.com/ngannga" })).toEqual([]);
  expect(await trail(app)).toEqual([...Array(5).fill("Zalo của nhóm"), ...Array(2).fill("Trang mạng xã hội")]);
});

test("accountants are told of the bank account alone", async () => {
  const app = await testApp("sqlite");
  const token = await adminToken(app, { email: "an@example.com" });
  await makeAdmin(app, { email: "ke-toan@example.com", role: "accountant" });
  const member = await makeStaff(app, { full_name: "Lan" });
  await app.send(`PUT /api/admin/staff/${member.id}`, {
    token,
    json: { is_supervisor: true, password: "mật khẩu rất mới" },
  });
  await app.send(`PUT /api/admin/staff/${member.id}`, { token, json: { is_active: false } });
  const user = await makeUser(app);
  await app.send(`PUT /api/admin/users/${user.id}`, { token, json: { password: "mật khẩu rất mới" } });
  const saved = await app.send("PUT /api/admin/config/cloudflare-r2", {
    token,
    json: {
      account_id: "0123456789abcdef",
      access_key_id: "AKIA0123456789XYZ",
      secret_access_key: "bi-mat-lam",
      bucket_name: "nhac",
      private_bucket_name: "",
      endpoint_url: "",
      public_url: "",
      region: "auto",
    },
  });
  expect([saved.statusCode, saved.json()]).toMatchObject([200, {}]);
  await app.send("POST /api/admin/administrators", {
    token,
    json: { email: "moi@example.com", full_name: "Mới", role: "admin" },
  });
  const messages = (await told(app)).filter(({ email }) => email !== "moi@example.com");
  expect(messages.map(({ email, what, details }) => [email, what, details])).toEqual([
    ["an@example.com", "Tài khoản nhân viên", ["mật khẩu mới", "giám sát viên"]],
    ["an@example.com", "Mật khẩu của một người dùng", [`người dùng số ${user.id}`, "mật khẩu mới"]],
    [
      "an@example.com",
      "Cấu hình kho lưu trữ file",
      [
        "Account ID: (trống) → 0123…cdef",
        "bucket: (trống) → nhac",
        "region: (trống) → auto",
        "Access Key ID: (trống) → AKIA…9XYZ",
        "Secret Access Key mới",
      ],
    ],
    ["an@example.com", "Mời quản trị viên", ["moi@example.com: quản trị viên"]],
  ]);
  expect(JSON.stringify([await trail(app), messages])).not.toMatch(/bi-mat-lam|mật khẩu rất mới/);
});
