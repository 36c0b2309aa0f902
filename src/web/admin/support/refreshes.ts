/** What a changed contact makes untrue. */
export const refreshes = ["/api/admin/support", "/api/admin/dashboard"];
