/** The screens of the administrators' back office: a line here makes the route, the entry of the menu and the title. */
import {
  Activity,
  ArrowLeftRight,
  Crown,
  Disc3,
  Headphones,
  History,
  IdCard,
  Inbox,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  ListMusic,
  ListVideo,
  MailCheck,
  MessageSquareQuote,
  Music,
  ReceiptText,
  Settings,
  ShieldCheck,
  Trash2,
  UserRoundCog,
  Users,
} from "lucide";
import { createMenu, findScreen, type Screen } from "../resource/area/screens.ts";

const groups = { content: "Nội dung", users: "Người dùng", business: "Kinh doanh", system: "Hệ thống" };

/** The others are open to accountants too. */
const adminOnly = ["admin"] as const;

/* biome-ignore format: one line for each screen */
export const adminMenu = createMenu("/admin", groups, [
  { path: "dashboard", file: "admin/dashboard/screen.tsx", label: "Tổng quan", title: "Admin Dashboard", icon: LayoutDashboard, key: "t" },
  { path: "songs", file: "admin/songs/screen.tsx", label: "Bài hát", icon: Music, group: "content", roles: adminOnly, key: "b", adds: "bài hát" },
  { path: "songs/:id/lines", file: "admin/songs/lines/screen.tsx", label: "Lời theo dòng", icon: ListMusic, group: "content", roles: adminOnly, isOfRecord: true },
  { path: "playlists", file: "admin/playlists/screen.tsx", label: "Danh sách phát", icon: ListVideo, partOf: "songs", roles: adminOnly },
  { path: "genres", file: "admin/genres/screen.tsx", label: "Thể loại", icon: Disc3, group: "content", roles: adminOnly, key: "l", adds: "thể loại" },
  { path: "requests", file: "admin/requests/screen.tsx", label: "Yêu cầu", title: "Yêu cầu sáng tác", icon: Inbox, group: "content", roles: adminOnly, key: "y" },
  { path: "reviews", file: "admin/reviews/screen.tsx", label: "Lời khách", icon: MessageSquareQuote, partOf: "requests", roles: adminOnly },
  { path: "examples", file: "admin/examples/screen.tsx", label: "Bài nghe thử", icon: Headphones, partOf: "requests", roles: adminOnly, adds: "bài nghe thử" },
  { path: "users", file: "admin/users/screen.tsx", label: "Người dùng", icon: Users, group: "users", key: "n", adds: "người dùng", addedBy: adminOnly },
  { path: "users/:id", file: "admin/customer/screen.tsx", label: "Khách hàng", icon: Users, group: "users", isOfRecord: true },
  { path: "staff", file: "admin/staff/screen.tsx", label: "Nhân viên", icon: IdCard, group: "users", roles: adminOnly, key: "v", adds: "nhân viên" },
  { path: "administrators", file: "admin/administrators/screen.tsx", label: "Quản trị viên", icon: UserRoundCog, partOf: "staff", roles: adminOnly, adds: "quản trị viên" },
  { path: "premium", file: "admin/premium/screen.tsx", label: "Gói Premium", icon: Crown, group: "business", key: "p", adds: "gói Premium" },
  { path: "orders", file: "admin/orders/screen.tsx", label: "Đơn hàng", icon: ReceiptText, group: "business", key: "d" },
  { path: "payments", file: "admin/payments/screen.tsx", label: "Đối soát", title: "Đối soát chuyển khoản", icon: ArrowLeftRight, group: "business", key: "s" },
  { path: "bank", file: "admin/bank/screen.tsx", label: "Ngân hàng", icon: Landmark, group: "business", key: "h" },
  { path: "config", file: "admin/config/screen.tsx", label: "Cấu hình", icon: Settings, group: "system", roles: adminOnly, key: "c" },
  { path: "support", file: "admin/support/screen.tsx", label: "Liên hệ hỗ trợ", icon: LifeBuoy, group: "system", roles: adminOnly, key: "k", adds: "liên lạc" },
  { path: "system", file: "admin/system/screen.tsx", label: "Hệ thống", partLabel: "Tình trạng", icon: Activity, group: "system", roles: adminOnly, key: "i" },
  { path: "deliveries", file: "admin/deliveries/screen.tsx", label: "Nhật ký gửi", icon: MailCheck, partOf: "system", roles: adminOnly },
  { path: "history", file: "admin/history/screen.tsx", label: "Lịch sử", icon: History, partOf: "system", roles: adminOnly },
  { path: "bin", file: "admin/bin/screen.tsx", label: "Thùng rác", icon: Trash2, partOf: "system", roles: adminOnly },
  { path: "security", file: "admin/security/screen.tsx", label: "Bảo mật tài khoản", icon: ShieldCheck, isOfAccount: true },
]);

/** Returns the administrators' screen with the path, if there is one. */
export function findAdminScreen(pathname: string): Screen | undefined {
  return findScreen(adminMenu, pathname);
}
