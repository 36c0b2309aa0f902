/** The administrator's session in this browser. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { redirect, useNavigate } from "react-router";
import { onStoredElsewhere, readStored, writeStored } from "../lib/storage.ts";

export const loginPath = "/admin";
export const firstPath = "/admin/dashboard";

/** For the `clientLoader` of what needs an administrator. @throws a redirect to the login without a stored token */
export function requireAdmin(): null {
  if (!readStored("adminToken")) throw redirect(loginPath);
  return null;
}

/** Gives the function that ends the session and leads to the login. */
export function useLogout(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    writeStored("adminToken", null);
    client.clear();
    void navigate(loginPath, { replace: true });
  }, [client, navigate]);
}

/** Follows a logout in another tab. */
export function useFollowLogout(logout: () => void): void {
  useEffect(
    () =>
      onStoredElsewhere("adminToken", () => {
        if (!readStored("adminToken")) logout();
      }),
    [logout],
  );
}
