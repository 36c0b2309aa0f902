/** The help of the administrators' screens. */

import type { HelpProps, HelpTopics } from "../resource/help/help.ts";
import { HelpDrawer } from "../resource/help/help-drawer.tsx";
import { SecurityHelp } from "../resource/security/help.tsx";
import { AdministratorsHelp } from "./administrators/help.tsx";
import { BankHelp } from "./bank/help.tsx";
import { BinHelp } from "./bin/help.tsx";
import { ConfigHelp } from "./config/help.tsx";
import { CustomerHelp } from "./customer/help.tsx";
import { DashboardHelp } from "./dashboard/help.tsx";
import { DeliveriesHelp } from "./deliveries/help.tsx";
import { ExamplesHelp } from "./examples/help.tsx";
import { GenresHelp } from "./genres/help.tsx";
import { HistoryHelp } from "./history/help.tsx";
import { OrdersHelp } from "./orders/help.tsx";
import { PaymentsHelp } from "./payments/help.tsx";
import { PlaylistsHelp } from "./playlists/help.tsx";
import { PremiumHelp } from "./premium/help.tsx";
import { RequestsHelp } from "./requests/help.tsx";
import { ReviewsHelp } from "./reviews/help.tsx";
import type { adminMenu } from "./routes.ts";
import { SongsHelp } from "./songs/help.tsx";
import { LinesHelp } from "./songs/lines/help.tsx";
import { StaffHelp } from "./staff/help.tsx";
import { SupportHelp } from "./support/help.tsx";
import { SystemHelp } from "./system/help.tsx";
import { UsersHelp } from "./users/help.tsx";

const topics: HelpTopics<typeof adminMenu> = {
  "/admin/dashboard": DashboardHelp,
  "/admin/songs": SongsHelp,
  "/admin/songs/:id/lines": LinesHelp,
  "/admin/playlists": PlaylistsHelp,
  "/admin/genres": GenresHelp,
  "/admin/requests": RequestsHelp,
  "/admin/reviews": ReviewsHelp,
  "/admin/examples": ExamplesHelp,
  "/admin/users": UsersHelp,
  "/admin/users/:id": CustomerHelp,
  "/admin/staff": StaffHelp,
  "/admin/administrators": AdministratorsHelp,
  "/admin/premium": PremiumHelp,
  "/admin/orders": OrdersHelp,
  "/admin/payments": PaymentsHelp,
  "/admin/bank": BankHelp,
  "/admin/config": ConfigHelp,
  "/admin/support": SupportHelp,
  "/admin/system": SystemHelp,
  "/admin/deliveries": DeliveriesHelp,
  "/admin/history": HistoryHelp,
  "/admin/bin": BinHelp,
  "/admin/security": SecurityHelp,
};

export function AdminHelp(props: HelpProps) {
  return <HelpDrawer topics={topics} {...props} />;
}
