import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiError } from "#contract/errors.ts";
import { changeInOtherTab, logInTo, openArea, type TestArea, testAreas } from "#test/component/area.tsx";
import { settled } from "#test/component/visitor.ts";
import { readStored, writeStored } from "../../lib/storage.ts";
import { forgetDrafts, hasDrafts, keepDrafts, registerForm, takeDraft } from "../form/drafts.ts";
import { useLeaveGuard } from "../form/leave-guard.tsx";
import { sessionEndOf } from "./session.ts";

const expired = "Phiên đăng nhập đã hết hạn, mời đăng nhập lại.";
const elsewhere = "Phiên đăng nhập đã kết thúc ở một thẻ khác, mời đăng nhập lại.";
const draftsKept = "Những gì bạn đang nhập dở vẫn được giữ.";
const notice = page.getByRole("status").filter({ hasText: "đăng nhập" });
const field = page.getByLabelText("Tên bản ghi");

const refusal = (): Promise<never> => Promise.reject(new ApiError("unauthenticated"));

const sendForm = vi.fn(refusal);

/** A screen with a form that has unsaved text from the first letter on, and gets its draft back; the server refuses to save it. */
function Form() {
  const [text, setText] = useState(() => (takeDraft("/form", "new") as string | undefined) ?? "");
  useLeaveGuard(text !== "");
  useEffect(() => (text === "" ? undefined : registerForm("/form", "new", () => text)), [text]);
  const save = useMutation({ mutationFn: () => sendForm() });
  return (
    <>
      <label>
        Tên bản ghi
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="button" onClick={() => save.mutate()}>
        Lưu
      </button>
    </>
  );
}

async function logIn(area: TestArea, account = area.account): Promise<void> {
  await page.getByLabelText(area.login.accountField.label, { exact: true }).fill(account);
  await page.getByLabelText("Mật khẩu", { exact: true }).fill("mật khẩu");
  await page.getByRole("button", { name: "Đăng nhập" }).click();
}

const storedBy = (area: TestArea) => area.sessionKeys.map(readStored);

describe.each(testAreas.map((area) => [area.kind, area] as const))("the session of %s", (_, declared) => {
  const nothingStored = declared.sessionKeys.map(() => null);

  /** Opens a screen with a session whose account the server knows once. */
  async function open(address = `${declared.otherPath}?page=2`) {
    logInTo(declared);
    const area = { ...declared, fetchAccount: vi.fn(declared.fetchAccount), logout: vi.fn(declared.logout) };
    const screen = await openArea(area, address, Form);
    onTestFinished(forgetDrafts);
    await expect.element(page.getByTitle(area.account, { exact: true })).toBeVisible();
    /** The server refuses the token on another screen. */
    const expire = async (at: string) => {
      area.fetchAccount.mockImplementationOnce(refusal);
      await screen.go(at);
    };
    return { ...screen, area, expire };
  }

  test.each(declared.sessionKeys)("leads to the login and back without a stored %s", async (key) => {
    logInTo(declared);
    localStorage.removeItem(key);
    const { address } = await openArea(declared, `${declared.otherPath}?page=2`, Form);
    await expect.poll(address).toBe(declared.loginPath);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(declared.login.title);
    await expect.element(notice).not.toBeInTheDocument();
    await logIn(declared);
    await expect.poll(address).toBe(`${declared.otherPath}?page=2`);
    expect(storedBy(declared)).toEqual(Object.values(declared.session));
  });

  test("leads from the login to the first screen, also without a password while a session is stored", async () => {
    const { address, go } = await openArea(declared, declared.loginPath, Form);
    await logIn(declared);
    await expect.poll(address).toBe(declared.homePath);
    await go(declared.loginPath);
    await expect.poll(address).toBe(declared.homePath);
  });

  test("says when it has expired, and leads back", async () => {
    const { address, area, expire } = await open();
    await expire(`${area.homePath}?from=menu`);
    await expect.poll(address).toBe(area.loginPath);
    await expect.element(notice).toHaveTextContent(expired);
    expect(storedBy(area)).toEqual(nothingStored);
    await logIn(area);
    await expect.poll(address).toBe(`${area.homePath}?from=menu`);
    expect(sessionEndOf(area)).toBeUndefined();
  });

  test("keeps what is typed past the leave guards, and gives it back to the account", async () => {
    const { address, area } = await open();
    await field.fill("Dở dang");
    await page.getByRole("button", { name: "Lưu" }).click();
    await expect.poll(address).toBe(area.loginPath);
    await expect.element(notice).toHaveTextContent(`${expired} ${draftsKept}`);
    await logIn(area);
    await expect.poll(address).toBe(`${declared.otherPath}?page=2`);
    await expect.element(field).toHaveValue("Dở dang");
  });

  test("gives nothing to another account", async () => {
    const { address, area } = await open();
    await field.fill("Dở dang");
    changeInOtherTab(Object.fromEntries(area.sessionKeys.map((key) => [key, null])));
    await expect.poll(address).toBe(area.loginPath);
    await logIn(area, "someone-else@example.com");
    await expect.poll(address).toBe(`${declared.otherPath}?page=2`);
    await expect.element(field).toHaveValue("");
  });

  test("outlives a refusal that comes after the back office was left", async () => {
    const { address, area, go } = await open();
    const reply = Promise.withResolvers<never>();
    sendForm.mockReturnValueOnce(reply.promise);
    await page.getByRole("button", { name: "Lưu" }).click();
    await go("/");
    await expect.poll(address).toBe("/");
    reply.reject(new ApiError("unauthenticated"));
    await settled();
    expect(address()).toBe("/");
    expect(storedBy(area)).toEqual(Object.values(area.session));
  });

  test("ends with a logout, which says nothing and forgets all", async () => {
    const { address, area } = await open();
    onTestFinished(registerForm("/elsewhere", "new", () => "Dở dang"));
    keepDrafts(area.account);
    const other = area.kind === "admin" ? "staff" : "admin";
    const messages = [`deskTalk:${area.kind}:${area.account}:12`, `deskTalk:${other}:an:12`, "talk:token"] as const;
    for (const key of messages) writeStored(key, "Viết dở");
    onTestFinished(() => messages.forEach((key) => writeStored(key, null)));
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect.poll(address).toBe(area.loginPath);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(hasDrafts()).toBe(false);
    await expect.element(notice).not.toBeInTheDocument();
    expect(messages.map(readStored)).toEqual([null, "Viết dở", "Viết dở"]);
    expect(area.logout).toHaveBeenCalledOnce();
    expect(storedBy(area)).toEqual(nothingStored);
    await logIn(area);
    await expect.poll(address).toBe(area.homePath);
  });

  test("asks before a logout loses what is typed", async () => {
    const { address, area } = await open();
    await field.fill("Dở dang");
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    const question = page.getByRole("alertdialog");
    await expect.element(question).toBeVisible();
    expect(storedBy(area)).toEqual(Object.values(area.session));
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(field).toHaveValue("Dở dang");
    expect(address()).toBe(`${declared.otherPath}?page=2`);
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.poll(address).toBe(area.loginPath);
    await expect.element(notice).not.toBeInTheDocument();
    await logIn(area);
    await expect.element(field).toHaveValue("");
  });

  test.each(declared.sessionKeys)("ends when another tab removes %s, and keeps what is typed", async (key) => {
    const { address, area } = await open();
    await field.fill("Dở dang");
    changeInOtherTab({ [key]: null });
    await expect.poll(address).toBe(area.loginPath);
    await expect.element(notice).toHaveTextContent(`${elsewhere} ${draftsKept}`);
    expect(storedBy(area)).toEqual(nothingStored);
  });

  test("goes on after a login in another tab, with what is typed", async () => {
    const { address, area } = await open();
    await field.fill("Dở dang");
    changeInOtherTab(Object.fromEntries(area.sessionKeys.map((key) => [key, null])));
    await expect.poll(address).toBe(area.loginPath);
    changeInOtherTab(area.session);
    await expect.poll(address).toBe(`${declared.otherPath}?page=2`);
    await expect.element(field).toHaveValue("Dở dang");
  });

  test("goes on when another tab stores another token", async () => {
    const { address, area } = await open();
    changeInOtherTab({ [`${area.kind}Token`]: "other" });
    await settled();
    expect(address()).toBe(`${declared.otherPath}?page=2`);
  });

  test("is checked on each screen, not on each URL of one", async () => {
    const { area, go } = await open();
    await go(`${area.otherPath}?page=3`);
    await go(area.homePath);
    await expect.poll(() => area.fetchAccount.mock.calls.length).toBe(2);
  });
});
