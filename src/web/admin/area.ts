import { call } from "../lib/api.ts";
import { lazyPart } from "../lib/lazy-part.tsx";
import type { Area } from "../resource/area/area.ts";
import { LateDialog } from "../ui/late-dialog.tsx";
import { roleLabels, storeAdminInfo, storedAdminInfo } from "./admin-info.ts";
import { findRecords } from "./find.ts";
import { LoginHelp } from "./login-help.tsx";
import { adminMenu } from "./routes.ts";

/** The administrators' back office. */
export const adminArea: Area = {
  kind: "admin",
  name: "Quản trị",
  loginPath: "/admin",
  homePath: "/admin/dashboard",
  menu: adminMenu,
  Help: lazyPart(async () => (await import("./help.tsx")).AdminHelp, LateDialog),
  sessionKeys: ["adminToken"],
  accountKeys: ["adminInfo"],
  login: {
    title: "Quản trị Ngân Nga",
    accountField: { label: "Email", type: "email" },
    canRemember: true,
    help: { title: "Quên mật khẩu quản trị", Content: LoginHelp },
    unreachable: "Có lỗi xảy ra, vui lòng thử lại",
    send: async ({ account, password, remember, code }) => {
      const { data } = await call("POST /api/auth/login", {
        encoding: "form",
        body: { username: account, password, remember, totp_code: code },
        fallback: "Email hoặc mật khẩu không đúng",
      });
      return { adminToken: data.access_token };
    },
  },
  logout: () => call("POST /api/auth/logout", { as: "admin" }),
  fetchAccount: async (signal) => {
    const { data } = await call("GET /api/auth/me", { as: "admin", signal });
    storeAdminInfo(data);
    return data.email;
  },
  accountLabel: () => {
    const { full_name = "", role = "admin" } = storedAdminInfo() ?? {};
    return { avatar: role === "admin" ? "AD" : "KT", name: full_name || "Admin", role: roleLabels[role] };
  },
  role: () => storedAdminInfo()?.role,
  changes: "GET /api/admin/changes",
  find: findRecords,
};
