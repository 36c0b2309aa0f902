import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import type { Column, RowTools, Sort } from "../resource.ts";
import { Table } from "./table.tsx";
import { useSelection } from "./use-selection.ts";

interface Fruit {
  id: number;
  name: string;
  price: number;
}

const columns: Column<Fruit>[] = [
  { id: "name", label: "Tên", card: "title", sortBy: "name", cell: ({ name }) => name },
  { id: "price", label: "Giá", isNumber: true, cell: ({ price }) => price },
  { id: "note", label: "Ghi chú", only: "cards", cell: () => "chỉ ở thẻ" },
];
const sorts: Sort<Fruit>[] = [
  { label: "Tên A-Z", by: "name", order: "asc" },
  { label: "Tên Z-A", by: "name", order: "desc" },
];
const rows: Fruit[] = [
  { id: 1, name: "Xoài", price: 30 },
  { id: 2, name: "Mít", price: 20 },
];
const tools: RowTools<Fruit> = { edit: vi.fn(), remove: vi.fn(), open: vi.fn(), toggle: () => null };
const remove = vi.fn();

function show(props: Partial<Parameters<typeof Table<Fruit>>[0]> = {}) {
  stubApi();
  return renderWithin(
    <Table
      caption="Trái cây"
      columns={columns}
      rows={rows}
      nameOf={({ name }) => name}
      tools={tools}
      actions={({ id, name }) => (
        <button type="button" onClick={() => remove(id)}>
          Xóa: {name}
        </button>
      )}
      {...props}
    />,
  );
}

const texts = (role: "columnheader" | "rowheader" | "cell") =>
  page
    .getByRole(role)
    .elements()
    .map((each) => each.textContent);

test("has a row for each record, with its cells and buttons", async () => {
  await show();
  await expect.element(page.getByRole("table", { name: "Trái cây" })).toBeVisible();
  expect(texts("columnheader")).toEqual(["Tên", "Giá", "Thao tác"]);
  expect(texts("rowheader")).toEqual(["Xoài", "Mít"]);
  expect(texts("cell")).toEqual(["30", "Xóa: Xoài", "20", "Xóa: Mít"]);
  await page.getByRole("button", { name: "Xóa: Mít" }).click();
  expect(remove).toHaveBeenLastCalledWith(2);
});

test("sorts by the heads that allow it, in turn by each of their orders", async () => {
  const onSort = vi.fn();
  await show({ sorts, sort: sorts[0], onSort });
  await expect.element(page.getByRole("columnheader", { name: "Tên" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Tên" }).click();
  expect(onSort).toHaveBeenLastCalledWith(sorts[1]);
  await expect.element(page.getByRole("button", { name: "Giá" })).not.toBeInTheDocument();
});

describe("selection", () => {
  function Selectable() {
    const { selection, selected } = useSelection(many, {
      filterKey: "a",
      total: 4,
      skip: 0,
      readRows: async () => [],
      onError: () => {},
    });
    return (
      <>
        <p>{`Đã chọn ${selected.rows
          .map(({ id }) => id)
          .toSorted((a, b) => a - b)
          .join()}`}</p>
        <Table
          caption="Trái cây"
          columns={columns}
          rows={many}
          nameOf={({ name }) => name}
          tools={tools}
          selection={selection}
        />
      </>
    );
  }
  const many = [1, 2, 3, 4].map((id) => ({ id, name: `Quả ${id}`, price: id }));
  const box = (name: string) => page.getByRole("checkbox", { name });
  const selectedIds = () => page.getByText(/^Đã chọn/).element().textContent;

  test("takes rows one by one, all, or none", async () => {
    stubApi();
    await renderWithin(<Selectable />);
    await box("Chọn: Quả 2").click();
    await expect.poll(selectedIds).toBe("Đã chọn 2");
    await expect.element(box("Chọn cả trang")).toBePartiallyChecked();
    await box("Chọn cả trang").click();
    await expect.poll(selectedIds).toBe("Đã chọn 1,2,3,4");
    await box("Chọn: Quả 3").click();
    await expect.poll(selectedIds).toBe("Đã chọn 1,2,4");
    await box("Chọn cả trang").click();
    await box("Chọn cả trang").click();
    await expect.element(box("Chọn: Quả 1")).not.toBeChecked();
  });

  test("takes a range with Shift", async () => {
    stubApi();
    await renderWithin(<Selectable />);
    await box("Chọn: Quả 4").click();
    await userEvent.keyboard("{Shift>}");
    await box("Chọn: Quả 2").click();
    await userEvent.keyboard("{/Shift}");
    await expect.poll(selectedIds).toBe("Đã chọn 2,3,4");
  });
});

test.each([390, 768, 1024, 1600])("keeps its frame with long values at %d px", async (width) => {
  await page.viewport(width, 800);
  const long = "Tiếng Anh giao tiếp qua bài hát thiếu nhi ".repeat(3).trim();
  await show({
    rows: [
      { id: 1, name: long, price: 1 },
      { id: 2, name: "x".repeat(120), price: 2 },
    ],
  });
  await expect.element(page.getByRole("button", { name: `Xóa: ${long}` })).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(width);
});

test("has rows of 44 px on a wide screen", async () => {
  await show({ actions: undefined });
  const cell = page.getByRole("rowheader", { name: "Xoài" }).element();
  expect(cell.getBoundingClientRect().height).toBe(44);
});
