/** Companions of listening, which load with the first song: words, the lock screen's cover, what is kept for the next page and for other devices. */
import { useEffect, useRef } from "react";
import { call } from "../../lib/api.ts";
import { codeState } from "../../lib/route-code.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { readSession, writeSession } from "../../lib/storage.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { toTrack } from "../../player/audio-service.ts";
import { keptOfText, textOfKept } from "../../player/kept-list.ts";
import type { Notice } from "../../player/list-player.ts";
import { extended } from "../../player/play-queue.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { useToast } from "../../ui/toast.tsx";
import { ElsewhereOffer, useTellQueue } from "./account-queue.tsx";
import { useEndless } from "./endless.ts";

/** Songs before the end of a list, from which those that follow it are fetched. */
const followBefore = 3;

/** @param onShow told whether something stands at the foot of the page */
export function GoingOn({ onShow }: { onShow: (isShown: boolean) => void }) {
  useKeeping();
  useNotices();
  useDrawnCover();
  useNextPage();
  useFollowing();
  const { user } = useUserAuth();
  return user && <OfUser key={user.id} userId={user.id} onShow={onShow} />;
}

function OfUser(props: { userId: number; onShow: (isShown: boolean) => void }) {
  useTellQueue(props.userId);
  return <ElsewhereOffer {...props} />;
}

/**
 * Keeps song and list in the tab: after a reload they stand paused at the same second. In the document that takes the place of one whose code is
 * gone, a list goes on; browsers may want a press for its sound.
 */
function useKeeping(): void {
  const player = usePlayerStore();
  useEffect(() => {
    const kept = keptOfText(readSession("playing"));
    writeSession("playing", null);
    if (kept) {
      player.restore(kept);
      const { track } = player.getState();
      if (kept.playing && track) player.play(track);
    }
    const keep = () => {
      const state = player.getState();
      const goesOn = codeState() === "gone" && state.isList && state.playing;
      writeSession("playing", textOfKept(state, player.positionNow(), goesOn) ?? null);
    };
    // A phone may end a hidden tab without another word.
    const onHide = () => document.visibilityState === "hidden" && keep();
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", onHide);
    };
  }, [player]);
}

/** Fetches a further page of a list in an idle moment, so that a reload keeps more than its page showed. */
function useNextPage(): void {
  const player = usePlayerStore();
  const isList = usePlayer((state) => state.isList);
  useEffect(() => {
    if (isList) return whenIdle(() => void player.loadMore());
    return undefined;
  }, [player, isList]);
}

/** Lets songs like the last one follow a list, where that is switched on; none that was heard in this page. */
function useFollowing(): void {
  const player = usePlayerStore();
  const isEndless = useEndless();
  const heard = useRef(new Set<number>());
  useEffect(() => {
    const note = () => {
      const { track, playing } = player.getState();
      if (track && playing) heard.current.add(track.id);
    };
    note();
    return player.subscribe(note);
  }, [player]);
  useEffect(() => {
    if (!isEndless) return undefined;
    let asked: number | undefined;
    const look = () => {
      const { queue, isList, count, repeat } = player.getState();
      const last = queue?.order.at(-1);
      if (!queue || !last || !isList || repeat !== "none" || last.id === asked) return;
      if (count > queue.order.length || queue.order.length - queue.place > followBefore) return;
      asked = last.id;
      call("GET /api/songs/{id}/similar", { params: { id: last.id }, query: { limit: 20 }, as: "user" }).then(
        ({ data }) => {
          if (player.getState().queue?.order.at(-1)?.id !== last.id) return;
          const fresh = data.filter((song) => !heard.current.has(song.id)).map(toTrack);
          player.edit((present) => extended(present, fresh));
        },
        // The list ends as it does without.
        () => undefined,
      );
    };
    look();
    return player.subscribe(look);
  }, [player, isEndless]);
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
