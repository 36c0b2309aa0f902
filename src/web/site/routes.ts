import { hasRequestPage } from "../support/request-page.ts";
/** The public routes. Links to a route are rendered only while `exists` is true. */
export const routes = {
  home: { path: "/", label: "Trang chủ", exists: true },
  songs: { path: "/songs", label: "Thư viện bài hát", exists: true },
  categories: { path: "/categories", label: "Chọn thể loại", exists: true },
  educational: { path: "/educational", label: "Nghe để học ngoại ngữ", exists: true },
  premium: { path: "/premium", label: "Premium", exists: true },
  request: { path: "/request", label: "Đặt bài hát riêng", exists: hasRequestPage },
  login: { path: "/login", label: "Đăng nhập", exists: true, hidden: true },
  register: { path: "/register", label: "Đăng ký", exists: true, hidden: true },
  account: { path: "/account", label: "Tài khoản", exists: true, hidden: true },
  help: { path: "/help", label: "Trung tâm trợ giúp", exists: true },
  contact: { path: "/contact", label: "Liên hệ", exists: true },
  terms: { path: "/terms", label: "Điều khoản sử dụng", exists: true },
  privacy: { path: "/privacy", label: "Chính sách riêng tư", exists: true },
} as const satisfies Record<string, SiteRoute>;

export interface SiteRoute {
  path: string;
  label: string;
  exists: boolean;
  /** Not for search engines (`noindex`). */
  hidden?: boolean;
}

/** Returns a route's path, undefined while the route does not exist. */
export function pathOf({ path, exists }: SiteRoute): string | undefined {
  return exists ? path : undefined;
}

/** Returns a link to a route with a label of its own; while the route does not exist, a link to the contact page. */
export function linkTo({ path, exists }: SiteRoute, label: string): { path: string; label: string } {
  return exists ? { path, label } : { path: routes.contact.path, label: "Liên hệ với chúng tôi" };
}

/** Returns the address of an order's private page. */
export function orderPath(token: string): string {
  return `/orders/${token}`;
}

/** Returns the address of a request's private page. */
export function requestPath(token: string): string {
  return `/requests/${token}`;
}

/** Links on the page for an unknown path. */
export const fallbackLinks = [routes.home, routes.songs, routes.categories, routes.request].filter(
  (route: SiteRoute) => route.exists,
);

export const brand = "Ngân Nga";

/** Returns the title that the browser shows. */
export function pageTitle(title: string): string {
  return `${title} · ${brand}`;
}
