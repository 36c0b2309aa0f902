import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields, topOf } from "#test/component/form.tsx";
import { FieldGroup, SecretField, SelectField, SwitchField, TextAreaField, TextField } from "./fields.tsx";
import { ListField } from "./list-field.tsx";
import { NumberField } from "./number-field.tsx";

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
