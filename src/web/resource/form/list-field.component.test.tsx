import { useFormContext } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields } from "#test/component/form.tsx";
import { ListField } from "./list-field.tsx";

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
