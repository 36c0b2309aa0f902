import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Switch } from "./switch.tsx";
// In the product the frame of the back office brings it.
import "../../styles/back-office.css";

const control = page.getByRole("switch", { name: "Hoạt động" });

function Screen({ onChange = () => {}, ...props }: Partial<Parameters<typeof Switch>[0]>) {
  const [isSelected, setIsSelected] = useState(false);
  return (
    <Switch
      label="Hoạt động"
      isSelected={isSelected}
      onChange={(next) => {
        onChange(next);
        setIsSelected(next);
      }}
      {...props}
    />
  );
}

test("is turned on by a click on its label and off by the space bar", async () => {
  const onChange = vi.fn();
  stubApi();
  await renderWithin(<Screen onChange={onChange} />);
  await expect.element(control).not.toBeChecked();
  await page.getByText("Hoạt động").click();
  await expect.element(control).toBeChecked();
  await userEvent.keyboard(" ");
  await expect.element(control).not.toBeChecked();
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});

test("shows what it is given, until that changes", async () => {
  const onChange = vi.fn();
  stubApi();
  await renderWithin(<Switch label="Hoạt động" isSelected={true} onChange={onChange} />);
  await control.click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  await expect.element(control).toBeChecked();
});

test("is not changed while disabled", async () => {
  stubApi();
  await renderWithin(<Screen isDisabled />);
  await expect.element(control).toBeDisabled();
});

test("keeps its name and a target of 44 px when the label is hidden", async () => {
  stubApi();
  await renderWithin(<Screen isLabelHidden />);
  const { left, top, width } = control.element().getBoundingClientRect();
  expect(width).toBe(44);
  expect(document.elementFromPoint(left + 4, top - 9)).toBe(control.element());
  const label = page.getByText("Hoạt động").element().getBoundingClientRect();
  expect([label.width, label.height]).toEqual([1, 1]);
});
