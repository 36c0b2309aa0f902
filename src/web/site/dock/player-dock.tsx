import { Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { readSession } from "../../lib/storage.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Redraw } from "../../ui/redraw.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useSongInView } from "./page-player.tsx";

const Dock = lazyPart(async () => (await import("./dock.tsx")).Dock, LateDock);
const GoingOn = lazyPart(async () => (await import("./going-on.tsx")).GoingOn, nothing);

/** The dock of the public pages, while a song plays or is offered and its page does not show its player. */
export function PlayerDock() {
  useRulesOfListening();
  const song = usePlayer((state) => (state.started && state.track?.file === undefined ? state.track?.id : undefined));
  const isOffering = usePlayer((state) => state.offered !== undefined);
  const songInView = useSongInView();
  const isAccompanied = useAccompanied(song !== undefined);
  const [isElsewhere, setElsewhere] = useState(false);
  const isOpen = (song !== undefined && song !== songInView) || isOffering;
  useEffect(() => {
    document.body.classList.toggle("has-player", isOpen || isElsewhere);
    return () => document.body.classList.remove("has-player");
  }, [isOpen, isElsewhere]);
  return (
    <Redraw fallback={() => null}>
      <Suspense>{isOpen && <Dock />}</Suspense>
      <Suspense>{isAccompanied && <GoingOn onShow={setElsewhere} />}</Suspense>
    </Redraw>
  );
}

/** Says why nothing is seen of what was pressed. */
function LateDock() {
  const showToast = useToast();
  useEffect(() => showToast("Mất kết nối. Trình phát hiện ra khi có mạng."), [showToast]);
  return null;
}

/** Whether the code that accompanies listening is wanted: for a song that was kept, from the first song on, or once somebody uses the page. */
function useAccompanied(hasSong: boolean): boolean {
  const [isWanted, want] = useState(() => readSession("playing") !== null);
  if (hasSong && !isWanted) want(true);
  // In an idle moment of a page that somebody uses, so that the first song needs no more of the network than itself.
  useEffect(() => {
    const onUse = () =>
      whenIdle(() => {
        void Dock.preload();
        want(true);
      });
    for (const sign of ["pointerover", "keydown"]) window.addEventListener(sign, onUse, { once: true });
  }, []);
  return isWanted;
}

/** A single song stops with its page, all music outside the public pages, and lists pass over songs that may not be heard. */
function useRulesOfListening(): void {
  const player = usePlayerStore();
  const { pathname } = useLocation();
  const left = useRef(pathname);
  // Before the effects of the page that opens, which may load its song.
  useLayoutEffect(() => {
    if (pathname !== left.current) player.leaveFor(pathname);
    left.current = pathname;
  }, [player, pathname]);
  useEffect(() => () => player.close(), [player]);
  const { canAccess } = useUserAuth();
  useEffect(() => player.setAccess(canAccess), [player, canAccess]);
}
