import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { adminMenu } from "./admin/routes.ts";
import type { ScreenMenu } from "./resource/area/screens.ts";
import { staffMenu } from "./staff/routes.ts";

export default [
  layout("site/layout.tsx", [
    index("site/home/page.tsx"),
    route("songs", "site/library/page.tsx"),
    route("songs/:id", "site/song/page.tsx"),
    route("songs/:id/learn", "site/learn/page.tsx"),
    route("songs/:id/preview", "site/song/preview.tsx"),
    route("categories", "site/genres/page.tsx"),
    route("educational", "site/educational/page.tsx"),
    route("premium", "site/sales/premium/page.tsx"),
    route("request", "site/request-form/page.tsx"),
    route("orders/:token", "site/sales/order/page.tsx"),
    route("requests/:token", "site/request-page/page.tsx"),
    route("login", "site/sign-in/login.tsx"),
    route("register", "site/sign-in/register.tsx"),
    route("forgot-password", "site/sign-in/forgot-password.tsx"),
    route("reset-password", "site/sign-in/reset-password.tsx"),
    route("account", "site/account/page.tsx"),
    route("notebook", "site/notebook/page.tsx"),
    route("playlists", "site/playlists/page.tsx"),
    route("playlists/:token", "site/playlists/one/page.tsx"),
    route("me/playlists", "site/playlists/own/page.tsx"),
    route("me", "site/own/page.tsx"),
    route("me/likes", "site/own/likes.tsx"),
    route("me/history", "site/own/history.tsx"),
    route("help", "site/info/help.tsx"),
    route("contact", "site/contact/page.tsx"),
    route("terms", "site/info/terms.tsx"),
    route("privacy", "site/info/privacy.tsx"),
    route("*", "site/not-found.tsx"),
  ]),
  route("embed/songs/:id", "site/embed/page.tsx"),
  route("g/:secret", "site/sales/gift/page.tsx"),
  ...backOffice("admin", "/admin", adminMenu),
  ...backOffice("staff", "/staff/login", staffMenu),
] satisfies RouteConfig;

/** Returns the routes of a back office: its login, and its screens in its frame. @param folder of its route modules */
function backOffice(folder: string, loginPath: string, { screens }: ScreenMenu): RouteConfigEntry[] {
  return [
    route(loginPath, `${folder}/login.tsx`),
    layout(`${folder}/layout.tsx`, [
      layout(
        "resource/area/screen.tsx",
        { id: `${folder}/screen` },
        screens.map(({ path, file }) => route(path, file)),
      ),
    ]),
  ];
}
