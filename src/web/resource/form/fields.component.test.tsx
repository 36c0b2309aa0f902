import type { ReactNode } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import {
  ChecksField,
  NumberField,
  SecretField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "./fields.tsx";

interface FormProps {
  values: FieldValues;
  /** The error that "Báo lỗi" puts at the fields. */
  error?: string;
  onSubmit?: (values: FieldValues) => void;
  children: ReactNode;
}

function Form({ values, error = "Chưa đúng", onSubmit = () => undefined, children }: FormProps) {
  const form = useForm({ defaultValues: values });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
        {children}
        <button type="submit">Gửi</button>
        <button
          type="button"
          onClick={() => {
            for (const name of Object.keys(values)) form.setError(name, { message: error });
          }}
        >
          Báo lỗi
        </button>
      </form>
    </FormProvider>
  );
}

async function show(form: ReactNode): Promise<void> {
  stubApi();
  await renderWithin(form);
}

const report = () => page.getByRole("button", { name: "Báo lỗi" }).click();
const submit = () => page.getByRole("button", { name: "Gửi" }).click();
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
  await show(<Form values={{ field: "" }}>{field}</Form>);
  // The star after the label is for the eye; the field itself says that it is required.
  const control = page.getByLabelText(/^Nhãn( \*)?$/);
  await expect.element(control).toHaveAccessibleDescription("Gợi ý");
  await expect.element(control).toHaveAttribute("aria-required", "true");
  await expect.element(control).toHaveAttribute("aria-invalid", "false");
  await report();
  await expect.element(control).toHaveAccessibleDescription("Chưa đúng");
  await expect.element(control).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText("Gợi ý")).not.toBeInTheDocument();
});

test("fields show the form's values and return the input", async () => {
  const onSubmit = vi.fn();
  await show(
    <Form values={{ text: "Một", more: "Hai", kind: "b", active: true }} onSubmit={(values) => onSubmit(values)}>
      <TextField name="text" label="Tên" />
      <TextAreaField name="more" label="Mô tả" />
      <SelectField name="kind" label="Loại" options={options} />
      <SwitchField name="active" label="Hoạt động" hint="Tắt thì ẩn" />
    </Form>,
  );
  await expect.element(page.getByLabelText("Tên")).toHaveValue("Một");
  await expect.element(page.getByLabelText("Loại")).toHaveValue("b");
  const active = page.getByRole("checkbox", { name: "Hoạt động" });
  await expect.element(active).toBeChecked();
  await expect.element(active).toHaveAccessibleDescription("Tắt thì ẩn");
  await page.getByLabelText("Tên").fill("Ba");
  await page.getByLabelText("Mô tả").fill("Bốn");
  await page.getByLabelText("Loại").selectOptions("Loại A");
  await active.click();
  await submit();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ text: "Ba", more: "Bốn", kind: "a", active: false }));
});

test("SecretField is masked until it is revealed, and can be masked again", async () => {
  await show(
    <Form values={{ secret: "khoa" }}>
      <SecretField name="secret" label="Khóa" />
    </Form>,
  );
  const field = page.getByLabelText("Khóa", { exact: true });
  await expect.element(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Hiện Khóa" }).click();
  await expect.element(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ẩn Khóa" }).click();
  await expect.element(field).toHaveAttribute("type", "password");
});

test("SecretField clears the server's mask on typing, but not other text", async () => {
  await show(
    <Form values={{ secret: "••••" }}>
      <SecretField name="secret" label="Khóa" />
    </Form>,
  );
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

test("NumberField returns a number, and `empty` or NaN for an empty field", async () => {
  const onSubmit = vi.fn();
  await show(
    <Form values={{ place: 3, count: 5 }} onSubmit={(values) => onSubmit(values)}>
      <NumberField name="place" label="Thứ tự" empty={0} />
      <NumberField name="count" label="Số lượng" />
    </Form>,
  );
  await page.getByLabelText("Thứ tự").fill("12");
  await submit();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ place: 12, count: 5 }));
  await page.getByLabelText("Thứ tự").fill("");
  await page.getByLabelText("Số lượng").fill("");
  await submit();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ place: 0, count: Number.NaN }));
});

test("ChecksField returns the checked ids, and has a description of its group", async () => {
  const onSubmit = vi.fn();
  const genres = [
    { id: 7, name: "Dân ca" },
    { id: 9, name: "Trữ tình" },
  ];
  await show(
    <Form values={{ ids: [9] }} onSubmit={(values) => onSubmit(values)}>
      <ChecksField name="ids" label="Thể loại" hint="Ít nhất một" required options={genres} />
    </Form>,
  );
  const group = page.getByRole("group", { name: "Thể loại" });
  await expect.element(group).toHaveAccessibleDescription("Ít nhất một");
  await expect.element(page.getByRole("checkbox", { name: "Trữ tình" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Dân ca" }).click();
  await submit();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ ids: [9, 7] }));
  await page.getByRole("checkbox", { name: "Trữ tình" }).click();
  await submit();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ ids: [7] }));
  await report();
  await expect.element(group).toHaveAccessibleDescription("Chưa đúng");
});
