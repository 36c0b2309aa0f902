/** The routes of the back office, for sidebar, breadcrumb and links. */
import { Disc3, type IconNode, LayoutDashboard, LifeBuoy, Music, Settings } from "lucide";

export interface AdminRoute {
  path: string;
  label: string;
  title?: string;
  icon: IconNode;
}

export const dashboard: AdminRoute = {
  path: "/admin/dashboard",
  label: "Tổng quan",
  title: "Admin Dashboard",
  icon: LayoutDashboard,
};
export const songs: AdminRoute = { path: "/admin/songs", label: "Bài hát", icon: Music };
export const genres: AdminRoute = { path: "/admin/genres", label: "Thể loại", icon: Disc3 };
export const config: AdminRoute = { path: "/admin/config", label: "Cấu hình", icon: Settings };
export const support: AdminRoute = { path: "/admin/support", label: "Liên hệ hỗ trợ", icon: LifeBuoy };

export const routeGroups: readonly { label: string; routes: readonly AdminRoute[] }[] = [
  { label: "Nội dung", routes: [songs, genres] },
  { label: "Hệ thống", routes: [config, support] },
];

/** The route with the path, if there is one. */
export function findRoute(pathname: string): AdminRoute | undefined {
  return [dashboard, ...routeGroups.flatMap((group) => group.routes)].find(({ path }) => path === pathname);
}
