/** What the calls of orders have in common. */

export const unreachable = "Lỗi kết nối";
export const saveErrors = { fallback: "Có lỗi xảy ra khi cập nhật đơn hàng", unreachable };

/** What an order changes: lists, sums, and the Premium of its user. */
export const orderRefreshes = ["/api/premium-orders", "/api/admin/users", "/api/admin/dashboard"];
