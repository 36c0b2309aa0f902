import { ShieldCheck, ShieldOff } from "lucide";
import { flagWords } from "#contract/flag-words.ts";
import type { StaffMember } from "#contract/staff.ts";
import { shortDate } from "../../lib/dates.ts";
import { ActiveBadge, Badge, Mark } from "../../resource/controls/badge.tsx";
import { SecretField, SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { excelOf } from "../excel.ts";
import { LastLogin } from "../last-login.tsx";
import { Load } from "./load.tsx";
import styles from "./screen.module.css";
import { saveStaff, staffSchema, staffValues } from "./staff-form.ts";

const unreachable = "Lỗi kết nối";
const refreshes = ["/api/admin/staff", "/api/song-requests", "/api/admin/dashboard"];

const staff = defineResource({
  title: "Nhân viên",
  noun: "nhân viên",
  nameOf: (member: StaffMember) => member.full_name,
  view: "table",
  list: { endpoint: "GET /api/admin/staff", fallback: "Lỗi tải danh sách nhân viên", unreachable },
  search: {
    label: "Tìm nhân viên",
    placeholder: "Tên, email hoặc điện thoại",
    textOf: ({ full_name, username, email, phone }) => [full_name, username, email, phone ?? ""].join(" "),
  },
  sorts: [
    { label: "Tên A-Z", by: "name", order: "asc", value: ({ full_name }) => full_name },
    { label: "Tên Z-A", by: "name", order: "desc", value: ({ full_name }) => full_name },
    { label: "Nhiều việc nhất", by: "load", order: "desc", value: ({ open_requests }) => open_requests },
    { label: "Ít việc nhất", by: "load", order: "asc", value: ({ open_requests }) => open_requests },
    { label: "Trễ nhiều nhất", by: "late", order: "desc", value: ({ late_requests }) => late_requests },
    { label: "Mới nhất", by: "created_at", order: "desc", value: ({ created_at }) => created_at },
  ],
  columns: [
    {
      id: "name",
      label: "Họ tên",
      card: "title",
      sortBy: "name",
      className: styles.name,
      cell: ({ full_name, username, is_supervisor }) => (
        <>
          {full_name}
          <span className={`${styles.line} muted`}>
            {username} · {roleName(is_supervisor)}
          </span>
        </>
      ),
      cardCell: ({ full_name, username }) => (
        <>
          {full_name}
          <span className={`${styles.line} muted`}>{username}</span>
        </>
      ),
    },
    {
      id: "contact",
      label: "Liên hệ",
      card: "subtitle",
      className: styles.contact,
      cell: ({ email, phone }) => (
        <>
          {email}
          {phone !== null && <span className={`${styles.line} muted num`}>{phone}</span>}
        </>
      ),
    },
    {
      id: "status",
      label: "Trạng thái",
      card: "badges",
      cell: ({ is_active, has_second_factor }) => (
        <span className={styles.status}>
          <ActiveBadge isActive={is_active} words={flagWords.account} />
          {has_second_factor && <Mark kind="success" icon={ShieldCheck} label="Đã bật xác thực hai bước" />}
        </span>
      ),
    },
    {
      id: "role",
      label: "Vai trò",
      card: "badges",
      only: "cards",
      cell: ({ is_supervisor }) => (
        <Badge {...(is_supervisor && { kind: "info", hasDot: true })}>{roleName(is_supervisor)}</Badge>
      ),
    },
    {
      id: "work",
      label: "Việc đang làm",
      card: "body",
      sortBy: "load",
      className: styles.load,
      cell: (member) => <Load member={member} />,
    },
    {
      id: "last_login",
      label: "Đăng nhập",
      card: "body",
      hasLabel: true,
      cell: ({ last_login_at }) => <LastLogin at={last_login_at} />,
    },
    {
      id: "notes",
      label: "Ghi chú",
      card: "body",
      isWide: true,
      cell: ({ notes }) => notes !== null && <span className={`clamp ${styles.notes}`}>{notes}</span>,
    },
    {
      id: "created_at",
      label: "Ngày tạo",
      card: "foot",
      isWide: true,
      className: "num",
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
    },
  ],
  empty: { title: "Chưa có nhân viên nào", text: "Nhân viên nhận và làm các yêu cầu sáng tác của khách." },
  Tools: () => <RefreshButton refreshes={refreshes} />,
  form: {
    schema: staffSchema,
    values: staffValues,
    save: saveStaff,
    fields: (member) => (
      <>
        <div className="form__pair">
          <TextField
            name="username"
            label="Tên đăng nhập"
            required
            maxLength={50}
            hint="Ít nhất 3 ký tự: chữ cái, số và dấu gạch dưới."
          />
          <TextField name="email" label="Email" type="email" required maxLength={254} />
          <TextField name="full_name" label="Họ và tên" required maxLength={200} />
          <SecretField
            name="password"
            label="Mật khẩu"
            required={!member}
            hint={member ? "Để trống thì mật khẩu giữ nguyên." : "Ít nhất 10 ký tự."}
          />
          <TextField name="phone" label="Số điện thoại" type="tel" maxLength={30} />
        </div>
        <TextAreaField name="notes" label="Ghi chú" hint="Chỉ quản trị viên thấy." />
        <SwitchField
          name="is_active"
          label={flagWords.account.on}
          hint={
            member && member.open_requests > 0
              ? `Tắt thì nhân viên không đăng nhập được, ${member.open_requests} yêu cầu đang làm trở lại danh sách chung.`
              : "Tắt thì nhân viên không đăng nhập được, mọi phiên đăng nhập kết thúc."
          }
        />
        <SwitchField
          name="is_supervisor"
          label="Giám sát viên"
          hint="Thấy mọi yêu cầu, giao việc cho người khác, đặt giá và ghi nhận thanh toán."
        />
      </>
    ),
  },
  actions: [
    {
      label: "Tắt xác thực hai bước",
      icon: ShieldOff,
      isShown: ({ has_second_factor }) => has_second_factor,
      isDanger: true,
      call: {
        endpoint: "DELETE /api/admin/staff/{id}/second-factor",
        input: ({ id }) => ({ params: { id } }),
        success: "Đã tắt xác thực hai bước",
        fallback: "Không tắt được xác thực hai bước",
        unreachable,
        question: {
          title: "Tắt xác thực hai bước",
          text: "Chỉ tắt khi chính nhân viên báo mất điện thoại và mã khôi phục. Mọi phiên đăng nhập của họ kết thúc, lần sau họ chỉ cần mật khẩu.",
          action: "Tắt",
        },
      },
    },
  ],
  remove: {
    bin: "staff",
    endpoint: "DELETE /api/admin/staff/{id}",
    question: ({ full_name, open_requests }) => (
      <>
        <p>Bạn có chắc chắn muốn xóa nhân viên này?</p>
        <p>
          <b>{full_name}</b>
        </p>
        {open_requests > 0 && <p>{open_requests} yêu cầu đang làm sẽ trở lại danh sách chung.</p>}
      </>
    ),
    success: "Đã xóa nhân viên",
    fallback: "Lỗi xóa nhân viên",
    unreachable,
  },
  download: excelOf("staff"),
  history: "staff",
  refreshes,
  live: ["staff", "requests"],
});

export default function StaffScreen() {
  return <ResourceScreen resource={staff} />;
}

const roleName = (isSupervisor: boolean) => (isSupervisor ? "Giám sát viên" : "Nhân viên");
