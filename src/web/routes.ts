import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("site/layout.tsx", [
    index("site/home/page.tsx"),
    route("songs", "site/library/page.tsx"),
    route("songs/:id", "site/song/page.tsx"),
    route("categories", "site/genres/page.tsx"),
    route("educational", "site/educational/page.tsx"),
    route("login", "site/accounts/login.tsx"),
    route("register", "site/accounts/register.tsx"),
    route("help", "site/info/help.tsx"),
    route("contact", "site/contact/page.tsx"),
    route("terms", "site/info/terms.tsx"),
    route("privacy", "site/info/privacy.tsx"),
    route("*", "site/not-found.tsx"),
  ]),
  route("embed/songs/:id", "site/embed/page.tsx"),
  route("admin", "admin/login.tsx"),
  layout("admin/layout.tsx", [
    route("admin/dashboard", "admin/dashboard/screen.tsx"),
    route("admin/songs", "admin/songs/screen.tsx"),
    route("admin/genres", "admin/genres/screen.tsx"),
    route("admin/config", "admin/config/screen.tsx"),
    route("admin/support", "admin/support/screen.tsx"),
  ]),
] satisfies RouteConfig;
