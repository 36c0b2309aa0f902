import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields } from "#test/component/form.tsx";
import { NumberField } from "./number-field.tsx";

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
    await expect.element(field).toHaveAttribute("aria-roledescription", "Ô nhập số");
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

  test.each(["299abc", "abc", "299,5", "-5"])("refuses %s as a whole", async (text) => {
    const { expectSubmitted } = await renderFields({ price: 7000 }, price);
    await paste(text);
    await expect.element(field).toHaveValue("7.000");
    await expectSubmitted({ price: 7000 });
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

  test("counts typed digits as pending until the focus leaves", async () => {
    const { pending } = await renderFields({ price: 1000 }, price);
    await expect.element(pending).toHaveTextContent("không");
    await field.fill("2000");
    await expect.element(pending).toHaveTextContent("có");
    await userEvent.tab();
    await expect.element(pending).toHaveTextContent("không");
  });

  test("submits the typed number with Enter", async () => {
    const { onSubmit } = await renderFields({ price: 1000 }, price);
    await field.fill("2000");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => onSubmit.mock.lastCall?.[0]).toEqual({ price: 2000 });
  });
});
