import { KeyRound, LogOut, Mail, RotateCcw, ShieldAlert, ShieldCheck, UserRoundX } from "lucide";
import type { z } from "zod";
import {
  type Administrator,
  AdministratorBody,
  AdministratorChange,
  type Invitation,
} from "#contract/administrators.ts";
import { shortDate } from "../../lib/dates.ts";
import { Badge, Mark } from "../../resource/controls/badge.tsx";
import { SelectField, TextField } from "../../resource/form/fields.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource, type SaveTools } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { optionsOf } from "../../resource/states.tsx";
import { roleLabels } from "../admin-info.ts";
import { LastLogin } from "../last-login.tsx";
import { linkQuestion } from "./invitation-link.tsx";
import { InviteAgain } from "./invite-again.tsx";
import styles from "./screen.module.css";

const unreachable = "Không kết nối được với máy chủ";
const refreshes = ["/api/admin/administrators"];
const saveErrors = { fallback: "Chưa lưu được quản trị viên", unreachable };

const Changed = AdministratorBody.partial({ email: true, role: true });
type Values = z.input<typeof Changed>;
type Saved = z.output<typeof Changed>;

const administratorSchema = (row: Administrator | undefined): z.ZodType<Saved, Values> =>
  (row ? Changed : AdministratorBody) as z.ZodType<Saved, Values>;

/** Invites a new administrator, and shows the link that no e-mail brings; or changes one. */
async function save(body: Saved, row: Administrator | undefined, tools: SaveTools<Administrator, Saved>) {
  const { send, confirm, changed } = tools;
  if (row) {
    const change = AdministratorChange.parse(changed);
    await send("PUT /api/admin/administrators/{id}", { params: { id: row.id }, body: change }, saveErrors);
    return "Đã lưu quản trị viên";
  }
  const invited = await send("POST /api/admin/administrators", { body: AdministratorBody.parse(body) }, saveErrors);
  return showLink(invited.data, confirm);
}

async function showLink({ administrator, link }: Invitation, confirm: SaveTools<Administrator>["confirm"]) {
  if (link === null) return `Đã gửi lời mời đến ${administrator.email}`;
  await confirm(linkQuestion(administrator, link));
  return "Đã thêm quản trị viên";
}

const administrators = defineResource({
  title: "Quản trị viên",
  noun: "quản trị viên",
  nameOf: ({ email }: Administrator) => email,
  view: "table",
  list: { endpoint: "GET /api/admin/administrators", fallback: "Không tải được danh sách quản trị viên", unreachable },
  columns: [
    {
      id: "name",
      label: "Quản trị viên",
      card: "title",
      className: styles.name,
      cell: ({ email, full_name, is_self }) => (
        <>
          {full_name || email}
          {is_self && <span className="muted"> (bạn)</span>}
          {full_name && <span className={`${styles.line} muted`}>{email}</span>}
        </>
      ),
    },
    {
      id: "role",
      label: "Vai trò",
      card: "badges",
      cell: ({ role }) => (
        <Badge kind={role === "admin" ? "info" : undefined} hasDot={role === "admin"}>
          {roleLabels[role]}
        </Badge>
      ),
    },
    { id: "state", label: "Trạng thái", card: "badges", cell: (row) => <StateBadge row={row} /> },
    {
      id: "second_factor",
      label: "Hai bước",
      card: "badges",
      cell: ({ has_second_factor }) =>
        has_second_factor ? (
          <Mark kind="success" icon={ShieldCheck} label="Đã bật xác thực hai bước" />
        ) : (
          <Mark kind="warning" icon={ShieldAlert} label="Chưa bật xác thực hai bước" />
        ),
    },
    {
      id: "last_login",
      label: "Đăng nhập gần nhất",
      card: "body",
      hasLabel: true,
      cell: ({ is_invited, last_login_at }) =>
        is_invited ? <span className="muted">Chưa đăng nhập</span> : <LastLogin at={last_login_at} />,
    },
    {
      id: "created_at",
      label: "Ngày thêm",
      card: "foot",
      isWide: true,
      hasLabel: true,
      className: "num",
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
    },
  ],
  empty: { title: "Chưa có quản trị viên nào" },
  Tools: () => <RefreshButton refreshes={refreshes} />,
  form: {
    schema: administratorSchema,
    values: (row) => ({ email: row?.email ?? "", full_name: row?.full_name ?? "", role: row?.role ?? "accountant" }),
    save,
    fields: (row) => (
      <>
        {row ? (
          <p>
            Email: <b>{row.email}</b>
          </p>
        ) : (
          <TextField
            name="email"
            label="Email"
            type="email"
            required
            maxLength={254}
            hint="Người được mời tự đặt mật khẩu bằng đường dẫn trong thư."
          />
        )}
        <TextField name="full_name" label="Họ và tên" maxLength={200} />
        {row?.is_self ? (
          <p className="muted">Vai trò của bạn do một quản trị viên khác đổi.</p>
        ) : (
          <SelectField
            name="role"
            label="Vai trò"
            required
            hint="Kế toán chỉ xem và sửa đơn hàng, ngân hàng, gói Premium và Premium của người dùng."
            options={optionsOf(roleLabels)}
          />
        )}
      </>
    ),
  },
  actions: [
    {
      label: "Gửi lại lời mời",
      icon: Mail,
      isShown: ({ is_invited, is_active }) => is_invited && is_active,
      dialog: (row, close) => <InviteAgain administrator={row} onClose={close} />,
    },
    {
      label: "Kết thúc các phiên đăng nhập",
      icon: LogOut,
      isInMenu: true,
      isShown: ({ is_self, is_active }) => !is_self && is_active,
      call: {
        endpoint: "DELETE /api/admin/administrators/{id}/sessions",
        input: ({ id }) => ({ params: { id } }),
        success: "Đã kết thúc các phiên đăng nhập",
        fallback: "Chưa kết thúc được các phiên đăng nhập",
        unreachable,
        question: {
          title: "Kết thúc các phiên đăng nhập",
          text: "Người này phải đăng nhập lại trên mọi thiết bị.",
          action: "Kết thúc",
        },
      },
    },
    {
      label: "Đóng tài khoản",
      icon: UserRoundX,
      isInMenu: true,
      isDanger: true,
      isShown: ({ is_self, is_active }) => !is_self && is_active,
      call: {
        endpoint: "PUT /api/admin/administrators/{id}",
        input: ({ id }) => ({ params: { id }, body: { is_active: false } }),
        success: "Đã đóng tài khoản",
        fallback: "Chưa đóng được tài khoản",
        unreachable,
        question: {
          title: "Đóng tài khoản",
          text: "Người này không đăng nhập được nữa và mọi phiên đăng nhập kết thúc ngay. Bạn có thể mở lại sau.",
          action: "Đóng tài khoản",
        },
      },
    },
    {
      label: "Mở lại tài khoản",
      icon: RotateCcw,
      isShown: ({ is_active }) => !is_active,
      call: {
        endpoint: "PUT /api/admin/administrators/{id}",
        input: ({ id }) => ({ params: { id }, body: { is_active: true } }),
        success: "Đã mở lại tài khoản",
        fallback: "Chưa mở lại được tài khoản",
        unreachable,
      },
    },
  ],
  refreshes,
});

export default function AdministratorsScreen() {
  return <ResourceScreen resource={administrators} />;
}

function StateBadge({ row: { is_active, is_invited } }: { row: Administrator }) {
  if (!is_active) return <Badge kind="danger">Đã đóng</Badge>;
  if (is_invited)
    return (
      <Badge kind="warning" icon={KeyRound} title="Chưa đặt mật khẩu">
        Đã mời
      </Badge>
    );
  return (
    <Badge kind="success" hasDot>
      Đang dùng
    </Badge>
  );
}
