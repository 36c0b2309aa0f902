import { useEffect, useMemo, useRef, useState } from "react";
import type { Track } from "../../../player/audio-service.ts";
import { playSpan, type Span } from "../../../player/play-span.ts";
import { usePlayerStore } from "../../../player/player.ts";

/** Plays stretches of a song one after the other, and falls silent with the component. */
export function useSpans(track: Track) {
  const player = usePlayerStore();
  const [isSounding, setSounding] = useState(false);
  const cancel = useRef<() => void>(undefined);
  const jumps = useRef(0);

  useEffect(() => {
    // Headphones, the dock or another song may take the stretch away.
    const unsubscribe = player.subscribe(() => {
      const state = player.getState();
      if (!state.playing || state.jumps !== jumps.current) setSounding(false);
    });
    return () => {
      unsubscribe();
      cancel.current?.();
      if (player.getState().track?.id === track.id) player.pause();
    };
  }, [player, track.id]);

  const play = useMemo(
    () => (span: Span) => {
      cancel.current?.();
      cancel.current = playSpan(player, track, span, () => setSounding(false));
      const state = player.getState();
      jumps.current = state.jumps;
      setSounding(state.playing);
    },
    [player, track],
  );
  return { isSounding, play };
}
