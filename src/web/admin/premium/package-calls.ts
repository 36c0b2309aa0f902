/** Messages and refreshes that the calls of packages share. */

export const unreachable = "Lỗi kết nối";
export const packageRefreshes = [
  "/api/admin/premium-packages",
  "/api/premium-packages",
  "/api/admin/dashboard",
] as const;
