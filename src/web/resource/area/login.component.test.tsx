import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiError } from "#contract/errors.ts";
import { openArea, type TestArea, testAreas } from "#test/component/area.tsx";
import { held } from "#test/component/stub-api.ts";
import type { AreaLogin } from "./area.ts";

const password = page.getByLabelText("Mật khẩu", { exact: true });
const enter = page.getByRole("button", { name: "Đăng nhập" });
const alert = page.getByRole("alert");
const NoScreen = () => null;

describe.each(testAreas.map((area) => [area.kind, area] as const))("the login of %s", (_, declared) => {
  const account = page.getByLabelText(declared.login.accountField.label, { exact: true });

  async function open(send: AreaLogin["send"] = declared.login.send) {
    const login = { ...declared.login, send: vi.fn(send) };
    const area: TestArea = { ...declared, login };
    return { ...(await openArea(area, area.loginPath, NoScreen)), area, send: login.send };
  }
  async function fill(): Promise<void> {
    await account.fill(`${declared.account} `);
    await password.fill(" mật khẩu ");
  }

  test("begins in the first field, and stores what the server sends", async () => {
    const { address, send, area } = await open();
    await expect.element(account).toHaveFocus();
    await expect.poll(() => document.title).toBe(`Đăng nhập · ${area.name} Ngân Nga`);
    await fill();
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe(area.homePath);
    expect(send.mock.calls).toEqual([[{ account: area.account, password: " mật khẩu ", remember: false }]]);
    expect(area.sessionKeys.map((key) => localStorage.getItem(key))).toEqual(Object.values(area.session));
  });

  test("requires both fields by the browser's validation", async () => {
    const { send } = await open();
    await enter.click();
    await expect.element(account).toHaveFocus();
    await expect.element(account).toBeInvalid();
    await account.fill(declared.account);
    await enter.click();
    await expect.element(password).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
  });

  test("disables the button meanwhile and sends once", async () => {
    const reply = held(declared.session);
    const { address, send, area } = await open(reply.answer);
    await fill();
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
    reply.release();
    await expect.poll(address).toBe(area.homePath);
    expect(send).toHaveBeenCalledOnce();
  });

  test.each([
    ["the server's message", new ApiError("unauthenticated", "Sai rồi"), "Sai rồi"],
    ["the network's message for a server that fails", new ApiError("internal"), declared.login.unreachable],
  ])("moves the focus to %s, and allows another try", async (_name, error, message) => {
    const { address, send, area } = await open(() => Promise.reject(error));
    await fill();
    await enter.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(alert).toHaveFocus();
    expect((account.element() as HTMLInputElement).value.trim()).toBe(area.account);
    expect(area.sessionKeys.map((key) => localStorage.getItem(key))).toEqual(area.sessionKeys.map(() => null));
    send.mockImplementation(declared.login.send);
    await enter.click();
    await expect.poll(address).toBe(area.homePath);
  });

  test("says that the browser does not store the session, and allows another try", async () => {
    const { address, area } = await open();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    await fill();
    await enter.click();
    await expect.element(alert).toMatchTextContent(/^Trình duyệt không cho trang này lưu phiên đăng nhập\./);
    await expect.element(enter).toBeEnabled();
    expect(address()).toBe(area.loginPath);
  });

  describe("with a second factor", () => {
    const required = new ApiError("unauthenticated", "Nhập mã", undefined, undefined, "totp_required");
    const refused = new ApiError("unauthenticated", "Mã xác thực không đúng", undefined, undefined, "totp_invalid");
    const code = page.getByLabelText("Mã xác thực");
    const confirm = page.getByRole("button", { name: "Xác nhận" });

    async function openSecondStep() {
      const opened = await open(() => Promise.reject(required));
      await fill();
      await userEvent.keyboard("{Enter}");
      await expect.element(code).toHaveFocus();
      return opened;
    }

    test("asks for a code in a second step, and sends it with account and password", async () => {
      const { address, send, area } = await openSecondStep();
      expect(alert.elements()).toHaveLength(0);
      await expect.element(password).not.toBeInTheDocument();
      await confirm.click();
      await expect.element(code).toBeInvalid();
      expect(send).toHaveBeenCalledOnce();
      send.mockImplementation(declared.login.send);
      await code.fill(" 123 456 ");
      await userEvent.keyboard("{Enter}");
      await expect.poll(address).toBe(area.homePath);
      const fields = { account: area.account, password: " mật khẩu ", remember: false };
      expect(send.mock.calls).toEqual([[fields], [{ ...fields, code: "123 456" }]]);
      expect(area.sessionKeys.map((key) => localStorage.getItem(key))).toEqual(Object.values(area.session));
    });

    test.each([
      ["a wrong code", refused, "Mã xác thực không đúng"],
      ["a limit", new ApiError("rate_limited"), "Bạn thao tác quá nhanh, vui lòng thử lại sau ít phút"],
      ["a server that fails", new ApiError("internal"), declared.login.unreachable],
    ])("stays in the second step after %s", async (_name, error, message) => {
      const { address, send, area } = await openSecondStep();
      send.mockImplementation(() => Promise.reject(error));
      await code.fill("111111");
      await confirm.click();
      await expect.element(alert).toHaveTextContent(message);
      await expect.element(alert).toHaveFocus();
      send.mockImplementation(declared.login.send);
      await code.fill("222222");
      await confirm.click();
      await expect.poll(address).toBe(area.homePath);
      expect(send.mock.lastCall?.[0].code).toBe("222222");
    });

    test("takes a recovery code instead, by keyboard", async () => {
      const { send } = await openSecondStep();
      (page.getByRole("button", { name: "Dùng mã khôi phục" }).element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      const recovery = page.getByLabelText("Mã khôi phục");
      await expect.element(recovery).toHaveFocus();
      await userEvent.keyboard("ABCD-EFGH-IJKL-MNOP{Enter}");
      await expect.poll(() => send.mock.lastCall?.[0].code).toBe("ABCD-EFGH-IJKL-MNOP");
      await page.getByRole("button", { name: "Dùng ứng dụng xác thực" }).click();
      await expect.element(code).toHaveFocus();
    });

    test("goes back to account and password, by choice and when the password is wrong by now", async () => {
      const { send, area } = await openSecondStep();
      await page.getByRole("button", { name: "Quay lại" }).click();
      await expect.element(account).toHaveValue(area.account);
      await expect.element(password).toHaveValue("");
      await password.fill("mật khẩu");
      await enter.click();
      send.mockImplementation(() => Promise.reject(new ApiError("unauthenticated", "Sai rồi")));
      await code.fill("111111");
      await confirm.click();
      await expect.element(alert).toHaveTextContent("Sai rồi");
      await expect.element(password).toBeVisible();
    });
  });

  test("offers what the back office declares", async () => {
    await open();
    const { canRemember, help } = declared.login;
    expect(page.getByLabelText("Ghi nhớ đăng nhập").elements()).toHaveLength(canRemember ? 1 : 0);
    expect(page.getByRole("button", { name: "Quên mật khẩu?" }).elements()).toHaveLength(help ? 1 : 0);
  });
});
