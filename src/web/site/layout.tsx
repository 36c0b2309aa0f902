import { Outlet } from "react-router";
import { PagePlayerProvider } from "./dock/page-player.tsx";
import { PlayerDock } from "./dock/player-dock.tsx";
import { Shell } from "./shell.tsx";

export default function SiteLayout() {
  return (
    <PagePlayerProvider>
      <Shell>
        <Outlet />
      </Shell>
      <PlayerDock />
    </PagePlayerProvider>
  );
}
