import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useNavigate } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { type Rendered, renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { sessionEnded } from "../data/query-client.ts";
import { claimDrafts, forgetDrafts, hasDrafts, keepDrafts } from "./drafts.ts";
import { SecretField, TextAreaField, TextField } from "./fields.tsx";
import { useFormUploads } from "./form-uploads.tsx";
import { usePendingText } from "./pending-text.tsx";
import { ResourceForm, type ResourceFormProps } from "./resource-form.tsx";

const Body = z.object({ name: z.string().trim().min(1, "Cần có tên"), about: z.string() });
type Body = z.output<typeof Body>;

const form = page.getByRole("dialog", { name: "Thêm thể loại" });
const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
const name = page.getByLabelText(/^Tên/);
const about = page.getByLabelText("Mô tả");
const save = page.getByRole("button", { name: "Lưu" });
const opener = page.getByRole("button", { name: "Mở" });
const alert = form.getByRole("alert");

interface ScreenProps extends Partial<ResourceFormProps<Body, Body>> {
  /** Values of a later version of the record. */
  newer?: Body;
}

function Screen({ children, newer, ...given }: ScreenProps) {
  const [open, setOpen] = useState(false);
  const [isNewer, setIsNewer] = useState(false);
  const props = isNewer && newer ? { ...given, values: newer, version: "2" } : given;
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Mở
      </button>
      {open && (
        <ResourceForm
          title="Thêm thể loại"
          schema={Body}
          values={{ name: "", about: "" }}
          submit={() => Promise.resolve()}
          onClose={() => setOpen(false)}
          {...props}
        >
          <TextField name="name" label="Tên" required />
          <TextAreaField name="about" label="Mô tả" />
          {children}
          <button type="button" onClick={() => void navigate("/admin", { state: sessionEnded })}>
            Hết phiên
          </button>
          {newer && (
            <button type="button" onClick={() => setIsNewer(true)}>
              Có bản mới
            </button>
          )}
        </ResourceForm>
      )}
    </>
  );
}

function UploadButtons() {
  const uploads = useFormUploads();
  return (
    <>
      <button type="button" onClick={() => uploads.setBusy("about", "Vui lòng chờ")}>
        Bắt đầu tải
      </button>
      <button type="button" onClick={() => uploads.setBusy("about", undefined)}>
        Tải xong
      </button>
    </>
  );
}

async function open(props: ScreenProps = {}) {
  stubApi();
  const screen = await renderWithin(<Screen {...props} />, { at: "/admin/genres" });
  await opener.click();
  await expect.element(form).toBeVisible();
  return screen;
}

describe("an error", () => {
  test("the schema's error is at its field, which gets the focus, until it is fixed", async () => {
    const submit = vi.fn();
    await open({ submit });
    await name.fill("   ");
    await userEvent.tab();
    await expect.element(about).toHaveFocus();
    // Not at blur: a message under the pointer would move what is about to be pressed.
    await expect.element(name).toHaveAttribute("aria-invalid", "false");
    await save.click();
    await expect.element(name).toHaveAccessibleDescription("Cần có tên");
    await expect.element(name).toHaveAttribute("aria-invalid", "true");
    await expect.element(name).toHaveFocus();
    await name.fill("Bolero");
    await expect.element(name).toHaveAttribute("aria-invalid", "false");
    await name.fill("");
    await expect.element(name).toHaveAccessibleDescription("Cần có tên");
    expect(submit).not.toHaveBeenCalled();
  });

  test("the first field with an error gets the focus, in the order of the page", async () => {
    const errors = [
      { field: "about", message: "Mô tả không hay" },
      { field: "name", message: "Tên không hay" },
    ];
    await open({ submit: () => Promise.reject(new ApiError("invalid", "Dữ liệu không hợp lệ", errors, 422)) });
    await name.fill("Bolero");
    await save.click();
    await expect.element(about).toHaveAccessibleDescription("Mô tả không hay");
    await expect.element(name).toHaveFocus();
  });

  test("the server's error is at its field, which gets the focus, until it changes", async () => {
    const errors = [
      { field: "about", message: "Mô tả không hay" },
      { field: "elsewhere", message: "Không có ô này" },
    ];
    await open({ submit: () => Promise.reject(new ApiError("invalid", "Dữ liệu không hợp lệ", errors, 422)) });
    await name.fill("Bolero");
    await save.click();
    await expect.element(about).toHaveAccessibleDescription("Mô tả không hay");
    await expect.element(about).toHaveFocus();
    await expect.element(alert).not.toBeInTheDocument();
    await about.fill("Hay hơn");
    await expect.element(about).toHaveAttribute("aria-invalid", "false");
  });

  test.each([
    ["with the server's message", new ApiError("conflict", "Tên đã tồn tại", undefined, 409), "Tên đã tồn tại"],
    [
      "also when it names no field of the form",
      new ApiError("invalid", "Dữ liệu không hợp lệ", [{ field: "other", message: "Sai" }], 422),
      "Dữ liệu không hợp lệ",
    ],
    ["with the form's message when it has none", new Error("bug"), "Không lưu được"],
  ])("is shown above the fields %s, and the input is kept", async (_name, error, message) => {
    await open({ submit: () => Promise.reject(error), fallback: "Không lưu được" });
    await name.fill("Bolero");
    await save.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(name).toHaveValue("Bolero");
    await expect.element(save).toBeEnabled();
  });

  test("the form's own check prevents the request until it passes", async () => {
    const submit = vi.fn(() => new Promise(() => undefined));
    const validate = vi.fn<() => string | undefined>(() => "Vui lòng chờ ảnh");
    await open({ submit, validate });
    await name.fill("Bolero");
    await save.click();
    await expect.element(alert).toHaveTextContent("Vui lòng chờ ảnh");
    expect(submit).not.toHaveBeenCalled();
    validate.mockReturnValue(undefined);
    await save.click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledOnce();
  });
});

test("sends the schema's output, closes, and returns the focus", async () => {
  const submit = vi.fn(() => Promise.resolve());
  await open({ submit });
  await name.fill("  Dân ca  ");
  await save.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: "Dân ca", about: "" }, { name: "Dân ca" });
  await expect.element(opener).toHaveFocus();
  await expect.element(question).not.toBeInTheDocument();
});

test("says which of the needed texts are missing, until all are there", async () => {
  await open({ needs: { name: "tên", about: "mô tả" } });
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAccessibleDescription("Còn thiếu tên, mô tả");
  await about.fill("Lời");
  await expect.element(save).toHaveAccessibleDescription("Còn thiếu tên");
  await name.fill("  ");
  await expect.element(save).toBeDisabled();
  await name.fill("Chèo");
  await expect.element(save).toBeEnabled();
  await expect.element(save).toHaveAccessibleDescription("");
});

describe("a panel", () => {
  test("offers saving with a change alone, and keeps the focus when the button goes", async () => {
    await open({ isPanel: true });
    await expect.element(save).not.toBeInTheDocument();
    await name.fill("Chèo");
    await save.click();
    await expect.element(save).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).toBe("FORM");
  });

  test("offers an action on the record as it is at once", async () => {
    await open({ isPanel: true, action: "Khôi phục", actsUnchanged: true });
    await expect.element(page.getByRole("button", { name: "Khôi phục" })).toBeVisible();
  });
});

test("may leave the page once it is saved", async () => {
  function Leaving() {
    const navigate = useNavigate();
    return <Screen onClose={() => void navigate("/admin/songs")} />;
  }
  stubApi();
  const screen = await renderWithin(<Leaving />, { at: "/admin/genres" });
  await opener.click();
  await name.fill("Dân ca");
  await save.click();
  await expect.poll(screen.address).toBe("/admin/songs");
  await expect.element(question).not.toBeInTheDocument();
});

test("is sent once, and stays open meanwhile", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const submit = vi.fn(() => promise);
  await open({ submit });
  await name.fill("Một lần");
  await userEvent.keyboard("{Enter}");
  const saving = page.getByRole("button", { name: "Đang lưu..." });
  await expect.element(saving).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Hủy" })).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Đóng" }).click();
  await expect.element(saving).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  resolve();
  await expect.element(form).not.toBeInTheDocument();
  expect(submit).toHaveBeenCalledOnce();
});

describe("unsaved changes", () => {
  test("do not exist at first: Esc closes without a dialog", async () => {
    await open();
    await userEvent.keyboard("{Escape}");
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  test.each([
    ["Esc", () => userEvent.keyboard("{Escape}")],
    ["Hủy", () => form.getByRole("button", { name: "Hủy" }).click()],
    ["the close button", () => form.getByRole("button", { name: "Đóng" }).click()],
  ])("are asked about before %s discards them", async (_name, leave) => {
    await open();
    await name.fill("Dở dang");
    await leave();
    await expect.element(question.getByText("Những gì bạn vừa nhập chưa được lưu.")).toBeVisible();
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue("Dở dang");
    await leave();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await opener.click();
    await expect.element(name).toHaveValue("");
  });

  test("are kept when Esc is pressed repeatedly", async () => {
    await open();
    await name.fill("Tổng đài");
    for (let turn = 0; turn < 3; turn++) {
      await userEvent.keyboard("{Escape}");
      await expect.element(question).toBeVisible();
      await userEvent.keyboard("{Escape}");
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(form).toBeVisible();
    }
    await expect.element(name).toHaveValue("Tổng đài");
  });

  test("include an upload, which has to end before the form is saved", async () => {
    const submit = vi.fn(() => Promise.resolve());
    await open({ submit, children: <UploadButtons /> });
    await page.getByRole("button", { name: "Bắt đầu tải" }).click();
    await userEvent.keyboard("{Escape}");
    await question.getByRole("button", { name: "Ở lại" }).click();
    await save.click();
    await expect.element(name).toHaveAccessibleDescription("Cần có tên");
    await name.fill("Tổng đài");
    await save.click();
    await expect.element(about).toHaveAccessibleDescription("Vui lòng chờ");
    expect(submit).not.toHaveBeenCalled();
    await page.getByRole("button", { name: "Tải xong" }).click();
    await expect.element(about).not.toHaveAccessibleDescription("Vui lòng chờ");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledOnce();
  });

  test("are asked about at each Back", async () => {
    const screen = await open();
    await screen.go("/admin/songs");
    await screen.go("/admin/genres");
    await name.fill("Dở dang");
    const stay = question.getByRole("button", { name: "Ở lại" });
    await screen.go(-1);
    for (let turn = 0; turn < 5; turn++) {
      await expect.element(stay).toHaveFocus();
      // The next Back comes after the answer, before React renders again.
      (stay.element() as HTMLElement).click();
      for (let step = 0; step < 10; step++) await Promise.resolve();
      await screen.go(-1);
    }
    await expect.element(stay).toBeVisible();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.poll(screen.address).toBe("/admin/songs");
  });

  test("are asked about once when Back is pressed again while the question is open", async () => {
    const screen = await open();
    await screen.go("/admin/songs");
    await screen.go("/admin/users");
    await screen.go("/admin/genres");
    await name.fill("Dở dang");
    await screen.go(-1);
    await expect.element(question).toBeVisible();
    await screen.go(-2);
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.poll(screen.address).toBe("/admin/songs");
    await expect.element(question).not.toBeInTheDocument();
  });

  test("are asked about before a navigation", async () => {
    const screen = await open();
    await name.fill("Dở dang");
    await screen.go("/admin/songs");
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(screen.address()).toBe("/admin/genres");
    await screen.go("/admin/genres?q=x");
    await expect.poll(screen.address).toBe("/admin/genres?q=x");
    await screen.go("/admin/songs");
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.poll(screen.address).toBe("/admin/songs");
  });

  test("do not block the end of the session", async () => {
    const screen = await open();
    await name.fill("Dở dang");
    await page.getByRole("button", { name: "Hết phiên" }).click();
    await expect.poll(screen.address).toBe("/admin");
  });

  test("warn when the tab is closed, and only then", async () => {
    const warns = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await open();
    expect(warns()).toBe(false);
    await name.fill("Dở dang");
    expect(warns()).toBe(true);
    await name.fill("");
    expect(warns()).toBe(false);
  });

  test("warn at once, also while the errors of a field are checked", async () => {
    await open();
    await save.click();
    await expect.element(name).toHaveAccessibleDescription("Cần có tên");
    const input = name.element() as HTMLInputElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    setValue?.call(input, "Dở dang");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

describe("the keys for saving", () => {
  test.each([
    "{Control>}s{/Control}",
    "{Meta>}s{/Meta}",
    "{Control>}{Enter}{/Control}",
    "{Meta>}{Enter}{/Meta}",
  ])("%s saves from a text area and from the foot", async (keys) => {
    const submit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("bug")).mockResolvedValue();
    await open({ submit });
    await expect.element(save).toHaveAttribute("aria-keyshortcuts", "Control+S Meta+S Control+Enter Meta+Enter");
    await name.fill("Bolero");
    await about.click();
    await userEvent.keyboard(keys);
    await expect.element(alert).toBeVisible();
    await userEvent.tab();
    await expect.element(form.getByRole("button", { name: "Hết phiên" })).toHaveFocus();
    await userEvent.tab();
    await expect.element(form.getByRole("button", { name: "Hủy" })).toHaveFocus();
    await userEvent.keyboard(keys);
    await expect.element(form).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledTimes(2);
    await expect.element(question).not.toBeInTheDocument();
  });

  test("do nothing while the form is being saved or a question is open", async () => {
    const submit = vi.fn(() => new Promise(() => undefined));
    await open({ submit });
    await name.fill("Bolero");
    await userEvent.keyboard("{Escape}");
    await expect.element(question).toBeVisible();
    await userEvent.keyboard("{Control>}s{/Control}");
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(submit).not.toHaveBeenCalled();
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.element(page.getByRole("button", { name: "Đang lưu..." })).toBeVisible();
    await userEvent.keyboard("{Control>}s{/Control}");
    expect(submit).toHaveBeenCalledOnce();
  });

  test("save the topmost form only", async () => {
    const [lower, upper] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())];
    stubApi();
    await renderWithin(
      <>
        <ResourceForm title="Dưới" schema={z.object({})} values={{}} submit={lower} onClose={() => undefined}>
          {null}
        </ResourceForm>
        <ResourceForm title="Trên" schema={z.object({})} values={{}} submit={upper} onClose={() => undefined}>
          {null}
        </ResourceForm>
      </>,
    );
    await expect.element(page.getByRole("dialog", { name: "Trên" })).toBeVisible();
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.poll(() => upper.mock.calls.length).toBe(1);
    expect(lower).not.toHaveBeenCalled();
  });
});

describe("text that a field has not added yet", () => {
  function TagField() {
    const { register, notify } = usePendingText();
    const { setValue } = useFormContext<Body>();
    const input = useRef<HTMLInputElement>(null);
    useEffect(
      () =>
        register({
          isPending: () => Boolean(input.current?.value),
          flush() {
            const text = input.current?.value;
            if (!input.current || !text || text === "sai") return;
            setValue("about", text, { shouldDirty: true });
            input.current.value = "";
          },
        }),
      [register, setValue],
    );
    return <input ref={input} aria-label="Thẻ" onChange={notify} />;
  }

  test("is part of what is sent", async () => {
    const submit = vi.fn(() => Promise.resolve());
    await open({ submit, children: <TagField /> });
    await name.fill("Bolero");
    await page.getByLabelText("Thẻ").fill("chậm");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      { name: "Bolero", about: "chậm" },
      { name: "Bolero", about: "chậm" },
    );
  });

  test("is an unsaved change", async () => {
    await open({ children: <TagField /> });
    await page.getByLabelText("Thẻ").fill("chậm");
    await userEvent.keyboard("{Escape}");
    await expect.element(question).toBeVisible();
  });

  test("prevents the request when it can't be added", async () => {
    const submit = vi.fn(() => Promise.resolve());
    await open({ submit, children: <TagField /> });
    await name.fill("Bolero");
    await page.getByLabelText("Thẻ").fill("sai");
    await save.click();
    await page.getByLabelText("Thẻ").fill("đúng");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      { name: "Bolero", about: "đúng" },
      { name: "Bolero", about: "đúng" },
    );
  });
});

describe("the draft of an ended session", () => {
  const note = form.getByText("Những gì bạn đang nhập dở vẫn còn đây.");

  test("is in the form when it opens again, as unsaved changes, once", async () => {
    await open({ name: "new", values: { name: "", about: "Cũ" } });
    await expect.element(note).not.toBeInTheDocument();
    await name.fill("Dở dang");
    keepDrafts("quan-tri@example.com");
    await form.getByRole("button", { name: "Hủy" }).click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await opener.click();
    await expect.element(name).toHaveValue("Dở dang");
    await expect.element(about).toHaveValue("Cũ");
    await expect.element(note).toBeVisible();
    expect(hasDrafts()).toBe(false);
    await userEvent.keyboard("{Escape}");
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await opener.click();
    await expect.element(name).toHaveValue("");
  });

  test("is what was changed, in the version that was seen then; other fields have their new values", async () => {
    const submit = vi.fn(() => Promise.resolve());
    const values = { name: "Dân ca", about: "Cũ" };
    await open({ name: "new", values, version: "1", newer: { name: "Quan họ", about: "Mới" }, submit });
    await about.fill("Dở dang");
    await form.getByRole("button", { name: "Có bản mới" }).click();
    keepDrafts("quan-tri@example.com");
    await form.getByRole("button", { name: "Hủy" }).click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await opener.click();
    await expect.element(note).toBeVisible();
    await expect.element(about).toHaveValue("Dở dang");
    await expect.element(name).toHaveValue("Quan họ");
    await save.click();
    const changed = { about: "Dở dang", version: "1" };
    await expect.poll(() => submit.mock.lastCall).toEqual([{ name: "Quan họ", about: "Dở dang" }, changed]);
  });

  test("is not kept of a form without changes, nor of one that was saved", async () => {
    await open({ name: "new" });
    keepDrafts(undefined);
    expect(hasDrafts()).toBe(false);
    await name.fill("Dân ca");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    keepDrafts(undefined);
    expect(hasDrafts()).toBe(false);
  });
});

describe("a page that is loaded again", () => {
  const note = form.getByText("Những gì bạn đang nhập dở vẫn còn đây.");
  const draftKey = "formDraft:/admin/genres:new";
  const account = "quan-tri@example.com";

  /** Opens the form of an account. The account is known by the time of the press, or after it. */
  async function openOf(owner: string, props: ScreenProps = {}) {
    stubApi();
    const Account = () => {
      useQueryClient().setQueryData(["account"], owner);
      return <Screen name="new" {...props} />;
    };
    const screen = await renderWithin(<Account />, { at: "/admin/genres" });
    await opener.click();
    await expect.element(form).toBeVisible();
    return screen;
  }

  /** Ends the page as a reload or a crash does: nothing of it runs any more. */
  async function crash(screen: Rendered) {
    const kept = { ...sessionStorage };
    await screen.unmount();
    Object.assign(sessionStorage, kept);
  }

  test("has what was typed in its form, as unsaved changes, until they are saved", async () => {
    const screen = await openOf(account);
    await expect.element(note).not.toBeInTheDocument();
    await name.fill("Dở dang");
    await crash(screen);
    const submit = vi.fn(() => Promise.resolve());
    await openOf(account.toUpperCase(), { submit });
    await expect.element(name).toHaveValue("Dở dang");
    await expect.element(note).toBeVisible();
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledExactlyOnceWith({ name: "Dở dang", about: "" }, { name: "Dở dang" });
    expect(sessionStorage.getItem(draftKey)).toBeNull();
  });

  test("has nothing of what was discarded or taken back", async () => {
    await openOf(account);
    await name.fill("Dở dang");
    expect(sessionStorage.getItem(draftKey)).toContain("Dở dang");
    await name.fill("");
    await expect.poll(() => sessionStorage.getItem(draftKey)).toBeNull();
    await name.fill("Dở dang");
    await form.getByRole("button", { name: "Hủy" }).click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(form).not.toBeInTheDocument();
    expect(sessionStorage.getItem(draftKey)).toBeNull();
  });

  test("shows nobody else's draft, and forgets all at the logout and at another's login", async () => {
    const screen = await openOf(account);
    await name.fill("Dở dang");
    await crash(screen);
    const other = await openOf("ke-toan@example.com");
    await expect.element(name).toHaveValue("");
    await other.unmount();
    for (const forget of [forgetDrafts, () => claimDrafts("ke-toan@example.com")]) {
      sessionStorage.setItem(draftKey, JSON.stringify({ owner: account, values: {} }));
      forget();
      expect(sessionStorage.getItem(draftKey)).toBeNull();
    }
  });

  test("has no secret", async () => {
    const values = { name: "", about: "" };
    const screen = await openOf(account, { values, children: <SecretField name="about" label="Mật khẩu" /> });
    await name.fill("Dở dang");
    await page.getByLabelText("Mật khẩu", { exact: true }).fill("bi-mat-1");
    expect(sessionStorage.getItem(draftKey)).toContain("Dở dang");
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("bi-mat-1");
    await screen.unmount();
  });

  test.for([
    "{",
    '"x"',
    JSON.stringify({
      owner: account,
      values: {
        values: [
          ["gone.name", "x"],
          ["__proto__.x", 1],
        ],
        base: [],
      },
    }),
    JSON.stringify({ owner: account, values: { values: [[1]], base: 2 } }),
  ])("opens the form as ever where the draft is none of it: %s", async (stored) => {
    sessionStorage.setItem(draftKey, stored);
    await openOf(account);
    await expect.element(name).toHaveValue("");
    await name.fill("Dân ca");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
  });
});

describe("a record that somebody else has changed", () => {
  const base = { name: "Dân ca", about: "Cũ" };
  const choice = page.getByRole("dialog", { name: "Chọn giá trị để giữ" });
  const keep = choice.getByRole("button", { name: "Lưu lựa chọn" });
  const toast = page.getByText("Đã lưu, và giữ cả thay đổi của Lan");

  /** Opens the form of a record that has other values by the time of a save, once for each of them. */
  async function openOlder(...newer: readonly Partial<Body>[]) {
    const left = [...newer];
    const submit = vi.fn((_body: Body, _changed: object) => {
      const values = left.shift();
      if (values === undefined) return Promise.resolve();
      const current = { ...base, ...values, version: `v${newer.length - left.length + 1}` };
      const stale = { current, changedBy: "Lan" };
      return Promise.reject(new ApiError("conflict", "Lan đã sửa", undefined, 409, undefined, stale));
    });
    const valuesOf = (record: unknown) => Body.parse(record);
    await open({ name: "1", values: base, version: "v1", valuesOf, submit });
    return { sent: () => submit.mock.calls.map(([, changed]) => changed) };
  }

  test("is saved at once when both changed different fields, with both changes", async () => {
    const { sent } = await openOlder({ about: "Lời mới" });
    await name.fill("Quan họ");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(toast).toBeVisible();
    expect(sent()).toEqual([
      { name: "Quan họ", version: "v1" },
      { name: "Quan họ", version: "v2" },
    ]);
  });

  test("asks for each field that both changed, and saves one's own value", async () => {
    const { sent } = await openOlder({ name: "Chèo", about: "Lời mới" });
    await name.fill("Quan họ");
    await save.click();
    await expect.element(choice.getByRole("group", { name: "Tên" })).toBeVisible();
    await expect.element(choice.getByRole("group")).toHaveLength(1);
    await expect.element(choice.getByRole("radio", { name: "Của Lan Chèo" })).not.toBeChecked();
    await expect.element(keep).toBeDisabled();
    await expect.element(choice.getByText("Còn 1 mục chưa chọn")).toBeVisible();
    await choice.getByRole("radio", { name: "Của bạn Quan họ" }).click();
    await keep.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(sent().at(-1)).toEqual({ name: "Quan họ", version: "v2" });
  });

  test("takes the other's value, by keyboard", async () => {
    const { sent } = await openOlder({ name: "Chèo" });
    await name.fill("Quan họ");
    await about.fill("Lời của tôi");
    await save.click();
    await expect.element(choice.getByRole("radio", { name: "Của bạn Quan họ" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(form).not.toBeInTheDocument();
    expect(sent().at(-1)).toEqual({ about: "Lời của tôi", version: "v2" });
  });

  test("asks again when it changes once more meanwhile", async () => {
    const { sent } = await openOlder({ name: "Chèo" }, { name: "Tuồng" });
    await name.fill("Quan họ");
    await save.click();
    await choice.getByRole("radio", { name: "Của bạn Quan họ" }).click();
    await keep.click();
    await choice.getByRole("radio", { name: "Của Lan Tuồng" }).click();
    await keep.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(sent()).toEqual([{ name: "Quan họ", version: "v1" }, { name: "Quan họ", version: "v2" }, { version: "v3" }]);
  });

  test("stays unsaved in the form when the question is left", async () => {
    const { sent } = await openOlder({ name: "Chèo" });
    await name.fill("Quan họ");
    await save.click();
    await expect.element(choice).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(choice).not.toBeInTheDocument();
    await expect.element(alert).toHaveTextContent("Lan đã sửa");
    await expect.element(name).toHaveValue("Quan họ");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(sent().at(-1)).toEqual({ name: "Quan họ", version: "v1" });
  });

  test("fills the fields that were not changed here as soon as it is known", async () => {
    await open({ values: base, version: "1", newer: { name: "Dân ca", about: "Lời mới" } });
    await name.fill("Quan họ");
    await form.getByRole("button", { name: "Có bản mới" }).click();
    await expect.element(about).toHaveValue("Lời mới");
    await expect.element(name).toHaveValue("Quan họ");
  });
});
