import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { aBankAccount } from "#test/component/sales.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as bank from "../../admin/bank/screen.tsx";

const remove = "DELETE /api/bank-config/{id}";
const confirmation = "POST /api/account/confirmation";
const factor = "GET /api/account/second-factor";
const off = { is_enabled: false, enabled_at: null, recovery_codes_left: 0 };
const on = { is_enabled: true, enabled_at: "2026-11-20T02:30:00.000Z", recovery_codes_left: 9 };
const refusal = fails(403, "Việc này cần bạn xác nhận lại", undefined, "confirmation_required");
const invalid = (field: string, message: string) => fails(422, message, [{ field, message }]);

const dialog = page.getByRole("dialog", { name: "Xác nhận lại là bạn" });
const password = dialog.getByLabelText(/^Mật khẩu hiện tại/);
const code = dialog.getByLabelText(/^Mã xác thực/);
const send = dialog.getByRole("button", { name: "Xác nhận" });

/** Asks for the bank account to be deleted, which needs a confirmation. */
async function start(answers: Answers = {}) {
  const opened = await openAdmin(bank, "/admin/bank", {
    "GET /api/premium-orders/tabs": { all: 0, waiting: 0, ungranted: 0, done: 0, ended: 0 },
    "GET /api/bank-config": aBankAccount(),
    [factor]: off,
    [remove]: (request) => (request.confirmation === "fresh" ? { success: true as const } : refusal),
    [confirmation]: () => ({ confirmation: "fresh", expires_at: new Date(Date.now() + 300_000).toISOString() }),
    ...answers,
  });
  const ask = async () => {
    await page.getByRole("button", { name: "Xóa: Vietcombank" }).click();
    await page.getByRole("button", { name: "Xóa tài khoản ngân hàng", exact: true }).click();
  };
  await ask();
  return { ...opened, ask };
}

test("a sensitive call asks for the password, is sent again, and the next one asks no more", async () => {
  const { api, ask } = await start();
  await expect.element(password).toHaveFocus();
  await expect.element(code).not.toBeInTheDocument();
  await password.fill("mật khẩu");
  await send.click();
  await expect.element(page.getByText("Đã xóa tài khoản ngân hàng")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.requests(confirmation).map(({ body, token }) => [body, token])).toEqual([
    [{ password: "mật khẩu" }, "admin-token"],
  ]);
  await ask();
  await expect.poll(() => api.requests(remove).map((request) => request.confirmation)).toEqual([
    undefined,
    "fresh",
    "fresh",
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("an account with a second factor gives its code too, and errors stand at the fields", async () => {
  const { api } = await start({ [factor]: on, [confirmation]: invalid("code", "Mã xác thực không đúng hoặc đã được dùng") });
  await password.fill("mật khẩu");
  await code.fill("123456");
  await send.click();
  await expect.element(dialog.getByText("Mã xác thực không đúng hoặc đã được dùng")).toBeVisible();
  expect(api.requests(confirmation)[0]?.body).toEqual({ password: "mật khẩu", code: "123456" });
  expect(api.requests(remove)).toHaveLength(1);
});

test("closing the dialog sends nothing, and says why nothing was changed", async () => {
  const { api } = await start();
  await dialog.getByRole("button", { name: "Hủy" }).click();
  await expect.element(page.getByText("Việc này cần bạn xác nhận lại")).toBeVisible();
  expect(api.requests(remove)).toHaveLength(1);
});

test("an ended confirmation is asked for again", async () => {
  const { api, ask } = await start({
    [confirmation]: () => ({ confirmation: "fresh", expires_at: new Date(Date.now() - 1).toISOString() }),
  });
  await password.fill("mật khẩu");
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await ask();
  await expect.element(dialog).toBeVisible();
  expect(api.requests(remove).at(-1)?.confirmation).toBeUndefined();
});
