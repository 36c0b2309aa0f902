import { useQueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Activity, DashboardStats } from "#contract/dashboard.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
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
const noOrders = { orders: 0, amount: 0 };
const empty: DashboardStats = {
  total_songs: 0,
  total_categories: 0,
  total_requests: 0,
  new_requests: 0,
  total_users: 0,
  failed_deliveries: 0,
  ungranted_orders: 0,
  recent_activity: [],
  days: days.map(({ day }) => ({ day, plays: 0, new_users: 0 })),
  top_songs: [],
  income: {
    days: days.map(({ day }) => ({ day, orders: 0, amount: 0 })),
    packages: [],
    payments: { pending: noOrders, paid: noOrders, failed: noOrders, refunded: noOrders },
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
  income: {
    days: days.map(({ day }, place) => ({ day, orders: place === 29 ? 1 : 0, amount: place === 29 ? 399_000 : 0 })),
    packages: [
      { package_id: 2, name: "Gói năm", orders: 1, amount: 399_000 },
      { package_id: 1, name: "Dùng thử", orders: 1200, amount: 0 },
    ],
    payments: {
      pending: { orders: 2, amount: 798_000 },
      paid: { orders: 1, amount: 399_000 },
      failed: noOrders,
      refunded: noOrders,
    },
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
const plays = region("Lượt nghe 30 ngày qua");
const alert = page.getByRole("alert");
const open = (answers: Answers) => openAdmin(screen, "/admin/dashboard", answers);

describe("an empty site", () => {
  test("shows empty states and no charts", async () => {
    await open({ [endpoint]: empty });
    await expect.poll(counters).toEqual(["0", "0", "0", "0"]);
    for (const text of [
      "Chưa có lượt nghe nào trong 30 ngày qua.",
      "Chưa có người dùng mới nào trong 30 ngày qua.",
      "Chưa có doanh thu nào trong 30 ngày qua.",
      "Chưa có hoạt động nào trong 30 ngày qua.",
      "Chưa có bài hát nào được nghe.",
      "Chưa bán được gói nào trong 30 ngày qua.",
    ]) {
      await expect.element(page.getByText(text)).toBeVisible();
    }
    await expect.element(page.getByRole("img", { name: /30 ngày qua/ })).not.toBeInTheDocument();
  });
});

describe("the numbers", () => {
  test("are shown in counters and sums with grouped digits", async () => {
    await open({ [endpoint]: busy });
    await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
    await expect
      .element(plays.getByRole("img"))
      .toHaveAccessibleName("7 lượt nghe trong 30 ngày qua, nhiều nhất 7 vào ngày 22/11");
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
    await expect
      .element(lines.nth(0))
      .toMatchTextContent("Quản trị viên quan-tri@example.com đã sửa thể loại “Dân ca”");
    await expect.element(lines.nth(0)).toMatchTextContent(/vừa xong · \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    await expect.element(lines.nth(0).getByRole("link")).toHaveAttribute("href", "/admin/genres");
    await expect.element(lines.nth(1)).toMatchTextContent("đã xóa thể loại “Nhạc xưa”");
    await expect.element(lines.nth(1).getByRole("link")).not.toBeInTheDocument();
    await expect
      .element(lines.nth(2).getByRole("link", { name: "Mưa hạ & nắng" }))
      .toHaveAttribute("href", "/admin/songs?q=M%C6%B0a+h%E1%BA%A1+%26+n%E1%BA%AFng");
  });

  test("lists the most played songs with their plays and a link", async () => {
    await open({ [endpoint]: busy });
    const song = region("Nghe nhiều nhất 30 ngày qua").getByRole("listitem");
    await expect.element(song).toMatchTextContent(/Hoài An.*1\.234 lượt/);
    await expect
      .element(song.getByRole("link", { name: "Mưa hạ & nắng" }))
      .toHaveAttribute("href", "/admin/songs?q=M%C6%B0a+h%E1%BA%A1+%26+n%E1%BA%AFng");
  });
});

test("orders and Premium are summed, with links to the orders", async () => {
  await open({ [endpoint]: busy });
  const sales = region("Đơn hàng và Premium 30 ngày qua");
  await expect
    .poll(() =>
      sales
        .getByRole("listitem")
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual([
      "Đã thanh toán1 đơn · 399.000 ₫",
      "Chờ thanh toán2 đơn · 798.000 ₫",
      "Thất bại0 đơn · 0 ₫",
      "Đã hoàn tiền0 đơn · 0 ₫",
      "Premium mới từ đơn hàng3",
      "Sắp hết Premium trong 7 ngày tới4",
    ]);
  await expect
    .element(sales.getByRole("link", { name: "Chờ thanh toán" }))
    .toHaveAttribute("href", `/admin/orders?payment=pending&from=${busy.income.days[0]?.day}`);
  await expect.element(region("Doanh thu 30 ngày qua").getByText("399.000 ₫")).toBeVisible();
});

test("paid orders that gave no Premium are told, with the way to them", async () => {
  await open({ [endpoint]: { ...busy, ungranted_orders: 50 } });
  const note = page.getByRole("status").filter({ hasText: "50 đơn đã trả, chưa cộng Premium" });
  await expect
    .element(note.getByRole("link", { name: "Xem các đơn này" }))
    .toHaveAttribute("href", "/admin/orders?granted=none");
});

test("transfers that wait, and services that fare badly, are told with the way to them", async () => {
  const payment_troubles = [
    { provider: "sepay" as const, kind: "silent" as const },
    { provider: "casso" as const, kind: "wrong_signature" as const },
  ];
  await open({ [endpoint]: { ...busy, income: { ...busy.income, waiting_payments: 1234, payment_troubles } } });
  await expect
    .element(
      page
        .getByRole("status")
        .filter({ hasText: "1.234 khoản tiền cần xử lý, kể cả khách báo đã chuyển." })
        .getByRole("link"),
    )
    .toHaveAttribute("href", "/admin/payments");
  const note = page.getByRole("status").filter({ hasText: "SePay im lặng hơn một giờ" });
  await expect.element(note).toMatchTextContent("Casso vừa gửi lời báo sai chữ ký.");
  await expect.element(note.getByRole("link")).toHaveAttribute("href", "/admin/config?tab=payments");
  await checkScreen({ heading });
});

test("the counters lead to their lists", async () => {
  await open({ [endpoint]: busy });
  await expect
    .element(page.getByRole("link", { name: "Yêu cầu mới" }))
    .toHaveAttribute("href", "/admin/requests?status=new");
});

test("income is summed by package", async () => {
  await open({ [endpoint]: busy });
  await expect
    .poll(() =>
      region("Doanh thu theo gói 30 ngày qua")
        .getByRole("listitem")
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual(["Gói năm1 đơn · 399.000 ₫", "Dùng thử1.200 đơn · 0 ₫"]);
});

test("the buttons lead to six screens in their order", async () => {
  await open({ [endpoint]: hangs() });
  const links = page.getByRole("navigation", { name: "Thao tác nhanh" }).getByRole("link");
  await expect
    .poll(() => links.elements().map((each) => each.textContent))
    .toEqual(["Bài hát", "Thể loại", "Yêu cầu", "Nhân viên", "Liên hệ hỗ trợ", "Cấu hình"]);
  const paths = ["songs", "genres", "requests", "staff", "support", "config"].map((name) => `/admin/${name}`);
  expect(links.elements().map((each) => each.getAttribute("href"))).toEqual(paths);
  await checkScreen({ heading });
});

test("messages that failed are told of, with the way to them", async () => {
  await open({ [endpoint]: { ...busy, failed_deliveries: 1200 } });
  const notice = page.getByRole("status").filter({ hasText: "1.200 thông báo không gửi được trong 7 ngày qua." });
  await expect
    .element(notice.getByRole("link", { name: "Xem nhật ký gửi" }))
    .toHaveAttribute("href", "/admin/deliveries?state=failed&from=2026-11-15");
  await checkScreen({ heading });
});

test("without a failed message nothing is told", async () => {
  await open({ [endpoint]: busy });
  await expect.poll(counters).toEqual(["1.234", "5", "2", "1.200"]);
  await expect.element(page.getByText(/không gửi được/)).not.toBeInTheDocument();
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
    const [charts, numbers, activities] = [...(details?.children ?? [])];
    return [page.getByRole("definition").first().element(), quick.element(), charts, numbers, activities].map((each) =>
      Math.round(each?.getBoundingClientRect().top ?? -1),
    );
  };
  const before = tops();
  answer.release();
  await expect.element(region("Hoạt động gần đây")).toBeVisible();
  expect(tops()).toEqual(before);
});
