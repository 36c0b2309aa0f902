import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { useIsPlayerLoaded } from "../lib/player-loaded.ts";
import { PagePlayerProvider } from "./dock/page-player.tsx";
import { Shell } from "./shell.tsx";

const PlayerDock = lazy(async () => ({ default: (await import("./dock/player-dock.tsx")).PlayerDock }));

export default function SiteLayout() {
  const isPlayerLoaded = useIsPlayerLoaded();
  return (
    <PagePlayerProvider>
      <Shell>
        <Outlet />
      </Shell>
      {isPlayerLoaded && (
        <Suspense>
          <PlayerDock />
        </Suspense>
      )}
    </PagePlayerProvider>
  );
}
