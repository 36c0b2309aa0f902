/** The public pages. A link to a page appears when its page exists: flip its line then. */
export const pages = {
  home: { path: "/", label: "Trang chủ", exists: true },
  songs: { path: "/songs", label: "Thư viện bài hát", exists: true },
  categories: { path: "/categories", label: "Chọn thể loại", exists: true },
  educational: { path: "/educational", label: "Nghe để học ngoại ngữ", exists: true },
  premium: { path: "/premium", label: "Premium", exists: false },
  request: { path: "/request", label: "Đặt bài hát riêng", exists: false },
  login: { path: "/login", label: "Đăng nhập", exists: true, hidden: true },
  register: { path: "/register", label: "Đăng ký", exists: true, hidden: true },
  help: { path: "/help", label: "Trung tâm trợ giúp", exists: true },
  contact: { path: "/contact", label: "Liên hệ", exists: true },
  terms: { path: "/terms", label: "Điều khoản sử dụng", exists: true },
  privacy: { path: "/privacy", label: "Chính sách riêng tư", exists: true },
} as const satisfies Record<string, Page>;

export interface Page {
  path: string;
  label: string;
  exists: boolean;
  /** Search engines are asked to leave it out. */
  hidden?: boolean;
}

/** Where a link to a page leads; undefined while there is no such page. */
export function pathOf({ path, exists }: Page): string | undefined {
  return exists ? path : undefined;
}

/** A link to a page, in words of its own; while there is no such page, to the team. */
export function linkTo({ path, exists }: Page, label: string): { path: string; label: string } {
  return exists ? { path, label } : { path: pages.contact.path, label: "Liên hệ với chúng tôi" };
}

/** The ways on from an address that leads nowhere. */
export const waysOn = [pages.home, pages.songs, pages.categories, pages.request].filter((page: Page) => page.exists);

export const brand = "Ngân Nga";

/** The title of a page as the browser shows it. */
export function pageTitle(title: string): string {
  return `${title} · ${brand}`;
}
