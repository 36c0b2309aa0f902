/** The product's routes, a line for each, and the pages that the server writes by itself. */
import { expect, type Page } from "@playwright/test";
import type { User } from "../../src/contract/accounts.ts";
import type { OwnPlaylist } from "../../src/contract/playlists.ts";
import type { CustomerRequest } from "../../src/contract/requests.ts";
import { openGift } from "./gifts.ts";
import type { Site } from "./site.ts";

export interface RouteLine {
  /** As in `src/web/routes.ts`; none for a page of the server. */
  route?: string;
  /** The route by default. */
  address?: string | ((site: Site) => Promise<string>);
  /** Text of the only h1. */
  heading: string | RegExp;
  as?: "user" | "admin" | "staff";
  status?: number;
  /** Brings the opened page into the tested state. */
  reach?: (page: Page) => Promise<void>;
  /** Errors that the page causes. */
  errors?: RegExp;
  /** A page without the site's frame. */
  bare?: boolean;
  /** A page that listens to the server: its network is never idle. */
  listens?: boolean;
}

const named = (path: string, title: string) => async (site: Site) => `${path}/${(await site.songNamed(title)).id}`;

async function customer(site: Site): Promise<string> {
  const { token } = await site.makeUser();
  return `/admin/users/${(await site.api<User>("GET /api/user/me", { token })).id}`;
}

async function linesOfSong(site: Site): Promise<string> {
  return `/admin/songs/${(await site.songNamed("Phố biển tháng Sáu")).id}/lines`;
}

async function hiddenSong(site: Site): Promise<string> {
  const song = await site.addSong({
    title: "Bài chưa phát hành",
    category_ids: [(await site.categoryNamed("Ballad")).id],
    audio_url: await site.uploadAudio("ghe-ve-ben-cu.mp3"),
    is_active: false,
  });
  return song.preview_url ?? "";
}

async function sharedPlaylist(site: Site): Promise<string> {
  const { token } = await site.makeUser();
  const song_ids = [(await site.songNamed("Buổi sáng ở hẻm nhỏ")).id];
  const json = { title: "Đi đường", song_ids };
  const playlist = await site.api<OwnPlaylist>("POST /api/me/playlists", { token, json });
  await site.api(`PUT /api/me/playlists/${playlist.id}`, { token, json: { visibility: "link" } });
  return `/playlists/${playlist.token}`;
}

async function ownOrder(site: Site): Promise<string> {
  return `/orders/${await site.addOrder()}`;
}

async function ownRequest(site: Site): Promise<string> {
  const multipart = new FormData();
  multipart.set("customer_name", "Nguyễn Thị Lan");
  multipart.set("customer_email", "lan@example.com");
  multipart.set("request_content", "Bài hát tặng ba má nhân 30 năm ngày cưới");
  const { page_token } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart });
  return `/requests/${page_token}`;
}

async function openQuestions(page: Page): Promise<void> {
  for (const question of (await page.locator("main summary").all()).slice(0, 3)) await question.click();
}

const missing = { heading: "Trang không tồn tại", status: 404 };
const missingSong = { heading: "Không tìm thấy bài hát", status: 404 };

export const publicLines: readonly RouteLine[] = [
  { route: "/", heading: "Ngân nga cả ngày" },
  { route: "/songs", heading: "Thư viện bài hát" },
  { route: "/songs/:id", address: named("/songs", "Buổi sáng ở hẻm nhỏ"), heading: "Buổi sáng ở hẻm nhỏ" },
  { route: "/songs/:id", address: "/songs/999999", ...missingSong },
  {
    route: "/songs/:id/learn",
    address: async (site) => `/songs/${(await site.songNamed("Buổi sáng ở hẻm nhỏ")).id}/learn`,
    heading: /Buổi sáng ở hẻm nhỏ/,
  },
  {
    route: "/songs/:id/learn",
    address: async (site) => `/songs/${(await site.songNamed("Mưa trên mái tôn")).id}/learn?mode=cloze`,
    heading: /Mưa trên mái tôn/,
  },
  { route: "/songs/:id/learn", address: "/songs/999999/learn", ...missingSong },
  { route: "/songs/:id/preview", address: hiddenSong, heading: "Bài chưa phát hành" },
  {
    route: "/songs/:id/preview",
    address: "/songs/1/preview",
    heading: "Địa chỉ xem thử này không đúng hoặc đã hết hạn",
    status: 403,
  },
  { route: "/categories", heading: "Chọn thể loại" },
  { route: "/educational", heading: "Học ngoại ngữ qua âm nhạc" },
  { route: "/premium", heading: "Nghe trọn, không ai chen ngang" },
  { route: "/request", heading: /^Kể chuyện của bạn/ },
  { route: "/orders/:token", address: ownOrder, heading: /^Đơn hàng HM/, listens: true },
  { route: "/orders/:token", address: "/orders/khong-co", ...missing },
  { route: "/requests/:token", address: ownRequest, heading: "Bài hát của bạn" },
  { route: "/requests/:token", address: "/requests/khong-co", ...missing },
  { route: "/login", heading: "Đăng nhập" },
  { route: "/register", heading: "Đăng ký" },
  { route: "/forgot-password", heading: "Quên mật khẩu" },
  { route: "/reset-password", address: "/reset-password#account=user&token=x.y", heading: "Đặt mật khẩu mới" },
  {
    route: "/account",
    heading: "Tài khoản",
    as: "user",
    reach: (page) => expect(page.getByText("Thiết bị này")).toBeVisible(),
  },
  {
    route: "/notebook",
    heading: "Sổ từ",
    as: "user",
    reach: (page) => expect(page.getByRole("heading", { name: "Sổ từ còn trống" })).toBeVisible(),
  },
  { route: "/playlists", heading: "Danh sách phát công khai" },
  { route: "/playlists/:token", address: sharedPlaylist, heading: "Đi đường" },
  {
    route: "/playlists/:token",
    address: "/playlists/khong-co",
    heading: "Không tìm thấy danh sách này",
    status: 404,
  },
  {
    route: "/me/playlists",
    heading: "Danh sách của tôi",
    as: "user",
    reach: (page) => expect(page.getByLabel("Danh sách mới")).toBeVisible(),
  },
  {
    route: "/me",
    heading: "Nghe của tôi",
    as: "user",
    reach: (page) => expect(page.getByRole("heading", { name: "Bạn chưa thích bài nào" })).toBeVisible(),
  },
  { route: "/me/likes", heading: "Bài đã thích" },
  { route: "/me/history", heading: "Nghe gần đây" },
  { route: "/help", heading: "Trung tâm trợ giúp", reach: openQuestions },
  { route: "/contact", heading: "Liên hệ" },
  { route: "/terms", heading: "Điều khoản sử dụng" },
  { route: "/privacy", heading: "Chính sách riêng tư" },
  { route: "/*", address: "/khong-co-trang-nay", ...missing },
  {
    route: "/embed/songs/:id",
    address: named("/embed/songs", "Buổi sáng ở hẻm nhỏ"),
    heading: "Buổi sáng",
    bare: true,
  },
  {
    route: "/embed/songs/:id",
    address: named("/embed/songs", "Gửi người ở lại"),
    heading: "Gửi người ở lại",
    bare: true,
  },
  { route: "/embed/songs/:id", address: "/embed/songs/999999", ...missingSong, bare: true },
  { route: "/g/:secret", address: async (site) => `/g/${await openGift(site)}`, heading: /dành cho Mẹ/, bare: true },
  { route: "/g/:secret", address: "/g/khong-co", heading: "Không tìm thấy món quà này", status: 404, bare: true },
];

export const officeLines: readonly RouteLine[] = [
  { route: "/admin", heading: "Quản trị Ngân Nga" },
  { route: "/admin/dashboard", heading: "Admin Dashboard", as: "admin" },
  { route: "/admin/songs", heading: "Bài hát", as: "admin" },
  { route: "/admin/songs/:id/lines", address: linesOfSong, heading: /^Lời theo dòng: /, as: "admin" },
  { route: "/admin/playlists", heading: "Danh sách phát", as: "admin" },
  { route: "/admin/genres", heading: "Thể loại", as: "admin" },
  { route: "/admin/requests", heading: "Yêu cầu sáng tác", as: "admin" },
  { route: "/admin/reviews", heading: "Lời khách", as: "admin" },
  { route: "/admin/examples", heading: "Bài nghe thử", as: "admin" },
  { route: "/admin/users", heading: "Người dùng", as: "admin" },
  { route: "/admin/users/:id", address: customer, heading: "nguoi_nghe", as: "admin" },
  { route: "/admin/staff", heading: "Nhân viên", as: "admin" },
  { route: "/admin/administrators", heading: "Quản trị viên", as: "admin" },
  { route: "/admin/premium", heading: "Gói Premium", as: "admin" },
  { route: "/admin/orders", heading: "Đơn hàng", as: "admin" },
  { route: "/admin/payments", heading: "Đối soát", as: "admin" },
  // The demo has no bank account.
  { route: "/admin/bank", heading: "Ngân hàng", as: "admin", errors: /404/ },
  { route: "/admin/config", heading: "Cấu hình", as: "admin" },
  { route: "/admin/support", heading: "Liên hệ hỗ trợ", as: "admin" },
  { route: "/admin/deliveries", heading: "Nhật ký gửi", as: "admin" },
  { route: "/admin/bin", heading: "Thùng rác", as: "admin" },
  { route: "/admin/history", heading: "Lịch sử", as: "admin" },
  { route: "/admin/system", heading: "Hệ thống", as: "admin" },
  { route: "/admin/security", heading: "Bảo mật tài khoản", as: "admin" },
  { route: "/staff/login", heading: "Nhân viên Ngân Nga" },
  { route: "/staff/dashboard", heading: "Chào Lê Minh Anh", as: "staff" },
  { route: "/staff/security", heading: "Bảo mật tài khoản", as: "staff" },
];

/** Without a script of the site. */
export const serverLines: readonly RouteLine[] = [
  { address: "/api/user/verify-email?token=x.y", heading: "Đường dẫn không dùng được", status: 404, bare: true },
  { address: "/api/notifications/unsubscribe?token=x.y", heading: "Đường dẫn không hợp lệ", status: 404, bare: true },
  { address: "/api/docs", heading: "Ngân Nga", bare: true },
];
