import { Outlet } from "react-router";
import { PagePlayerProvider } from "../../src/web/site/dock/page-player.tsx";
import { PlayerDock } from "../../src/web/site/dock/player-dock.tsx";
import type { RouteModule } from "./render.tsx";

/** The part of the public pages' layout that serves listening: the dock, and the end of single songs with their page. */
export const listeningLayout: RouteModule = {
  default: () => (
    <PagePlayerProvider>
      <Outlet />
      <PlayerDock />
    </PagePlayerProvider>
  ),
};
