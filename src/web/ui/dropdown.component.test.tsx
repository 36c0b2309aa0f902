import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Dropdown } from "./dropdown.tsx";

const summary = page.getByText("Thao tác");
const inside = page.getByRole("button", { name: "Tạm ẩn" });

async function open() {
  stubApi();
  const screen = await renderWithin(
    <>
      <Dropdown summary="Thao tác">
        <button type="button">Tạm ẩn</button>
      </Dropdown>
      <button type="button" style={{ marginTop: "20rem" }}>
        Khác
      </button>
    </>,
  );
  await expect.element(inside).not.toBeInTheDocument();
  await summary.click();
  await expect.element(inside).toBeVisible();
  return screen;
}

test("Esc closes it and returns the focus", async () => {
  await open();
  await userEvent.tab();
  await expect.element(inside).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(inside).not.toBeInTheDocument();
  await expect.element(summary).toHaveFocus();
});

test("a press outside closes it", async () => {
  await open();
  await page.getByRole("button", { name: "Khác" }).click();
  await expect.element(inside).not.toBeInTheDocument();
});

test("it closes when the focus leaves it", async () => {
  await open();
  await userEvent.tab();
  await expect.element(inside).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Khác" })).toHaveFocus();
  await expect.element(inside).not.toBeInTheDocument();
});

test("it closes on a navigation", async () => {
  const { go } = await open();
  await go("/songs");
  await expect.element(inside).not.toBeInTheDocument();
});
