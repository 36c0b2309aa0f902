import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields } from "#test/component/form.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { Modal } from "../controls/modal.tsx";
import { TextField } from "./fields.tsx";
import { SuggestField, type Suggestion } from "./suggest-field.tsx";

const banks: readonly Suggestion[] = [
  { id: "970436", name: "Vietcombank", detail: "Ngân hàng TMCP Ngoại Thương Việt Nam" },
  { id: "970415", name: "VietinBank", detail: "Ngân hàng TMCP Công thương Việt Nam" },
  { id: "970406", name: "Đông Á", detail: "Ngân hàng TMCP Đông Á" },
];
// While the list is open, all else is hidden from screen readers, the label too.
const field = page.getByRole("combobox");
const list = page.getByRole("listbox");
const options = page.getByRole("option");
const names = () => options.elements().map((option) => option.querySelector("b")?.textContent);

async function render(bank = "", onText?: (text: string) => void) {
  return renderFields(
    { bank, next: "" },
    <>
      <SuggestField
        name="bank"
        label="Ngân hàng"
        hint="Chọn hoặc nhập"
        required
        maxLength={12}
        suggestions={banks}
        onText={onText}
      />
      <TextField name="next" label="Sau" />
    </>,
  );
}

describe("a field with suggestions", () => {
  test("has a label, hint, error and value", async () => {
    const { showErrors, clearErrors } = await render("Vietcombank");
    await expect.element(field).toHaveAccessibleName("Ngân hàng");
    await expect.element(field).toHaveAccessibleDescription("Chọn hoặc nhập");
    await expect.element(field).toHaveAttribute("aria-required", "true");
    await expect.element(field).toHaveValue("Vietcombank");
    await showErrors();
    await expect.element(field).toHaveAccessibleDescription("Chưa đúng");
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await clearErrors();
    await expect.element(field).not.toHaveAttribute("aria-invalid", "true");
  });

  test("opens all suggestions by its button, with the present one selected", async () => {
    await render("VietinBank");
    await page.getByRole("button", { name: /Ngân hàng/ }).click();
    await expect.poll(names).toEqual(banks.map(({ name }) => name));
    await expect.element(options.nth(1)).toHaveAttribute("aria-selected", "true");
  });

  test.each([
    ["VIET", ["Vietcombank", "VietinBank"]],
    ["dong a", ["Đông Á"]],
    ["ngoai thuong", ["Vietcombank"]],
  ])("suggests for %s without marks and case, by detail where no name matches", async (typed, expected) => {
    await render();
    await field.fill(typed);
    await expect.poll(names).toEqual(expected);
  });

  test("takes a suggestion by press", async () => {
    const onText = vi.fn();
    const { expectSubmitted } = await render("", onText);
    await field.fill("viet");
    await options.nth(1).click();
    await expect.element(field).toHaveValue("VietinBank");
    await expect.element(list).not.toBeInTheDocument();
    expect(onText).toHaveBeenLastCalledWith("VietinBank");
    await expectSubmitted({ bank: "VietinBank", next: "" });
  });

  test("takes a suggestion by keyboard, without submitting the form", async () => {
    const { expectSubmitted, onSubmit } = await render();
    await field.click();
    await userEvent.keyboard("dong{ArrowDown}{Enter}");
    await expect.element(field).toHaveValue("Đông Á");
    expect(onSubmit).not.toHaveBeenCalled();
    await expectSubmitted({ bank: "Đông Á", next: "" });
  });

  test("keeps a text that is no suggestion", async () => {
    const onText = vi.fn();
    const { expectSubmitted } = await render("Vietcombank", onText);
    await field.fill("Quỹ làng");
    await userEvent.tab();
    await expect.element(field).toHaveValue("Quỹ làng");
    expect(onText).toHaveBeenLastCalledWith("Quỹ làng");
    await expectSubmitted({ bank: "Quỹ làng", next: "" });
  });

  test("keeps a text that only begins like a suggestion", async () => {
    const { expectSubmitted } = await render("Vietcombank");
    await field.fill("Vietcom");
    await userEvent.tab();
    await expectSubmitted({ bank: "Vietcom", next: "" });
  });

  test("takes no more signs than allowed", async () => {
    await render();
    await field.click();
    await userEvent.keyboard("0123456789abcdef");
    await expect.element(field).toHaveValue("0123456789ab");
  });

  test("closes its list with Esc before the dialog around it", async () => {
    function Example() {
      const [isOpen, setIsOpen] = useState(true);
      const form = useForm({ defaultValues: { bank: "" } });
      return (
        <Modal open={isOpen} title="Tài khoản" onClose={() => setIsOpen(false)}>
          <FormProvider {...form}>
            <SuggestField name="bank" label="Ngân hàng" maxLength={100} suggestions={banks} />
          </FormProvider>
        </Modal>
      );
    }
    await renderWithin(<Example />);
    await field.fill("viet");
    await expect.element(list).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(page.getByRole("dialog", { name: "Tài khoản" })).toBeVisible();
    await expect.element(field).toHaveValue("viet");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog", { name: "Tài khoản" })).not.toBeInTheDocument();
  });
});

describe("on a phone", () => {
  beforeEach(() => page.viewport(390, 844));

  test("long suggestions stay within the screen", async () => {
    const long = { id: "1", name: "m".repeat(97), detail: "ngân hàng ".repeat(20) };
    await renderFields(
      { bank: "" },
      <SuggestField name="bank" label="Ngân hàng" maxLength={100} suggestions={[long, ...banks]} />,
    );
    await page.getByRole("button", { name: /Ngân hàng/ }).click();
    await expect.element(list).toBeVisible();
    for (const element of [list.element(), ...options.elements()]) {
      const { left, right } = element.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
    }
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});
