import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields } from "#test/component/form.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { Modal } from "../../ui/modal.tsx";
import { TextField } from "./fields.tsx";
import { TokensField } from "./tokens-field.tsx";

const genres = [
  { id: 7, name: "Dân ca" },
  { id: 8, name: "Mưa hạ" },
  { id: 9, name: "Trữ tình" },
  { id: 10, name: "Trữ tình xưa" },
];
// While the list is open, all else is hidden from screen readers, the label too.
const field = page.getByRole("combobox");
const tokens = page
  .getByRole("list", { name: "Thể loại đã chọn", includeHidden: true })
  .getByRole("listitem", { includeHidden: true });
const chosen = () => tokens.elements().map((token) => token.textContent);
const options = page.getByRole("option");
const names = () => options.elements().map((option) => option.textContent);

const render = (ids: number[], all = genres, hint: string | undefined = "Ít nhất một") =>
  renderFields(
    { ids, next: "" },
    <>
      <TokensField name="ids" label="Thể loại" hint={hint} required options={all} />
      <TextField name="next" label="Sau" />
    </>,
  );

describe("a field of tokens", () => {
  test("has a label, hint, error and its chosen options", async () => {
    const { showErrors } = await render([9, 7]);
    await expect.element(field).toHaveAccessibleName("Thể loại");
    await expect.element(field).toHaveAccessibleDescription("Ít nhất một");
    await expect.element(field).toHaveAttribute("aria-required", "true");
    expect(chosen()).toEqual(["Trữ tình", "Dân ca"]);
    await showErrors();
    await expect.element(field).toHaveAccessibleDescription("Chưa đúng");
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
  });

  test("chooses and removes by press", async () => {
    const { expectSubmitted } = await render([9]);
    await field.click();
    expect(names()).toEqual(genres.map(({ name }) => name));
    await expect
      .element(page.getByRole("option", { name: "Trữ tình", exact: true }))
      .toHaveAttribute("aria-selected", "true");
    await page.getByRole("option", { name: "Dân ca" }).click();
    await expect.poll(chosen).toEqual(["Trữ tình", "Dân ca"]);
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Bỏ Trữ tình" }).click();
    await expect.poll(chosen).toEqual(["Dân ca"]);
    await expect.element(field).toHaveFocus();
    await expectSubmitted({ ids: [7], next: "" });
  });

  test("searches without marks and case, and adds with Enter", async () => {
    const { expectSubmitted, onSubmit } = await render([]);
    await field.click();
    await userEvent.keyboard("MUA HA");
    await expect.poll(names).toEqual(["Mưa hạ"]);
    await userEvent.keyboard("{Enter}");
    await expect.poll(chosen).toEqual(["Mưa hạ"]);
    await expect.element(field).toHaveValue("");
    await userEvent.keyboard("tru{ArrowDown}{ArrowDown}{Enter}");
    await expect.poll(chosen).toEqual(["Mưa hạ", "Trữ tình xưa"]);
    await userEvent.keyboard("{Backspace}");
    await expect.poll(chosen).toEqual(["Mưa hạ"]);
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await expectSubmitted({ ids: [8], next: "" });
  });

  test("chooses a typed name when the focus leaves, and keeps other text with an error", async () => {
    const { pending, submit, onSubmit, expectSubmitted } = await render([]);
    await field.fill("tru tinh");
    await expect.element(pending).toHaveTextContent("có");
    await userEvent.tab();
    await expect.poll(chosen).toEqual(["Trữ tình"]);
    await expect.element(pending).toHaveTextContent("không");

    await field.fill("tru");
    await userEvent.tab();
    await expect.element(field).toHaveValue("tru");
    await expect.element(field).toHaveAccessibleDescription("Không có lựa chọn này");
    await submit();
    await expect.element(field).toHaveValue("tru");
    expect(onSubmit).not.toHaveBeenCalled();

    await field.fill("");
    await userEvent.keyboard("{Escape}");
    await expect.element(field).toHaveAccessibleDescription("Ít nhất một");
    await expectSubmitted({ ids: [9], next: "" });
  });

  test("adds a typed name when the form is submitted", async () => {
    const { expectSubmitted } = await render([]);
    await field.fill("dan ca");
    await expectSubmitted({ ids: [7], next: "" });
  });

  test("says why there is nothing to choose", async () => {
    await render([], [], "Không tải được thể loại");
    await field.click();
    await expect.element(page.getByRole("listbox")).toHaveTextContent("Không tải được thể loại");
  });

  test("says that no option matches", async () => {
    await render([]);
    await field.fill("xyz");
    await expect.element(page.getByRole("listbox")).toHaveTextContent("Không có lựa chọn này");
  });

  test("closes its list with Esc before the dialog around it", async () => {
    const onClose = vi.fn();
    const { FormProvider, useForm } = await import("react-hook-form");
    function Example() {
      const form = useForm({ defaultValues: { ids: [] } });
      return (
        <Modal open title="Bài hát" onClose={onClose}>
          <FormProvider {...form}>
            <TokensField name="ids" label="Thể loại" options={genres} />
          </FormProvider>
        </Modal>
      );
    }
    await renderWithin(<Example />);
    await field.click();
    await expect.element(page.getByRole("listbox")).toBeVisible();
    await page.getByRole("option", { name: "Dân ca" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });
});

describe("on a phone", () => {
  beforeEach(() => page.viewport(390, 844));

  test("43 options with long names stay within the screen", async () => {
    const many = Array.from({ length: 43 }, (_, index) => ({
      id: index + 1,
      name: `${index + 1} ${index % 2 ? "m".repeat(97) : "thể loại ".repeat(11)}`,
    }));
    await render(
      many.slice(0, 20).map(({ id }) => id),
      many,
    );
    await field.click();
    const list = page.getByRole("listbox");
    await expect.element(list).toBeVisible();
    for (const element of [list.element(), ...tokens.elements(), ...options.elements()]) {
      const { left, right } = element.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
    }
    const panel = list.element().parentElement?.getBoundingClientRect();
    expect(panel?.top).toBeGreaterThanOrEqual(0);
    expect(panel?.bottom).toBeLessThanOrEqual(844);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});
