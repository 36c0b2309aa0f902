/** Path prefixes to refetch after a change of a contact. */
export const refreshes = ["/api/admin/support", "/api/admin/dashboard"];
