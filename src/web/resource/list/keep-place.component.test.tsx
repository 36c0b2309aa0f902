import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { KeepPlace } from "./keep-place.tsx";

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function Rows() {
  const [state, setState] = useState({ rows: numbers(10, 60), listKey: "a" });
  return (
    <>
      <div style={{ position: "fixed", top: 0, right: 0 }}>
        <button type="button" onClick={() => setState({ ...state, rows: numbers(1, 60) })}>
          Thêm ở trên
        </button>
        <button type="button" onClick={() => setState({ ...state, rows: numbers(15, 60) })}>
          Bỏ ở trên
        </button>
        <button type="button" onClick={() => setState({ rows: numbers(1, 60), listKey: "b" })}>
          Trang khác
        </button>
      </div>
      <KeepPlace listKey={state.listKey}>
        {state.rows.map((row) => (
          <p key={row} data-row={row} style={{ height: 50 }}>
            Dòng <button type="button">{row}</button>
          </p>
        ))}
      </KeepPlace>
    </>
  );
}

const topOf = (row: number) => document.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect().top;
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function open() {
  stubApi();
  await page.viewport(800, 600);
  await renderWithin(<Rows />);
}

test.each([
  ["Thêm ở trên", 22],
  ["Bỏ ở trên", 22],
])("a scrolled list keeps its first row in view: %s", async (change, row) => {
  await open();
  window.scrollTo(0, 600);
  const before = topOf(row);
  await press(change);
  await expect.poll(() => topOf(row)).toBe(before);
});

test("the focused row stays, also at the top of the page", async () => {
  await open();
  document.querySelector<HTMLElement>('[data-row="12"] button')?.focus();
  const before = topOf(12);
  page
    .getByRole("button", { name: "Thêm ở trên" })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => topOf(1)).not.toBeUndefined();
  await expect.poll(() => topOf(12)).toBe(before);
});

test("at the top of the page, without focus, new rows appear at the top", async () => {
  await open();
  await press("Thêm ở trên");
  await expect.poll(() => topOf(1)).toBeGreaterThanOrEqual(0);
  expect(window.scrollY).toBe(0);
});

test("another list starts where the page stands", async () => {
  await open();
  window.scrollTo(0, 600);
  await press("Trang khác");
  await expect.poll(() => topOf(1)).not.toBeUndefined();
  expect(window.scrollY).toBe(600);
});
