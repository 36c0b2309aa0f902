/** Faults that `checkScreen` refuses. */
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react/pure";
import { overhang } from "../screen.ts";
import { checkScreen } from "./check-screen.ts";

const tiny = { width: 10, height: 10, padding: 0 };

test("goes through the widths of a screen in order", async () => {
  await render(
    <main>
      <h1>Trang</h1>
      <button type="button">Nút</button>
    </main>,
  );
  await checkScreen({ heading: "Trang" });
  expect(window.innerWidth).toBe(320);
});

test.for<[string, ReactNode, string]>([
  ["a field without a name", <input key="field" />, "label"],
  [
    "a weak contrast",
    <p key="text" style={{ color: "#999", background: "#fff" }}>
      Nhạt
    </p>,
    "color-contrast",
  ],
  ["a page without a heading", <main key="page">Trang</main>, "page-has-heading-one"],
  [
    "small targets side by side",
    <p key="targets">
      <button type="button" aria-label="Một" style={tiny} />
      <button type="button" aria-label="Hai" style={tiny} />
    </p>,
    "target-size",
  ],
])("refuses %s", async ([, state, id]) => {
  await render(state);
  await expect(checkScreen()).rejects.toMatchObject({ actual: [{ id }] });
});

test("sees what sticks out on a phone alone, and names it", async () => {
  await render(<div style={{ width: 380 }}>Rộng</div>);
  expect(overhang()).toEqual([]);
  await page.viewport(320, 568);
  expect(overhang()).toEqual(["60 px", '<div style="width: 380px;"></div>']);
});
