/** Messages and refreshes that the calls of the bank account share. */

export const unreachable = "Lỗi kết nối";
export const bankRefreshes = ["/api/bank-config", "/api/admin/dashboard"];
