import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseAtOnce } from "#test/component/choose.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { openFilters } from "#test/component/list.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aCategory } from "#test/component/samples.ts";
import { fails, held, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import { Link } from "../../ui/link.tsx";
import { useRead } from "../data/queries.ts";
import type { Column, RowTools, Sort } from "../resource.ts";
import { Filters } from "./filters.tsx";
import { KeepPlace } from "./keep-place.tsx";
import { ListBody, QueryErrors } from "./list-body.tsx";
import { ListFoot } from "./list-foot.tsx";
import { isId, type ListSpec, oneOf } from "./list-url.ts";
import { NearPages, NumberedPages, PagesWithGoTo } from "./pages.tsx";
import { Table } from "./table.tsx";
import { useListState } from "./use-list-state.ts";
import { useSelection } from "./use-selection.ts";

const spec: ListSpec = {
  sizes: [10, 20],
  defaultSize: 10,
  filters: { category: isId, active: oneOf("true", "false") },
  sorts: ["new", "name"],
};

interface ListProps {
  total?: number;
  isStale?: boolean;
  Pages?: typeof NumberedPages;
}

function List({ total = 35, isStale, Pages = PagesWithGoTo }: ListProps) {
  const list = useListState(spec);
  return (
    <>
      <Filters
        list={list}
        search={{ label: "Tìm bài hát", placeholder: "Tên bài hát" }}
        choices={[
          {
            name: "active",
            label: "Trạng thái",
            options: [
              { value: "", label: "Mọi trạng thái" },
              { value: "false", label: "Tạm ẩn" },
            ],
          },
        ]}
        sorts={[
          { value: "new", label: "Mới nhất" },
          { value: "name", label: "Theo tên" },
        ]}
      />
      <Link {...list.linkWith({ category: "3" })}>Thể loại 3</Link>
      <p>{`Bỏ qua ${list.paging.skip}, lấy ${list.paging.limit}`}</p>
      <ListFoot
        list={list}
        total={total}
        isStale={isStale}
        noun="bài hát"
        sizes={{ choices: spec.sizes, label: (size) => `${size} bài mỗi trang` }}
        Pages={Pages}
      />
    </>
  );
}

async function open(at: string, props: ListProps = {}) {
  stubApi();
  return renderWithin(<List {...props} />, { at });
}

const search = page.getByRole("searchbox", { name: "Tìm bài hát" });

describe("Filters", () => {
  test("show the values of the URL", async () => {
    await open("/admin/songs?q=mua&active=false&sort=name&size=20&page=2");
    await expect.element(search).toHaveValue("mua");
    await expect.element(page.getByLabelText("Trạng thái")).toHaveValue("false");
    await expect.element(page.getByLabelText("Sắp xếp")).toHaveValue("name");
    await expect.element(page.getByLabelText("Số dòng mỗi trang")).toHaveValue("20");
    await expect.element(page.getByText("Bỏ qua 20, lấy 20")).toBeVisible();
  });

  test.each([
    ["Trạng thái", "Tạm ẩn", "/admin/songs?q=mua&active=false"],
    ["Sắp xếp", "Theo tên", "/admin/songs?q=mua&sort=name"],
    ["Số dòng mỗi trang", "20 bài mỗi trang", "/admin/songs?q=mua&size=20"],
  ])("write %s into the URL and reset the page", async (label, option, address) => {
    const screen = await open("/admin/songs?q=mua&page=3");
    await openFilters();
    await page.getByLabelText(label).selectOptions(option);
    await expect.poll(screen.address).toBe(address);
  });

  test("keep a change when a second one follows before the first is rendered", async () => {
    const screen = await open("/admin/songs?q=mua&page=3");
    chooseAtOnce([page.getByLabelText("Trạng thái"), "false"], [page.getByLabelText("Sắp xếp"), "name"]);
    await expect.poll(screen.address).toBe("/admin/songs?q=mua&active=false&sort=name");
  });

  test("keep the press of a link when a choice follows before its page is rendered", async () => {
    const screen = await open("/admin/songs?q=mua&page=3");
    const link = page.getByRole("link", { name: "Thể loại 3" });
    await expect.element(link).toHaveAttribute("href", "/admin/songs?q=mua&category=3");
    link.element().dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    // As between two events of a person.
    await Promise.resolve();
    chooseAtOnce([page.getByLabelText("Trạng thái"), "false"]);
    await expect.poll(screen.address).toBe("/admin/songs?q=mua&category=3&active=false");
  });

  test("search after a pause, or at once on Enter", async () => {
    const screen = await open("/admin/songs?page=3");
    stopClock();
    await search.fill(" mưa hạ ");
    await passTime(499);
    expect(screen.address()).toBe("/admin/songs?page=3");
    await passTime(1);
    await expect.poll(screen.address).toBe("/admin/songs?q=m%C6%B0a+h%E1%BA%A1");
    await search.fill("nắng");
    await userEvent.keyboard("{Enter}");
    await expect.poll(screen.address).toBe("/admin/songs?q=n%E1%BA%AFng");
  });

  test("search once when Enter comes before the pause", async () => {
    const screen = await open("/admin/songs");
    stopClock();
    await search.fill("nắng");
    await userEvent.keyboard("{Enter}");
    await expect.poll(screen.address).toBe("/admin/songs?q=n%E1%BA%AFng");
    await screen.go("/admin/songs?q=n%E1%BA%AFng&page=2");
    await passTime(500);
    await settled();
    expect(screen.address()).toBe("/admin/songs?q=n%E1%BA%AFng&page=2");
  });
});

describe("a remembered page size", () => {
  test("applies where the URL has none, also after it was the default for a while", async () => {
    const screen = await open("/admin/songs");
    await page.getByLabelText("Số dòng mỗi trang").selectOptions("20 bài mỗi trang");
    await expect.poll(screen.address).toBe("/admin/songs?size=20");
    await screen.go("/admin/songs");
    await expect.element(page.getByText("Bỏ qua 0, lấy 20")).toBeVisible();
    await page.getByLabelText("Số dòng mỗi trang").selectOptions("10 bài mỗi trang");
    await expect.element(page.getByText("Bỏ qua 0, lấy 10")).toBeVisible();
    await expect.poll(screen.address).toBe("/admin/songs");
  });
});

describe("ListFoot", () => {
  test.each([
    [NumberedPages, "Trước1…34567…10Sau"],
    [NearPages, "Trước34567Sau"],
  ])("with %s shows the pages %s", async (Pages, text) => {
    await open("/admin/songs?page=5", { total: 100, Pages });
    await expect.element(page.getByRole("navigation", { name: "Phân trang" })).toHaveTextContent(text);
  });

  test("shows the range of rows and links to the other pages", async () => {
    const screen = await open("/admin/songs?size=10&page=4");
    await expect.element(page.getByText("Hiển thị 31 - 35 trong tổng số 35 bài hát")).toBeVisible();
    await page.getByRole("link", { name: "Trang 2" }).click();
    await expect.element(page.getByText("Hiển thị 11 - 20 trong tổng số 35 bài hát")).toBeVisible();
    await expect.poll(screen.address).toMatch(/\?page=2$/);
    await screen.go(-1);
    await expect.element(page.getByText("Hiển thị 31 - 35 trong tổng số 35 bài hát")).toBeVisible();
  });

  test("redirects from a page past the end to the last one", async () => {
    const screen = await open("/admin/songs?q=mua&page=9");
    await expect.poll(screen.address).toBe("/admin/songs?q=mua&page=4");
    await expect.element(page.getByText("Hiển thị 31 - 35 trong tổng số 35 bài hát")).toBeVisible();
  });

  test("stays on its page while the total belongs to the previous filters", async () => {
    const screen = await open("/admin/songs?page=9", { isStale: true });
    await expect.element(page.getByText(/trong tổng số 35 bài hát/)).toBeVisible();
    expect(screen.address()).toBe("/admin/songs?page=9");
  });

  test("is omitted for an empty list, and redirects to the first page", async () => {
    const screen = await open("/admin/songs?page=9", { total: 0 });
    await expect.poll(screen.address).toBe("/admin/songs");
    await expect.element(page.getByText(/Hiển thị/)).not.toBeInTheDocument();
  });

  test("goes to an entered page, and restores an invalid number", async () => {
    const screen = await open("/admin/songs");
    const number = page.getByLabelText("Đến trang, từ 1 đến 4");
    for (const wrong of ["5", "0", "hai", "-1", ""]) {
      await number.fill(wrong);
      await userEvent.keyboard("{Enter}");
      await expect.element(number).toHaveValue("1");
    }
    expect(screen.address()).toBe("/admin/songs");
    await number.fill("4");
    await userEvent.keyboard("{Enter}");
    await expect.poll(screen.address).toBe("/admin/songs?page=4");
    await expect.element(number).toHaveValue("4");
  });
});

describe("ListBody", () => {
  function Genres() {
    const query = useRead("GET /api/categories", {}, { fallback: "Không thể tải" });
    return (
      <ListBody
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={{ title: "Chưa có gì", text: "Thêm một cái nhé", action: <button type="button">Thêm</button> }}
        skeleton={<p>Đang tải</p>}
      >
        {({ data }) => (
          <>
            {data.map(({ id, name }) => (
              <p key={id}>{name}</p>
            ))}
            <button type="button" onClick={() => void query.refetch()}>
              Làm mới
            </button>
          </>
        )}
      </ListBody>
    );
  }

  test("shows a skeleton, then the rows", async () => {
    const answer = held([aCategory()]);
    stubApi({ "GET /api/categories": answer.answer });
    await renderWithin(<Genres />);
    await expect.element(page.getByText("Đang tải")).toBeVisible();
    answer.release();
    await expect.element(page.getByText("Trữ tình")).toBeVisible();
    await expect.element(page.getByText("Đang tải")).not.toBeInTheDocument();
  });

  test("shows an empty state with an add button", async () => {
    stubApi({ "GET /api/categories": [] });
    await renderWithin(<Genres />);
    await expect.element(page.getByRole("heading", { name: "Chưa có gì" })).toBeVisible();
    await expect.element(page.getByText("Thêm một cái nhé")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Thêm" })).toBeVisible();
  });

  test("shows an error with a retry", async () => {
    const api = stubApi({ "GET /api/categories": fails(500) });
    await renderWithin(<Genres />);
    await expect.element(page.getByRole("alert")).toMatchTextContent(/^Không thể tải/);
    await expect.element(page.getByText("Đang tải")).not.toBeInTheDocument();
    api.change({ "GET /api/categories": [aCategory()] });
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(page.getByText("Trữ tình")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("keeps its rows when a refetch fails, and sends one retry at a time", async () => {
    const api = stubApi({ "GET /api/categories": [aCategory()] });
    await renderWithin(<Genres />);
    api.change({ "GET /api/categories": fails(500) });
    await page.getByRole("button", { name: "Làm mới" }).click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(page.getByText("Trữ tình")).toBeVisible();
    const answer = held([aCategory({ name: "Dân ca" })]);
    api.change({ "GET /api/categories": answer.answer });
    const retry = page.getByRole("button", { name: "Thử lại" });
    await retry.click();
    await expect.element(retry).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Enter}");
    answer.release();
    await expect.element(page.getByText("Dân ca")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    expect(api.requests("GET /api/categories")).toHaveLength(3);
  });
});

test("QueryErrors shows each message once and retries all failed requests", async () => {
  function Both() {
    const songs = { fallback: "Không thể tải bài hát" };
    const genres = useRead("GET /api/categories", {}, { fallback: "Không thể tải thể loại" });
    const all = useRead("GET /api/songs/count", { query: {} }, songs);
    const hidden = useRead("GET /api/songs/count", { query: { active: false } }, songs);
    return <QueryErrors queries={[genres, all, hidden]} />;
  }
  const api = stubApi({ "GET /api/categories": fails(500), "GET /api/songs/count": fails(500) });
  await renderWithin(<Both />);
  const alerts = page.getByRole("alert");
  const texts = () => alerts.elements().map((each) => each.textContent);
  await expect.poll(texts).toEqual(["Không thể tải thể loạiThử lại", "Không thể tải bài hátThử lại"]);
  api.change({ "GET /api/categories": [], "GET /api/songs/count": { total: 1 } });
  await alerts.last().getByRole("button", { name: "Thử lại" }).click();
  await expect.poll(texts).toEqual(["Không thể tải thể loạiThử lại"]);
  expect(api.requests("GET /api/songs/count")).toHaveLength(4);
  expect(api.requests("GET /api/categories")).toHaveLength(1);
});

describe("Table", () => {
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

  test("keeps its frame with long values at each width", async () => {
    const long = "Tiếng Anh giao tiếp qua bài hát thiếu nhi ".repeat(3).trim();
    await show({
      rows: [
        { id: 1, name: long, price: 1 },
        { id: 2, name: "x".repeat(120), price: 2 },
      ],
    });
    await expect.element(page.getByRole("button", { name: `Xóa: ${long}` })).toBeInTheDocument();
    for (const width of [390, 768, 1024, 1600]) {
      await page.viewport(width, 800);
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
    }
  });

  test("has rows of 44 px on a wide screen", async () => {
    await show({ actions: undefined });
    const cell = page.getByRole("rowheader", { name: "Xoài" }).element();
    expect(cell.getBoundingClientRect().height).toBe(44);
  });
});

describe("KeepPlace", () => {
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
});
