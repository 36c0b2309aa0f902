/**
 * Visits each page once and checks its looks (`support/screen-check.ts`). The console is silent and nothing fails to load (the watch in
 * `support/test.ts`).
 */
import type { Page } from "@playwright/test";
import type { CustomerRequest } from "../src/contract/requests.ts";
import { qrSvg } from "../src/server/platform/qr-code.ts";
import { aDelivery, aDeliveryDetail, someNotificationSettings, someZaloSettings } from "../test/component/messages.ts";
import {
  aRequest,
  aRequestDetail,
  aRequestEvent,
  aSongRequest,
  aSongVersion,
  aStaffMember,
  aUserRequest,
} from "../test/component/requests.ts";
import { aBankAccount, anAdminOrder, anOrder, aPackage, aPayment } from "../test/component/sales.ts";
import { aColleague, aStaffInfo, someStats } from "../test/component/staff.ts";
import { type CheckedScreen, checkScreen, prepareScreen } from "./support/screen-check.ts";
import type { Site } from "./support/site.ts";
import { expect, open, ready, storeToken, test } from "./support/test.ts";

interface Screen extends CheckedScreen {
  address: string | ((site: Site) => Promise<string>);
  /** Brings the opened page into the tested state. */
  reach?: (page: Page) => Promise<void>;
  /** The page answers with this status. */
  status?: number;
  /** Errors that `reach` causes. */
  errors?: RegExp;
  /** As a logged-in administrator. */
  admin?: boolean;
  /** As a new user. */
  user?: { premium: boolean };
}

const song = (title: string) => async (site: Site) => `/songs/${(await site.songNamed(title)).id}`;
const embedded = (title: string) => async (site: Site) => `/embed/songs/${(await site.songNamed(title)).id}`;

async function openQuestions(page: Page): Promise<void> {
  for (const question of (await page.locator("main summary").all()).slice(0, 3)) await question.click();
}

const genresCall = /\/api\/categories\/with-song-count$/;
const featuredCall = /\/api\/songs\?featured=true&limit=8$/;

/** Leaves the page and comes back, so that the browser requests its data. */
async function again(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: "Bài hát mới" }).click();
  await expect(page).toHaveURL(/\/songs$/);
  await page.goBack();
}

const packagesCall = /\/api\/premium-packages\?/;
const packages = ["Gói tháng", "Gói quý", "Gói năm phổ biến", "Trọn đời"].map((name, i) =>
  aPackage({
    id: i + 1,
    name,
    price: [49_000, 129_000, 399_000, 0][i] ?? 0,
    duration_days: [30, 90, 365, null][i] ?? null,
    is_lifetime: i === 3,
    description: "Nghe trọn mọi bài hát",
    sort_order: i + 2,
  }),
);
const order = anOrder({
  id: 1,
  package_id: 3,
  package_name: "Gói năm phổ biến",
  has_account: false,
  payment: aPayment({ branch: "Chi nhánh Hà Nội", qr_code_url: "/favicon.svg" }),
});

/** Shows the packages above. */
async function sellPackages(page: Page): Promise<void> {
  const json = { packages, total: packages.length, total_pages: 1 };
  await page.route(packagesCall, (route) => route.fulfill({ json }));
  await again(page);
  await expect(page.getByRole("button", { name: /^Chọn gói này/ })).toHaveCount(packages.length);
}

async function chooseYear(page: Page): Promise<void> {
  await sellPackages(page);
  await page.getByRole("button", { name: "Chọn gói này: Gói năm phổ biến" }).click();
}

/** Orders the package of a year, up to the step that asks for an account. */
async function sendOrder(page: Page): Promise<void> {
  await page.route(/\/api\/premium-orders$/, (route) => route.fulfill({ status: 201, json: order }));
  await page.route(/\/api\/orders\//, (route) => route.fulfill({ json: order }));
  await chooseYear(page);
  await page.getByLabel("Họ và tên").fill(order.user_name);
  await page.getByLabel("Số điện thoại").fill("0901 234 567");
  await page.getByLabel("Email").fill(order.user_email);
  await page.getByRole("button", { name: "Đặt mua" }).click();
  await expect(page.getByRole("button", { name: "Để sau, xem cách chuyển khoản" })).toBeVisible();
}

/** Orders the package of a year. */
async function placeOrder(page: Page): Promise<void> {
  await sendOrder(page);
  await page.getByRole("button", { name: "Để sau, xem cách chuyển khoản" }).click();
  await expect(page.getByRole("link", { name: "Theo dõi đơn hàng" })).toBeVisible();
}

/** Opens the page for a forgotten password of a site that sends e-mails. */
async function askForLink(page: Page): Promise<void> {
  await page.route(/\/api\/auth\/forgot-password$/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: { is_available: true } }) : route.fallback(),
  );
  await page.getByRole("link", { name: "Quên mật khẩu?" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
}

const requestCall = /\/api\/song-requests$/;
const requestHeading = /^Kể chuyện của bạn/;
const request = {
  code: "HR2345678M",
  page_token: "ZyXwVuTsRqPoNmLkJiHgFe",
  customer_email: "lan@example.com",
  created_at: "2026-11-22T08:00:00.000Z",
  due_at: "2026-11-25T16:59:59.000Z",
};

async function fillInRequest(page: Page): Promise<void> {
  await page.getByLabel("Họ và tên *").fill("Nguyễn Thị Lan");
  await page.getByLabel("Email *").fill(request.customer_email);
  await page.getByLabel("Nội dung yêu cầu *").fill("Bài hát tặng ba má");
}

async function sendRequest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Gửi yêu cầu", exact: true }).click();
}

async function confirmRequest(page: Page): Promise<void> {
  await sendRequest(page);
  await page.getByRole("button", { name: "Xác nhận gửi" }).click();
}

const ownRequestHeading = "Yêu cầu HR2345678M";
const delivered = "2026-11-24T08:00:00.000Z";
const finishedRequest: Partial<CustomerRequest> = {
  status: "completed",
  is_assigned: true,
  reference_file_name: "ru con.mp3",
  completed_at: delivered,
  songs: [
    aSongVersion({ id: 12, number: 2, delivered_at: delivered }),
    aSongVersion({ id: 11, number: 1, delivered_at: delivered }),
  ],
  events: [
    aRequestEvent({ id: 1 }),
    aRequestEvent({ id: 2, kind: "changes_requested", version: 1, second: 83, text: "Hát chậm lại" }),
    aRequestEvent({ id: 3, kind: "song_attached", version: 2 }),
  ],
};

/** Opens the page of a request after sending it. */
const openRequest = (fields: Partial<CustomerRequest>) => async (page: Page) => {
  const json = aRequest(fields);
  await page.route(requestCall, (route) => route.fulfill({ status: 201, json }));
  await page.route(/\/api\/requests\//, (route) => route.fulfill({ json }));
  await fillInRequest(page);
  await confirmRequest(page);
  await page.getByRole("link", { name: "Theo dõi yêu cầu" }).click();
  await expect(page.getByRole("heading", { name: "Tình trạng" })).toBeVisible();
};

const premiumHeading = "Nghe trọn, không ai chen ngang";

/** Shows an order in place of those of the site. */
async function serveOrder(page: Page): Promise<void> {
  const order = anAdminOrder({ user_id: null });
  const matching_user = {
    id: 9,
    username: "lan_nghe_nhac",
    email: order.user_email,
    is_email_verified: true,
    is_active: true,
  };
  await page.route(/\/api\/premium-orders\?/, (route) => route.fulfill({ json: [order] }));
  await page.route(/\/api\/premium-orders\/7$/, (route) =>
    route.fulfill({ json: { ...order, account: null, matching_user } }),
  );
  await page.route(/\/api\/premium-orders\/7\/history$/, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByRole("button", { name: `Xem: ${order.code}` })).toBeVisible();
}

/** Shows requests and staff members in place of those of the site. */
async function serveRequests(page: Page): Promise<void> {
  const sent = {
    customer_phone: "0903 555 142",
    budget: 500_000,
    reference_file_url: "/uploads/recordings/0a.mp3?expires=1",
    reference_file_name: "ru con.mp3",
    recipient: "Mẹ",
    words_wanted: "Con yêu mẹ\nmãi mãi",
    admin_notes: "Khách cần trước chủ nhật",
    staff_notes: "Đang phối khí",
    status: "processing",
    staff_id: 3,
    staff_name: "Minh Anh",
    due_at: "2026-05-06T10:00:00.000Z",
    accepted_at: "2026-05-03T08:00:00.000Z",
    consent_at: "2026-05-04T08:00:00.000Z",
  } as const;
  const list = [aSongRequest(sent), aSongRequest({ id: 13, customer_name: "Trần Văn Nam" })];
  const wish = { kind: "changes_requested", version: 1, second: 65, text: "Hát chậm hơn một chút" } as const;
  const detail = aRequestDetail({
    ...sent,
    songs: [aSongVersion({ number: 2 }), aSongVersion({ delivered_at: "2026-05-02T08:00:00.000Z" })],
    events: [aRequestEvent(), aRequestEvent({ id: 2, ...wish })],
  });
  const members = [
    aStaffMember({
      has_second_factor: true,
      phone: "0903 555 142",
      notes: "Ca sáng",
      open_requests: 3,
      late_requests: 1,
    }),
    aStaffMember({ id: 4, full_name: "Thu Hà", username: "thu_ha", is_supervisor: true, is_active: false }),
  ];
  await page.route(/\/api\/song-requests\?/, (route) => route.fulfill({ json: list }));
  await page.route(/\/api\/song-requests\/stats\/count/, (route) => route.fulfill({ json: { total: 2 } }));
  await page.route(/\/api\/song-requests\/12$/, (route) => route.fulfill({ json: detail }));
  await page.route(/\/api\/admin\/staff$/, (route) => route.fulfill({ json: members }));
  await page.reload();
  await expect(page.getByRole("button", { name: /^Xóa: / })).toHaveCount(2);
}

/** The rest of a request or an order after the time for which its customer's data are kept. */
const erasedAt = "2028-05-01T20:00:00.000Z";
const erasedName = "(đã xóa)";
const erasedRequest = {
  customer_name: erasedName,
  customer_email: "",
  request_content: "",
  status: "completed",
  completed_at: "2026-05-06T08:00:00.000Z",
  consent_at: "2026-05-06T09:00:00.000Z",
  erased_at: erasedAt,
} as const;

/** Shows messages in place of those of the site. */
async function serveDeliveries(page: Page): Promise<void> {
  const bounced = {
    state: "failed",
    is_bounced: true,
    error: "550 5.1.1 Không có hộp thư này",
    sent_at: null,
  } as const;
  const waiting = { state: "waiting", sent_at: null, not_before: "2026-05-02T00:00:00.000Z" } as const;
  const list = [
    aDelivery(),
    aDelivery({ id: 7, event: "request_song_ready", channel: "zalo", ...waiting }),
    aDelivery({
      id: 6,
      event: "admin_new_order",
      recipient_kind: "admin",
      recipient_name: "Quản trị viên",
      ...bounced,
    }),
    aDelivery({ id: 5, event: "premium_ends_in_7_days", state: "kept", sent_at: null }),
    aDelivery({ id: 4, event: "password_reset", state: "skipped", sent_at: null, error: "Không có địa chỉ email" }),
  ];
  await page.route(/\/api\/admin\/deliveries\?/, (route) => route.fulfill({ json: list }));
  await page.route(/\/api\/admin\/deliveries\/8$/, (route) => route.fulfill({ json: aDeliveryDetail() }));
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveCount(list.length);
}

/** Shows a bank account in place of that of the site. */
async function serveBankAccount(page: Page): Promise<void> {
  await page.route(/\/api\/bank-config$/, (route) =>
    route.fulfill({ json: aBankAccount({ qr_code_url: "/favicon.svg" }) }),
  );
  await page.reload();
  await expect(page.getByRole("article")).toBeVisible();
}

/** Waits for the settings of Zalo. */
const zaloPanel = (page: Page) =>
  expect(page.getByRole("tabpanel").getByRole("button", { name: "Lưu cấu hình Zalo" })).toBeVisible();

const staffRequests = [
  aSongRequest({
    id: 9,
    customer_name: "Nguyễn Thảo Vy",
    status: "processing",
    staff_id: 3,
    staff_name: "Trần Thu Hà",
    due_at: "2026-05-05T10:00:00.000Z",
  }),
  aSongRequest({
    customer_name: "Phạm Quốc Bảo",
    request_content: "Bài hát mừng thọ ông nội 80 tuổi, có tên các cháu.",
  }),
  aSongRequest({ id: 5, status: "completed", staff_id: 4, staff_name: "Minh Anh" }),
];
const openStaffRequest = aRequestDetail({
  ...staffRequests[0],
  customer_phone: "0903 555 142",
  occasion: "Sinh nhật mẹ",
  admin_notes: "Khách quen, làm kỹ.",
  songs: [aSongVersion()],
  events: [aRequestEvent(), aRequestEvent({ id: 2, kind: "claimed", actor: "staff", actor_name: "Trần Thu Hà" })],
});

/** Shows a supervisor's desk with requests of its own. */
async function serveDesk(page: Page, query = "", opened = openStaffRequest): Promise<void> {
  const info = aStaffInfo({ is_supervisor: true });
  await page.route(/\/api\/staff\//, (route) => {
    const { pathname } = new URL(route.request().url());
    const replies: Record<string, unknown> = {
      "/api/staff/me": info,
      "/api/staff/requests": { items: staffRequests, total: staffRequests.length },
      "/api/staff/requests/stats": someStats,
      "/api/staff/requests/9": opened,
      "/api/staff/members": [
        aColleague({ late_requests: 1 }),
        aColleague({ id: 5, full_name: "Khánh Thư", is_supervisor: true }),
      ],
    };
    if (pathname in replies) return route.fulfill({ json: replies[pathname] });
    // The stream of changes stays silent.
    return undefined;
  });
  await page.evaluate((stored) => {
    localStorage.setItem("staffToken", "staff-token");
    localStorage.setItem("staffInfo", stored);
  }, JSON.stringify(info));
  await page.goto(`/staff/dashboard${query}`);
  await expect(page.getByRole("button", { name: "Xem: Yêu cầu #9", includeHidden: true })).toBeVisible();
}

/** Sets up a second factor that the server does not have, as far as the first code. */
async function serveSecondFactor(page: Page): Promise<void> {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const uri = `otpauth://totp/Ng%C3%A2n%20Nga:quan-tri%40example.com?secret=${secret}`;
  const replies: Record<string, unknown> = {
    setup: { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(qrSvg(uri)).toString("base64")}` },
    enable: {
      recovery_codes: Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-IJKL-MN${String.fromCharCode(65 + n)}2`),
    },
  };
  await page.route("**/api/account/second-factor/*", (route) =>
    route.fulfill({ json: replies[new URL(route.request().url()).pathname.split("/").at(-1) ?? ""] }),
  );
  await page.getByRole("button", { name: "Bật xác thực hai bước" }).click();
  await page.getByLabel("Mật khẩu hiện tại").first().fill("mật khẩu");
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(page.getByLabel("Mã xác thực")).toBeVisible();
}

const screens: Screen[] = [
  { name: "home", address: "/", heading: "Ngân nga cả ngày" },
  {
    name: "home, a song plays",
    address: "/",
    heading: "Ngân nga cả ngày",
    async reach(page) {
      await page.getByRole("button", { name: "Phát: Buổi sáng ở hẻm nhỏ" }).click();
      await expect(page.getByText("Đang phát...")).toBeVisible();
    },
  },
  { name: "library", address: "/songs", heading: "Thư viện bài hát" },
  { name: "library, page 2", address: "/songs?page=2", heading: "Thư viện bài hát" },
  { name: "library, nothing found", address: "/songs?q=zzzz", heading: "Thư viện bài hát" },
  {
    name: "library, a song plays",
    address: "/songs",
    heading: "Thư viện bài hát",
    async reach(page) {
      await page.getByRole("button", { name: "Phát: Ghé về bến cũ" }).click();
      await expect(page.getByText("Đang phát...")).toBeVisible();
    },
  },
  { name: "song", address: song("Buổi sáng ở hẻm nhỏ"), heading: "Buổi sáng ở hẻm nhỏ" },
  { name: "song in Chinese", address: song("你好，朋友 (Nǐ hǎo, péngyou)"), heading: "你好，朋友 (Nǐ hǎo, péngyou)" },
  { name: "premium song", address: song("Gửi người ở lại"), heading: "Gửi người ở lại" },
  {
    name: "premium dialog",
    address: "/songs?q=gui%20nguoi",
    heading: "Thư viện bài hát",
    async reach(page) {
      await page.getByRole("button", { name: "Bài Premium, mở khóa: Gửi người ở lại" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "genres", address: "/categories", heading: "Chọn thể loại" },
  {
    name: "genres that are on their way",
    address: "/categories",
    heading: "Chọn thể loại",
    async reach(page) {
      await page.route(genresCall, () => undefined);
      await again(page);
      await expect(page.locator(".genre--skeleton")).toHaveCount(8);
    },
  },
  {
    name: "genres that could not be loaded",
    address: "/categories",
    heading: "Chọn thể loại",
    errors: /status of 500|answer 500/,
    async reach(page) {
      await page.route(genresCall, (route) => route.fulfill({ status: 500, body: "" }));
      await again(page);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "no genres",
    address: "/categories",
    heading: "Chọn thể loại",
    async reach(page) {
      await page.route(genresCall, (route) => route.fulfill({ json: [] }));
      await again(page);
      await expect(page.getByText("Chưa có thể loại nào")).toBeVisible();
    },
  },
  { name: "learning", address: "/educational", heading: "Học ngoại ngữ qua âm nhạc" },
  {
    name: "learning, a song plays",
    address: "/educational",
    heading: "Học ngoại ngữ qua âm nhạc",
    async reach(page) {
      await page.getByRole("button", { name: "Phát: Ichi, Ni, San" }).click();
      await expect(page.getByText("Đang phát...")).toBeVisible();
    },
  },
  {
    name: "learning that is on its way",
    address: "/educational",
    heading: "Học ngoại ngữ qua âm nhạc",
    async reach(page) {
      await page.route(featuredCall, () => undefined);
      await again(page);
      await expect(page.locator(".song--skeleton").first()).toBeVisible();
    },
  },
  {
    name: "learning that could not be loaded",
    address: "/educational",
    heading: "Học ngoại ngữ qua âm nhạc",
    errors: /ERR_FAILED/,
    async reach(page) {
      await page.route(featuredCall, (route) => route.abort("failed"));
      await again(page);
      await expect(page.getByText("Lỗi tải dữ liệu")).toBeVisible();
    },
  },
  {
    name: "nothing to learn from",
    address: "/educational",
    heading: "Học ngoại ngữ qua âm nhạc",
    async reach(page) {
      await page.route(featuredCall, (route) => route.fulfill({ json: [] }));
      await page.route(/\/api\/categories$/, (route) => route.fulfill({ json: [] }));
      await again(page);
      await expect(page.getByText("Các chủ đề đang được chuẩn bị")).toBeVisible();
    },
  },
  {
    name: "no packages",
    address: "/premium",
    heading: premiumHeading,
    async reach(page) {
      await page.route(packagesCall, (route) => route.fulfill({ json: { packages: [], total: 0, total_pages: 0 } }));
      await again(page);
      await expect(page.getByText("Chưa có gói Premium nào")).toBeVisible();
    },
  },
  { name: "packages", address: "/premium", heading: premiumHeading, reach: sellPackages },
  {
    name: "packages that are on their way",
    address: "/premium",
    heading: premiumHeading,
    async reach(page) {
      await page.route(packagesCall, () => undefined);
      await again(page);
      await expect(page.getByText("Đang tải các gói Premium")).toBeAttached();
    },
  },
  {
    name: "packages that could not be loaded",
    address: "/premium",
    heading: premiumHeading,
    errors: /status of 500|answer 500/,
    async reach(page) {
      await page.route(packagesCall, (route) => route.fulfill({ status: 500, body: "" }));
      await again(page);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "order form with errors",
    address: "/premium",
    heading: premiumHeading,
    async reach(page) {
      await chooseYear(page);
      await page.getByRole("button", { name: "Đặt mua" }).click();
      await expect(page.getByText("Bạn cần nhập email")).toBeVisible();
    },
  },
  { name: "account of an order", address: "/premium", heading: premiumHeading, reach: sendOrder },
  { name: "payment of an order", address: "/premium", heading: premiumHeading, reach: placeOrder },
  {
    name: "own orders",
    address: "/premium",
    heading: premiumHeading,
    async reach(page) {
      await placeOrder(page);
      await page.getByRole("dialog").getByRole("button", { name: "Đóng" }).first().click();
      await expect(page.getByRole("heading", { name: "Đơn hàng của bạn" })).toBeVisible();
    },
  },
  {
    name: "order",
    address: "/premium",
    heading: "Đơn hàng HM2345678K",
    async reach(page) {
      await placeOrder(page);
      await page.getByRole("link", { name: "Theo dõi đơn hàng" }).click();
      await expect(page.getByText("Chờ thanh toán", { exact: true }).first()).toBeVisible();
    },
  },
  { name: "missing order", address: "/orders/khong-co", heading: "Trang không tồn tại", status: 404 },
  { name: "missing request", address: "/requests/khong-co", heading: "Trang không tồn tại", status: 404 },
  { name: "own request", address: "/request", heading: ownRequestHeading, reach: openRequest({}) },
  {
    name: "own request, a finished song",
    address: "/request",
    heading: ownRequestHeading,
    async reach(page) {
      await openRequest(finishedRequest)(page);
      await page.getByText("Các bản trước (1)").click();
      await page.getByRole("button", { name: "Gửi yêu cầu sửa" }).click();
      await expect(page.getByText("Vui lòng cho biết bạn muốn sửa điều gì")).toBeVisible();
    },
  },
  {
    name: "own request, accepting",
    address: "/request",
    heading: ownRequestHeading,
    async reach(page) {
      await openRequest(finishedRequest)(page);
      await page.getByRole("button", { name: "Tôi hài lòng, nhận bài hát" }).click();
      await expect(page.getByRole("dialog")).toContainText("299.000 ₫");
    },
  },
  {
    name: "own request, to be paid",
    address: "/request",
    heading: ownRequestHeading,
    reach: openRequest({
      ...finishedRequest,
      accepted_at: delivered,
      payment: aPayment({ transfer_content: "HR2345678M" }),
    }),
  },
  {
    name: "own request, paid",
    address: "/request",
    heading: ownRequestHeading,
    reach: openRequest({
      ...finishedRequest,
      accepted_at: delivered,
      paid_at: delivered,
      download_url: "/files/song.mp3?download=1",
    }),
  },
  {
    name: "own request, erased",
    address: "/request",
    heading: ownRequestHeading,
    async reach(page) {
      const json = aRequest(erasedRequest);
      await page.route(requestCall, (route) => route.fulfill({ status: 201, json: request }));
      await page.route(/\/api\/requests\//, (route) => route.fulfill({ json }));
      await fillInRequest(page);
      await confirmRequest(page);
      await page.getByRole("link", { name: "Theo dõi yêu cầu" }).click();
      await expect(page.getByText("Yêu cầu này đã quá thời hạn lưu giữ")).toBeVisible();
    },
  },
  { name: "request", address: "/request", heading: requestHeading },
  {
    name: "request with errors",
    address: "/request",
    heading: requestHeading,
    async reach(page) {
      await page.getByText("Kể thêm một chút").click();
      await page.getByLabel(/^File tham khảo/).setInputFiles({
        name: "thu.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("chữ"),
      });
      await sendRequest(page);
      await expect(page.getByText("Vui lòng nhập họ và tên")).toBeVisible();
    },
  },
  {
    name: "request before it is sent",
    address: "/request",
    heading: requestHeading,
    async reach(page) {
      await fillInRequest(page);
      await sendRequest(page);
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "request that is on its way",
    address: "/request",
    heading: "Đang gửi yêu cầu...",
    async reach(page) {
      await page.route(requestCall, () => undefined);
      await fillInRequest(page);
      await confirmRequest(page);
      await expect(page.getByRole("button", { name: "Hủy gửi" })).toBeHidden();
    },
  },
  {
    name: "request that was refused",
    address: "/request",
    heading: requestHeading,
    errors: /status of 429|answer 429/,
    async reach(page) {
      const detail = "Bạn thao tác quá nhanh, vui lòng thử lại sau ít phút";
      await page.route(requestCall, (route) => route.fulfill({ status: 429, json: { detail } }));
      await fillInRequest(page);
      await confirmRequest(page);
      await expect(page.getByRole("alert")).toHaveText(detail);
    },
  },
  {
    name: "request that was sent",
    address: "/request",
    heading: "Yêu cầu đã được gửi!",
    async reach(page) {
      await page.route(requestCall, (route) => route.fulfill({ status: 201, json: request }));
      await fillInRequest(page);
      await confirmRequest(page);
      await expect(page.getByRole("link", { name: "Theo dõi yêu cầu" })).toBeVisible();
    },
  },
  { name: "login", address: "/login", heading: "Đăng nhập" },
  { name: "password forgotten, without a mail server", address: "/forgot-password", heading: "Quên mật khẩu" },
  {
    name: "password of an administrator forgotten, without a mail server",
    address: "/forgot-password?account=admin",
    heading: "Quên mật khẩu",
  },
  {
    name: "password forgotten",
    address: "/login",
    reach: askForLink,
    heading: "Quên mật khẩu",
  },
  {
    name: "password forgotten, link sent",
    address: "/login",
    reach: async (page) => {
      await page.route(/\/api\/auth\/forgot-password$/, (route) => route.fulfill({ json: { success: true } }));
      await askForLink(page);
      await page.getByLabel("Email", { exact: true }).fill("thu-ha@example.com");
      await page.getByRole("button", { name: "Gửi thư đặt lại mật khẩu" }).click();
    },
    heading: "Bạn xem hộp thư nhé",
  },
  { name: "new password", address: "/reset-password#account=user&token=x.y", heading: "Đặt mật khẩu mới" },
  { name: "new password, broken link", address: "/reset-password", heading: "Đường dẫn không dùng được" },
  {
    name: "new password with errors",
    address: "/reset-password#account=admin&token=x.y",
    heading: "Đặt mật khẩu mới",
    async reach(page) {
      await page.getByRole("button", { name: "Đặt mật khẩu", exact: true }).click();
      await expect(page.getByText("Vui lòng xác nhận mật khẩu")).toBeVisible();
    },
  },
  {
    name: "new password, link refused",
    address: "/reset-password#account=user&token=x.y",
    heading: "Đường dẫn không dùng được",
    errors: /422/,
    async reach(page) {
      await page.getByLabel("Mật khẩu mới", { exact: true }).fill("mat-khau-moi");
      await page.getByLabel("Xác nhận mật khẩu").fill("mat-khau-moi");
      await page.getByRole("button", { name: "Đặt mật khẩu", exact: true }).click();
      await expect(page.getByRole("link", { name: "Yêu cầu thư mới" })).toBeVisible();
    },
  },
  {
    name: "verification of an e-mail, broken link",
    address: "/api/user/verify-email?token=x.y",
    heading: "Đường dẫn không dùng được",
    status: 404,
    bare: true,
  },
  {
    name: "end of e-mails, broken link",
    address: "/api/notifications/unsubscribe?token=x.y",
    heading: "Đường dẫn không hợp lệ",
    status: 404,
    bare: true,
  },
  {
    name: "register with errors",
    address: "/register",
    heading: "Đăng ký",
    async reach(page) {
      await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
      await expect(page.getByText("Vui lòng xác nhận mật khẩu")).toBeVisible();
    },
  },
  { name: "register", address: "/register", heading: "Đăng ký" },
  {
    name: "account",
    address: "/account",
    heading: "Tài khoản",
    user: { premium: true },
    reach: (page) => expect(page.getByText("Thiết bị này")).toBeVisible(),
  },
  {
    name: "account with orders, requests, several devices and an end of Premium",
    address: "/account",
    heading: "Tài khoản",
    user: { premium: false },
    async reach(page) {
      const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
      const premium = { is_premium: true, subscription_type: "premium", premium_expires_at: inDays(3) };
      await page.route(/\/api\/user\/me$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), ...premium } });
      });
      const order = {
        package_name: "Gói Premium một năm cho cả nhà",
        payment_amount: 399_000,
        status: "pending",
        payment_status: "pending",
        premium_granted_at: null,
        created_at: inDays(-1),
      };
      const orders = [
        { ...order, id: 1, code: "HM2345678K", page_token: "a" },
        { ...order, id: 2, code: "HM7654321A", page_token: "b", payment_status: "paid", premium_granted_at: inDays(0) },
        { ...order, id: 3, code: "HM5555555B", page_token: "c", payment_status: "failed" },
        { ...order, id: 4, code: "HM6666666C", page_token: "d", status: "cancelled" },
      ];
      await page.route(/\/api\/user\/orders/, (route) => route.fulfill({ json: orders }));
      const finished = { has_song: true, status: "completed" } as const;
      const requests = [
        aUserRequest({ id: 1, due_at: inDays(2) }),
        aUserRequest({
          id: 2,
          due_at: inDays(-1),
          is_assigned: true,
          summary: `${"Tặng mẹ một chiều mưa ".repeat(5)}…`,
        }),
        aUserRequest({ id: 3, ...finished }),
        aUserRequest({ id: 4, ...finished, accepted_at: inDays(-1) }),
        aUserRequest({ id: 5, ...finished, accepted_at: inDays(-1), paid_at: inDays(-1) }),
        aUserRequest({ id: 6, status: "cancelled" }),
      ];
      await page.route(/\/api\/user\/song-requests/, (route) => route.fulfill({ json: requests }));
      const session = { id: 1, created_at: inDays(-9), last_used_at: inDays(0), device: "Chrome trên Windows" };
      const sessions = [
        { ...session, is_current: true },
        { ...session, id: 2, device: "Safari trên iPhone", last_used_at: inDays(-2), is_current: false },
      ];
      await page.route(/\/api\/user\/sessions$/, (route) => route.fulfill({ json: sessions }));
      await page.reload();
      await ready(page);
      await expect(page.getByText("Safari trên iPhone")).toBeVisible();
      await expect(page.getByText("Chờ bạn nghe")).toBeVisible();
      await page.getByRole("button", { name: "Đổi mật khẩu" }).click();
      await page.getByLabel("Email", { exact: true }).fill("khac@example.com");
    },
  },
  {
    name: "account that could not be loaded",
    address: "/account",
    heading: "Tài khoản",
    user: { premium: false },
    errors: /ERR_FAILED/,
    async reach(page) {
      await page.route(/\/api\/user\/(orders|song-requests|sessions)/, (route) => route.abort("failed"));
      await page.reload();
      await expect(page.getByRole("alert")).toHaveCount(3);
    },
  },
  {
    name: "deletion of the account",
    address: "/account",
    heading: "Tài khoản",
    user: { premium: true },
    async reach(page) {
      await page.getByRole("button", { name: "Xóa tài khoản" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "help", address: "/help", heading: "Trung tâm trợ giúp", reach: openQuestions },
  { name: "contact", address: "/contact", heading: "Liên hệ" },
  { name: "terms", address: "/terms", heading: "Điều khoản sử dụng" },
  { name: "privacy", address: "/privacy", heading: "Chính sách riêng tư" },
  {
    name: "support",
    address: "/login",
    heading: "Đăng nhập",
    async reach(page) {
      await page.getByRole("button", { name: "Liên hệ hỗ trợ" }).click();
      await expect(page.getByText("Bạn cần hỗ trợ?")).toBeVisible();
    },
  },
  { name: "missing page", address: "/khong-co-trang-nay", heading: "Trang không tồn tại", status: 404 },
  { name: "missing song", address: "/songs/999999", heading: "Không tìm thấy bài hát", status: 404 },
  {
    name: "phone menu",
    address: "/songs",
    heading: "Thư viện bài hát",
    only: 390,
    async reach(page) {
      await page.getByRole("button", { name: "Mở trình đơn" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "menu of songs",
    address: "/songs",
    heading: "Thư viện bài hát",
    only: 1280,
    async reach(page) {
      await page.getByRole("navigation", { name: "Chính" }).locator("summary").click();
    },
  },
  { name: "embedded player", address: embedded("Buổi sáng ở hẻm nhỏ"), heading: "Buổi sáng ở hẻm nhỏ", bare: true },
  { name: "embedded premium song", address: embedded("Gửi người ở lại"), heading: "Gửi người ở lại", bare: true },
  {
    name: "embedded song that is missing",
    address: "/embed/songs/999999",
    heading: "Không tìm thấy bài hát",
    status: 404,
    bare: true,
  },
  { name: "admin login", address: "/admin", heading: "Quản trị Ngân Nga" },
  {
    name: "admin login, refused",
    address: "/admin",
    heading: "Quản trị Ngân Nga",
    errors: /401/,
    async reach(page) {
      await page.getByLabel("Email", { exact: true }).fill("ai@example.com");
      await page.getByLabel("Mật khẩu", { exact: true }).fill("không đúng");
      await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "admin login, password forgotten",
    address: "/admin",
    heading: "Quản trị Ngân Nga",
    async reach(page) {
      await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin dashboard",
    address: "/admin/dashboard",
    heading: "Admin Dashboard",
    admin: true,
    async reach(page) {
      await expect(page.locator(".activity li").first()).toBeVisible();
      await page.locator(".dashboard__numbers summary").click();
    },
  },
  {
    name: "admin dashboard, messages failed",
    address: "/admin/dashboard",
    heading: "Admin Dashboard",
    admin: true,
    async reach(page) {
      await page.route(/\/api\/admin\/dashboard\/stats$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), failed_deliveries: 12 } });
      });
      await page.reload();
      await expect(page.getByText("12 thông báo không gửi được trong 7 ngày qua.")).toBeVisible();
    },
  },
  {
    name: "admin dashboard that is on its way",
    address: "/admin/genres",
    heading: "Admin Dashboard",
    admin: true,
    async reach(page) {
      await page.route(/\/api\/admin\/dashboard\/stats$/, () => undefined);
      await page.goto("/admin/dashboard");
      await expect(page.locator(".panel-skeleton").first()).toBeVisible();
    },
  },
  {
    name: "admin dashboard that could not be loaded",
    address: "/admin/genres",
    heading: "Admin Dashboard",
    admin: true,
    errors: /500/,
    async reach(page) {
      await page.route(/\/api\/admin\/dashboard\/stats$/, (route) => route.fulfill({ status: 500, body: "" }));
      await page.goto("/admin/dashboard");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "admin menu on a phone",
    address: "/admin/dashboard",
    heading: "Admin Dashboard",
    admin: true,
    only: 390,
    async reach(page) {
      await page.getByRole("button", { name: "Mở trình đơn" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin songs, one is heard",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: "Phát: Ru con mùa gió bấc" }).click();
      await expect(page.getByRole("button", { name: "Tạm dừng: Ru con mùa gió bấc" })).toBeVisible();
    },
  },
  {
    name: "admin songs, some are chosen",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      await page.getByRole("checkbox", { name: "Chọn: Ghé về bến cũ" }).check();
      await page.getByText("Thao tác", { exact: true }).click();
      await expect(page.getByRole("menuitem", { name: "Thêm thể loại…" })).toBeVisible();
    },
    // The open menu covers a part of the button below it, and the rest would count as its size.
    beforePhone: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "admin songs as a table, some are chosen",
    address: "/admin/songs?view=table",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      await page.getByRole("checkbox", { name: "Chọn: Ghé về bến cũ" }).check();
      await expect(page.getByText("Đã chọn 1 bài hát")).toBeVisible();
    },
  },
  {
    name: "admin songs, how many go",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      // A page that is still empty can't be chosen.
      await expect(page.getByRole("checkbox", { name: /^Chọn: / })).toHaveCount(10);
      await page.getByRole("checkbox", { name: "Chọn cả trang" }).check();
      await page.getByRole("button", { name: "Xóa các bài đã chọn" }).click();
      await expect(page.getByRole("alertdialog", { name: "Xóa 10 bài hát?" })).toBeVisible();
    },
  },
  {
    name: "admin song form",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: "Sửa: Ghé về bến cũ" }).click();
      await page.getByRole("button", { name: "Xem trước lời bài hát" }).click();
      await expect(page.getByRole("region", { name: "Lời bài hát như khách thấy" })).toBeVisible();
    },
  },
  {
    name: "admin song form, a file is on its way",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      await page.route("**/api/admin/upload-audio", () => undefined);
      await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Tải file lên" }).click();
      await (await chooser).setFiles("demo/songs/ghe-ve-ben-cu.mp3");
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Vui lòng chờ file audio được tải lên hoàn tất")).toBeVisible();
    },
  },
  {
    name: "admin songs, files that become drafts",
    address: "/admin/songs",
    heading: "Bài hát",
    admin: true,
    async reach(page) {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Tải nhiều file" }).click();
      await (await chooser).setFiles(["demo/songs/ghe-ve-ben-cu.mp3", "demo/songs/si-ji.mp3", "package.json"]);
      await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(3);
    },
  },
  { name: "admin genres", address: "/admin/genres", heading: "Thể loại", admin: true },
  { name: "admin genres as a table", address: "/admin/genres?view=table", heading: "Thể loại", admin: true },
  {
    name: "admin genres, one is wrong",
    address: "/admin/genres",
    heading: "Thể loại",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: "Thêm thể loại" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Tên thể loại không được để trống")).toBeVisible();
    },
  },
  {
    name: "admin price",
    address: "/admin/config",
    heading: "Cấu hình",
    admin: true,
    reach: (page) => expect(page.getByLabel("Giá cơ bản (VND)")).toHaveValue(/\d/),
  },
  {
    name: "admin price with errors",
    address: "/admin/config",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      await page.getByLabel("Giá cơ bản (VND)").fill("ba trăm");
      await page.getByRole("button", { name: "Lưu cấu hình giá" }).click();
      await expect(page.getByText("Giá phải là số nguyên không âm")).toBeVisible();
    },
  },
  {
    name: "admin storage whose test fails",
    address: "/admin/config?tab=storage",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const panel = page.getByRole("tabpanel");
      for (const label of ["Account ID", "Access Key ID", "Secret Access Key", "Bucket Name"]) {
        await panel.getByLabel(label, { exact: true }).fill("ngan-nga");
      }
      await panel.getByLabel("Endpoint URL").fill("https://127.0.0.1");
      await page.getByRole("button", { name: "Kiểm tra kết nối" }).click();
      await expect(page.getByText("Kết nối thất bại")).toBeVisible();
    },
  },
  {
    name: "admin notifications with errors",
    address: "/admin/config?tab=notifications",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      await page.getByLabel("Thêm email nhận").fill("lan@");
      await page.getByRole("button", { name: "Lưu cài đặt thông báo" }).click();
      await expect(page.getByText("“lan@”: Email không hợp lệ")).toBeVisible();
    },
  },
  {
    name: "admin notifications, the mail server is tested",
    address: "/admin/config?tab=notifications",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const json = { success: false, message: "Máy chủ thư không nhận kết nối", details: "connect ECONNREFUSED" };
      await page.route(/\/config\/notifications$/, (route) => route.fulfill({ json: someNotificationSettings() }));
      await page.route(/\/config\/notifications\/test-email$/, (route) => route.fulfill({ json }));
      await page.reload();
      await page.getByLabel("Gửi email thử đến").fill("lan@example.com");
      await page.getByRole("button", { name: "Gửi thử" }).click();
      await expect(page.getByText(json.details)).toBeVisible();
      // A switch that is half behind the bar would count as too small.
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: "admin deliveries",
    address: "/admin/deliveries",
    heading: "Nhật ký gửi",
    admin: true,
    reach: serveDeliveries,
  },
  {
    name: "admin deliveries as cards",
    address: "/admin/deliveries?view=cards",
    heading: "Nhật ký gửi",
    admin: true,
    async reach(page) {
      await page.route(/\/api\/admin\/deliveries\?/, (route) => route.fulfill({ json: [aDelivery()] }));
      await page.reload();
      await expect(page.getByRole("heading", { level: 2 })).toHaveCount(1);
    },
  },
  {
    name: "admin deliveries, one is shown",
    address: "/admin/deliveries",
    heading: "Nhật ký gửi",
    admin: true,
    // The scripts of Playwright and axe, where the e-mail's frame lets none run.
    errors: /Blocked script execution in 'about:srcdoc'/,
    async reach(page) {
      await serveDeliveries(page);
      await page.getByRole("button", { name: "Xem: Đã nhận đơn hàng, gửi Nguyễn Thị Lan" }).click();
      await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
    },
  },
  {
    name: "admin deliveries, none",
    address: "/admin/deliveries?state=failed&q=zzzz",
    heading: "Nhật ký gửi",
    admin: true,
    reach: (page) => expect(page.getByRole("heading", { name: "Không tìm thấy thông báo nào" })).toBeVisible(),
  },
  {
    name: "admin deliveries, a failed one is sent again",
    address: "/admin/deliveries",
    heading: "Nhật ký gửi",
    admin: true,
    async reach(page) {
      await serveDeliveries(page);
      const failed = { id: 6, event: "password_reset", state: "failed", sent_at: null, is_bounced: true } as const;
      const json = { ...aDeliveryDetail({ ...failed, error: "550 5.1.1 Không có hộp thư này" }), mail: null };
      await page.route(/\/api\/admin\/deliveries\/6$/, (route) => route.fulfill({ json }));
      await page.getByRole("button", { name: /^Xem: Đơn hàng mới/ }).click();
      await expect(page.getByText("Nội dung không hiện ở đây")).toBeVisible();
      await page.getByRole("dialog").getByRole("button", { name: "Gửi lại" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "admin retention",
    address: "/admin/config?tab=retention",
    heading: "Cấu hình",
    admin: true,
    reach: (page) => expect(page.getByRole("button", { name: "Lưu thời hạn" })).toBeVisible(),
  },
  {
    name: "admin retention with errors",
    address: "/admin/config?tab=retention",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      await page.getByLabel("Giữ trong").first().fill("5");
      await page.getByRole("button", { name: "Lưu thời hạn" }).click();
      await expect(page.getByText("Thời hạn phải từ 6 đến 120 tháng")).toBeVisible();
    },
  },
  {
    name: "admin retention, less is kept",
    address: "/admin/config?tab=retention",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const json = { requests: 1_240, orders: 3, audit: 0 };
      await page.route(/\/config\/retention\/due\?/, (route) => route.fulfill({ json }));
      await page.getByLabel("Giữ trong").first().fill("12");
      await page.getByRole("button", { name: "Lưu thời hạn" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("1.240 yêu cầu sáng tác");
    },
  },
  { name: "admin Zalo", address: "/admin/config?tab=zalo", heading: "Cấu hình", admin: true, reach: zaloPanel },
  {
    name: "admin Zalo, a template is refused, and a message is tested",
    address: "/admin/config?tab=zalo",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const { status, ...settings } = someZaloSettings();
      const at = "2026-05-05T08:00:00.000Z";
      const wrong = [{ event: "order_received", reason: "Mẫu không có tham số ma_don", at }] as const;
      const tested = { success: false, message: "Zalo không nhận tin này", details: "-1124: Parameter wrong" };
      await page.route(/\/config\/zalo$/, (route) =>
        route.fulfill({ json: { ...settings, status: { ...status, wrong } } }),
      );
      await page.route(/\/config\/zalo\/test$/, (route) => route.fulfill({ json: tested }));
      await page.reload();
      await page.getByLabel("Số nhận tin thử").fill("0903 555 142");
      await page.getByRole("button", { name: "Gửi tin thử" }).click();
      await expect(page.getByText(tested.details)).toBeVisible();
    },
  },
  {
    name: "admin Zalo that has stopped",
    address: "/admin/config?tab=zalo",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const { status, ...settings } = someZaloSettings();
      const stopped = { state: "stopped", stopped_at: erasedAt, problem: "Refresh Token đã được dùng" } as const;
      await page.route(/\/config\/zalo$/, (route) =>
        route.fulfill({ json: { ...settings, status: { ...status, ...stopped } } }),
      );
      await page.reload();
      await expect(page.getByText(stopped.problem)).toBeVisible();
    },
  },
  {
    name: "admin Zalo with errors",
    address: "/admin/config?tab=zalo",
    heading: "Cấu hình",
    admin: true,
    async reach(page) {
      const panel = page.getByRole("tabpanel");
      await panel.getByLabel("ID ứng dụng", { exact: true }).fill("abc");
      await panel.getByText("Đã nhận đơn hàng", { exact: true }).first().click();
      await panel.getByRole("button", { name: "Lưu cấu hình Zalo" }).click();
      await expect(page.getByText("ID ứng dụng chỉ gồm chữ số")).toBeVisible();
    },
  },
  {
    name: "admin support",
    address: "/admin/support",
    heading: "Liên hệ hỗ trợ",
    admin: true,
    reach: (page) => expect(page.getByRole("cell").first()).toBeVisible(),
  },
  {
    name: "admin support, a contact is changed",
    address: "/admin/support",
    heading: "Liên hệ hỗ trợ",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: /^Sửa: Tổng đài/ }).click();
      await page.getByRole("dialog").getByLabel("Số điện thoại").fill("gọi Lan");
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Số điện thoại không hợp lệ")).toBeVisible();
    },
  },
  {
    name: "admin users",
    address: "/admin/users",
    heading: "Người dùng",
    admin: true,
    reach: (page) => expect(page.getByRole("rowheader").first()).toBeVisible(),
  },
  {
    name: "admin user form with errors",
    address: "/admin/users",
    heading: "Người dùng",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: "Thêm người dùng" }).first().click();
      await page.getByRole("dialog").getByLabel("Gói", { exact: true }).selectOption("Premium");
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Tên đăng nhập là bắt buộc")).toBeVisible();
    },
  },
  {
    name: "admin users, one is upgraded",
    async address(site) {
      const { username } = await site.makeUser();
      return `/admin/users?q=${username}`;
    },
    heading: "Người dùng",
    admin: true,
    async reach(page) {
      await page
        .getByRole("button", { name: /^Nâng cấp Premium: / })
        .first()
        .click();
      await expect(page.getByRole("dialog").getByLabel("Số ngày")).toHaveValue("30");
    },
  },
  {
    name: "admin users, one has verified the e-mail",
    async address(site) {
      const { username } = await site.makeUser();
      site.changeDatabase((database) =>
        database
          .prepare("UPDATE users SET email_verified_at = ? WHERE username = ?")
          .run(new Date().toISOString(), username),
      );
      return `/admin/users?q=${username}`;
    },
    heading: "Người dùng",
    admin: true,
    reach: (page) => expect(page.getByTitle("Email đã xác minh")).toBeVisible(),
  },
  {
    name: "admin packages",
    address: "/admin/premium",
    heading: "Gói Premium",
    admin: true,
    reach: (page) => expect(page.locator(".skeleton")).toHaveCount(0),
  },
  {
    name: "admin packages, one is wrong",
    address: "/admin/premium",
    heading: "Gói Premium",
    admin: true,
    async reach(page) {
      await page.getByRole("button", { name: "Thêm gói Premium" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Vui lòng nhập tên gói")).toBeVisible();
    },
  },
  {
    name: "admin orders",
    address: "/admin/orders",
    heading: "Đơn hàng",
    admin: true,
    reach: serveOrder,
  },
  {
    name: "admin orders, one is shown",
    address: "/admin/orders",
    heading: "Đơn hàng",
    admin: true,
    async reach(page) {
      await serveOrder(page);
      await page.getByRole("button", { name: "Xem: HM2345678K" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin orders, one is changed",
    address: "/admin/orders",
    heading: "Đơn hàng",
    admin: true,
    async reach(page) {
      await serveOrder(page);
      await page.getByRole("button", { name: "Sửa: HM2345678K" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin orders, a payment is confirmed",
    address: "/admin/orders",
    heading: "Đơn hàng",
    admin: true,
    async reach(page) {
      await serveOrder(page);
      await page.getByRole("button", { name: "Xác nhận đã thanh toán: HM2345678K" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "admin orders, an erased one is shown",
    address: "/admin/orders",
    heading: "Đơn hàng",
    admin: true,
    async reach(page) {
      const json = anAdminOrder({
        user_id: null,
        user_name: erasedName,
        user_phone: "",
        user_email: "",
        erased_at: erasedAt,
      });
      await page.route(/\/api\/premium-orders\?/, (route) => route.fulfill({ json: [json] }));
      await page.route(/\/api\/premium-orders\/7$/, (route) =>
        route.fulfill({ json: { ...json, account: null, matching_user: null } }),
      );
      await page.route(/\/api\/premium-orders\/7\/history$/, (route) => route.fulfill({ json: [] }));
      await page.reload();
      await page.getByRole("button", { name: `Xem: ${json.code}` }).click();
      await expect(page.getByRole("dialog")).toContainText("đã quá thời hạn lưu giữ");
    },
  },
  {
    name: "admin requests",
    address: "/admin/requests",
    heading: "Yêu cầu sáng tác",
    admin: true,
    reach: serveRequests,
  },
  {
    name: "admin requests as a table",
    address: "/admin/requests?view=table",
    heading: "Yêu cầu sáng tác",
    admin: true,
    reach: serveRequests,
  },
  {
    name: "admin requests, one is shown",
    address: "/admin/requests",
    heading: "Yêu cầu sáng tác",
    admin: true,
    async reach(page) {
      await serveRequests(page);
      await page.getByRole("button", { name: "Xem: Nguyễn Thị Lan #12" }).click();
      await expect(page.getByRole("list", { name: "Diễn biến" })).toBeVisible();
    },
  },
  {
    name: "admin requests, an erased one is shown",
    address: "/admin/requests",
    heading: "Yêu cầu sáng tác",
    admin: true,
    async reach(page) {
      const sent = { ...erasedRequest, song_id: 3 };
      await page.route(/\/api\/song-requests\?/, (route) => route.fulfill({ json: [aSongRequest(sent)] }));
      await page.route(/\/api\/song-requests\/12$/, (route) => route.fulfill({ json: aRequestDetail(sent) }));
      await page.reload();
      await page.getByRole("button", { name: `Xem: ${erasedName} #12` }).click();
      await expect(page.getByRole("dialog")).toContainText("đã quá thời hạn lưu giữ");
    },
  },
  {
    name: "admin requests, a song goes to the library",
    address: "/admin/requests",
    heading: "Yêu cầu sáng tác",
    admin: true,
    async reach(page) {
      await serveRequests(page);
      await page.getByRole("button", { name: "Xem: Nguyễn Thị Lan #12" }).click();
      await page.getByRole("button", { name: "Đưa vào thư viện" }).click();
      await expect(page.getByRole("dialog", { name: "Đưa vào thư viện" })).toBeVisible();
    },
  },
  { name: "admin staff", address: "/admin/staff", heading: "Nhân viên", admin: true, reach: serveRequests },
  {
    name: "admin staff form with errors",
    address: "/admin/staff",
    heading: "Nhân viên",
    admin: true,
    async reach(page) {
      await serveRequests(page);
      await page.getByRole("button", { name: "Thêm nhân viên" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
      await expect(page.getByText("Họ và tên là bắt buộc")).toBeVisible();
    },
  },
  {
    name: "admin bank",
    address: "/admin/bank",
    heading: "Ngân hàng",
    admin: true,
    errors: /404/,
    reach: serveBankAccount,
  },
  {
    name: "admin bank, the account is changed",
    address: "/admin/bank",
    heading: "Ngân hàng",
    admin: true,
    errors: /404/,
    async reach(page) {
      await serveBankAccount(page);
      await page.getByRole("button", { name: "Sửa: Vietcombank" }).click();
      await page.getByRole("dialog").getByRole("combobox").fill("viet");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
    // The open list covers the fields below it.
    beforePhone: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "admin system",
    address: "/admin/system",
    heading: "Hệ thống",
    admin: true,
    reach: (page) => expect(page.getByRole("region", { name: "Việc nền" })).toBeVisible(),
  },
  {
    name: "admin security",
    address: "/admin/security",
    heading: "Bảo mật tài khoản",
    admin: true,
    reach: (page) => expect(page.getByText("Chưa bật")).toBeVisible(),
  },
  {
    name: "admin security, a phone is added",
    address: "/admin/security",
    heading: "Bảo mật tài khoản",
    admin: true,
    async reach(page) {
      await serveSecondFactor(page);
      await expect(page.getByRole("img", { name: /^Mã QR/ })).toBeVisible();
    },
  },
  {
    name: "admin security, recovery codes",
    address: "/admin/security",
    heading: "Bảo mật tài khoản",
    admin: true,
    async reach(page) {
      await serveSecondFactor(page);
      await page.getByLabel("Mã xác thực").fill("123456");
      await page.getByRole("button", { name: "Bật", exact: true }).click();
      await expect(page.getByRole("list", { name: "Mã khôi phục" })).toBeVisible();
    },
  },
  {
    name: "admin security, the factor is on",
    address: "/admin/security",
    heading: "Bảo mật tài khoản",
    admin: true,
    async reach(page) {
      const state = { is_enabled: true, enabled_at: "2026-11-20T02:30:00.000Z", recovery_codes_left: 2 };
      await page.route("**/api/account/second-factor", (route) => route.fulfill({ json: state }));
      await page.reload();
      await expect(page.getByText("2 / 10")).toBeVisible();
    },
  },
  { name: "staff login", address: "/staff/login", heading: "Nhân viên Ngân Nga" },
  {
    name: "staff login, a code is asked for",
    address: "/staff/login",
    heading: "Nhân viên Ngân Nga",
    errors: /401/,
    async reach(page) {
      const json = { detail: "Nhập mã xác thực hai bước để tiếp tục đăng nhập", reason: "totp_required" };
      await page.route("**/api/staff/login", (route) => route.fulfill({ status: 401, json }));
      await page.getByLabel("Tên đăng nhập").fill("thu_ha");
      await page.getByLabel("Mật khẩu", { exact: true }).fill("mật khẩu");
      await page.getByRole("button", { name: "Đăng nhập" }).click();
      await expect(page.getByLabel("Mã xác thực")).toBeFocused();
    },
  },
  {
    name: "staff login, password forgotten",
    address: "/staff/login",
    heading: "Nhân viên Ngân Nga",
    async reach(page) {
      await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "staff desk", address: "/staff/login", heading: "Chào Trần Thu Hà", reach: serveDesk },
  {
    name: "staff desk, a request is shown",
    address: "/staff/login",
    heading: "Chào Trần Thu Hà",
    async reach(page) {
      await serveDesk(page, "?open=9");
      await expect(page.getByRole("dialog").getByRole("heading", { name: "Diễn biến" })).toBeAttached();
    },
  },
  {
    name: "staff desk, an erased request is shown",
    address: "/staff/login",
    heading: "Chào Trần Thu Hà",
    async reach(page) {
      await serveDesk(page, "?open=9", aRequestDetail({ ...openStaffRequest, ...erasedRequest }));
      await expect(page.getByRole("dialog")).toContainText("đã quá thời hạn lưu giữ");
    },
  },
  {
    name: "staff desk, the load of the members",
    address: "/staff/login",
    heading: "Chào Trần Thu Hà",
    async reach(page) {
      await serveDesk(page);
      await page.getByRole("button", { name: "Việc của cả nhóm" }).click();
      await expect(page.getByRole("dialog").getByText("Minh Anh")).toBeVisible();
    },
  },
  { name: "reference of the API", address: "/api/docs", heading: "Ngân Nga", bare: true },
];

for (const screen of screens) {
  const { name, address, reach, status = 200, bare = false, errors } = screen;
  test(name, async ({ page, site, expectErrors }) => {
    if (status !== 200) expectErrors(new RegExp(String(status)));
    if (errors) expectErrors(errors);
    await prepareScreen(page, screen);
    const where = typeof address === "string" ? address : await address(site);
    if (screen.user) await storeToken(page, (await site.makeUser(screen.user)).token);
    if (screen.admin) await storeToken(page, await site.asAdmin(), "admin");
    const response = page.waitForResponse((each) => each.request().isNavigationRequest());
    if (bare) await page.goto(where);
    else await open(page, where);
    expect((await response).status()).toBe(status);
    await reach?.(page);
    await checkScreen(page, screen);
  });
}
