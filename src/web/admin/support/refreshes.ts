export const refreshes = ["/api/admin/support", "/api/admin/dashboard"];
