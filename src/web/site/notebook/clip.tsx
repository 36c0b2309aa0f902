/** The clip of a line: a stretch of its song, which is fetched when it is first heard. */
import { Play, Square } from "lucide";
import { useCallback, useEffect, useRef, useState } from "react";
import type { WordLine } from "#contract/notebook.ts";
import { call } from "../../lib/api.ts";
import { usePageStore } from "../../lib/page-stores.tsx";
import { playableUrl, type Track, toTrack } from "../../player/audio-service.ts";
import { playSpan } from "../../player/play-span.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import { lineSpan } from "../lines/use-learn-song.ts";

/** Its plays are not counted, and the dock does not show it: a song is not listened to by a line of it. */
const clipFile = (songId: number) => `clip:${songId}`;

/** Makes the `trackOf` of one page: returns a song as the track of its clips; undefined for one that can't be heard. @throws as `call` */
function createTrackOf() {
  const tracks = new Map<number, Promise<Track | undefined>>();
  return (id: number): Promise<Track | undefined> => {
    const known = tracks.get(id);
    if (known) return known;
    const track = call("GET /api/songs/{id}", { params: { id }, as: "user" }).then(({ data }) =>
      playableUrl(toTrack(data)) === null ? undefined : { ...toTrack(data), file: clipFile(id) },
    );
    tracks.set(id, track);
    // The address of a Premium song ends after a time.
    const forget = () => tracks.delete(id);
    track.then(() => setTimeout(forget, 10 * 60_000), forget);
    return track;
  };
}

/** A line that can be heard. */
export type HeardLine = WordLine & { song_id: number; start_ms: number; end_ms: number };

export function isHeard(line: WordLine | undefined): line is HeardLine {
  return line?.can_play === true && line.song_id !== null && line.start_ms !== null && line.end_ms !== null;
}

/** Plays one clip after the other. What was begun ends with the component. */
export function useClips() {
  const player = usePlayerStore();
  const trackOf = usePageStore(createTrackOf);
  const cancel = useRef<() => void>(undefined);
  const wanted = useRef<WordLine>(undefined);
  const [failed, setFailed] = useState(false);

  const stop = useCallback(() => {
    wanted.current = undefined;
    cancel.current?.();
    cancel.current = undefined;
    if (player.getState().track?.file?.startsWith("clip:")) player.pause();
  }, [player]);
  const play = useCallback(
    async (line: HeardLine) => {
      stop();
      wanted.current = line;
      setFailed(false);
      const track = await trackOf(line.song_id).catch(() => undefined);
      if (wanted.current !== line) return;
      if (!track) return setFailed(true);
      cancel.current = playSpan(player, track, lineSpan({ start: line.start_ms, end: line.end_ms }), () => {
        cancel.current = undefined;
      });
    },
    [player, trackOf, stop],
  );
  useEffect(
    () => () => {
      stop();
      if (player.getState().track?.file?.startsWith("clip:")) player.close();
    },
    [player, stop],
  );
  return { play, stop, failed };
}

interface ClipButtonProps {
  line: HeardLine;
  clips: ReturnType<typeof useClips>;
  large?: boolean;
}

export function ClipButton({ line, clips, large = false }: ClipButtonProps) {
  const file = clipFile(line.song_id);
  const { start_ms, end_ms } = line;
  const isPlaying = usePlayer(({ playing, track, position }) => {
    const at = position * 1000;
    return playing && track?.file === file && at >= start_ms - 1000 && at <= end_ms + 1000;
  });
  return (
    <button
      type="button"
      className={large ? "play play--lg" : "play"}
      aria-label={isPlaying ? "Dừng câu hát" : "Nghe câu hát"}
      onClick={() => (isPlaying ? clips.stop() : void clips.play(line))}
    >
      <Icon icon={isPlaying ? Square : Play} className={isPlaying ? "i--fill" : "i--fill i--play"} />
    </button>
  );
}
