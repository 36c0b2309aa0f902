import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { keepDrafts } from "./drafts.ts";
import { TextAreaField, TextField } from "./fields.tsx";
import { PageForm, type PageFormProps } from "./page-form.tsx";

const Body = z.object({ name: z.string().trim().min(1, "Cần có tên"), about: z.string() });
type Body = z.output<typeof Body>;

const name = page.getByLabelText("Tên");
const about = page.getByLabelText("Mô tả");
const save = page.getByRole("button", { name: "Lưu", exact: true });
const success = page.getByText("Đã lưu", { exact: true });
const alert = page.getByRole("alert");
const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
const values = { name: "Ngân", about: "" };

function Form(props: Partial<PageFormProps<Body, Body>>) {
  return (
    <PageForm
      name="settings"
      schema={Body}
      values={values}
      submit={(body) => Promise.resolve({ saved: body })}
      success="Đã lưu"
      {...props}
    >
      <TextField name="name" label="Tên" />
      <TextAreaField name="about" label="Mô tả" />
    </PageForm>
  );
}

function open(props: Partial<PageFormProps<Body, Body>> = {}) {
  stubApi();
  return renderWithin(<Form {...props} />, { at: "/admin/config" });
}

test("shows the saved values and a notice, and keeps the focus on its button", async () => {
  const screen = await open({ submit: () => Promise.resolve({ saved: { name: "NGÂN", about: "" } }) });
  await name.fill("ngân");
  await save.click();
  await expect.element(success).toBeVisible();
  await expect.element(name).toHaveValue("NGÂN");
  await expect.element(save).toHaveFocus();
  await screen.go("/admin/songs");
  await expect.poll(screen.address).toBe("/admin/songs");
});

test("keeps what is typed while it is being saved", async () => {
  const { promise, resolve } = Promise.withResolvers<{ saved: Body }>();
  const screen = await open({ submit: () => promise });
  await name.fill("một");
  await save.click();
  await expect.element(page.getByRole("button", { name: "Đang lưu..." })).toBeDisabled();
  await about.fill("hai");
  resolve({ saved: { name: "MỘT", about: "" } });
  await expect.element(success).toBeVisible();
  await expect.element(name).toHaveValue("MỘT");
  await expect.element(about).toHaveValue("hai");
  await screen.go("/admin/songs");
  await expect.element(question).toBeVisible();
});

describe("a success", () => {
  test("disappears with the next change", async () => {
    await open();
    await save.click();
    await expect.element(success).toBeVisible();
    await about.fill("x");
    await expect.element(success).not.toBeInTheDocument();
  });

  test("is never beside an error of a field", async () => {
    await open({ values: { name: "", about: "" } });
    await name.fill("Ngân");
    await save.click();
    await expect.element(success).toBeVisible();
    await name.fill("");
    await save.click();
    await expect.element(name).toHaveAccessibleDescription("Cần có tên");
    await expect.element(success).not.toBeInTheDocument();
  });

  test("is replaced by the error of the next request", async () => {
    const submit = vi.fn<PageFormProps<Body, Body>["submit"]>();
    submit.mockResolvedValueOnce({ saved: values });
    submit.mockRejectedValueOnce(new ApiError("conflict", "Có người vừa lưu", undefined, 409));
    await open({ submit });
    await save.click();
    await expect.element(success).toBeVisible();
    await save.click();
    await expect.element(alert).toHaveTextContent("Có người vừa lưu");
    await expect.element(success).not.toBeInTheDocument();
  });
});

test("scrolls its notice into view", async () => {
  stubApi();
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(390, 420);
  await renderWithin(
    <div style={{ height: 400, overflow: "auto" }}>
      <Form />
      <div style={{ height: 2000 }} />
    </div>,
  );
  await name.click();
  await save.click();
  await expect.element(success).toBeInViewport({ ratio: 1 });
});

test("another button sends the same values, and its notice takes the same place", async () => {
  const sent = vi.fn();
  await open({
    renderButtons: ({ send, isBusy }) => (
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() =>
          void send(async (body) => {
            sent(body);
            return { kind: "danger", content: "Không kết nối được" };
          })
        }
      >
        Thử
      </button>
    ),
  });
  await name.fill(" ");
  await page.getByRole("button", { name: "Thử" }).click();
  await expect.element(name).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
  await name.fill(" Nga ");
  await page.getByRole("button", { name: "Thử" }).click();
  await expect.element(alert).toHaveTextContent("Không kết nối được");
  expect(sent).toHaveBeenCalledExactlyOnceWith({ name: "Nga", about: "" });
  await save.click();
  await expect.element(success).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test("is saved by Enter in a line and by Ctrl+S", async () => {
  const submit = vi.fn((saved: Body) => Promise.resolve({ saved }));
  await open({ submit });
  await name.fill("một");
  await userEvent.keyboard("{Enter}");
  await expect.element(success).toBeVisible();
  await about.fill("hai");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.element(success).toBeVisible();
  expect(submit).toHaveBeenLastCalledWith({ name: "một", about: "hai" }, { about: "hai" });
  expect(submit).toHaveBeenCalledTimes(2);
});

test("two forms of a page ask one question", async () => {
  stubApi();
  const screen = await renderWithin(
    <>
      <Form />
      <PageForm
        schema={z.object({ other: z.string() })}
        values={{ other: "" }}
        submit={(saved) => Promise.resolve({ saved })}
        success=""
        action="Lưu ô khác"
      >
        <TextField name="other" label="Khác" />
      </PageForm>
    </>,
    { at: "/admin/config" },
  );
  await name.fill("Dở dang");
  await screen.go("/admin/songs");
  await question.getByRole("button", { name: "Ở lại" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await page.getByLabelText("Khác").fill("x");
  await screen.go("/admin/songs");
  await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.poll(screen.address).toBe("/admin/songs");
});

test("shows the draft of an ended session until it is saved", async () => {
  const first = await open();
  await name.fill("Dở dang");
  keepDrafts(undefined);
  await first.unmount();
  const submit = vi.fn((body: Body) => Promise.resolve({ saved: body }));
  await open({ submit });
  await expect.element(name).toHaveValue("Dở dang");
  const note = page.getByText("Những gì bạn đang nhập dở vẫn còn đây.");
  await expect.element(note).toBeVisible();
  await save.click();
  await expect.element(success).toBeVisible();
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: "Dở dang", about: "" }, { name: "Dở dang" });
  await expect.element(note).not.toBeInTheDocument();
});
