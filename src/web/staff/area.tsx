import { Inbox } from "lucide";
import { call } from "../lib/api.ts";
import { lazyPart } from "../lib/lazy-part.tsx";
import type { Area } from "../resource/area/area.ts";
import { LateDialog } from "../ui/late-dialog.tsx";
import { Link } from "../ui/link.tsx";
import { LoginHelp } from "./login-help.tsx";
import { staffMenu } from "./routes.ts";
import { initials, roleLabel, storedStaffInfo, updateStaffInfo } from "./staff-info.ts";

/** Requests that the command palette shows at most. */
const foundOfKind = 8;

/** The staff's back office. */
export const staffArea: Area = {
  kind: "staff",
  name: "Nhân viên",
  loginPath: "/staff/login",
  homePath: "/staff/dashboard",
  menu: staffMenu,
  Help: lazyPart(async () => (await import("./help.tsx")).StaffHelp, LateDialog),
  sessionKeys: ["staffToken", "staffInfo"],
  login: {
    title: "Nhân viên Ngân Nga",
    accountField: { label: "Tên đăng nhập", autoCapitalize: "none", spellCheck: false },
    canRemember: false,
    help: { title: "Quên mật khẩu", Content: LoginHelp },
    foot: (
      <>
        Bạn là quản trị viên? <Link to="/admin">Đăng nhập quản trị</Link>
      </>
    ),
    unreachable: "Lỗi kết nối, vui lòng thử lại",
    send: async ({ account, password, code }) => {
      const { data } = await call("POST /api/staff/login", {
        encoding: "form",
        body: { username: account, password, totp_code: code },
        fallback: "Đăng nhập thất bại",
      });
      return { staffToken: data.access_token, staffInfo: JSON.stringify(data.staff_info) };
    },
  },
  logout: () => call("POST /api/staff/logout", { as: "staff" }),
  fetchAccount: async (signal) => {
    const { data } = await call("GET /api/staff/me", { as: "staff", signal });
    updateStaffInfo(data);
    return data.username;
  },
  accountLabel: () => {
    const info = storedStaffInfo();
    return info
      ? { avatar: initials(info.full_name), name: info.full_name, role: roleLabel(info) }
      : { avatar: "NV", name: "Nhân viên", role: "" };
  },
  changes: "GET /api/staff/changes",
  find: async (search, signal) => {
    const { data } = await call("GET /api/staff/requests", {
      as: "staff",
      query: { search, limit: foundOfKind },
      signal,
    });
    return data.items.map(({ id, code, customer_name }) => ({
      group: "Yêu cầu",
      icon: Inbox,
      label: code,
      detail: `${customer_name} · Yêu cầu #${id}`,
      to: `/staff/dashboard?open=${id}`,
    }));
  },
};
