import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseAtOnce } from "#test/component/choose.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aCategory } from "#test/component/samples.ts";
import { fails, held, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import { Link } from "../../ui/link.tsx";
import { useRead } from "../data/queries.ts";
import { Filters } from "./filters.tsx";
import { ListBody, QueryErrors } from "./list-body.tsx";
import { ListFoot } from "./list-foot.tsx";
import { isId, type ListSpec, oneOf } from "./list-url.ts";
import { NearPages, NumberedPages, PagesWithGoTo } from "./pages.tsx";
import { useListState } from "./use-list-state.ts";

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
