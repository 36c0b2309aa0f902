/** The song that is learned with, and its lines; every mode of the page reads them from here. */
import { createContext, useContext } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import type { Track } from "../../player/audio-service.ts";
import type { Span } from "../../player/play-span.ts";
import { type TimedLine, timedLines } from "./sung-place.ts";

/** A line that can be heard by itself. */
export type HeardLine = TimedLine & { start: number };

export interface LearnSong {
  song: Track;
  /** As published, with languages and lines without times. */
  document: LineDocument;
  /** The lines with times, in the order of the song. There is at least one. */
  lines: readonly HeardLine[];
}

export const LearnSongContext = createContext<LearnSong | undefined>(undefined);

/** Returns the song of the page. For components within a mode. */
export function useLearnSong(): LearnSong {
  const song = useContext(LearnSongContext);
  if (!song) throw new Error("There is no song to learn with.");
  return song;
}

/** Returns the song with its lines; undefined when none of them can be heard by itself. */
export function learnSongOf(song: Track, document: LineDocument): LearnSong | undefined {
  const lines = timedLines(document, (song.duration ?? 0) * 1000).filter(
    (line): line is HeardLine => line.start !== null,
  );
  return lines.length > 0 ? { song, document, lines } : undefined;
}

/** Milliseconds that are heard before and after a line, unless the listener wants others. */
export const defaultLeadIn = 150;
export const defaultTail = 200;

/** Returns the stretch of the song in which a line is heard. */
export function lineSpan(
  { start, end }: Pick<HeardLine, "start" | "end">,
  leadIn = defaultLeadIn,
  tail = defaultTail,
): Span {
  return { from: Math.max(0, start - leadIn), to: end + tail };
}
