import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUserAuth } from "../../lib/session.tsx";
import { AccountCard, type AccountCardProps } from "./account-card.tsx";
import { intentOf, returnPathOf } from "./return-path.ts";

/**
 * The form of login and registration. Navigates to the page that linked here with `returnTo`, with its intent, else to the home page,
 * once a user is logged in.
 */
export function AccountForm(props: Omit<AccountCardProps, "isBusy" | "withoutScripts">) {
  const { isAuthenticated } = useUserAuth();
  const navigate = useNavigate();
  const { state } = useLocation();

  useEffect(() => {
    if (isAuthenticated) void navigate(returnPathOf(state), { replace: true, state: { intent: intentOf(state) } });
  }, [isAuthenticated, navigate, state]);

  // Stays busy until the next page is shown.
  return <AccountCard {...props} isBusy={isAuthenticated} />;
}
