/** The public routes. */
export const routes = {
  home: { path: "/", label: "Trang chủ" },
  songs: { path: "/songs", label: "Thư viện bài hát" },
  categories: { path: "/categories", label: "Chọn thể loại" },
  educational: { path: "/educational", label: "Nghe để học ngoại ngữ" },
  premium: { path: "/premium", label: "Premium" },
  request: { path: "/request", label: "Đặt bài hát riêng" },
  login: { path: "/login", label: "Đăng nhập", hidden: true },
  register: { path: "/register", label: "Đăng ký", hidden: true },
  forgotPassword: { path: "/forgot-password", label: "Quên mật khẩu", hidden: true },
  resetPassword: { path: "/reset-password", label: "Đặt mật khẩu mới", hidden: true },
  account: { path: "/account", label: "Tài khoản", hidden: true },
  own: { path: "/me", label: "Nghe của tôi", hidden: true },
  ownLikes: { path: "/me/likes", label: "Bài đã thích", hidden: true },
  ownHistory: { path: "/me/history", label: "Nghe gần đây", hidden: true },
  ownPlaylists: { path: "/me/playlists", label: "Danh sách của tôi", hidden: true },
  notebook: { path: "/notebook", label: "Sổ từ", hidden: true },
  playlists: { path: "/playlists", label: "Danh sách phát công khai" },
  help: { path: "/help", label: "Trung tâm trợ giúp" },
  contact: { path: "/contact", label: "Liên hệ" },
  terms: { path: "/terms", label: "Điều khoản sử dụng" },
  privacy: { path: "/privacy", label: "Chính sách riêng tư" },
} as const satisfies Record<string, SiteRoute>;

export interface SiteRoute {
  path: string;
  label: string;
  /** Not for search engines (`noindex`). */
  hidden?: boolean;
}

/** Query parameter of `/premium` that opens the form of a package. */
export const packageParameter = "goi";

/** Returns the address of the form of a package. */
export function packagePath(id: number): string {
  return `${routes.premium.path}?${packageParameter}=${id}`;
}

/** Returns the address of an order's private page. */
export function orderPath(token: string): string {
  return `/orders/${token}`;
}

/** Returns the address of a playlist. */
export function playlistPath(token: string): string {
  return `/playlists/${token}`;
}

/** Returns the address of a gift's page. */
export function giftPath(secret: string): string {
  return `/g/${secret}`;
}

/** Returns the address of the receipt of an order or a request. */
export function receiptPath(kind: "orders" | "requests", token: string): string {
  return `/api/${kind}/${token}/receipt.pdf`;
}

/** Returns the address of a request's private page. */
export function requestPath(token: string): string {
  return `/requests/${token}`;
}

/** Links on the page for an unknown path. */
export const fallbackLinks = [routes.home, routes.songs, routes.categories, routes.request];

export const brand = "Ngân Nga";

/** Returns the title that the browser shows. */
export function pageTitle(title: string): string {
  return `${title} · ${brand}`;
}
