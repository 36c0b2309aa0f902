/** Links of the header's menus. */
import { Crown, Disc3, Feather, Heart, House, type IconNode, Languages, Library } from "lucide";
import { routes, type SiteRoute } from "./routes.ts";

export interface NavItem {
  route: SiteRoute;
  icon: IconNode;
  description?: string;
}

export const listeningNav: NavItem[] = [
  { route: routes.songs, icon: Library, description: "Tất cả bài hát, mới nhất trước" },
  { route: routes.categories, icon: Disc3, description: "Từ dân ca đến rock" },
  { route: routes.educational, icon: Languages, description: "Nhớ từ mới nhờ giai điệu" },
  { route: routes.own, icon: Heart, description: "Bài đã thích và nghe gần đây" },
];
export const leftNav: NavItem[] = [{ route: routes.home, icon: House }];
export const rightNav: NavItem[] = [
  { route: routes.premium, icon: Crown },
  { route: routes.request, icon: Feather },
];
