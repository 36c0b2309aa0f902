import { AccountSecurity } from "../../resource/security/account-security.tsx";

export default function SecurityScreen() {
  return <AccountSecurity />;
}
