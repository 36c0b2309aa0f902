const unreachable = "Lỗi kết nối";

/** Restoring brings numbers and rows back on every screen. */
export const binRefreshes = ["/api/"] as const;
export const loadErrors = { fallback: "Không tải được thùng rác", unreachable };
export const removeErrors = { fallback: "Không xóa hẳn được", unreachable };
