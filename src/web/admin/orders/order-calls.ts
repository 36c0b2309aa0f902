/** Messages and refreshes that the calls of orders share. */

export const unreachable = "Lỗi kết nối";
export const saveErrors = { fallback: "Có lỗi xảy ra khi cập nhật đơn hàng", unreachable };

/** Path prefixes that a changed order refreshes: lists, sums, and the Premium of its user. */
export const orderRefreshes = ["/api/premium-orders", "/api/admin/users", "/api/admin/dashboard"];
