import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiError, invalidField } from "#contract/errors.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { ErrorNote } from "../ui/call-error.tsx";
import { Field } from "../ui/field.tsx";
import { useAction } from "./use-action.ts";
import { type Errors, usePublicForm, type Values } from "./use-public-form.ts";

/** A task that the test ends. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { task: vi.fn(() => promise), resolve, reject };
}

const fallback = "Chưa gửi được. Bạn thử lại nhé.";
const alert = page.getByRole("alert");

describe("usePublicForm", () => {
  interface Options {
    send?: (values: Values) => Promise<void>;
    isShownOnce?: boolean;
    isChecked?: (name: string, changed: string, errors: Errors) => boolean;
    check?: (values: Values) => Errors;
  }

  const missing = ({ name = "", note = "" }: Values) => ({
    name: name === "" ? "Thiếu tên" : undefined,
    note: note.length > 3 ? "Dài quá" : undefined,
  });

  function Screen({ send = async () => {}, ...options }: Options) {
    const form = usePublicForm({ check: missing, send, fallback, ...options });
    return (
      <form {...form.attributes} noValidate>
        <ErrorNote {...form.refusal} />
        <Field label="Tên" name="name" error={form.errors.name} />
        <details>
          <summary>Thêm</summary>
          <Field label="Ghi chú" name="note" error={form.errors.note} />
        </details>
        <button type="submit" disabled={form.isBusy}>
          Gửi
        </button>
        <button type="button" onClick={() => void form.run(() => send({}))}>
          Thôi
        </button>
      </form>
    );
  }

  const name = page.getByLabelText("Tên");
  const note = page.getByLabelText("Ghi chú");
  const button = page.getByRole("button", { name: "Gửi" });
  async function open(options: Options = {}) {
    stubApi();
    await renderWithin(<Screen {...options} />);
  }

  test("sends nothing that is wrong, and focuses the first wrong control", async () => {
    const send = vi.fn(async () => {});
    await open({ send });
    await button.click();
    await expect.element(name).toHaveAccessibleDescription("Thiếu tên");
    await expect.element(name).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
    await name.fill("Lan");
    await expect.element(name).toBeValid();
    await button.click();
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ name: "Lan", note: "" }, expect.anything()));
  });

  test("sends nothing either when what is wrong has no control", async () => {
    const send = vi.fn(async () => {});
    const check = vi.fn(() => ({ gone: "Thiếu" }));
    await open({ send, check });
    await button.click();
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    await expect.element(button).toBeEnabled();
    expect(send).not.toHaveBeenCalled();
  });

  test("checks a control that changes, and after the first attempt all", async () => {
    await open();
    await page.getByText("Thêm").click();
    await note.fill("dài quá");
    await expect.element(note).toHaveAccessibleDescription("Dài quá");
    await expect.element(name).toBeValid();
    await button.click();
    await expect.element(name).toBeInvalid();
    await note.fill("");
    await expect.element(note).toBeValid();
    await expect.element(name).toHaveAccessibleDescription("Thiếu tên");
  });

  test("checks what its form says while it is changed", async () => {
    await open({ isChecked: (field, changed, errors) => field === changed && errors[field] !== undefined });
    await name.fill("Lan");
    await name.fill("");
    await expect.element(name).toBeValid();
    await button.click();
    await expect.element(name).toBeInvalid();
    await name.fill("Lan");
    await expect.element(name).toBeValid();
  });

  test("opens the fold of a wrong control", async () => {
    await open({ send: () => Promise.reject(invalidField("note", "Không hiểu")) });
    await name.fill("Lan");
    await button.click();
    await expect.element(note).toHaveFocus();
    await expect.element(note).toHaveAccessibleDescription("Không hiểu");
    await expect.element(alert).toHaveTextContent("Không hiểu");
  });

  test("leaves out the message above that stands at a control, where it is shown once", async () => {
    const errors = [invalidField("note", "Không hiểu"), invalidField("other", "Không nhận nữa")];
    await open({ send: () => Promise.reject(errors.shift()), isShownOnce: true });
    await name.fill("Lan");
    await button.click();
    await expect.element(note).toHaveFocus();
    await expect.element(alert).not.toBeInTheDocument();
    await button.click();
    await expect.element(alert).toHaveTextContent("Không nhận nữa");
  });

  test("gives the message the focus that the button has lost, and leaves it where somebody types", async () => {
    const { task: send, reject } = held();
    await open({ send });
    await name.fill("Lan");
    await button.click();
    await expect.element(button).toBeDisabled();
    reject(new ApiError("rate_limited", "Chậm lại"));
    await expect.element(alert).toHaveTextContent("Chậm lại");
    await expect.element(alert).toHaveFocus();
    await name.click();
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    await expect.element(alert).toBeVisible();
    await expect.element(name).toHaveFocus();
  });

  test("says nothing of an error that is not the server's but that it failed", async () => {
    await open({ send: () => Promise.reject(new Error("x is undefined")) });
    await name.fill("Lan");
    await button.click();
    await expect.element(alert).toHaveTextContent(fallback);
  });

  test("runs once at a time, its second button included", async () => {
    const { task: send, resolve } = held();
    await open({ send });
    await name.fill("Lan");
    await button.click();
    await expect.element(button).toBeDisabled();
    await name.click();
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: "Thôi" }).click();
    expect(send).toHaveBeenCalledOnce();
    resolve();
    await expect.element(button).toBeEnabled();
  });
});

describe("useAction", () => {
  function Screen({ task, onError }: { task: () => Promise<void>; onError?: (message: string) => void }) {
    const { isBusy, error, run } = useAction(fallback, onError);
    return (
      <>
        <ErrorNote message={error} />
        <button type="button" onClick={() => void run(task)}>
          {isBusy ? "Đang gửi..." : "Gửi"}
        </button>
      </>
    );
  }
  const button = page.getByRole("button");

  test("runs a task once at a time, and again afterwards", async () => {
    const { task, resolve } = held();
    await renderWithin(<Screen task={task} />);
    const element = button.element() as HTMLElement;
    element.click();
    element.click();
    await expect.element(button).toHaveTextContent("Đang gửi...");
    expect(task).toHaveBeenCalledOnce();
    resolve();
    await expect.element(button).toHaveTextContent("Gửi");
    await button.click();
    expect(task).toHaveBeenCalledTimes(2);
  });

  test.each([
    [new ApiError("conflict", "Đã có rồi"), "Đã có rồi"],
    [new Error("x is undefined"), fallback],
  ])("says of %o: %s, until the next run", async (error, message) => {
    const task = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(error);
    await renderWithin(<Screen task={task} />);
    await button.click();
    await expect.element(alert).toHaveTextContent(message);
    await button.click();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("leaves the message to a caller that shows it elsewhere", async () => {
    const onError = vi.fn();
    await renderWithin(<Screen task={() => Promise.reject(new ApiError("conflict", "Đã có rồi"))} onError={onError} />);
    await button.click();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith("Đã có rồi", expect.any(ApiError)));
    await expect.element(alert).not.toBeInTheDocument();
  });
});
