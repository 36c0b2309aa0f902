/** Messages and questions of the users' screen. */
import type { ErrorMessages } from "../../resource/data/queries.ts";

const always = (message: string) => ({ fallback: message, unreachable: message }) satisfies ErrorMessages;

export const errors = {
  list: always("Có lỗi xảy ra khi tải danh sách người dùng"),
  statistics: always("Có lỗi xảy ra khi tải thống kê người dùng"),
  save: always("Có lỗi xảy ra khi lưu người dùng"),
  upgrade: always("Có lỗi xảy ra khi nâng cấp tài khoản"),
  downgrade: always("Có lỗi xảy ra khi hạ cấp tài khoản"),
  toggle: always("Có lỗi xảy ra khi cập nhật trạng thái người dùng"),
  remove: always("Có lỗi xảy ra khi xóa người dùng"),
  packages: always("Có lỗi xảy ra khi tải danh sách gói Premium"),
};

export const downgradeQuestion = {
  title: "Hạ về miễn phí",
  text: "Bạn có chắc chắn muốn hạ tài khoản này về miễn phí? Quyền Premium kết thúc ngay.",
  action: "Hạ về miễn phí",
};

/** Path prefixes of what is read again after a change. */
export const userRefreshes = ["/api/admin/users", "/admin/users", "/api/admin/dashboard"] as const;
