import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { readSession } from "../../lib/storage.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import type { Notice } from "../../player/list-player.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Redraw } from "../../ui/redraw.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useSongInView } from "./page-player.tsx";

const Dock = lazyPart(async () => (await import("./dock.tsx")).Dock, LateDock);

/** The dock of the public pages, while a song plays or is offered and its page does not show its player. */
export function PlayerDock() {
  useRulesOfListening();
  useNotices();
  useDockAhead();
  useDrawnCover();
  const song = usePlayer((state) => (state.started && state.track?.file === undefined ? state.track?.id : undefined));
  const isOffering = usePlayer((state) => state.offered !== undefined);
  const songInView = useSongInView();
  const isKept = readSession("playing") !== null;
  const isOpen = (song !== undefined && song !== songInView) || isOffering || isKept;
  useEffect(() => {
    document.body.classList.toggle("has-player", isOpen);
    return () => document.body.classList.remove("has-player");
  }, [isOpen]);
  return (
    isOpen && (
      <Redraw fallback={() => null}>
        <Suspense>
          <Dock />
        </Suspense>
      </Redraw>
    )
  );
}

/** Says why nothing is seen of what was pressed. */
function LateDock() {
  const showToast = useToast();
  useEffect(() => showToast("Mất kết nối. Trình phát hiện ra khi có mạng trở lại."), [showToast]);
  return null;
}

/** Fetches the dock in an idle moment of a page that somebody uses, so that the first song needs no more of the network than itself. */
function useDockAhead(): void {
  useEffect(() => {
    const signs = ["pointerover", "keydown"] as const;
    const fetchAhead = () => whenIdle(Dock.preload);
    for (const sign of signs) window.addEventListener(sign, fetchAhead, { once: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, fetchAhead);
    };
  }, []);
}

/** Draws what the system shows of a song without an image. */
function useDrawnCover(): void {
  const player = usePlayerStore();
  const id = usePlayer(({ started, track }) => (started && track && !track.thumbnail_url ? track.id : undefined));
  const title = usePlayer((state) => state.track?.title);
  useEffect(() => {
    if (id === undefined || title === undefined) return;
    const draw = async () => {
      const { coverPicture } = await import("./cover-picture.ts");
      player.setCover(id, await coverPicture(id, title));
    };
    // Without it the system shows a sign of its own.
    draw().catch(() => undefined);
  }, [player, id, title]);
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

/** Says what the player has done by itself. */
function useNotices(): void {
  const notice = usePlayer((state) => state.notice);
  const showToast = useToast();
  useEffect(() => {
    if (notice) showToast(textOf(notice));
  }, [notice, showToast]);
}

function textOf({ kind, titles }: Notice): string {
  const [title = ""] = titles;
  if (kind === "slept") return "Đã dừng nhạc theo hẹn giờ.";
  if (kind === "offline") return "Mất kết nối. Nhạc phát tiếp khi có mạng trở lại.";
  if (kind === "failed") return `Chưa phát được “${title}”, chuyển sang bài kế tiếp.`;
  return titles.length > 1 ? `Đã bỏ qua ${titles.length} bài Premium.` : `Đã bỏ qua bài Premium “${title}”.`;
}
