import { type ReactNode, useState } from "react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { anAdminContact, openAdmin } from "#test/component/admin.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { aCountedCategory } from "#test/component/samples.ts";
import { type Answers, fails, hangs, held, networkDown, stubApi } from "#test/component/stub-api.ts";
import { errorMessage, useChange, useRead, useToggle } from "./queries.ts";
import { aBankAccount } from "#test/component/sales.ts";
import * as bank from "../../admin/bank/screen.tsx";

/** Renders for 1, and for 2 once its button is pressed. */
function Switch({ render }: { render: (id: number) => ReactNode }) {
  const [id, setId] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setId(2)}>
        2
      </button>
      {render(id)}
    </>
  );
}

const status = page.getByRole("status").last();

describe("useRead", () => {
  function Genre({ id }: { id: number }) {
    const { data, error, isPlaceholderData } = useRead("GET /api/categories/{id}", { params: { id } }, sentences);
    if (error) return <p role="alert">{errorMessage(error)}</p>;
    return <p>{`${data?.data.name}${isPlaceholderData ? " (đang tải)" : ""}`}</p>;
  }
  const sentences = { fallback: "Không thể tải", unreachable: "Lỗi kết nối" };

  test("returns the previous input's data until the next response", async () => {
    const second = held(aCountedCategory({ id: 2, name: "Dân ca" }));
    stubApi({
      "GET /api/categories/{id}": ({ params }) => (params.id === "1" ? aCountedCategory() : second.answer()),
    });
    const screen = await renderWithin(<Switch render={(id) => <Genre id={id} />} />);
    await expect.element(screen.getByText("Trữ tình", { exact: true })).toBeVisible();
    await screen.getByRole("button", { name: "2" }).click();
    await expect.element(screen.getByText("Trữ tình (đang tải)")).toBeVisible();
    second.release();
    await expect.element(screen.getByText("Dân ca", { exact: true })).toBeVisible();
  });

  test.each([
    ["the server's message", fails(404, "Không có thể loại này"), "Không có thể loại này"],
    ["the fallback for an error without a message", fails(500), "Không thể tải"],
    ["its own message without a response", networkDown(), "Lỗi kết nối"],
  ])("shows %s", async (_name, answer, message) => {
    stubApi({ "GET /api/categories/{id}": answer });
    await renderWithin(<Genre id={1} />);
    await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  });
});

describe("useChange", () => {
  function Add() {
    const genres = useRead("GET /api/categories", {});
    const songs = useRead("GET /api/songs/count", { query: {} });
    const add = useChange("POST /api/categories", { refreshes: ["/api/categories"], successMessage: "Đã thêm" });
    return (
      <>
        <button type="button" onClick={() => add.mutate({ body: { name: "Dân ca" } as never })}>
          Thêm
        </button>
        <p>{`${genres.data?.data.length} thể loại, ${songs.data?.data.total} bài`}</p>
        {add.error && <p role="alert">{errorMessage(add.error, "Không thêm được")}</p>}
      </>
    );
  }
  const lists: Answers = { "GET /api/categories": [], "GET /api/songs/count": { total: 0 } };

  test("refetches the affected queries and shows a message", async () => {
    const api = stubApi({ ...lists, "POST /api/categories": aCountedCategory() });
    await renderWithin(<Add />);
    await expect.element(page.getByText("0 thể loại, 0 bài")).toBeVisible();
    api.change({ "GET /api/categories": [aCountedCategory()] });
    await page.getByRole("button", { name: "Thêm" }).click();
    await expect.element(page.getByText("1 thể loại, 0 bài")).toBeVisible();
    await expect.element(status).toHaveTextContent("Đã thêm");
    expect(api.requests("GET /api/songs/count")).toHaveLength(1);
  });

  test("refetches nothing after a refused change", async () => {
    const api = stubApi({ ...lists, "POST /api/categories": fails(409, "Tên thể loại đã tồn tại") });
    await renderWithin(<Add />);
    await expect.element(page.getByText("0 thể loại, 0 bài")).toBeVisible();
    await page.getByRole("button", { name: "Thêm" }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Tên thể loại đã tồn tại");
    expect(api.requests("GET /api/categories")).toHaveLength(1);
  });
});

describe("useToggle", () => {
  const key = "PATCH /api/admin/support/{id}/toggle-status";

  function Contacts() {
    const contacts = useRead("GET /api/admin/support", {});
    const toggle = useToggle(key, {
      list: "GET /api/admin/support",
      apply: (data, { params }) => ({
        ...data,
        items: data.items.map((each) => (each.id === params.id ? { ...each, is_active: !each.is_active } : each)),
      }),
      refreshes: ["/api/admin/support"],
      successMessage: "Đã đổi",
      fallback: "Không thể thay đổi trạng thái",
      unreachable: "Lỗi kết nối",
    });
    return contacts.data?.data.items.map(({ id, name, is_active }) => (
      <label key={id}>
        <input type="checkbox" checked={is_active} onChange={() => toggle.mutate({ params: { id } })} />
        {name}
      </label>
    ));
  }
  const phone = anAdminContact({ id: 1, name: "Tổng đài" });
  const zalo = anAdminContact({ id: 2, name: "Zalo" });
  const list = (...items: (typeof phone)[]) => ({ items, total: items.length });
  const box = (name: string) => page.getByRole("checkbox", { name });

  async function open(answers: Answers) {
    const api = stubApi({ "GET /api/admin/support": list(phone, zalo), ...answers });
    await renderWithin(<Contacts />);
    await expect.element(box("Zalo")).toBeChecked();
    return api;
  }

  test("shows the change before the response, then the server's list", async () => {
    const answer = held({ ...phone, is_active: false });
    const api = await open({ [key]: answer.answer });
    await box("Tổng đài").click();
    await expect.element(box("Tổng đài")).not.toBeChecked();
    expect(api.requests("GET /api/admin/support")).toHaveLength(1);
    api.change({ "GET /api/admin/support": list({ ...phone, is_active: false }, { ...zalo, is_active: false }) });
    answer.release();
    await expect.element(box("Zalo")).not.toBeChecked();
    await expect.element(status).toHaveTextContent("Đã đổi");
  });

  // The list that is fetched after a refusal would hide that the change was not taken back, so it does not answer.
  test.each([
    ["refused", fails(500), "Không thể thay đổi trạng thái"],
    ["not answered", networkDown(), "Lỗi kết nối"],
  ])("reverts the change when it is %s, before the list is refetched", async (_name, answer, message) => {
    const refusal = held(answer);
    const api = await open({ [key]: refusal.answer });
    await box("Tổng đài").click();
    await expect.element(box("Tổng đài")).not.toBeChecked();
    api.change({ "GET /api/admin/support": hangs() });
    refusal.release();
    await expect.element(page.getByRole("alert")).toHaveTextContent(message);
    await expect.element(box("Tổng đài")).toBeChecked();
    expect(api.requests("GET /api/admin/support")).toHaveLength(2);
  });

  test("sends several changes in sequence, and refetches the list after the last", async () => {
    const first = held(fails(500));
    const second = held({ ...zalo, is_active: false });
    const api = await open({ [key]: ({ params }) => (params.id === "1" ? first : second).answer() as never });
    await box("Tổng đài").click();
    await box("Zalo").click();
    await expect.element(box("Zalo")).not.toBeChecked();
    expect(api.requests(key)).toHaveLength(1);
    api.change({ "GET /api/admin/support": list(phone, { ...zalo, is_active: false }) });
    first.release();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Không thể thay đổi trạng thái");
    expect(api.requests("GET /api/admin/support"), "the second is still on its way").toHaveLength(1);
    await expect.element(box("Zalo")).not.toBeChecked();
    second.release();
    await expect.element(box("Tổng đài")).toBeChecked();
    await expect.element(box("Zalo")).not.toBeChecked();
    expect(api.requests("GET /api/admin/support")).toHaveLength(2);
  });
});

describe("the confirmation of a sensitive call", () => {
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
    "GET /api/premium-orders/tabs": { all: 0, waiting: 0, part: 0, ungranted: 0, done: 0, ended: 0 },
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
});
