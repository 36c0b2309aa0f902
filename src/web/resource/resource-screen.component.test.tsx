/** Behaviour that all lists of the back offices share, tested with a resource that declares everything. */
import { Crown, Send } from "lucide";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Song, SongBody } from "#contract/catalogue.ts";
import { type AdminContact, ContactBody } from "#contract/support.ts";
import { anAdminContact } from "#test/component/admin.tsx";
import { logInTo, testAreas } from "#test/component/area.tsx";
import { chooseInMenu, openFilters, showCards, showTable } from "#test/component/list.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aBulkJob, aSong } from "#test/component/samples.ts";
import { type Answers, counted, eventStream, fails, held, networkDown, stubApi } from "#test/component/stub-api.ts";
import { adminArea } from "../admin/area.ts";
import { writeStored } from "../lib/storage.ts";
import { LiveProvider } from "./area/live.tsx";
import { Modal } from "./controls/modal.tsx";
import { keepDrafts, registerForm } from "./form/drafts.ts";
import { TextField } from "./form/fields.tsx";
import { RefreshButton } from "./list/refresh-button.tsx";
import { defineResource, type ListQuery } from "./resource.ts";
import { ResourceScreen } from "./resource-screen.tsx";

const newContact = {
  name: "",
  type: "phone" as const,
  value: "1900 0000",
  icon_url: null,
  color: "blue-500" as const,
  is_active: true,
  sort_order: 0,
  description: null,
};
const exported = vi.fn<(query: ListQuery) => Promise<{ fileName: string; content: Blob }>>();

const songs = defineResource({
  title: "Bài hát",
  noun: "bài hát",
  nameOf: (song: Song) => song.title,
  list: {
    endpoint: "GET /api/songs",
    isPaged: true,
    fallback: "Không thể tải danh sách",
    unreachable: "Lỗi khi tải danh sách",
  },
  search: { label: "Tìm bài hát", placeholder: "Tên" },
  filters: [
    {
      name: "category",
      param: "category_id",
      label: "Thể loại",
      all: "Tất cả",
      options: {
        endpoint: "GET /api/categories",
        options: (genres) => genres.map(({ id, name }) => ({ value: String(id), label: name })),
        fallback: "Không thể tải thể loại",
      },
    },
  ],
  days: { label: "Ngày tạo" },
  sorts: [
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
    { label: "Tên A-Z", by: "title", order: "asc" },
  ],
  sizes: { choices: [5, 10], default: 10 },
  columns: [
    { id: "title", label: "Tên", card: "title", sortBy: "title", cell: ({ title }) => title },
    {
      id: "details",
      label: "Chi tiết",
      card: "body",
      cell: (song, { open }) => (
        <button type="button" onClick={() => open(song)}>
          Xem {song.title}
        </button>
      ),
    },
    {
      id: "created",
      label: "Ngày",
      card: "foot",
      sortBy: "created_at",
      cell: ({ created_at }) => created_at.slice(0, 10),
    },
  ],
  empty: { title: "Chưa có bài nào" },
  sums: {
    label: "Tổng của danh sách",
    endpoint: "GET /api/songs/count",
    sums: ({ total }) => [
      { label: "Tổng số bài", value: total },
      { label: "Bài nhạc trẻ", value: total, shows: { category: "1" } },
    ],
    fallback: "Không thể tải số liệu",
  },
  form: {
    schema: SongBody.pick({ title: true, audio_url: true, category_ids: true }),
    values: (song) => ({
      title: song?.title ?? "",
      audio_url: song?.audio_url ?? "/uploads/a.mp3",
      category_ids: song?.category_ids ?? [1],
    }),
    fields: () => <TextField name="title" label="Tên bài" required />,
    create: { endpoint: "POST /api/songs", success: "Đã thêm" },
    change: { endpoint: "PUT /api/songs/{id}", success: "Đã sửa" },
  },
  remove: {
    endpoint: "DELETE /api/songs/{id}",
    question: "Xóa bài này chứ?",
    success: "Đã xóa",
    fallback: "Không xóa được",
  },
  actions: [
    {
      label: "Nâng hạng",
      icon: Crown,
      isInMenu: true,
      isShown: ({ is_premium }) => !is_premium,
      call: {
        endpoint: "PUT /api/songs/{id}",
        input: ({ id }) => ({ params: { id }, body: { is_premium: true } }),
        question: { title: "Nâng hạng", text: (song) => `Nâng hạng ${song.artist}?`, action: "Nâng ngay" },
        success: "Đã nâng hạng",
        fallback: "Không nâng được",
      },
    },
    {
      label: "Gửi",
      icon: Send,
      dialog: (song, close) => (
        <Modal open title={`Gửi ${song.title}`} onClose={close}>
          Nội dung gửi
        </Modal>
      ),
    },
  ],
  bulk: [
    { kind: "deactivate_songs", label: "Ẩn", verb: "ẩn" },
    {
      kind: "add_category_songs",
      label: "Xếp vào…",
      verb: "xếp",
      isMain: true,
      asks: {
        kind: "choice",
        label: "Thể loại",
        options: [
          { value: "4", label: "Ru ngủ" },
          { value: "5", label: "Học" },
        ],
        toOptions: (value) => ({ category_id: Number(value) }),
      },
    },
  ],
  amountOf: () => 10_000,
  detail: {
    endpoint: "GET /api/songs/{id}",
    dialog: ({ title, artist }, _tools, onClose) => (
      <Modal open title={title} onClose={onClose}>
        {`Của ${artist}`}
      </Modal>
    ),
  },
  download: (filter) => exported(filter),
  refreshes: ["/api/songs"],
  live: ["catalogue"],
});

const three = [1, 2, 3].map((id) => aSong({ id, title: `Bài ${id}` }));
const answers: Answers = {
  "GET /api/songs": counted(three, 23),
  "GET /api/songs/count": { total: 23 },
  "GET /api/categories": [],
  "GET /api/admin/bulk": [],
  "GET /api/songs/{id}": three[1] as Song,
};
const list = "GET /api/songs";

async function open(given: Answers = {}, at = "/admin/songs", area = testAreas[0]) {
  const api = stubApi({ ...answers, ...given });
  if (area) logInTo(area);
  const rendered = await renderWithin(<ResourceScreen resource={songs} />, { at, area });
  return { ...rendered, api };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = (title: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
const foot = page.getByText(/^Hiển thị/);
const toast = (text: string) => page.getByText(text, { exact: true });
const announced = page.getByRole("region", { name: "Thông báo" });

describe.each(testAreas)("in the area $name", (area) => {
  test("its requests carry the token of the area", async () => {
    const { api } = await open({ "DELETE /api/songs/{id}": { success: true } }, "/", area);
    await button("Xóa: Bài 1").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Xóa bài hát" }).click();
    await expect.element(toast("Đã xóa")).toBeVisible();
    const token = area.session[`${area.kind}Token`];
    for (const key of [
      "GET /api/songs",
      "GET /api/songs/count",
      "GET /api/categories",
      "DELETE /api/songs/{id}",
    ] as const) {
      expect(api.requests(key)[0]?.token, key).toBe(token);
    }
  });
});

describe("the list", () => {
  test("requests page, filters, days and sort of the URL", async () => {
    const { api } = await open(
      {},
      "/admin/songs?q=mua&category=2&from=2026-01-01&to=2026-01-31&sort=title-asc&size=5&page=2",
    );
    await expect.element(item("Bài 1")).toBeVisible();
    expect(api.requests(list)[0]?.query).toEqual({
      search: "mua",
      category_id: "2",
      from: "2026-01-01",
      to: "2026-01-31",
      sort_by: "title",
      sort_order: "asc",
      skip: "5",
      limit: "5",
    });
  });

  test("has a skeleton with the places of its cards, and of its table", async () => {
    const answer = held(counted(three, 3));
    const { container } = await open({ [list]: answer.answer });
    await expect.poll(() => container.querySelectorAll(".item-card .skeleton").length).toBeGreaterThan(10);
    await showTable();
    await expect.poll(() => container.querySelectorAll("table .skeleton").length).toBe(30);
    answer.release();
    await expect.element(page.getByRole("table", { name: "Bài hát" })).toBeVisible();
    expect(container.querySelectorAll(".skeleton")).toHaveLength(0);
  });

  test("shows an error without a foot, and a retry", async () => {
    const { api } = await open({ [list]: fails(500) });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải danh sách");
    await expect.element(foot).not.toBeInTheDocument();
    api.change({ [list]: networkDown() });
    await button("Thử lại").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Lỗi khi tải danh sách");
    api.change(answers);
    await button("Thử lại").click();
    await expect.element(item("Bài 1")).toBeVisible();
    await expect.element(foot).toBeVisible();
  });

  test("shows an error of its options beside the rows", async () => {
    await open({ "GET /api/categories": fails(500) });
    await expect.element(item("Bài 1")).toBeVisible();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải thể loại");
  });

  test("tells an empty list from one without results", async () => {
    const { api, go } = await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có bài nào" })).toBeVisible();
    await button("Thêm bài hát").last().click();
    await expect.element(page.getByRole("dialog", { name: "Thêm bài hát" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await go("/admin/songs?q=khong");
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy bài hát nào" })).toBeVisible();
    await expect.poll(() => api.requests(list).at(-1)?.query.search).toBe("khong");
  });

  test("shows its sums below the rows, as ways to the rows that they count", async () => {
    const { address } = await open();
    const sums = page.getByRole("definition");
    await expect.element(sums.first()).toHaveTextContent("23");
    await page.getByRole("link", { name: "Bài nhạc trẻ" }).click();
    await expect.poll(address).toBe("/admin/songs?category=1");
  });

  test("leaves out sums that can't be read", async () => {
    await open({ "GET /api/songs/count": fails(500) });
    await expect.element(item("Bài 1")).toBeVisible();
    await expect.element(page.getByRole("definition")).not.toBeInTheDocument();
  });

  test("turned pages stand in the history, filters replace the entry", async () => {
    const { address, go } = await open();
    await page.getByRole("link", { name: "Trang 2" }).click();
    await expect.poll(address).toBe("/admin/songs?page=2");
    await openFilters();
    await page.getByLabelText("Sắp xếp").selectOptions("Tên A-Z");
    await expect.poll(address).toBe("/admin/songs?sort=title-asc");
    await go(-1);
    await expect.poll(address).toBe("/admin/songs");
  });
});

describe("the days", () => {
  test("are chosen by name, or from one day to another", async () => {
    const { address } = await open();
    await openFilters();
    const days = page.getByRole("combobox", { name: "Ngày tạo" });
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    await days.selectOptions("Hôm nay");
    await expect.poll(address).toBe(`/admin/songs?from=${today}&to=${today}`);
    await expect.element(days).toHaveDisplayValue("Hôm nay");
    await days.selectOptions("Mọi ngày");
    await expect.poll(address).toBe("/admin/songs");
    await days.selectOptions("Từ – đến…");
    await expect.element(page.getByRole("group", { name: "Ngày tạo" })).toMatchTextContent("ngày/tháng/năm");
  });

  test("of the URL that have no name are a range, which is cleared", async () => {
    const { address } = await open({}, "/admin/songs?from=2026-01-01&to=2026-01-31");
    await openFilters();
    await expect.element(page.getByRole("group", { name: "Ngày tạo" })).toBeVisible();
    await button("Xóa ngày").click();
    await expect.poll(address).toBe("/admin/songs");
    await expect.element(page.getByRole("combobox", { name: "Ngày tạo" })).toBeVisible();
  });
});

describe("the view", () => {
  test("is remembered for the screen", async () => {
    const first = await open();
    await showTable();
    await expect.element(page.getByRole("table", { name: "Bài hát" })).toBeVisible();
    await expect.poll(first.address).toBe("/admin/songs?view=table");
    await first.unmount();
    await open();
    await expect.element(page.getByRole("table", { name: "Bài hát" })).toBeVisible();
    await button("Tùy chọn danh sách").click();
    await expect
      .element(page.getByRole("menuitemradio", { name: "Dạng bảng" }))
      .toHaveAttribute("aria-checked", "true");
  });

  test("as a table sorts by its heads", async () => {
    const { api } = await open({}, "/admin/songs?view=table");
    await button("Tên").click();
    await expect.poll(() => api.requests(list).at(-1)?.query.sort_by).toBe("title");
    await button("Ngày").click();
    // The default order, read before.
    await expect.element(page.getByRole("columnheader", { name: "Ngày" })).toHaveAttribute("aria-sort", "descending");
    await button("Ngày").click();
    await expect
      .poll(() => api.requests(list).at(-1)?.query)
      .toMatchObject({ sort_by: "created_at", sort_order: "asc" });
  });
});

describe("a row", () => {
  test("is edited in a form of its own values", async () => {
    const { api } = await open({ "PUT /api/songs/{id}": three[0] });
    await button("Sửa: Bài 1").click();
    const field = page.getByRole("dialog", { name: "Sửa bài hát: Bài 1" }).getByLabelText(/^Tên bài/);
    await expect.element(field).toHaveValue("Bài 1");
    await field.fill("Bài mới");
    await button("Lưu").click();
    await expect.element(toast("Đã sửa")).toBeVisible();
    const [sent] = api.requests("PUT /api/songs/{id}");
    expect([sent?.params.id, (sent?.body as { title: string } | undefined)?.title]).toEqual(["1", "Bài mới"]);
    await expect.poll(() => api.requests(list).length).toBe(2);
  });

  test("stays after a delete that failed or was not confirmed", async () => {
    const { api } = await open({ "DELETE /api/songs/{id}": fails(500) });
    await button("Xóa: Bài 1").click();
    const question = page.getByRole("alertdialog", { name: "Xóa bài hát" });
    await expect.element(question.getByText("Xóa bài này chứ?")).toBeVisible();
    await expect.element(question.getByText("Bài 1")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(question).not.toBeInTheDocument();
    expect(api.requests("DELETE /api/songs/{id}")).toHaveLength(0);
    await button("Xóa: Bài 1").click();
    await question.getByRole("button", { name: "Xóa bài hát" }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Không xóa được");
    await expect.element(item("Bài 1")).toBeVisible();
  });

  test("has actions in its menu, which ask first", async () => {
    const { api } = await open({ "PUT /api/songs/{id}": three[0] });
    await button("Thao tác: Bài 2").click();
    await page.getByRole("menuitem", { name: "Nâng hạng" }).click();
    const question = page.getByRole("alertdialog", { name: "Nâng hạng" });
    await expect.element(question.getByText("Nâng hạng Hoài An?")).toBeVisible();
    await question.getByRole("button", { name: "Nâng ngay" }).click();
    await expect.element(toast("Đã nâng hạng")).toBeVisible();
    expect(api.requests("PUT /api/songs/{id}").map(({ params, body }) => [params.id, body])).toEqual([
      ["2", { is_premium: true }],
    ]);
  });

  test("has no action that does not suit it", async () => {
    await open({ [list]: counted([aSong({ id: 1, title: "Bài 1", is_premium: true })], 1) });
    await expect.element(item("Bài 1")).toBeVisible();
    await expect.element(button("Thao tác: Bài 1")).not.toBeInTheDocument();
  });

  test("has actions with a dialog", async () => {
    await open();
    await button("Gửi: Bài 3").click();
    await expect.element(page.getByRole("dialog", { name: "Gửi Bài 3" }).getByText("Nội dung gửi")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("shows its details under a URL, and Back closes them", async () => {
    const { address, go } = await open({}, "/admin/songs?sort=title-asc");
    await button("Xem Bài 2").click();
    const details = page.getByRole("dialog", { name: "Bài 2" });
    await expect.element(details.getByText("Của Hoài An")).toBeVisible();
    await expect.poll(address).toBe("/admin/songs?sort=title-asc&open=2");
    await go(-1);
    await expect.element(details).not.toBeInTheDocument();
    await go("/admin/songs?open=3");
    await expect.element(page.getByRole("dialog", { name: "Bài 3" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(address).toBe("/admin/songs");
  });
});

describe("selected rows", () => {
  const selectPage = () => chooseInMenu("Chọn cả trang");
  const start = "POST /api/admin/bulk";
  const preview = "POST /api/admin/bulk/preview";
  const held3 = { total: 3, amount: 30_000, names: ["Bài 1", "Bài 2"], notes: [] };
  const change = async (count = "3") => {
    await button("Thao tác").click();
    await page.getByRole("menuitem", { name: "Ẩn" }).click();
    await button(`Ẩn ${count} bài hát`).click();
  };

  test("say what they hold with its sum, and are changed by one job after one question", async () => {
    const { api } = await open({ [preview]: held3, [start]: aBulkJob() });
    await selectPage();
    await expect.element(page.getByText("Đã chọn 3 bài hát · 30.000 ₫")).toBeVisible();
    await button("Thao tác").click();
    await page.getByRole("menuitem", { name: "Ẩn" }).click();
    const question = page.getByRole("alertdialog", { name: "Ẩn 3 bài hát?" });
    for (const text of ["Bài 1", "và 1 bài hát khác", "Tổng cộng 30.000 ₫"]) {
      await expect.element(question).toMatchTextContent(text);
    }
    await question.getByRole("button", { name: "Ẩn 3 bài hát" }).click();
    await expect.element(page.getByText(/^Đã chọn/)).not.toBeInTheDocument();
    expect(api.requests(start)[0]?.body).toEqual({
      kind: "deactivate_songs",
      ids: [1, 2, 3],
      options: {},
      expected: 3,
    });
  });

  test("stay selected when the change is refused, with the error in the question", async () => {
    await open({ [preview]: held3, [start]: fails(409, "Danh sách vừa thay đổi") });
    await selectPage();
    await change();
    const question = page.getByRole("alertdialog", { name: "Ẩn 3 bài hát?" });
    await expect.element(question.getByRole("alert")).toHaveTextContent("Danh sách vừa thay đổi");
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(page.getByText(/^Đã chọn 3 bài hát/)).toBeVisible();
  });

  test("are all that match the filter, but those that are left out", async () => {
    const { api } = await open({ [preview]: { ...held3, total: 22 }, [start]: aBulkJob() }, "/admin/songs?q=mua");
    await selectPage();
    await button("Chọn tất cả 23 bài hát khớp bộ lọc").click();
    await expect.element(page.getByText("Đã chọn tất cả 23 bài hát khớp bộ lọc")).toBeVisible();
    await page.getByRole("checkbox", { name: "Chọn: Bài 2" }).click();
    await expect.element(page.getByText("Đã chọn tất cả 23 bài hát khớp bộ lọc, trừ 1")).toBeVisible();
    await button("Xếp vào…").click();
    const question = page.getByRole("alertdialog", { name: "Xếp 22 bài hát?" });
    await expect.element(question.getByRole("button", { name: "Xếp 22 bài hát" })).toBeDisabled();
    await expect.element(question.getByText("Bạn chưa chọn")).toBeVisible();
    await question.getByRole("radio", { name: "Học" }).click();
    await question.getByRole("button", { name: "Xếp 22 bài hát" }).click();
    await expect
      .poll(() => api.requests(start)[0]?.body)
      .toEqual({
        kind: "add_category_songs",
        filter: { search: "mua" },
        except: [2],
        options: { category_id: 5 },
        expected: 22,
      });
  });

  test("stay on other pages, and Shift takes the rows between two pages", async () => {
    const pageOf = (skip: number) =>
      Array.from({ length: 10 }, (_, n) => aSong({ id: skip + n + 1, title: `Bài ${skip + n + 1}` }));
    await open({
      [list]: ({ query }) => counted(pageOf(Number(query.skip)), 30),
      "GET /api/songs/count": { total: 30 },
    });
    await page.getByRole("checkbox", { name: "Chọn: Bài 9" }).click();
    await page.getByRole("link", { name: "Trang 3" }).click();
    await expect.element(page.getByText(/^Đã chọn 1 bài hát/)).toBeVisible();
    await userEvent.keyboard("{Shift>}");
    await page.getByRole("checkbox", { name: "Chọn: Bài 22" }).click();
    await userEvent.keyboard("{/Shift}");
    await expect.element(page.getByText(/^Đã chọn 14 bài hát/)).toBeVisible();
  });

  test("are those of the page, by the head of a table or the menu of cards", async () => {
    const answer = held(counted(three, 3));
    await open({ [list]: answer.answer }, "/admin/songs?view=table");
    answer.release();
    await expect.element(page.getByRole("checkbox", { name: "Chọn cả trang" })).toBeEnabled();
    await showCards();
    await selectPage();
    await expect.element(page.getByText(/^Đã chọn 3 bài hát/)).toBeVisible();
  });
});

describe("bulk jobs", () => {
  const own = "GET /api/admin/bulk";
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  const refused = aBulkJob({ kind: "deactivate_songs", changed: 1, unchanged: 1, refused: 1 });

  test("tell their progress, are stopped, and go on", async () => {
    const running = aBulkJob({
      kind: "deactivate_songs",
      state: "running",
      total: 2_000,
      waiting: 1_500,
      changed: 500,
      can_undo: false,
      finished_at: null,
    });
    const stopped = { ...running, state: "stopped" as const, waiting: 0, stopped: 1_500, can_undo: true };
    const { api } = await open({
      [own]: [running],
      "POST /api/admin/bulk/{id}/stop": stopped,
      "POST /api/admin/bulk/{id}/resume": running,
    });
    await expect.element(jobs).toMatchTextContent("Đang ẩn: 500/2.000 bài hát");
    await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "500");
    await button("Dừng").click();
    api.change({ [own]: [stopped] });
    await expect.element(jobs).toMatchTextContent("Đã dừng. Đã ẩn 500 bài hát, 1.500 chưa làm");
    await expect.element(announced).toMatchTextContent("Đã dừng: ẩn bài hát");
    await expect.element(announced).not.toMatchTextContent("500");
    api.change({ [own]: [running] });
    await button("Làm tiếp 1.500 bài hát").click();
    await expect.element(jobs).toMatchTextContent("Đang ẩn");
  });

  test("say what was refused and why, stay until they are put away", async () => {
    const { api } = await open({
      [own]: [refused],
      "GET /api/admin/bulk/{id}/rows": counted(
        [{ id: 2, name: "Bài 2", state: "refused", message: "Khách đã rút lại sự cho phép" }],
        1,
      ),
      "POST /api/admin/bulk/{id}/dismiss": refused,
    });
    await expect.element(jobs).toMatchTextContent("Đã ẩn 1 bài hát, 1 vốn đã như vậy, 1 không được");
    await button("Xem lý do").click();
    await expect.element(jobs).toMatchTextContent("Bài 2: Khách đã rút lại sự cho phép");
    await expect
      .element(jobs.getByRole("link", { name: "Bài 2" }))
      .toHaveAttribute("href", expect.stringContaining("open=2"));
    api.change({ [own]: [] });
    await button("Ẩn kết quả: ẩn").click();
    await expect.element(jobs).not.toBeInTheDocument();
  });

  test("are undone by another job after a question", async () => {
    const undo = "POST /api/admin/bulk/{id}/undo";
    const { api } = await open({ [own]: [refused], [undo]: aBulkJob({ is_undo: true }) });
    await button("Hoàn tác").click();
    const back = aBulkJob({ id: 6, kind: "deactivate_songs", is_undo: true, total: 1, can_undo: false });
    api.change({ [own]: [back] });
    await page.getByRole("alertdialog").getByRole("button", { name: "Hoàn tác" }).click();
    await expect.element(jobs).toMatchTextContent("Đã hoàn tác: ẩn 1 bài hát");
    expect(api.requests(undo)[0]?.params).toEqual({ id: "5" });
  });

  test("that end before they are looked at are announced, those that had ended before are not", async () => {
    const { api } = await open({ [own]: [refused], "POST /api/admin/bulk/{id}/dismiss": refused });
    await expect.element(jobs).toBeVisible();
    expect(announced.query()).toBeNull();
    api.change({ [own]: [aBulkJob({ id: 6, kind: "deactivate_songs", changed: 10 })] });
    await button("Ẩn kết quả: ẩn").click();
    await expect.element(announced).toMatchTextContent("Xong: ẩn bài hát");
  });
});

describe("export", () => {
  test("saves the filtered rows as a file", async () => {
    exported.mockResolvedValueOnce({ fileName: "bai-hat.xlsx", content: new Blob(["…"]) });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await open({}, "/admin/songs?q=mua");
    await chooseInMenu("Xuất Excel");
    await expect
      .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toEqual(["bai-hat.xlsx"]);
    expect(exported.mock.lastCall?.[0]).toMatchObject({ search: "mua" });
  });

  test("says when it failed", async () => {
    exported.mockRejectedValueOnce(new Error("…"));
    await open();
    await chooseInMenu("Xuất Excel");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Không xuất được file, bạn thử lại nhé");
  });
});

describe("the form of a new row", () => {
  const form = page.getByRole("dialog", { name: "Thêm bài hát" });
  const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
  const show = async (at: string) => {
    stubApi({ ...answers, "POST /api/songs": aSong() });
    const screen = await renderWithin(<ResourceScreen resource={songs} />, { at });
    await expect.element(item("Bài 1")).toBeVisible();
    return screen;
  };

  test("stands in the address, with the list's filters, and Back closes it", async () => {
    const screen = await show("/admin/songs?q=bai");
    await button("Thêm bài hát").click();
    await expect.element(form).toBeVisible();
    await expect.poll(screen.address).toBe("/admin/songs?q=bai&new=");
    await screen.go(-1);
    await expect.element(form).not.toBeInTheDocument();
    expect(screen.address()).toBe("/admin/songs?q=bai");
    await screen.go(1);
    await expect.element(form).toBeVisible();
  });

  test("opens by a link, and its button takes it out of the address", async () => {
    const screen = await show("/admin/songs?new");
    await expect.element(form).toBeVisible();
    await form.getByRole("button", { name: "Hủy" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(screen.address).toBe("/admin/songs");
    await button("Thêm bài hát").click();
    await expect.element(form).toBeVisible();
  });

  test("asks before Back discards what was typed", async () => {
    const screen = await show("/admin/songs");
    await button("Thêm bài hát").click();
    await form.getByLabelText(/^Tên bài/).fill("Dở dang");
    await screen.go(-1);
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(form.getByLabelText(/^Tên bài/)).toHaveValue("Dở dang");
    expect(screen.address()).toBe("/admin/songs?new=");
    await screen.go(-1);
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(form).not.toBeInTheDocument();
    expect(screen.address()).toBe("/admin/songs");
  });

  test("leaves the address once the row is saved", async () => {
    const screen = await show("/admin/songs?new");
    await form.getByLabelText(/^Tên bài/).fill("Bài mới");
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(page.getByText("Đã thêm")).toBeVisible();
    await expect.poll(screen.address).toBe("/admin/songs");
    await expect.element(form).not.toBeInTheDocument();
  });

  test.each([
    ["saved", async () => form.getByRole("button", { name: "Lưu" }).click()],
    ["cancelled", async () => form.getByRole("button", { name: "Hủy" }).click()],
    ["left by Esc", async () => userEvent.keyboard("{Escape}")],
  ])("takes its entry of the history along when it is %s", async (how, end) => {
    const screen = await show("/admin/songs?q=bai");
    await screen.go("/admin/songs");
    await button("Thêm bài hát").click();
    await form.getByLabelText(/^Tên bài/).fill("Bài mới");
    await end();
    if (how !== "saved") await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(screen.address).toBe("/admin/songs");
    await expect.element(question).not.toBeInTheDocument();
    await screen.go(-1);
    await expect.poll(screen.address).toBe("/admin/songs?q=bai");
  });

  test("opens again by Forward after it was closed", async () => {
    const screen = await show("/admin/songs");
    await button("Thêm bài hát").click();
    await form.getByRole("button", { name: "Hủy" }).click();
    await expect.poll(screen.address).toBe("/admin/songs");
    await screen.go(1);
    await expect.element(form).toBeVisible();
  });

  test("is no part of a list whose rows can't be added", async () => {
    stubApi(answers);
    const { create: _create, ...form } = songs.form ?? {};
    const screen = await renderWithin(<ResourceScreen resource={{ ...songs, form: form as never }} />, {
      at: "/admin/songs?new",
    });
    await expect.poll(screen.address).toBe("/admin/songs");
  });
});

test("a form that was open when the session ended opens again with its text", async () => {
  const release = registerForm("/admin/songs", "2", () => ({
    values: [["title", "Đang viết dở"]],
    base: [["title", "Tên trước đó"]],
    version: undefined,
  }));
  keepDrafts(undefined);
  release();
  await open();
  await expect
    .element(page.getByRole("dialog", { name: "Sửa bài hát: Bài 2" }).getByLabelText(/^Tên bài/))
    .toHaveValue("Đang viết dở");
});

test("the refresh button reads its endpoints again", async () => {
  const api = stubApi(answers);
  const Tools = () => <RefreshButton refreshes={["/api/songs"]} />;
  await renderWithin(<ResourceScreen resource={{ ...songs, Tools }} />, { at: "/admin/songs" });
  await expect.element(item("Bài 1")).toBeVisible();
  const answer = held(counted([aSong({ id: 9, title: "Bài của người khác" })], 1));
  api.change({ [list]: answer.answer });
  await button("Làm mới").click();
  await expect.element(button("Làm mới")).toHaveAttribute("aria-disabled", "true");
  answer.release();
  await expect.element(item("Bài của người khác")).toBeVisible();
  await expect.element(button("Làm mới")).toHaveAttribute("aria-disabled", "false");
  expect(api.requests("GET /api/categories")).toHaveLength(1);
});

test("a change that the server tells of reads the list and its numbers again, once", async () => {
  const stream = eventStream();
  const api = stubApi({ ...answers, "GET /api/admin/changes": stream.answer });
  writeStored("adminToken", "admin-token");
  await renderWithin(
    <LiveProvider onSignedOut={() => undefined}>
      <ResourceScreen resource={songs} />
    </LiveProvider>,
    { at: "/admin/songs", area: adminArea },
  );
  await expect.element(item("Bài 1")).toBeVisible();
  await expect.poll(stream.isOpen).toBe(true);
  stream.send({ topics: ["site"] }, "1.1");
  api.change({ [list]: counted([aSong({ id: 9, title: "Bài của người khác" }), ...three], 24) });
  stream.send({ topics: ["catalogue"] }, "2.1");
  await expect.element(item("Bài của người khác")).toBeVisible();
  await expect.poll(() => api.requests("GET /api/songs/count").length).toBe(2);
  expect(api.requests(list)).toHaveLength(2);
  expect(api.requests("GET /api/categories")).toHaveLength(1);
});

test("details of a row that does not exist tell so, and leave the URL", async () => {
  stubApi({ ...answers, "GET /api/songs/{id}": fails(404) });
  const screen = await renderWithin(<ResourceScreen resource={songs} />, { at: "/admin/songs?q=b&open=40" });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Không tìm thấy bài hát này");
  await expect.poll(screen.address).toBe("/admin/songs?q=b");
});

test("a number leads to its rows, with the filters that are set", async () => {
  stubApi(answers);
  await renderWithin(<ResourceScreen resource={songs} />, { at: "/admin/songs?q=b&page=2" });
  await expect
    .element(page.getByRole("link", { name: "Bài nhạc trẻ" }))
    .toHaveAttribute("href", "/admin/songs?q=b&category=1");
});

test("a row that can't be deleted has no button for it; a next step is a button with a text; a search is explained", async () => {
  const guarded = {
    ...songs,
    search: { label: "Tìm", placeholder: "", Note: ({ search }: { search: string }) => <p>{`Đang tìm: ${search}`}</p> },
    actions: [{ label: "Nâng hạng bài", text: "Nâng hạng", icon: Crown, dialog: () => null }],
    remove: songs.remove && {
      ...songs.remove,
      isFor: ({ id }: Song) => id !== 2,
    },
  };
  stubApi(answers);
  await renderWithin(<ResourceScreen resource={guarded} />, { at: "/admin/songs?q=b" });
  await expect.element(page.getByText("Đang tìm: b")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Nâng hạng bài: Bài 2" })).toHaveTextContent("Nâng hạng");
  await expect.element(page.getByRole("button", { name: "Xóa: Bài 2" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Xóa: Bài 1" }).click();
  await expect.element(page.getByRole("alertdialog")).toMatchTextContent("Xóa bài này chứ?");
});

test("details of a row that the list does not show stay while it exists", async () => {
  const one = "GET /api/songs/{id}";
  const stream = eventStream();
  const api = stubApi({
    ...answers,
    [one]: aSong({ id: 40, title: "Bài 40" }),
    "GET /api/admin/changes": stream.answer,
  });
  writeStored("adminToken", "admin-token");
  await renderWithin(
    <LiveProvider onSignedOut={() => undefined}>
      <ResourceScreen resource={songs} />
    </LiveProvider>,
    { at: "/admin/songs?open=40", area: adminArea },
  );
  const details = page.getByRole("dialog", { name: "Bài 40" });
  await expect.element(details).toBeVisible();
  await expect.poll(stream.isOpen).toBe(true);
  api.change({ [list]: counted([], 0) });
  stream.send({ topics: ["catalogue"] }, "1.1");
  await expect.poll(() => api.requests(one).length).toBe(2);
  await expect.element(details).toBeVisible();
  api.change({ [one]: fails(404) });
  stream.send({ topics: ["catalogue"] }, "2.1");
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

describe("a form that saves by several calls", () => {
  const contacts = defineResource({
    title: "Liên lạc",
    noun: "liên lạc",
    nameOf: (contact: AdminContact) => contact.name,
    list: { endpoint: "GET /api/admin/support", rows: ({ items }) => items },
    columns: [{ id: "name", label: "Tên", card: "title", cell: ({ name }) => name }],
    empty: { title: "Chưa có" },
    form: {
      schema: (contact) =>
        contact
          ? ContactBody
          : ContactBody.refine(({ name }) => name.length > 3, { path: ["name"], error: "Ngắn quá" }),
      values: (contact) => ({ ...newContact, name: contact?.name ?? "" }),
      fields: () => <TextField name="name" label="Tên" />,
      async save(body, contact, { send, confirm, onSaved }) {
        if (!(await confirm({ title: "Lưu chứ?", text: "", action: "Lưu ngay" }))) return undefined;
        const { data } = contact
          ? await send("PUT /api/admin/support/{id}", { params: { id: contact.id }, body })
          : await send("POST /api/admin/support", { body });
        onSaved(data);
        await send(
          "PATCH /api/admin/support/{id}/toggle-status",
          { params: { id: data.id } },
          { fallback: "Chưa bật" },
        );
        return "Đã lưu và bật";
      },
    },
    refreshes: ["/api/admin/support"],
  });
  const hotline = anAdminContact({ id: 7, name: "Đường dây nóng" });
  const form = page.getByRole("dialog", { name: /^(Thêm liên lạc|Sửa liên lạc: Đường dây nóng)$/ });
  const save = async (answer = "Lưu ngay") => {
    await form.getByRole("button", { name: "Lưu" }).click();
    await page.getByRole("alertdialog", { name: "Lưu chứ?" }).getByRole("button", { name: answer }).click();
  };
  const show = async (given: Answers = {}) => {
    const api = stubApi({
      "GET /api/admin/support": { items: [], total: 0 },
      "POST /api/admin/support": hotline,
      "PUT /api/admin/support/{id}": hotline,
      "PATCH /api/admin/support/{id}/toggle-status": hotline,
      ...given,
    });
    await renderWithin(<ResourceScreen resource={contacts} />, { at: "/admin/support" });
    await button("Thêm liên lạc").first().click();
    await form.getByLabelText("Tên").fill("Đường dây nóng");
    return api;
  };

  test("is checked by the schema of its row, and tells what it did", async () => {
    const api = await show();
    await form.getByLabelText("Tên").fill("Ánh");
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(form.getByText("Ngắn quá")).toBeVisible();
    await form.getByLabelText("Tên").fill("Đường dây nóng");
    await save();
    await expect.element(toast("Đã lưu và bật")).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests("POST /api/admin/support")).toHaveLength(1);
  });

  test("stays open when its question is declined", async () => {
    const api = await show();
    await save("Hủy");
    await expect.element(form.getByLabelText("Tên")).toHaveValue("Đường dây nóng");
    expect(api.requests("POST /api/admin/support")).toHaveLength(0);
  });

  test("does not add the row again after a later call failed", async () => {
    const api = await show({ "PATCH /api/admin/support/{id}/toggle-status": fails(500) });
    await save();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Chưa bật");
    await expect.element(page.getByRole("dialog", { name: "Sửa liên lạc: Đường dây nóng" })).toBeVisible();
    api.change({ "PATCH /api/admin/support/{id}/toggle-status": hotline });
    await save();
    await expect.element(toast("Đã lưu và bật")).toBeVisible();
    expect(api.requests("POST /api/admin/support")).toHaveLength(1);
    expect(api.requests("PUT /api/admin/support/{id}").map(({ params }) => params.id)).toEqual(["7"]);
  });
});

describe("a list that comes whole", () => {
  const contacts = defineResource({
    title: "Liên lạc",
    noun: "liên lạc",
    nameOf: (contact: AdminContact) => contact.name,
    list: { endpoint: "GET /api/admin/support", rows: ({ items }) => items },
    search: { label: "Tìm", placeholder: "Tên" },
    sorts: [
      { label: "Thứ tự", by: "sort_order", order: "asc", value: ({ sort_order }) => sort_order },
      { label: "Tên Z-A", by: "name", order: "desc", value: ({ name }) => name },
    ],
    columns: [
      { id: "name", label: "Tên", card: "title", cell: ({ name }) => name },
      { id: "state", label: "Trạng thái", card: "foot", cell: (contact, { toggle }) => toggle(contact) },
    ],
    empty: { title: "Chưa có" },
    form: { schema: ContactBody, values: () => newContact, fields: () => null },
    toggle: {
      endpoint: "PATCH /api/admin/support/{id}/toggle-status",
      isOn: ({ is_active }) => is_active,
      apply: (contact) => ({ ...contact, is_active: !contact.is_active }),
      labels: { on: "Bật", off: "Tắt" },
      success: ({ name, is_active }) => `Đã ${is_active ? "bật" : "tắt"} ${name}`,
      undo: true,
      fallback: "Không đổi được",
    },
    refreshes: ["/api/admin/support"],
  });
  const items = ["Đường dây nóng", "Zalo", "Ánh"].map((name, index) =>
    anAdminContact({ id: index + 1, name, sort_order: index }),
  );
  const show = (given: Answers = {}) => {
    const api = stubApi({ "GET /api/admin/support": { items, total: 3 }, ...given });
    return renderWithin(<ResourceScreen resource={contacts} />, { at: "/admin/support" }).then(() => api);
  };
  const names = () =>
    page
      .getByRole("heading", { level: 2 })
      .elements()
      .map((each) => each.textContent);

  test("is searched and sorted here, marks aside", async () => {
    const api = await show();
    await expect.poll(names).toEqual(["Đường dây nóng", "Zalo", "Ánh"]);
    await openFilters();
    await page.getByLabelText("Sắp xếp").selectOptions("Tên Z-A");
    await expect.poll(names).toEqual(["Zalo", "Đường dây nóng", "Ánh"]);
    await page.getByRole("searchbox", { name: "Tìm" }).fill("duong");
    await userEvent.keyboard("{Enter}");
    await expect.poll(names).toEqual(["Đường dây nóng"]);
    expect(api.requests("GET /api/admin/support")).toHaveLength(1);
  });

  test("has a switch that changes at once and rolls back on an error", async () => {
    const answer = held(fails(500));
    await show({ "PATCH /api/admin/support/{id}/toggle-status": answer.answer });
    const flag = page.getByRole("switch", { name: "Bật: Zalo" });
    await expect.element(flag).toBeChecked();
    await expect.element(page.getByText("Bật", { exact: true }).nth(1)).toHaveClass("badge--success");
    await flag.click();
    await expect.element(flag).not.toBeChecked();
    await expect.element(page.getByText("Tắt", { exact: true })).toHaveClass("badge");
    answer.release();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Không đổi được");
    await expect.element(flag).toBeChecked();
  });

  test("takes a switch back from its message, unless somebody else did", async () => {
    const toggle = "PATCH /api/admin/support/{id}/toggle-status";
    const off = items.map((each) => (each.id === 2 ? { ...each, is_active: false } : each));
    const api = await show({ [toggle]: items[1] });
    const flag = page.getByRole("switch", { name: "Bật: Zalo" });
    api.change({ "GET /api/admin/support": { items: off, total: 3 } });
    await flag.click();
    await expect.element(toast("Đã tắt Zalo")).toBeVisible();
    api.change({ "GET /api/admin/support": { items, total: 3 } });
    await button("Hoàn tác").click();
    await expect.element(toast("Đã bật Zalo")).toBeVisible();
    await expect.element(button("Hoàn tác")).not.toBeInTheDocument();
    await expect.element(flag).toBeChecked();
    expect(api.requests(toggle)).toHaveLength(2);

    await flag.click();
    await expect.element(toast("Đã tắt Zalo")).toBeVisible();
    await expect.element(flag).toBeChecked();
    await button("Hoàn tác").click();
    await expect.element(toast("Trạng thái đã được đổi từ lúc đó")).toBeVisible();
    expect(api.requests(toggle)).toHaveLength(3);
  });
});
