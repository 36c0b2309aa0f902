import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isSameTrack, type Track } from "../../player/audio-service.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { countIn, lineAfter, lineAt, sungPart, type TimedLine } from "../lines/sung-place.ts";

export interface SungLine {
  /** Number of the line that sounds; -1 for none. */
  current: number;
  /** Number of the line after it; -1 after the last one. */
  next: number;
  /** 3 to 1 before a line that follows a silence. */
  countIn: number;
}

const silent: SungLine = { current: -1, next: 0, countIn: 0 };

/**
 * Follows a song through its lines while it is loaded, and fills the words of the current line as they are sung. The words are painted
 * past React, in each frame; a render is made for each line only.
 * @param list whose children are the lines, with an element for each piece that bears `data-piece`
 */
export function useSungLine(track: Track, lines: readonly TimedLine[], list: RefObject<HTMLElement | null>) {
  const player = usePlayerStore();
  const isLoaded = usePlayer((state) => isSameTrack(state.track, track));
  const isPlaying = usePlayer(({ playing }) => playing) && isLoaded;
  const [sung, setSung] = useState(silent);

  const follow = useEffectEvent(() => {
    const ms = player.positionNow() * 1000;
    const current = lineAt(lines, ms);
    const now = { current, next: lineAfter(lines, ms), countIn: countIn(lines, ms) };
    setSung((before) => (isSame(before, now) ? before : now));
    const pieces = list.current?.children[current]?.querySelectorAll<HTMLElement>("[data-piece]") ?? [];
    for (const [place, element] of pieces.entries()) {
      const piece = lines[current]?.pieces[place];
      if (piece) element.style.setProperty("--sung", String(sungPart(piece, ms)));
    }
  });

  useEffect(() => {
    if (!isLoaded) return setSung(silent);
    if (!isPlaying) {
      follow();
      return player.subscribe(() => follow());
    }
    let frame = 0;
    const step = () => {
      follow();
      frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [player, isLoaded, isPlaying]);

  return sung;
}

function isSame(one: SungLine, other: SungLine): boolean {
  return one.current === other.current && one.next === other.next && one.countIn === other.countIn;
}
