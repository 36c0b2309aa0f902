import { CalendarPlus, Crown, MailCheck, UserRoundMinus } from "lucide";
import type { ReactNode } from "react";
import type { User } from "#contract/accounts.ts";
import { flagWords } from "#contract/flag-words.ts";
import { shortDate } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useRole } from "../../resource/area/session.ts";
import { ActiveBadge } from "../../resource/controls/badge.tsx";
import { PagesWithGoTo } from "../../resource/list/pages.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { flagOptions } from "../../resource/states.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { excelOf } from "../excel.ts";
import { ExpiryBadge, PlanBadge } from "./badges.tsx";
import { OrdersLeft } from "./orders-left.tsx";
import { PremiumDialog } from "./premium-dialog.tsx";
import { defaultDays } from "./premium-grant.ts";
import { hasPremiumPlan, isPermanent } from "./premium-state.ts";
import styles from "./screen.module.css";
import { downgradeQuestion, errors, userRefreshes } from "./texts.ts";
import { accountantUserBulk, userBulk } from "./user-bulk.ts";
import { UserFacts } from "./user-facts.tsx";
import { UserFields } from "./user-fields.tsx";
import { saveUser, userSchema, userValues } from "./user-form.tsx";

const noName = "Chưa có họ tên";

const users = defineResource({
  title: "Người dùng",
  noun: "người dùng",
  nameOf: (user: User) => user.username,
  view: "table",
  list: { endpoint: "GET /api/admin/users", count: "GET /api/admin/users/count", isPaged: true, ...errors.list },
  search: { label: "Tìm người dùng", placeholder: "Tên hoặc email" },
  tabs: {
    name: "plan",
    label: "Các phần của danh sách người dùng",
    look: "cards",
    choices: [
      { value: "", label: "Tổng người dùng", query: {}, sets: { active: "" } },
      { id: "active", value: "", label: "Đang hoạt động", query: {}, sets: { active: "true" } },
      { value: "premium", label: "Premium", query: {}, sets: { active: "" } },
      { value: "free", label: "Miễn phí", query: {}, sets: { active: "" } },
    ],
    endpoint: "GET /admin/users",
    isUnfiltered: true,
    counts: ({ total_users, active_users, premium_users, free_users }) => ({
      "": total_users,
      active: active_users,
      premium: premium_users,
      free: free_users,
    }),
    ...errors.statistics,
  },
  filters: [
    {
      name: "plan",
      param: "subscription_type",
      label: "Gói",
      all: "Tất cả gói",
      options: [
        { value: "free", label: "Miễn phí" },
        { value: "premium", label: "Premium" },
      ],
    },
    {
      name: "active",
      param: "is_active",
      label: "Trạng thái",
      all: "Mọi trạng thái",
      options: flagOptions(flagWords.account),
    },
    {
      name: "tab",
      label: "Nhóm",
      all: "Mọi nhóm",
      options: {
        endpoint: "GET /api/admin/users/tabs",
        options: ({ premium, expiring, ended, locked }) => [
          { value: "premium", label: `Đang có Premium (${groupedNumber(premium)})` },
          { value: "expiring", label: `Sắp hết Premium (${groupedNumber(expiring)})` },
          { value: "ended", label: `Đã hết Premium (${groupedNumber(ended)})` },
          { value: "locked", label: `Đã khóa (${groupedNumber(locked)})` },
        ],
        ...errors.list,
      },
    },
  ],
  sorts: [
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
    { label: "Tên đăng nhập A-Z", by: "username", order: "asc" },
    { label: "Tên đăng nhập Z-A", by: "username", order: "desc" },
    { label: "Email A-Z", by: "email", order: "asc" },
    { label: "Email Z-A", by: "email", order: "desc" },
    { label: "Premium hết trước", by: "premium_expires_at", order: "asc" },
    { label: "Premium hết sau", by: "premium_expires_at", order: "desc" },
  ],
  sizes: { choices: [5, 10, 20, 50, 100], default: 10 },
  Pages: PagesWithGoTo,
  columns: [
    {
      id: "username",
      label: "Tên đăng nhập",
      card: "title",
      sortBy: "username",
      className: `${styles.text} ${styles.name}`,
      cell: ({ id, username }) => (
        <Link className="row-open" to={`/admin/users/${id}`} title={username}>
          {username}
        </Link>
      ),
      cardCell: ({ id, username }) => <Link to={`/admin/users/${id}`}>{username}</Link>,
    },
    {
      id: "email",
      isKey: true,
      label: "Email",
      card: "subtitle",
      sortBy: "email",
      className: `${styles.text} ${styles.email}`,
      cell: ({ email, is_email_verified }) => (
        <Clamped text={email} breakAfter="@">
          {is_email_verified && <VerifiedMark />}
        </Clamped>
      ),
      cardCell: ({ email, is_email_verified }) => (
        <>
          {email}
          {is_email_verified && <VerifiedMark />}
        </>
      ),
    },
    {
      id: "full_name",
      label: "Họ và tên",
      card: "subtitle",
      className: styles.text,
      cell: ({ full_name }) =>
        full_name ? <Clamped text={full_name} /> : <span className="clamp muted">{noName}</span>,
      cardCell: ({ full_name }) => full_name ?? noName,
    },
    {
      id: "is_active",
      label: "Trạng thái",
      card: "foot",
      className: styles.state,
      cell: (user, { toggle }) => toggle(user),
    },
    { id: "plan", isKey: true, label: "Gói", card: "badges", cell: (user) => <PlanBadge user={user} /> },
    {
      id: "premium_expires_at",
      label: "Hạn Premium",
      card: "badges",
      sortBy: "premium_expires_at",
      className: styles.expiry,
      cell: (user) => <ExpiryBadge user={user} />,
    },
    {
      id: "created_at",
      label: "Ngày tạo",
      card: "foot",
      sortBy: "created_at",
      className: `num ${styles.created}`,
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
    },
  ],
  empty: { title: "Chưa có người dùng nào", text: "Khách đăng ký thì hiện ở đây." },
  Tools: () => <RefreshButton refreshes={userRefreshes} />,
  form: {
    schema: userSchema,
    values: userValues,
    save: saveUser,
    fields: (user) => <UserFields user={user} />,
    // Premium is given once, and a password is set once.
    afterSave: (values) => ({
      ...values,
      password: "",
      grants: values.plan === "free",
      days: defaultDays,
      premium_package_id: "",
    }),
  },
  detail: { endpoint: "GET /api/admin/users/{id}", missing: "Không tìm thấy người dùng này", Facts: UserFacts },
  toggle: {
    endpoint: "PATCH /api/admin/users/{id}/toggle-active",
    isOn: ({ is_active }) => is_active,
    apply: (user) => ({ ...user, is_active: !user.is_active }),
    labels: flagWords.account,
    undo: true,
    success: "Đã cập nhật trạng thái người dùng",
    ...errors.toggle,
  },
  bulk: userBulk,
  actions: [
    {
      label: "Nâng cấp Premium",
      icon: Crown,
      isShown: (user) => !hasPremiumPlan(user),
      dialog: (user, close) => <PremiumDialog user={user} onClose={close} />,
    },
    {
      label: "Thêm ngày",
      icon: CalendarPlus,
      isInMenu: true,
      isShown: (user) => hasPremiumPlan(user) && !isPermanent(user, Date.now()),
      dialog: (user, close) => <PremiumDialog user={user} onClose={close} />,
    },
    {
      label: "Hạ về miễn phí",
      icon: UserRoundMinus,
      isInMenu: true,
      isDanger: true,
      isShown: hasPremiumPlan,
      call: {
        endpoint: "PATCH /api/admin/users/{id}/downgrade-free",
        input: ({ id }) => ({ params: { id } }),
        question: downgradeQuestion,
        success: "Đã hạ tài khoản về miễn phí",
        ...errors.downgrade,
      },
    },
  ],
  remove: {
    endpoint: "DELETE /api/admin/users/{id}",
    question: (user) => (
      <>
        <p>Bạn có chắc chắn muốn xóa người dùng này?</p>
        <p>
          <b>{user.username}</b>
        </p>
        {hasPremiumPlan(user) && <p>Tài khoản này đang có Premium, xóa rồi thì Premium kết thúc ngay.</p>}
        <OrdersLeft id={user.id} />
      </>
    ),
    success: "Đã xóa người dùng",
    ...errors.remove,
  },
  download: excelOf("users"),
  history: "user",
  refreshes: userRefreshes,
  live: ["orders"],
});

interface ClampedProps {
  text: string;
  /** Where a line ends if the text needs two. */
  breakAfter?: string;
  /** Behind the text. */
  children?: ReactNode;
}

/** A text of two lines at most, whole in its tooltip. */
function Clamped({ text, breakAfter, children }: ClampedProps) {
  const end = breakAfter === undefined ? 0 : text.indexOf(breakAfter) + 1;
  return (
    <span className="clamp" title={text}>
      {end > 0 && (
        <>
          {text.slice(0, end)}
          <wbr />
        </>
      )}
      {text.slice(end)}
      {children}
    </span>
  );
}

function VerifiedMark() {
  return (
    <span className={styles.verified} title="Email đã xác minh">
      <Icon icon={MailCheck} />
      <span className="sr">Email đã xác minh</span>
    </span>
  );
}

/** An accountant changes the Premium of users, and nothing else of them. */
const accountantUsers: typeof users = {
  ...users,
  form: undefined,
  detail: undefined,
  remove: undefined,
  toggle: undefined,
  bulk: accountantUserBulk,
  columns: users.columns.map((column) =>
    column.id === "is_active"
      ? { ...column, cell: ({ is_active }) => <ActiveBadge isActive={is_active} words={flagWords.account} /> }
      : column,
  ),
};

export default function UsersScreen() {
  return <ResourceScreen resource={useRole() === "accountant" ? accountantUsers : users} />;
}
