import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useFormContext } from "react-hook-form";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields, topOf } from "#test/component/form.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { Modal } from "../controls/modal.tsx";
import { DateField, DateRangeField } from "./date-fields.tsx";
import { DateRangePicker } from "./date-picker.tsx";
import { FieldGroup, SecretField, SelectField, SwitchField, TextAreaField, TextField } from "./fields.tsx";
import { ListField } from "./list-field.tsx";
import { NumberField } from "./number-field.tsx";
import { PendingTextProvider, usePendingText, usePendingTexts } from "./pending-text.tsx";
import { SuggestField } from "./suggest-field.tsx";
import type { Suggestion } from "./suggestion-box.tsx";

const options = [
  { value: "a", label: "Loại A" },
  { value: "b", label: "Loại B" },
];

test.each([
  ["TextField", <TextField key="field" name="field" label="Nhãn" hint="Gợi ý" required />],
  ["SecretField", <SecretField key="field" name="field" label="Nhãn" hint="Gợi ý" required />],
  ["NumberField", <NumberField key="field" name="field" label="Nhãn" hint="Gợi ý" required />],
  ["TextAreaField", <TextAreaField key="field" name="field" label="Nhãn" hint="Gợi ý" required />],
  ["SelectField", <SelectField key="field" name="field" label="Nhãn" hint="Gợi ý" required options={options} />],
])("%s has a label, and its hint or error as description", async (_name, field) => {
  const { showErrors } = await renderFields({ field: "" }, field);
  // The star after the label is for the eye; the field itself says that it is required.
  const control = page.getByLabelText(/^Nhãn( \*)?$/);
  await expect.element(control).toHaveAccessibleDescription("Gợi ý");
  await expect.element(control).toHaveAttribute("aria-required", "true");
  await expect.element(control).not.toHaveAttribute("aria-invalid", "true");
  await showErrors();
  await expect.element(control).toHaveAccessibleDescription("Chưa đúng");
  await expect.element(control).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText("Gợi ý")).not.toBeVisible();
});

const long = "Một lời gợi ý rất dài, ".repeat(20);

test.each([
  ["TextField", <TextField key="field" name="field" label="Nhãn" />],
  ["TextField with a hint", <TextField key="field" name="field" label="Nhãn" hint="Gợi ý" />],
  ["TextField with a long hint", <TextField key="field" name="field" label="Nhãn" hint={long} />],
  ["SecretField", <SecretField key="field" name="field" label="Nhãn" />],
  ["NumberField", <NumberField key="field" name="field" label="Nhãn" />],
  ["TextAreaField", <TextAreaField key="field" name="field" label="Nhãn" />],
  ["SelectField", <SelectField key="field" name="field" label="Nhãn" options={options} />],
  ["SwitchField", <SwitchField key="field" name="field" label="Nhãn" />],
  ["ListField", <ListField key="field" name="field" label="Nhãn" addLabel="Thêm mục" />],
  [
    "FieldGroup",
    <FieldGroup key="field" name="field" label="Nhãn">
      Không
    </FieldGroup>,
  ],
])("an error of a %s moves nothing below it", async (_name, field) => {
  const { showErrors, clearErrors } = await renderFields(
    { field: undefined },
    <>
      {field}
      <TextField name="next" label="Sau" />
    </>,
  );
  const next = page.getByLabelText("Sau");
  const before = topOf(next);
  await showErrors();
  await expect.element(page.getByText("Chưa đúng")).toBeVisible();
  expect(topOf(next)).toBe(before);
  await clearErrors();
  await expect.element(page.getByText("Chưa đúng")).not.toBeInTheDocument();
  expect(topOf(next)).toBe(before);
});

test("fields show the form's values and return the input", async () => {
  const { expectSubmitted, showErrors } = await renderFields(
    { text: "Một", more: "Hai", kind: "b", active: true },
    <>
      <TextField name="text" label="Tên" />
      <TextAreaField name="more" label="Mô tả" />
      <SelectField name="kind" label="Loại" options={options} />
      <SwitchField name="active" label="Hoạt động" hint="Tắt thì ẩn" />
    </>,
  );
  await expect.element(page.getByLabelText("Tên")).toHaveValue("Một");
  await expect.element(page.getByLabelText("Loại")).toHaveValue("b");
  const active = page.getByRole("switch", { name: "Hoạt động" });
  await expect.element(active).toBeChecked();
  await expect.element(active).toHaveAccessibleDescription("Tắt thì ẩn");
  await page.getByLabelText("Tên").fill("Ba");
  await page.getByLabelText("Mô tả").fill("Bốn");
  await page.getByLabelText("Loại").selectOptions("Loại A");
  (active.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expectSubmitted({ text: "Ba", more: "Bốn", kind: "a", active: false });
  await showErrors();
  await expect.element(active).toHaveAccessibleDescription("Chưa đúng");
});

test("SecretField is masked until it is revealed, and can be masked again", async () => {
  await renderFields({ secret: "khoa" }, <SecretField name="secret" label="Khóa" />);
  const field = page.getByLabelText("Khóa", { exact: true });
  await expect.element(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Hiện Khóa" }).click();
  await expect.element(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ẩn Khóa" }).click();
  await expect.element(field).toHaveAttribute("type", "password");
});

test("SecretField clears the server's mask on typing, but not other text", async () => {
  await renderFields({ secret: "••••" }, <SecretField name="secret" label="Khóa" />);
  const field = page.getByLabelText("Khóa", { exact: true });
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("moi");
  await expect.element(field).toHaveValue("moi");
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard("{End}hon");
  await expect.element(field).toHaveValue("moihon");
});

describe("NumberField", () => {
  const field = page.getByLabelText("Giá");
  const price = <NumberField name="price" label="Giá" min={0} step={1000} suffix="đ" hint="Trọn gói" />;

  /** Pastes a text over the whole field. */
  async function paste(text: string): Promise<void> {
    await field.click();
    const input = field.element() as HTMLInputElement;
    input.select();
    // The browser's own insertion, with its `beforeinput` event.
    document.execCommand("insertText", false, text);
  }

  describe("a number field", () => {
    test("groups digits as in Vietnamese, with its unit", async () => {
      const { expectSubmitted } = await renderFields({ price: 299_000 }, price);
      await expect.element(field).toHaveValue("299.000");
      await expect.element(field).toHaveAccessibleDescription("đ Trọn gói");
      await expect.element(field).toHaveAttribute("inputmode", "numeric");
      await field.fill("1250000");
      await userEvent.tab();
      await expect.element(field).toHaveValue("1.250.000");
      await expectSubmitted({ price: 1_250_000 });
    });

    test.each(["450000", "450.000"])("takes a pasted %s", async (text) => {
      const { expectSubmitted } = await renderFields({ price: 1 }, price);
      await paste(text);
      await expectSubmitted({ price: 450_000 });
    });

    test("keeps what is no whole number as it was typed or pasted, with an error, and is pending until it is one", async () => {
      const { pending, expectSubmitted } = await renderFields({ price: 7000 }, price);
      await paste("49,5");
      await userEvent.tab();
      await expect.element(field).toHaveValue("49,5");
      await expect.element(field).toHaveAccessibleDescription(/Chỉ nhập số nguyên, ví dụ 49\.500/);
      await expect.element(field).toHaveAttribute("aria-invalid", "true");
      await expect.element(pending).toHaveTextContent("có");
      await field.fill("5e3");
      await expect.element(field).toHaveValue("5e3");
      await expect.element(pending).toHaveTextContent("có");
      await field.fill("-5000");
      await expect.element(pending).toHaveTextContent("không");
      await userEvent.tab();
      await expect.element(field).toHaveValue("-5.000");
      await expectSubmitted({ price: -5000 });
    });

    test("moves its points while it is edited, and the caret stays at its digit", async () => {
      const { expectSubmitted } = await renderFields({ price: 49_500 }, price);
      await field.click();
      await userEvent.keyboard("{Home}1");
      await expect.element(field).toHaveValue("149.500");
      await userEvent.keyboard("2");
      await expect.element(field).toHaveValue("1.249.500");
      await userEvent.keyboard("{End}{Backspace}");
      await expect.element(field).toHaveValue("124.950");
      await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}{Backspace}");
      await expect.element(field).toHaveValue("12.950");
      await expectSubmitted({ price: 12_950 });
      await field.click();
      await userEvent.keyboard("{End},5");
      await expect.element(field).toHaveValue("12.950,5");
    });

    test("keeps a number outside of its limits for the schema to refuse", async () => {
      const { expectSubmitted } = await renderFields(
        { days: 3 },
        <NumberField name="days" label="Giá" min={1} max={30} />,
      );
      await field.fill("365");
      await userEvent.tab();
      await expect.element(field).toHaveValue("365");
      await expectSubmitted({ days: 365 });
    });

    test("is empty without a number, and returns `empty` or NaN when it is emptied", async () => {
      const { expectSubmitted } = await renderFields(
        { place: 3, count: 5, none: Number.NaN },
        <>
          <NumberField name="place" label="Thứ tự" empty={0} />
          <NumberField name="count" label="Số lượng" />
          <NumberField name="none" label="Trống" />
        </>,
      );
      await expect.element(page.getByLabelText("Trống")).toHaveValue("");
      await page.getByLabelText("Thứ tự").fill("12");
      await expectSubmitted({ place: 12, count: 5, none: Number.NaN });
      await page.getByLabelText("Thứ tự").fill("");
      await page.getByLabelText("Số lượng").fill("");
      await expectSubmitted({ place: 0, count: Number.NaN, none: Number.NaN });
    });

    test("steps with the arrow keys within its limits, and not with the wheel", async () => {
      const { expectSubmitted } = await renderFields({ price: 1000 }, price);
      await field.click();
      await userEvent.keyboard("{ArrowUp}");
      await expect.element(field).toHaveValue("2.000");
      await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
      await expect.element(field).toHaveValue("0");
      await userEvent.wheel(field, { delta: { y: -200 } });
      await expect.element(field).toHaveValue("0");
      await expectSubmitted({ price: 0 });
    });

    test("submits the typed number with Enter", async () => {
      const { onSubmit } = await renderFields({ price: 1000 }, price);
      await field.fill("2000");
      await userEvent.keyboard("{Enter}");
      await expect.poll(() => onSubmit.mock.lastCall?.[0]).toEqual({ price: 2000 });
    });
  });
});

describe("DateField and DateRangeField", () => {
  const group = page.getByRole("group", { name: "Hạn dùng" });
  const segments = () =>
    page
      .getByRole("spinbutton")
      .elements()
      .map((segment) => segment.textContent);
  const openCalendar = page.getByRole("button", { name: /^Lịch/ });
  const calendar = page.getByRole("dialog");
  const day = (name: RegExp) => calendar.getByRole("button", { name });

  // Still the evening of 22 November in UTC.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T18:00:00Z") }));

  describe("a field of a day", () => {
    const render = (value: string) =>
      renderFields(
        { day: value, next: "" },
        <>
          <DateField name="day" label="Hạn dùng" hint="Hết ngày này" required min="2026-11-05" max="2026-12-31" />
          <TextField name="next" label="Sau" />
        </>,
      );

    test("has a label, hint and error that moves nothing", async () => {
      const { showErrors } = await render("2026-11-20");
      await expect.element(group).toHaveAccessibleDescription(/Hết ngày này/);
      expect(segments()).toEqual(["20", "11", "2026"]);
      const before = topOf(page.getByLabelText("Sau"));
      await showErrors();
      await expect.element(group).toHaveAccessibleDescription(/Chưa đúng/);
      expect(topOf(page.getByLabelText("Sau"))).toBe(before);
    });

    test("takes a typed day, and is cleared", async () => {
      const { expectSubmitted } = await render("");
      (page.getByRole("spinbutton").first().element() as HTMLElement).focus();
      await userEvent.keyboard("24122026");
      await expectSubmitted({ day: "2026-12-24", next: "" });
      await page.getByRole("button", { name: "Xóa ngày" }).click();
      await expectSubmitted({ day: "", next: "" });
    });

    test("opens a Vietnamese calendar from Monday, within its limits", async () => {
      const { expectSubmitted } = await render("2026-11-20");
      await openCalendar.click();
      await expect.element(calendar.getByRole("heading")).toHaveTextContent("tháng 11 năm 2026");
      expect(calendar.element().querySelector("th")?.textContent).toBe("T2");
      await expect.element(day(/ 4 tháng 11/)).toHaveAttribute("aria-disabled", "true");
      await expect.element(day(/^Hôm nay.* 23 tháng 11/)).toBeVisible();
      await day(/ 25 tháng 11/).click();
      await expect.element(calendar).not.toBeInTheDocument();
      await expect.element(openCalendar).toHaveFocus();
      await expectSubmitted({ day: "2026-11-25", next: "" });
    });

    test("is used by keyboard, and closes with Esc", async () => {
      const { expectSubmitted } = await render("2026-11-20");
      (openCalendar.element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(day(/ 20 tháng 11/)).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(calendar).not.toBeInTheDocument();
      await expect.element(openCalendar).toHaveFocus();
      await userEvent.keyboard("{Enter}");
      await expect.element(day(/ 20 tháng 11/)).toHaveFocus();
      await userEvent.keyboard("{ArrowDown}{Enter}");
      await expectSubmitted({ day: "2026-11-27", next: "" });
    });
  });

  describe("a range of days", () => {
    test.each([
      ["Hôm nay", "2026-11-23", "2026-11-23"],
      ["7 ngày", "2026-11-17", "2026-11-23"],
      ["30 ngày", "2026-10-25", "2026-11-23"],
      ["Tháng này", "2026-11-01", "2026-11-30"],
    ])("is set by the preset %s of Vietnam's day", async (preset, from, to) => {
      const { expectSubmitted } = await renderFields(
        { days: { from: "", to: "" } },
        <DateRangeField name="days" label="Ngày" />,
      );
      await openCalendar.click();
      await calendar.getByRole("button", { name: preset, exact: true }).click();
      await expect.element(calendar).not.toBeInTheDocument();
      await expectSubmitted({ days: { from, to } });
      await page.getByRole("button", { name: "Xóa ngày" }).click();
      await expectSubmitted({ days: { from: "", to: "" } });
    });

    test("is picked in the calendar on a phone, outside of a form", async () => {
      await page.viewport(390, 844);
      const onChange = vi.fn();
      function Filter() {
        const [days, setDays] = useState({ from: "không phải ngày", to: "" });
        return (
          <DateRangePicker
            label="Ngày tạo"
            {...days}
            onChange={(changed) => {
              onChange(changed);
              setDays(changed);
            }}
          />
        );
      }
      await renderWithin(<Filter />);
      await expect.element(page.getByRole("group", { name: "Ngày tạo" })).toBeVisible();
      await openCalendar.click();
      await expect.element(calendar).toBeVisible();
      const { left, right, bottom } = calendar.element().getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(bottom).toBeLessThanOrEqual(844);
      await day(/ 10 tháng 11/).click();
      await day(/ 12 tháng 11/).click();
      await expect.poll(() => onChange.mock.lastCall?.[0]).toEqual({ from: "2026-11-10", to: "2026-11-12" });
      expect(document.documentElement.scrollWidth).toBe(390);
    });
  });
});

describe("ListField", () => {
  const box = page.getByLabelText("Thêm mục");
  const add = page.getByRole("button", { name: "Thêm", exact: true });
  const items = page.getByRole("listitem");
  const texts = () => items.elements().map((item) => item.textContent);

  const render = (values: string[]) =>
    renderFields(
      { items: values },
      <ListField name="items" label="Khách nhận được" hint="Mỗi dòng một ý" addLabel="Thêm mục" maxLength={20} />,
    );

  describe("a list field", () => {
    test("shows its items, with label, hint and error", async () => {
      const { showErrors } = await render(["Một", "Hai"]);
      expect(texts()).toEqual(["Một", "Hai"]);
      const group = page.getByRole("group", { name: "Khách nhận được" });
      await expect.element(group).toHaveAccessibleDescription("Mỗi dòng một ý");
      await expect.element(box).toHaveAttribute("maxlength", "20");
      await showErrors();
      await expect.element(group).toHaveAccessibleDescription("Chưa đúng");
      await expect.element(page.getByText("Chưa đúng")).toBeVisible();
    });

    test("names the first wrong item", async () => {
      function WrongItem() {
        const { setError } = useFormContext();
        return (
          <button type="button" onClick={() => setError("items.1", { message: "Chưa đúng" })}>
            Báo mục sai
          </button>
        );
      }
      await renderFields(
        { items: ["Một", "Hai"] },
        <>
          <ListField name="items" label="Khách nhận được" addLabel="Thêm mục" />
          <WrongItem />
        </>,
      );
      await page.getByRole("button", { name: "Báo mục sai" }).click();
      await expect
        .element(page.getByRole("group", { name: "Khách nhận được" }))
        .toHaveAccessibleDescription("“Hai”: Chưa đúng");
    });

    test("adds by the button and by Enter, which does not submit", async () => {
      const { onSubmit, expectSubmitted } = await render([]);
      await box.fill("  Một ");
      await add.click();
      await expect.element(box).toHaveFocus();
      await userEvent.keyboard("Hai{Enter}");
      await expect.poll(texts).toEqual(["Một", "Hai"]);
      await expect.element(box).toHaveValue("");
      expect(onSubmit).not.toHaveBeenCalled();
      await expectSubmitted({ items: ["Một", "Hai"] });
    });

    test("adds no blank text", async () => {
      const { expectSubmitted, pending } = await render([]);
      await box.fill("   ");
      await expect.element(pending).toHaveTextContent("không");
      await userEvent.keyboard("{Enter}");
      await add.click();
      await expectSubmitted({ items: [] });
    });

    test("removes an item and moves the focus to the next, at last to the box", async () => {
      const { expectSubmitted } = await render(["Một", "Hai"]);
      await page.getByRole("button", { name: "Xóa Một" }).click();
      await expect.element(page.getByRole("button", { name: "Xóa Hai" })).toHaveFocus();
      await userEvent.keyboard("{Enter}");
      await expect.element(box).toHaveFocus();
      await expectSubmitted({ items: [] });
    });

    test("counts a text that was not added as pending, and adds it when the form is saved", async () => {
      const { expectSubmitted, pending } = await render(["Một"]);
      await box.fill("Hai");
      await expect.element(pending).toHaveTextContent("có");
      await expectSubmitted({ items: ["Một", "Hai"] });
      await expect.element(pending).toHaveTextContent("không");
      await expect.element(box).toHaveValue("");
    });
  });
});

describe("SuggestField", () => {
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

    test("suggests without marks and case, by detail where no name matches", async () => {
      await render();
      for (const [typed, expected] of [
        ["VIET", ["Vietcombank", "VietinBank"]],
        ["dong a", ["Đông Á"]],
        ["ngoai thuong", ["Vietcombank"]],
      ] as const) {
        await field.fill(typed);
        await expect.poll(names).toEqual(expected);
      }
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
});

describe("usePendingText", () => {
  /** A field whose pending text is added by `flush`, unless it is `bad`. */
  function Field({ label }: { label: string }) {
    const { register, notify } = usePendingText();
    const input = useRef<HTMLInputElement>(null);
    const [added, setAdded] = useState<string[]>([]);
    useEffect(
      () =>
        register({
          isPending: () => Boolean(input.current?.value),
          flush() {
            const text = input.current?.value ?? "";
            if (!input.current || text === "bad") return;
            setAdded((earlier) => [...earlier, text]);
            input.current.value = "";
          },
        }),
      [register],
    );
    return (
      <div>
        <input ref={input} aria-label={label} onChange={notify} />
        <output>{added.join()}</output>
      </div>
    );
  }

  function Form() {
    const pending = usePendingTexts();
    const [isShown, setIsShown] = useState(true);
    const [result, setResult] = useState("");
    return (
      <PendingTextProvider pending={pending}>
        {isShown && <Field label="Một" />}
        <Field label="Hai" />
        <p>{pending.isPending ? "còn chữ" : "hết chữ"}</p>
        <p>{result}</p>
        <button type="button" onClick={() => setResult(pending.flush() ? "sạch" : "còn")}>
          Thêm hết
        </button>
        <button type="button" onClick={() => setIsShown(false)}>
          Bỏ ô một
        </button>
      </PendingTextProvider>
    );
  }

  const flush = () => page.getByRole("button", { name: "Thêm hết" }).click();

  test("a form knows the pending text of its fields and adds all of it", async () => {
    await renderWithin(<Form />);
    await expect.element(page.getByText("hết chữ")).toBeVisible();
    await page.getByLabelText("Một").fill("a");
    await page.getByLabelText("Hai").fill("b");
    await expect.element(page.getByText("còn chữ")).toBeVisible();
    await flush();
    await expect.element(page.getByText("sạch")).toBeVisible();
    await expect.element(page.getByText("hết chữ")).toBeVisible();
    await expect.element(page.getByRole("status").nth(0)).toHaveTextContent("a");
    await expect.element(page.getByRole("status").nth(1)).toHaveTextContent("b");
  });

  test("text that a field cannot take stays pending, until the field is gone", async () => {
    await renderWithin(<Form />);
    await page.getByLabelText("Một").fill("bad");
    await flush();
    await expect.element(page.getByText("còn", { exact: true })).toBeVisible();
    await expect.element(page.getByText("còn chữ")).toBeVisible();
    await page.getByRole("button", { name: "Bỏ ô một" }).click();
    await expect.element(page.getByText("hết chữ")).toBeVisible();
  });

  test("a field outside of a form has no effect", async () => {
    await renderWithin(<Field label="Lẻ" />);
    await page.getByLabelText("Lẻ").fill("a");
    await expect.element(page.getByLabelText("Lẻ")).toHaveValue("a");
  });
});
