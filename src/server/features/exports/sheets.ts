/** The columns of the Excel files of lists. */
import type { CategoryWithCount, Song } from "#contract/catalogue.ts";
import type { ActivityAction } from "#contract/dashboard.ts";
import { channelLabels, eventLabels, recipientLabels, stateLabels } from "#contract/delivery-names.ts";
import { entities } from "#contract/entities.ts";
import { flagWords } from "#contract/flag-words.ts";
import type { HistoryEntry } from "#contract/history.ts";
import type { Delivery } from "#contract/notifications.ts";
import type { AdminPackage } from "#contract/premium-packages.ts";
import { briefFields, briefLabels } from "#contract/request-brief.ts";
import type { RequestStatus, SongRequest } from "#contract/requests.ts";
import type { StaffMember } from "#contract/staff.ts";
import type { AdminUser } from "#contract/users.ts";
import { type SheetColumnOf, timeCell as time } from "#server/platform/sheet-export.ts";

const yesNo = (isSo: boolean) => (isSo ? "Có" : "Không");
const shown = (isActive: boolean) => (isActive ? flagWords.shown.on : flagWords.shown.off);
const account = (isActive: boolean) => (isActive ? flagWords.account.on : flagWords.account.off);

const statusLabels: Readonly<Record<RequestStatus, string>> = {
  new: "Mới",
  processing: "Đang xử lý",
  completed: "Hoàn thành",
  cancelled: "Đã hủy",
};

export const songColumns: readonly SheetColumnOf<Song>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Tên bài hát", width: 36, cell: ({ title }) => title },
  { title: "Nghệ sĩ", width: 24, cell: ({ artist }) => artist },
  { title: "Thể loại", width: 30, cell: ({ categories }) => categories.map(({ name }) => name).join(", ") },
  { title: "Trạng thái", width: 12, cell: ({ is_active }) => shown(is_active) },
  { title: "Premium", width: 10, cell: ({ is_premium }) => yesNo(is_premium) },
  { title: "Nổi bật", width: 10, cell: ({ is_featured }) => yesNo(is_featured) },
  { title: "Thời lượng (giây)", width: 16, cell: ({ duration }) => (duration === null ? null : Math.round(duration)) },
  { title: "Lượt nghe", width: 11, cell: ({ play_count }) => play_count },
  { title: "Lượt thích", width: 11, cell: ({ likes_count }) => likes_count },
  { title: "Có lời", width: 8, cell: ({ lyrics }) => yesNo(lyrics !== null) },
  { title: "Ngày tạo", width: 17, cell: ({ created_at }) => time(created_at) },
];

export const categoryColumns: readonly SheetColumnOf<CategoryWithCount>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Tên thể loại", width: 30, cell: ({ name }) => name },
  { title: "Loại", width: 12, cell: ({ category_type }) => (category_type === "educational" ? "Học tập" : "Giải trí") },
  { title: "Mô tả", width: 50, cell: ({ description }) => description },
  { title: "Trạng thái", width: 12, cell: ({ is_active }) => shown(is_active) },
  { title: "Trên trang chủ", width: 14, cell: ({ is_featured }) => yesNo(is_featured) },
  { title: "Bài đang phát hành", width: 18, cell: ({ song_count }) => song_count },
  { title: "Ngày tạo", width: 17, cell: ({ created_at }) => time(created_at) },
];

export const userColumns: readonly SheetColumnOf<AdminUser>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Tên đăng nhập", width: 24, cell: ({ username }) => username },
  { title: "Họ tên", width: 26, cell: ({ full_name }) => full_name },
  { title: "Email", width: 30, cell: ({ email }) => email },
  { title: "Email đã xác minh", width: 17, cell: ({ is_email_verified }) => yesNo(is_email_verified) },
  { title: "Trạng thái", width: 12, cell: ({ is_active }) => account(is_active) },
  {
    title: "Gói",
    width: 12,
    cell: ({ subscription_type }) => (subscription_type === "premium" ? "Premium" : "Miễn phí"),
  },
  { title: "Còn Premium", width: 12, cell: ({ is_premium }) => yesNo(is_premium) },
  { title: "Hết hạn Premium", width: 17, cell: ({ premium_expires_at }) => time(premium_expires_at) },
  { title: "Ngày tạo", width: 17, cell: ({ created_at }) => time(created_at) },
];

export const requestColumns: readonly SheetColumnOf<SongRequest>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Mã chuyển khoản", width: 16, cell: ({ code }) => code },
  { title: "Ngày gửi", width: 17, cell: ({ created_at }) => time(created_at) },
  { title: "Khách hàng", width: 26, cell: ({ customer_name }) => customer_name },
  { title: "Email", width: 28, cell: ({ customer_email }) => customer_email },
  { title: "Điện thoại", width: 16, cell: ({ customer_phone }) => customer_phone },
  { title: "Ngân sách (VND)", width: 15, cell: ({ budget }) => budget },
  { title: "Nội dung", width: 60, cell: ({ request_content }) => request_content },
  ...briefFields.map((field) => ({ title: briefLabels[field], width: 20, cell: (row: SongRequest) => row[field] })),
  { title: "Trạng thái", width: 14, cell: ({ status }) => statusLabels[status] },
  { title: "Nhân viên", width: 24, cell: ({ staff_name }) => staff_name },
  { title: "Hạn", width: 17, cell: ({ due_at }) => time(due_at) },
  { title: "Giá (VND)", width: 15, cell: ({ agreed_price }) => agreed_price },
  { title: "Số lần sửa", width: 12, cell: ({ changes_done }) => changes_done },
  { title: "Sửa miễn phí", width: 13, cell: ({ free_changes }) => free_changes },
  { title: "Khách nhận bài", width: 17, cell: ({ accepted_at }) => time(accepted_at) },
  { title: "Ngày thanh toán", width: 17, cell: ({ paid_at }) => time(paid_at) },
  { title: "Ngày hoàn thành", width: 17, cell: ({ completed_at }) => time(completed_at) },
  { title: "Khách đồng ý đăng", width: 17, cell: ({ consent_at }) => time(consent_at) },
  { title: "Ghi chú nhân viên", width: 30, cell: ({ staff_notes }) => staff_notes },
  { title: "Ghi chú quản trị", width: 30, cell: ({ admin_notes }) => admin_notes },
];

export const staffColumns: readonly SheetColumnOf<StaffMember>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Họ tên", width: 26, cell: ({ full_name }) => full_name },
  { title: "Tên đăng nhập", width: 20, cell: ({ username }) => username },
  { title: "Email", width: 28, cell: ({ email }) => email },
  { title: "Điện thoại", width: 16, cell: ({ phone }) => phone },
  { title: "Vai trò", width: 16, cell: ({ is_supervisor }) => (is_supervisor ? "Giám sát viên" : "Nhân viên") },
  { title: "Trạng thái", width: 14, cell: ({ is_active }) => account(is_active) },
  { title: "Xác thực hai bước", width: 17, cell: ({ has_second_factor }) => yesNo(has_second_factor) },
  { title: "Đăng nhập gần nhất", width: 17, cell: ({ last_login_at }) => time(last_login_at) },
  { title: "Yêu cầu đang mở", width: 16, cell: ({ open_requests }) => open_requests },
  { title: "Yêu cầu trễ hạn", width: 16, cell: ({ late_requests }) => late_requests },
  { title: "Ghi chú", width: 30, cell: ({ notes }) => notes },
  { title: "Ngày tạo", width: 17, cell: ({ created_at }) => time(created_at) },
];

export const packageColumns: readonly SheetColumnOf<AdminPackage>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Tên gói", width: 26, cell: ({ name }) => name },
  { title: "Giá (VND)", width: 15, cell: ({ price }) => price },
  {
    title: "Thời hạn (ngày)",
    width: 15,
    cell: ({ is_lifetime, duration_days }) => (is_lifetime ? "Vĩnh viễn" : duration_days),
  },
  { title: "Trạng thái", width: 12, cell: ({ is_active }) => shown(is_active) },
  { title: "Thứ tự", width: 8, cell: ({ sort_order }) => sort_order },
  { title: "Đã bán", width: 10, cell: ({ sold }) => sold },
  { title: "Đã thu (VND)", width: 15, cell: ({ earned }) => earned },
  { title: "Mô tả", width: 50, cell: ({ description }) => description },
  { title: "Ngày tạo", width: 17, cell: ({ created_at }) => time(created_at) },
];

export const deliveryColumns: readonly SheetColumnOf<Delivery>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Thời gian", width: 17, cell: ({ created_at }) => time(created_at) },
  { title: "Sự kiện", width: 30, cell: ({ event }) => eventLabels[event] },
  { title: "Người nhận", width: 26, cell: ({ recipient_name }) => recipient_name },
  { title: "Vai trò", width: 16, cell: ({ recipient_kind }) => recipientLabels[recipient_kind] },
  { title: "Email", width: 28, cell: ({ email }) => email },
  { title: "Điện thoại", width: 16, cell: ({ phone }) => phone },
  { title: "Kênh", width: 10, cell: ({ channel }) => channelLabels[channel] },
  { title: "Tình trạng", width: 18, cell: ({ state }) => stateLabels[state] },
  { title: "Lần gửi", width: 8, cell: ({ attempts }) => attempts },
  { title: "Gửi lúc", width: 17, cell: ({ sent_at }) => time(sent_at) },
  { title: "Lỗi", width: 40, cell: ({ error }) => error },
];

const actionLabels: Readonly<Record<ActivityAction, string>> = {
  create: "Thêm",
  update: "Sửa",
  delete: "Xóa",
  restore: "Khôi phục",
  login: "Đăng nhập",
};

export const historyColumns: readonly SheetColumnOf<HistoryEntry>[] = [
  { title: "Lúc", width: 17, cell: ({ created_at }) => time(created_at) },
  { title: "Ai", width: 28, cell: ({ actor_name }) => actor_name },
  { title: "Thao tác", width: 12, cell: ({ action }) => actionLabels[action] },
  { title: "Loại bản ghi", width: 20, cell: ({ entity }) => entities[entity].noun },
  { title: "Số", width: 8, cell: ({ entity_id }) => entity_id },
  { title: "Bản ghi", width: 40, cell: ({ summary }) => summary },
  { title: "Tên hiện nay", width: 28, cell: ({ name_now }) => name_now },
  {
    title: "Từ đâu thành đâu",
    width: 60,
    cell: ({ changes }) =>
      changes.map(({ field, from, to }) => `${field}: ${from ?? "trống"} → ${to ?? "trống"}`).join("\n"),
  },
];
