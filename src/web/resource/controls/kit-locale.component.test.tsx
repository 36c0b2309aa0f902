import { parseDate } from "@internationalized/date";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  Cell,
  Checkbox,
  Column,
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Heading,
  Input,
  Label,
  NumberField,
  Row,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";

it("speaks of a table in Vietnamese", async () => {
  await renderWithin(
    <Table aria-label="Bài hát" selectionMode="multiple" sortDescriptor={{ column: "title", direction: "ascending" }}>
      <TableHeader>
        <Column>
          <Checkbox slot="selection" />
        </Column>
        <Column id="title" isRowHeader allowsSorting>
          Tên
        </Column>
      </TableHeader>
      <TableBody>
        <Row id={1}>
          <Cell>
            <Checkbox slot="selection" />
          </Cell>
          <Cell>Mùa hạ</Cell>
        </Row>
      </TableBody>
    </Table>,
  );
  const table = page.getByRole("grid", { name: "Bài hát" });
  await expect.element(table.getByRole("checkbox", { name: "Chọn tất cả" })).toBeVisible();
  await expect.element(table.getByRole("checkbox", { name: "Chọn Mùa hạ" })).toBeVisible();
});

it("speaks of days in Vietnamese, whose week begins on Monday", async () => {
  await renderWithin(
    <Calendar aria-label="Ngày phát hành" defaultValue={parseDate("2026-11-20")}>
      <Button slot="previous">‹</Button>
      <Heading />
      <Button slot="next">›</Button>
      <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
    </Calendar>,
  );
  const calendar = page.getByRole("application", { name: "Ngày phát hành, tháng 11 năm 2026" });
  await expect.element(calendar.getByRole("button", { name: "Trước", exact: true })).toHaveTextContent("‹");
  await expect.element(calendar.getByRole("button", { name: "Sau", exact: true }).first()).toHaveTextContent("›");
  await expect.element(calendar.getByRole("button", { name: "Thứ Sáu, 20 tháng 11, 2026, đã chọn" })).toBeVisible();
  expect(calendar.element().querySelector("thead")?.textContent).toBe("T2T3T4T5T6T7CN");
});

it("writes dates and numbers in the Vietnamese way", async () => {
  await renderWithin(
    <>
      <DateRangePicker
        aria-label="Khoảng ngày"
        defaultValue={{ start: parseDate("2026-11-02"), end: parseDate("2026-11-20") }}
      >
        <Group>
          <DateInput slot="start">{(segment) => <DateSegment segment={segment} />}</DateInput>
        </Group>
      </DateRangePicker>
      <NumberField defaultValue={1234567.5}>
        <Label>Giá</Label>
        <Input />
        <Button slot="increment">+</Button>
      </NumberField>
    </>,
  );
  const day = page.getByRole("spinbutton", { name: /^Ngày, Ngày bắt đầu/ });
  await expect.element(day).toHaveTextContent("2");
  expect(day.element().parentElement?.innerText.replaceAll(/[^\d/]/g, "")).toBe("2/11/2026");
  await expect.element(page.getByRole("textbox", { name: "Giá" })).toHaveValue("1.234.567,5");
  await expect.element(page.getByRole("button", { name: "Tăng Giá" })).toBeVisible();
});
