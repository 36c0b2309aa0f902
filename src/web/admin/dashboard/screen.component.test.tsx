import { useQueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Activity, DashboardStats } from "#contract/dashboard.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderWithin } from "#test/component/render.tsx";
import { loggedInAdmin } from "#test/component/samples.ts";
import { type Answers, fails, hangs, held, stubApi } from "#test/component/stub-api.ts";
import { refresh } from "../../resource/data/queries.ts";
import * as screen from "./screen.tsx";

const endpoint = "GET /api/admin/dashboard/stats";
const heading = "Admin Dashboard";
const dayMs = 24 * 60 * 60_000;
/** The last 30 days, the last of them today. */
const days = Array.from({ length: 30 }, (_, place) => ({
  day: new Date(Date.UTC(2026, 10, 22) - (29 - place) * dayMs).toISOString().slice(0, 10),
  plays: place === 29 ? 7 : 0,
  new_users: place === 28 ? 1200 : 0,
}));
const activity = (fields: Partial<Activity>): Activity => ({
  id: 1,
  actor_kind: "admin",
  actor_name: "quan-tri@example.com",
  action: "update",
  entity: "category",
  entity_id: 5,
  summary: "Dân ca",
  name_now: "Dân ca",
  created_at: new Date().toISOString(),
  ...fields,
});
const empty: DashboardStats = {
  total_songs: 0,
  total_categories: 0,
  total_requests: 0,
  new_requests: 0,
  total_users: 0,
  failed_deliveries: 0,
  available_requests: 0,
  late_requests: 0,
  wishes: 0,
  waiting_reviews: 0,
  site_troubles: [],
  first_steps: null,
  before: { plays: 0, new_users: 0 },
  recent_activity: [],
  days: days.map(({ day }) => ({ day, plays: 0, new_users: 0 })),
  top_songs: [],
  income: {
    waiting_orders: 0,
    ungranted_orders: 0,
    days: days.map(({ day }) => ({ day, orders: 0, amount: 0 })),
    before: { orders: 0, amount: 0 },
    packages: [],
    refunded: { orders: 0, amount: 0 },
    placed: { pending: 0, paid: 0, failed: 0, refunded: 0 },
    new_premium: 0,
    ending_premium: 0,
    waiting_payments: 0,
    payment_troubles: [],
  },
};
const busy: DashboardStats = {
  ...empty,
  total_songs: 1234,
  total_categories: 5,
  new_requests: 2,
  total_users: 1200,
  days,
  before: { plays: 5, new_users: 0 },
  income: {
    waiting_orders: 0,
    ungranted_orders: 0,
    days: days.map(({ day }, place) => ({ day, orders: place === 29 ? 1 : 0, amount: place === 29 ? 399_000 : 0 })),
    before: { orders: 4, amount: 798_000 },
    packages: [
      { package_id: 2, name: "Gói năm", orders: 1, amount: 399_000 },
      { package_id: 1, name: "Dùng thử", orders: 1200, amount: 0 },
    ],
    refunded: { orders: 3, amount: 147_000 },
    placed: { pending: 2, paid: 1, failed: 0, refunded: 0 },
    new_premium: 3,
    ending_premium: 4,
    waiting_payments: 0,
    payment_troubles: [],
  },
  recent_activity: [
    activity({ id: 3 }),
    activity({ id: 2, action: "delete", summary: "Nhạc xưa", name_now: null }),
    activity({ id: 1, action: "create", entity: "song", summary: "Mưa hạ & nắng", name_now: "Mưa hạ & nắng" }),
  ],
  top_songs: [{ id: 1, title: "Mưa hạ & nắng", artist: "Hoài An", thumbnail_url: null, plays: 1234 }],
};

const counters = () =>
  page
    .getByRole("definition")
    .elements()
    .map((each) => each.textContent);
const region = (name: string) => page.getByRole("region", { name });
const showActivity = () => page.getByText("Hoạt động gần đây").click();
const plays = region("Lượt nghe 30 ngày qua");
const alert = page.getByRole("alert");
const open = (answers: Answers) => openAdmin(screen, "/admin/dashboard", answers);

describe("an empty site", () => {
  test("shows empty states and no charts", async () => {
    await open({ [endpoint]: empty });
    await expect.poll(counters).toEqual(["0", "0", "0", "0"]);
    for (const text of [
      "Biểu đồ hiện ở đây khi có lượt nghe, người dùng mới, doanh thu đầu tiên.",
      "Chưa có bài hát nào được nghe.",
      "Chưa bán được gói nào trong 30 ngày qua.",
    ]) {
      await expect.element(page.getByText(text)).toBeVisible();
    }
    await expect.element(page.getByRole("img", { name: /30 ngày qua/ })).not.toBeInTheDocument();
    await showActivity();
    await expect.element(page.getByText("Chưa có hoạt động nào gần đây.")).toBeVisible();
  });
});

describe("the numbers", () => {
  test("are shown in counters and sums with grouped digits", async () => {
    await open({ [endpoint]: busy });
    await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
    await expect
      .element(plays.getByRole("img"))
      .toHaveAccessibleName("7 lượt nghe trong 30 ngày qua, nhiều nhất 7 vào ngày 22/11");
    await page.getByRole("tab", { name: "Người dùng mới" }).click();
    await expect
      .element(region("Người dùng mới 30 ngày qua").getByRole("img"))
      .toHaveAccessibleName("1.200 người dùng mới trong 30 ngày qua, nhiều nhất 1.200 vào ngày 21/11");
  });

  test("are readable by day, by keyboard and by screen readers", async () => {
    await open({ [endpoint]: busy });
    const summary = page.getByText("Xem số liệu từng ngày");
    await expect.element(summary).toBeVisible();
    (summary.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    const rows = page
      .getByRole("table", { name: "Lượt nghe, người dùng mới và doanh thu từng ngày trong 30 ngày qua" })
      .getByRole("row");
    await expect.poll(() => rows.elements().length).toBe(31);
    const texts = rows
      .elements()
      .slice(0, 4)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(texts).toEqual([
      ["Ngày", "Lượt nghe", "Người dùng mới", "Doanh thu"],
      ["22/11", "7", "0", "399.000 ₫"],
      ["21/11", "0", "1.200", "0 ₫"],
      ["20/11", "0", "0", "0 ₫"],
    ]);
    await checkScreen({ heading });
  });

  test("are shown for the day under the pointer", async () => {
    await open({ [endpoint]: busy });
    const chart = plays.getByRole("img");
    await expect.element(plays.getByText("7 lượt nghe")).toBeVisible();
    const { width, height } = chart.element().getBoundingClientRect();
    await chart.hover({ position: { x: width - 14, y: height / 2 } });
    await expect.element(plays.getByText("22/11: 7 lượt nghe")).toBeVisible();
    await chart.hover({ position: { x: 60, y: height / 2 } });
    await expect.element(plays.getByText(/^\d\d\/10: 0 lượt nghe$/)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect.element(plays.getByText("7 lượt nghe")).toBeVisible();
  });
});

describe("the span", () => {
  const spans = page.getByRole("navigation", { name: "Khoảng thời gian" });

  test("is chosen in the address, and all figures are of it", async () => {
    const { api, address } = await open({ [endpoint]: busy });
    await expect.element(spans.getByRole("link", { name: "30 ngày" })).toHaveAttribute("aria-current", "true");
    expect(api.requests(endpoint)[0]?.query).toEqual({});
    const year = Array.from({ length: 365 }, (_, place) => ({
      day: new Date(Date.UTC(2026, 10, 22) - (364 - place) * dayMs).toISOString().slice(0, 10),
      plays: 1,
      new_users: 0,
    }));
    api.change({
      [endpoint]: {
        ...busy,
        days: year,
        income: { ...busy.income, days: year.map(({ day }) => ({ day, orders: 0, amount: 0 })) },
      },
    });
    await spans.getByRole("link", { name: "1 năm" }).click();
    await expect.poll(address).toBe("/admin/dashboard?days=365");
    await expect.element(region("Lượt nghe một năm qua").getByRole("img")).toBeVisible();
    expect(api.requests(endpoint).at(-1)?.query).toEqual({ days: "365" });
    await expect.element(page.getByRole("heading", { name: "Nghe nhiều nhất một năm qua" })).toBeVisible();
  });

  test("of an address that is none is the usual one", async () => {
    const { api } = await openAdmin(screen, "/admin/dashboard?days=8", { [endpoint]: busy });
    await expect.element(spans.getByRole("link", { name: "30 ngày" })).toHaveAttribute("aria-current", "true");
    expect(api.requests(endpoint)[0]?.query).toEqual({});
  });

  test("is told against the one before", async () => {
    await open({ [endpoint]: busy });
    await expect.element(plays).toMatchTextContent("tăng 40% so với kỳ trước (5 lượt nghe)");
    await page.getByRole("tab", { name: "Người dùng mới" }).click();
    await expect.element(region("Người dùng mới 30 ngày qua")).toMatchTextContent("Kỳ trước chưa có");
    await page.getByRole("tab", { name: "Doanh thu" }).click();
    await expect.element(region("Doanh thu 30 ngày qua")).toMatchTextContent("giảm 50% so với kỳ trước (798.000 ₫)");
  });
});

describe("the first steps of a new site", () => {
  const steps = region("Năm bước đầu tiên đã xong 2/5");
  const done = { bank_account: true, first_money: false, mail: false, backup: false, staff: true };

  test("lead to where each is done, with a tick for those that are", async () => {
    await open({ [endpoint]: { ...empty, first_steps: done, site_troubles: ["no_backup"] } });
    const items = steps.getByRole("listitem");
    await expect
      .poll(() => items.elements().map((one) => one.textContent))
      .toEqual([
        "Đã xong: Thêm tài khoản ngân hàng nhận tiền",
        "Quét thử mã QR và thấy khoản tiền đầu tiên",
        "Nối máy chủ thư để gửi email",
        "Tạo bản sao lưu đầu tiên",
        "Đã xong: Thêm nhân viên đầu tiên",
      ]);
    expect(
      steps
        .getByRole("link")
        .elements()
        .map((one) => one.getAttribute("href")),
    ).toEqual(["/admin/bank", "/admin/config?tab=messages", "/admin/system"]);
    // Said once.
    await expect.element(page.getByText("Chưa có bản sao lưu nào.")).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("are gone once all are done", async () => {
    await open({ [endpoint]: { ...empty, site_troubles: ["no_backup"] } });
    await expect.element(page.getByText("Chưa có bản sao lưu nào.")).toBeVisible();
    await expect.element(page.getByText(/^Năm bước đầu tiên/)).not.toBeInTheDocument();
  });
});

describe("the charts", () => {
  const canvas = () => plays.getByRole("img").element().querySelector("canvas");

  /** How many points of the chart have the theme's colour. */
  function ink(): number {
    const drawn = canvas();
    const probe = document.createElement("canvas").getContext("2d");
    const context = drawn?.getContext("2d");
    if (!drawn || !probe || !context) return 0;
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    probe.fillRect(0, 0, 1, 1);
    const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
    const { data } = context.getImageData(0, 0, drawn.width, drawn.height);
    let same = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) same += 1;
    }
    return same;
  }

  test("have the colours of the theme", async () => {
    await open({ [endpoint]: busy });
    await expect.element(plays.getByRole("img")).toBeVisible();
    await expect.poll(ink).toBeGreaterThan(20);
    const light = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    await page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" }).click();
    await expect.poll(() => getComputedStyle(document.documentElement).getPropertyValue("--accent")).not.toBe(light);
    await expect.poll(ink).toBeGreaterThan(20);
  });

  test("share a card, in which one without a value has no tab", async () => {
    await open({ [endpoint]: { ...busy, income: empty.income } });
    const tabs = page.getByRole("tablist", { name: "Biểu đồ" }).getByRole("tab");
    await expect.poll(() => tabs.elements().map((each) => each.textContent)).toEqual(["Lượt nghe", "Người dùng mới"]);
    await expect.element(plays.getByRole("img")).toBeVisible();
    await tabs.nth(1).click();
    const drawn = region("Người dùng mới 30 ngày qua").getByRole("img");
    await expect.element(drawn).toBeVisible();
    const difference = () =>
      Math.abs((drawn.element().querySelector("canvas")?.clientWidth ?? 0) - drawn.element().clientWidth);
    await expect.poll(difference).toBeLessThan(2);
    await expect.element(plays.getByRole("img")).not.toBeInTheDocument();
  });

  test("follow the width of the window", async () => {
    await open({ [endpoint]: busy });
    await expect.element(plays.getByRole("img")).toBeVisible();
    for (const width of [390, 768, 1280]) {
      await page.viewport(width, 900);
      const difference = () => Math.abs((canvas()?.clientWidth ?? 0) - plays.getByRole("img").element().clientWidth);
      await expect.poll(difference).toBeLessThan(2);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });
});

describe("activity", () => {
  test("is shown with actor, time and a link to existing records", async () => {
    await open({ [endpoint]: busy });
    const lines = region("Hoạt động gần đây").getByRole("listitem");
    await expect.element(page.getByText("Hoạt động gần đây")).toBeVisible();
    await expect.element(lines.first()).not.toBeInTheDocument();
    await showActivity();
    await expect
      .element(lines.nth(0))
      .toMatchTextContent("Quản trị viên quan-tri@example.com đã sửa thể loại “Dân ca”");
    await expect.element(lines.nth(0)).toMatchTextContent(/vừa xong · \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    await expect.element(lines.nth(0).getByRole("link")).toHaveAttribute("href", "/admin/genres");
    await expect.element(lines.nth(1)).toMatchTextContent("đã xóa thể loại “Nhạc xưa”");
    await expect.element(lines.nth(1).getByRole("link")).not.toBeInTheDocument();
    await expect
      .element(lines.nth(2).getByRole("link", { name: "Mưa hạ & nắng" }))
      .toHaveAttribute("href", "/admin/songs?open=5");
  });

  test("leads from the income of a package to its paid orders, without days, which are those of the order there", async () => {
    await open({ [endpoint]: busy });
    await expect
      .element(page.getByRole("link", { name: "Gói năm" }))
      .toHaveAttribute("href", "/admin/orders?package=2&payment=paid");
  });

  test("lists the most played songs with their plays and a link", async () => {
    await open({ [endpoint]: busy });
    const song = region("Nghe nhiều nhất 30 ngày qua").getByRole("listitem");
    await expect.element(song).toMatchTextContent(/Hoài An.*1\.234 lượt/);
    await expect
      .element(song.getByRole("link", { name: "Mưa hạ & nắng" }))
      .toHaveAttribute("href", "/admin/songs?open=1");
  });
});

test("orders are counted by the day of order, without money of another day, and lead to the list", async () => {
  await open({ [endpoint]: busy });
  const sales = region("Đơn đặt trong 30 ngày qua");
  await expect
    .poll(() =>
      sales
        .getByRole("listitem")
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual([
      "Đã thanh toán1 đơn",
      "Chờ thanh toán2 đơn",
      "Thất bại0 đơn",
      "Đã hoàn tiền0 đơn",
      "Premium mới từ đơn hàng, 30 ngày qua3",
      "Sắp hết Premium trong 7 ngày tới4",
    ]);
  await expect
    .element(sales.getByRole("link", { name: "Chờ thanh toán" }))
    .toHaveAttribute("href", `/admin/orders?payment=pending&from=${busy.income.days[0]?.day}`);
  await expect
    .element(sales.getByRole("link", { name: /^Sắp hết Premium/ }))
    .toHaveAttribute("href", "/admin/users?tab=expiring");
  await page.getByRole("tab", { name: "Doanh thu" }).click();
  await expect.element(region("Doanh thu 30 ngày qua").getByText("399.000 ₫")).toBeVisible();
});

const today = region("Cần làm hôm nay");
const tasks = () =>
  today
    .getByRole("listitem")
    .elements()
    .map((each) => each.textContent);

describe("what needs a hand", () => {
  const waiting: DashboardStats = {
    ...busy,
    available_requests: 12,
    late_requests: 3,
    wishes: 2,
    waiting_reviews: 4,
    failed_deliveries: 1200,
    income: { ...busy.income, waiting_orders: 165, ungranted_orders: 50, waiting_payments: 10_001 },
  };

  test("is told by numbers that lead to their rows", async () => {
    await open({ [endpoint]: waiting });
    const links: [name: string, href: string][] = [
      ["3 yêu cầu trễ hạn", "/admin/requests?tab=late"],
      ["hơn 10.000 giao dịch cần xử lý", "/admin/payments"],
      ["50 đơn đã trả, chưa cộng Premium", "/admin/orders?tab=ungranted"],
      ["2 yêu cầu khách muốn sửa", "/admin/requests?tab=wishes"],
      ["12 yêu cầu chưa ai nhận", "/admin/requests?tab=available"],
      ["1.200 thông báo không gửi được", "/admin/deliveries?state=failed&from=2026-11-15"],
      ["165 đơn chờ tiền", "/admin/orders?tab=waiting"],
      ["4 đánh giá chờ duyệt", "/admin/reviews"],
    ];
    await expect.poll(tasks).toEqual(links.map(([name]) => name));
    for (const [name, href] of links) {
      await expect.element(today.getByRole("link", { name })).toHaveAttribute("href", href);
    }
    await expect.element(today.getByText(/^Không có gì khác/)).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("without a number is named in one line, each with its way", async () => {
    await open({ [endpoint]: { ...waiting, late_requests: 0, wishes: 0, waiting_reviews: 0 } });
    await expect
      .element(today)
      .toMatchTextContent("Không có gì khác: yêu cầu trễ hạn, yêu cầu khách muốn sửa, đánh giá chờ duyệt.");
    expect(tasks()).toHaveLength(5);
    await expect
      .element(today.getByRole("link", { name: "yêu cầu trễ hạn" }))
      .toHaveAttribute("href", "/admin/requests?tab=late");
  });

  test("is told to be nothing", async () => {
    await open({ [endpoint]: busy });
    await expect.element(today).toMatchTextContent("Không có việc nào đang chờ.");
    expect(tasks()).toEqual([]);
  });

  test("names each trouble of the site and of the services, with the way to it", async () => {
    const payment_troubles = [
      { provider: "sepay" as const, kind: "silent" as const },
      { provider: "casso" as const, kind: "wrong_signature" as const },
    ];
    await open({
      [endpoint]: {
        ...waiting,
        income: { ...waiting.income, payment_troubles },
        site_troubles: ["no_backup", "storage_unreadable"],
      },
    });
    const troubles: [name: string, href: string][] = [
      ["SePay im lặng hơn một giờ dù có đơn hàng mới.", "/admin/config?tab=payments"],
      ["Casso vừa gửi lời báo sai chữ ký.", "/admin/config?tab=payments"],
      ["Chưa có bản sao lưu nào.", "/admin/system"],
      ["Không đọc được khóa của kho lưu trữ file.", "/admin/config?tab=storage"],
    ];
    for (const [name, href] of troubles) {
      await expect.element(today.getByRole("link", { name })).toHaveAttribute("href", href);
    }
    await fits();
  });

  test("is not known while the numbers can't be read", async () => {
    await open({ [endpoint]: fails(500) });
    await expect.element(alert).toBeVisible();
    await expect.element(today).toMatchTextContent("Chưa biết số của: yêu cầu trễ hạn, ");
    await expect.element(today.getByRole("link", { name: "đơn chờ tiền" })).toBeVisible();
  });
});

test("the counters lead to their lists", async () => {
  await open({ [endpoint]: busy });
  await expect
    .element(page.getByRole("link", { name: "Yêu cầu mới" }))
    .toHaveAttribute("href", "/admin/requests?status=new");
});

test("income is summed by package, with what was given back, by the day of payment", async () => {
  await open({ [endpoint]: busy });
  await expect
    .poll(() =>
      region("Doanh thu theo gói 30 ngày qua")
        .getByRole("listitem")
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual([
      "Gói năm1 đơn · 399.000 ₫",
      "Dùng thử1.200 đơn · 0 ₫",
      "Đã hoàn tiền, không tính vào doanh thu3 đơn · 147.000 ₫",
    ]);
  const packages = region("Doanh thu theo gói 30 ngày qua");
  await expect.element(packages).toMatchTextContent(/theo ngày thanh toán, đúng số tiền đã nhận/);
});

test("the buttons lead to six screens in their order", async () => {
  await open({ [endpoint]: hangs() });
  const links = page.getByRole("navigation", { name: "Thao tác nhanh" }).getByRole("link");
  await expect
    .poll(() => links.elements().map((each) => each.textContent))
    .toEqual(["Bài hát", "Thể loại", "Yêu cầu", "Nhân viên", "Liên hệ hỗ trợ", "Cấu hình"]);
  const paths = ["songs", "genres", "requests", "staff", "support", "config"].map((name) => `/admin/${name}`);
  expect(links.elements().map((each) => each.getAttribute("href"))).toEqual(paths);
  await fits();
});

test("a failed request shows zeros and a retry", async () => {
  const { api } = await open({ [endpoint]: fails(500) });
  await expect.element(alert).toMatchTextContent("Không thể tải số liệu tổng quan");
  expect(counters()).toEqual(["0", "0", "0", "0"]);
  await checkScreen({ heading });
  api.change({ [endpoint]: fails(403, "Bạn không có quyền") });
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect.element(alert).toMatchTextContent("Bạn không có quyền");
  api.change({ [endpoint]: busy });
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
  await expect.element(alert).not.toBeInTheDocument();
});

test("a failed refetch shows zeros, not the old numbers", async () => {
  function Refresh() {
    const client = useQueryClient();
    return (
      <button type="button" onClick={() => void refresh(client, ["/api/admin/dashboard"])}>
        Làm mới
      </button>
    );
  }
  const Screen = screen.default;
  const api = stubApi({ ...loggedInAdmin(), [endpoint]: busy });
  await renderWithin(
    <>
      <Refresh />
      <Screen />
    </>,
  );
  await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
  api.change({ [endpoint]: fails(500) });
  await page.getByRole("button", { name: "Làm mới" }).click();
  await expect.element(alert).toMatchTextContent("Không thể tải số liệu tổng quan");
  expect(counters()).toEqual(["0", "0", "0", "0"]);
  api.change({ [endpoint]: busy });
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
});

test("the layout does not move when the data arrives", async () => {
  const answer = held(busy);
  await open({ [endpoint]: answer.answer });
  const quick = page.getByRole("navigation", { name: "Thao tác nhanh" });
  await expect.element(quick).toBeVisible();
  await document.fonts.ready;
  /** The parts of the page: counters, buttons, and the content below them. */
  const tops = () => {
    const details = quick.element().nextElementSibling;
    const [charts, sales, numbers, activities] = [...(details?.children ?? [])];
    return [page.getByRole("definition").first().element(), quick.element(), charts, sales, numbers, activities].map(
      (each) => Math.round(each?.getBoundingClientRect().top ?? -1),
    );
  };
  const before = tops();
  answer.release();
  await expect.element(region("Hoạt động gần đây")).toBeVisible();
  expect(tops()).toEqual(before);
});
