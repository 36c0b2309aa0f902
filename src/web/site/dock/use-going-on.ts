import { useEffect } from "react";
import { codeState } from "../../lib/route-code.ts";
import { readSession, writeSession } from "../../lib/storage.ts";
import type { Track } from "../../player/audio-service.ts";
import type { Player, Repeat } from "../../player/list-player.ts";
import { usePlayerStore } from "../../player/player.ts";

/** A list that is playing, as it goes on in another document: as far as its songs are known, in the order in which they play. */
interface KeptList {
  tracks: readonly Track[];
  track: Track;
  /** Seconds. */
  position: number;
  playing: boolean;
  repeat: Repeat;
}

function keep(player: Player): void {
  const { isList, track, playing, repeat } = player.getState();
  if (codeState() !== "gone" || !isList || !track) return;
  const kept: KeptList = { tracks: player.tracks(), track, position: player.positionNow(), playing, repeat };
  writeSession("playing", JSON.stringify(kept));
}

function goOn(player: Player, { tracks, track, position, playing, repeat }: KeptList): void {
  player.playList({ tracks });
  player.play(track);
  player.seek(position);
  player.setRepeat(repeat);
  if (!playing) player.pause();
}

/** A list that plays in a tab whose code is gone goes on in the document that takes its place; browsers may want a press for its sound. */
export function useGoingOn(): void {
  const player = usePlayerStore();
  useEffect(() => {
    const kept = readSession("playing");
    writeSession("playing", null);
    if (kept) goOn(player, JSON.parse(kept) as KeptList);
    const onLeave = () => keep(player);
    window.addEventListener("pagehide", onLeave);
    return () => window.removeEventListener("pagehide", onLeave);
  }, [player]);
}
