/** What the calls of the bank account have in common. */

export const unreachable = "Lỗi kết nối";
export const bankRefreshes = ["/api/bank-config", "/api/admin/dashboard"];
