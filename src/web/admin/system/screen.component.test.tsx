import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SystemInfo } from "#contract/system.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { type Answers, fails, hangs } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const endpoint = "GET /api/admin/system";
const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const calm = (): SystemInfo => ({
  version: "0.11.0 (1a2b3c4d)",
  node_version: "24.21.0",
  started_at: ago(76 * hour + 60_000),
  memory: { resident: 200 * 1024 ** 2, total: 4 * 1024 ** 3, heap_used: 60 * 1024 ** 2, heap_total: 90 * 1024 ** 2 },
  database: { engine: "sqlite", version: "3.51.0", bytes: 4_300_000 },
  disk: { free: 40 * 1024 ** 3, total: 80 * 1024 ** 3 },
  recordings: { bytes: 120 * 1024 ** 2, max: 8 * 1024 ** 3 },
  queue: [],
  last_backup: { finished_at: ago(5 * hour + 60_000), bytes: 150 * 1024 ** 2, missing_files: 0 },
});
const open = (answers: Answers) => openAdmin(screen, "/admin/system", answers);
const region = (name: string) => page.getByRole("region", { name });
const fact = (name: string) =>
  page
    .getByRole("term")
    .elements()
    .find((term) => term.textContent === name)?.nextElementSibling?.textContent;

test("shows what runs, its data and that nothing waits", async () => {
  await open({ [endpoint]: calm() });
  await expect.element(region("Máy chủ")).toBeVisible();
  expect(
    ["Phiên bản", "Node.js", "Đã chạy", "Bộ nhớ", "Bộ nhớ JavaScript", "Cơ sở dữ liệu", "Dung lượng"].map(fact),
  ).toEqual([
    "0.11.0 (1a2b3c4d)",
    "24.21.0",
    "3 ngày 4 giờ",
    "200 MB trên 4 GB",
    "60 MB trên 90 MB",
    "SQLite 3.51.0",
    "4,1 MB",
  ]);
  expect(fact("Khởi động")).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  expect(fact("Ổ đĩa còn trống")).toBe("40 GB trên 80 GB");
  expect(fact("File tham khảo chờ nhận")).toBe("120 MB trên 8 GB");
  expect(fact("Sao lưu gần nhất")).toMatch(/^5 giờ trước · \d\d\/\d\d\/\d{4} \d\d:\d\d \(150 MB\)$/);
  await expect.element(region("Việc nền").getByText("Không có việc nào đang chờ.")).toBeVisible();
  await expect.element(region("Việc nền").getByRole("listitem")).not.toBeInTheDocument();
  await checkScreen({ heading: "Hệ thống" });
});

test("warns of a full disk, an old or incomplete backup and failed work", async () => {
  await open({
    [endpoint]: {
      ...calm(),
      database: { engine: "postgres", version: "18.1", bytes: 0 },
      disk: { free: 7 * 1024 ** 3, total: 80 * 1024 ** 3 },
      recordings: { bytes: 6.5 * 1024 ** 3, max: 8 * 1024 ** 3 },
      last_backup: { finished_at: ago(49 * hour), bytes: 1, missing_files: 1200 },
      queue: [
        { topic: "files.place", waiting: 1200, running: 2, failed: 3, oldest_at: ago(3 * hour) },
        { topic: "mail.send", waiting: 0, running: 0, failed: 1, oldest_at: null },
      ],
    },
  });
  await expect.element(region("Dữ liệu")).toBeVisible();
  expect(fact("Cơ sở dữ liệu")).toBe("PostgreSQL 18.1");
  expect(fact("Ổ đĩa còn trống")).toBe("7 GB trên 80 GBSắp đầy");
  expect(fact("File tham khảo chờ nhận")).toBe("6,5 GB trên 8 GBSắp đầy");
  expect(fact("Sao lưu gần nhất")).toMatch(/^2 ngày trước .*Đã cũThiếu 1\.200 file$/);
  const lines = region("Việc nền").getByRole("listitem").elements();
  expect(lines.map((line) => line.textContent)).toEqual([
    "Chuyển file đến nơi lưu trữ files.place1.200 đang chờ · 2 đang chạy · cũ nhất 3 giờ trước3 thất bại",
    "mail.send 0 đang chờ · 0 đang chạy1 thất bại",
  ]);
  await fits();
});

test("says when there is no backup yet and the disk can't be read", async () => {
  await open({ [endpoint]: { ...calm(), disk: null, recordings: null, last_backup: null } });
  await expect.poll(() => fact("Sao lưu gần nhất")).toMatch(/^Chưa có bản nào.*npm run backup/);
  expect(fact("Ổ đĩa còn trống")).toBe("Không đọc được");
});

describe("reading", () => {
  test("shows that it takes time", async () => {
    await open({ [endpoint]: hangs() });
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Hệ thống");
    await expect.poll(() => document.querySelectorAll(".skeleton").length).toBeGreaterThan(0);
    await expect.element(page.getByRole("region", { name: "Máy chủ" })).not.toBeInTheDocument();
  });

  test("that fails can be tried again by keyboard", async () => {
    let isBroken = true;
    await open({ [endpoint]: () => (isBroken ? fails(503) : calm()) });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải tình trạng hệ thống");
    isBroken = false;
    (page.getByRole("alert").getByRole("button").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(region("Máy chủ")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("again shows the new state, and keeps the last one when that fails", async () => {
    const replies = [calm(), { ...calm(), version: "0.12.0 (5e6f7a8b)" }];
    await open({ [endpoint]: () => replies.shift() ?? fails(500) });
    await expect.poll(() => fact("Phiên bản")).toBe("0.11.0 (1a2b3c4d)");
    const again = page.getByRole("button", { name: "Làm mới" });
    await again.click();
    await expect.poll(() => fact("Phiên bản")).toBe("0.12.0 (5e6f7a8b)");
    await again.click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect(fact("Phiên bản")).toBe("0.12.0 (5e6f7a8b)");
  });
});

test("fits in 390 and 1280 px with a full queue", async () => {
  const topic = {
    topic: "files.place",
    waiting: 1_000_000,
    running: 10,
    failed: 1000,
    oldest_at: ago(400 * 24 * hour),
  };
  await open({ [endpoint]: { ...calm(), queue: [topic, { ...topic, topic: "x".repeat(60) }] } });
  await expect.element(region("Việc nền")).toBeVisible();
  for (const width of [1280, 390]) {
    await page.viewport(width, 800);
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
  }
});
