import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { lazyPart, nothing } from "../lib/lazy-part.tsx";
import { useIsPlayerLoaded } from "../lib/player-loaded.ts";
import { Redraw } from "../ui/redraw.tsx";
import { ErrorState } from "../ui/states.tsx";
import { PagePlayerProvider } from "./dock/page-player.tsx";
import { Shell } from "./shell.tsx";

const PlayerDock = lazyPart(async () => (await import("./dock/player-dock.tsx")).PlayerDock, nothing);

const brokenPage = (again: () => void) => (
  <div className="wrap">
    <ErrorState
      level="h1"
      title="Có lỗi xảy ra"
      text="Trang chưa mở được. Bạn thử lại sau ít phút nhé."
      onRetry={again}
    />
  </div>
);

export default function SiteLayout() {
  const isPlayerLoaded = useIsPlayerLoaded();
  return (
    <PagePlayerProvider>
      <Shell>
        <Redraw place={useLocation().pathname} fallback={brokenPage}>
          <Outlet />
        </Redraw>
      </Shell>
      {isPlayerLoaded && (
        <Suspense>
          <PlayerDock />
        </Suspense>
      )}
    </PagePlayerProvider>
  );
}
