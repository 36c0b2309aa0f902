import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderFields, topOf } from "#test/component/form.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { DateField, DateRangeField } from "./date-fields.tsx";
import { DateRangePicker } from "./date-picker.tsx";
import { TextField } from "./fields.tsx";

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
