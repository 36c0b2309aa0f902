/** The screens of the staff's back office. */
import { Inbox, ShieldCheck } from "lucide";
import { createMenu } from "../resource/area/screens.ts";

/* biome-ignore format: one line for each screen */
export const staffMenu = createMenu("/staff", {}, [
  { path: "dashboard", file: "staff/dashboard/screen.tsx", label: "Bàn làm việc", icon: Inbox },
  { path: "security", file: "staff/security/screen.tsx", label: "Bảo mật tài khoản", icon: ShieldCheck, isOfAccount: true },
]);
