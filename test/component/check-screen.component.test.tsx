/** Faults that `checkScreen` refuses. */
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react/pure";
import { cutOff, overhang } from "../screen.ts";
import { checkScreen } from "./check-screen.ts";

/** Renders a state and waits until it is there: React's production build does not. */
async function show(state: ReactNode): Promise<void> {
  const { container } = await render(state);
  await expect.poll(() => container.childElementCount).toBeGreaterThan(0);
}

const tiny = { width: 10, height: 10, padding: 0 };

test("goes through the widths of a screen in order", async () => {
  await show(
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
  await show(state);
  await expect(checkScreen()).rejects.toMatchObject({ actual: [{ id }] });
});

const narrow = { width: 60, overflow: "hidden", whiteSpace: "nowrap" } as const;

test.for<[string, ReactNode, string]>([
  [
    "a number in two lines",
    <p key="1" style={{ width: "2ch", overflowWrap: "anywhere" }}>
      1.450
    </p>,
    ": 1.450",
  ],
  [
    "a text that ends at an edge",
    <p key="2" style={narrow}>
      Nội dung không có mã đơn
    </p>,
    ": Nội dung",
  ],
  [
    "a badge that is narrower than its text",
    <p key="3" style={{ display: "flex", width: 30 }}>
      <span className="badge" style={{ minWidth: 0, whiteSpace: "nowrap" }}>
        Khách đã đồng ý
      </span>
    </p>,
    ": Khách đã đồng ý",
  ],
  [
    "a table wider than its frame",
    <div key="4" style={{ width: 60, overflowX: "auto" }}>
      <table>
        <tbody>
          <tr>
            <td style={{ minWidth: 200 }}>Mở chi tiết</td>
          </tr>
        </tbody>
      </table>
    </div>,
    ": Mở chi tiết",
  ],
  [
    "a row without a scroll bar",
    <div key="5" style={{ width: 60, overflowX: "auto", scrollbarWidth: "none", whiteSpace: "nowrap" }}>
      Chưa rõ, Thiếu, Thừa, Trễ
    </div>,
    ": Chưa rõ",
  ],
])("names %s", async ([, state, named]) => {
  await show(state);
  expect(cutOff()).toEqual([expect.stringContaining(named)]);
});

test("passes over what ends with three dots, and over what is for screen readers", async () => {
  await show(
    <main>
      <p style={{ ...narrow, textOverflow: "ellipsis" }}>Nội dung không có mã đơn</p>
      <p className="clamp">Nội dung không có mã đơn</p>
      <span className="sr">Đang tải</span>
      <p className="num">01/05/2026 15:00</p>
    </main>,
  );
  expect(cutOff()).toEqual([]);
});

test("sees what sticks out on a phone alone, and names it", async () => {
  await show(<div style={{ width: 380 }}>Rộng</div>);
  expect(overhang()).toEqual([]);
  await page.viewport(320, 568);
  expect(overhang()).toEqual(["60 px", '<div style="width: 380px;"></div>']);
});
