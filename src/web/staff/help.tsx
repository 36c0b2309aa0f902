/** The help of the staff's screens. */

import type { HelpProps, HelpTopics } from "../resource/help/help.ts";
import { HelpDrawer } from "../resource/help/help-drawer.tsx";
import { SecurityHelp } from "../resource/security/help.tsx";
import { DeskHelp } from "./dashboard/help.tsx";
import type { staffMenu } from "./routes.ts";

const topics: HelpTopics<typeof staffMenu> = {
  "/staff/dashboard": DeskHelp,
  "/staff/security": SecurityHelp,
};

export function StaffHelp(props: HelpProps) {
  return <HelpDrawer topics={topics} {...props} />;
}
