/** The screens of the back office, as sidebar and breadcrumbs name them. A screen appears with its line. */
import { Disc3, type IconNode, LayoutDashboard, LifeBuoy, Music, Settings } from "lucide";

export interface Screen {
  path: string;
  label: string;
  /** The page's title, where it is not the label. */
  title?: string;
  icon: IconNode;
}

export const dashboard: Screen = {
  path: "/admin/dashboard",
  label: "Tổng quan",
  title: "Admin Dashboard",
  icon: LayoutDashboard,
};
export const songs: Screen = { path: "/admin/songs", label: "Bài hát", icon: Music };
export const genres: Screen = { path: "/admin/genres", label: "Thể loại", icon: Disc3 };
export const config: Screen = { path: "/admin/config", label: "Cấu hình", icon: Settings };
export const support: Screen = { path: "/admin/support", label: "Liên hệ hỗ trợ", icon: LifeBuoy };

export const groups: readonly { label: string; screens: readonly Screen[] }[] = [
  { label: "Nội dung", screens: [songs, genres] },
  { label: "Hệ thống", screens: [config, support] },
];

/** The screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  return [dashboard, ...groups.flatMap((group) => group.screens)].find(({ path }) => path === pathname);
}
