import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUserAuth } from "../../lib/session.tsx";
import { AccountCard, type AccountCardProps } from "./account-card.tsx";
import { intentOf, returnPathOf } from "./return-path.ts";

interface AccountFormProps extends Omit<AccountCardProps, "isBusy" | "withoutScripts"> {
  /** The next page welcomes the user. */
  isNewUser?: boolean;
}

/**
 * The form of login and registration. Navigates to the page that linked here with `returnTo`, with its intent, else to the home page,
 * once a user is logged in.
 */
export function AccountForm({ isNewUser = false, ...props }: AccountFormProps) {
  const { isAuthenticated } = useUserAuth();
  const navigate = useNavigate();
  const { state } = useLocation();

  useEffect(() => {
    if (!isAuthenticated) return;
    void navigate(returnPathOf(state), { replace: true, state: { intent: intentOf(state), isNewUser } });
  }, [isAuthenticated, navigate, state, isNewUser]);

  // Stays busy until the next page is shown.
  return <AccountCard {...props} isBusy={isAuthenticated} />;
}
