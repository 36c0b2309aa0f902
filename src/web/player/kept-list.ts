/** A tab's player as text, kept over a reload. */
import type { Track } from "./audio-service.ts";
import type { Kept, PlayerState } from "./list-player.ts";

/** Songs that are kept at most, those around the present one. */
const mostKept = 500;
/** Of these, songs that were played before. */
const mostPlayed = 100;

export interface KeptList extends Kept {
  /** Whether it goes on by itself: in a document that takes the place of one whose code is gone. */
  playing: boolean;
}

/** Returns the songs around the present one, at most 500, in the order in which they play, and its place among them. */
export function keptPart(order: readonly Track[], place: number): { order: readonly Track[]; place: number } {
  const start = Math.max(0, Math.min(place - mostPlayed, order.length - mostKept));
  return { order: order.slice(start, start + mostKept), place: place - start };
}

/** Returns what is to be kept; undefined where no song plays or stands. @param position in seconds */
export function textOfKept(state: PlayerState, position: number, playing: boolean): string | undefined {
  const { track, started, queue, isList, isShuffled, repeat } = state;
  if (!track || !started || track.file !== undefined) return undefined;
  const part = keptPart(queue?.order ?? [track], queue?.place ?? 0);
  const ids = new Set(part.order.map(({ id }) => id));
  return JSON.stringify({
    tracks: part.order.map(withoutSignature),
    place: part.place,
    listed: queue?.listed.map(({ id }) => id).filter((id) => ids.has(id)) ?? [track.id],
    byHand: queue?.byHand ?? 0,
    position,
    isList,
    isShuffled,
    repeat,
    playing,
  });
}

/** Signed links expire; without one, a fresh link is fetched when the song is played. */
function withoutSignature({ id, title, artist, audio_url, thumbnail_url, is_premium, duration }: Track): Track {
  const isOpen = audio_url !== null && !audio_url.includes("?");
  return { id, title, artist, audio_url: isOpen ? audio_url : null, thumbnail_url, is_premium, duration };
}

/** Reads what was kept; undefined for anything else. */
export function keptOfText(text: string | null): KeptList | undefined {
  const value = parsed(text);
  const { place, position, byHand, repeat } = value;
  const { tracks, listed } = value;
  if (!Array.isArray(tracks) || !Array.isArray(listed) || tracks.length > mostKept || !tracks.every(isTrack)) return;
  if (!isWhole(place) || place >= tracks.length || !isWhole(byHand) || place + byHand >= tracks.length) return;
  if (typeof position !== "number" || !(position >= 0)) return;
  if (repeat !== "none" && repeat !== "all" && repeat !== "one") return;
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const inList = listed.flatMap((id: number) => byId.get(id) ?? []);
  if (inList.length !== tracks.length || byId.size !== tracks.length) return;
  return {
    queue: { listed: inList, order: tracks, place, byHand },
    position,
    isList: value.isList === true,
    isShuffled: value.isShuffled === true,
    repeat,
    playing: value.playing === true,
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => value === null || typeof value === "string";

function isTrack(value: unknown): value is Track {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, artist, audio_url, thumbnail_url, is_premium, duration } = value as Record<string, unknown>;
  return (
    isWhole(id) &&
    typeof title === "string" &&
    [artist, audio_url, thumbnail_url].every(isText) &&
    typeof is_premium === "boolean" &&
    (duration === null || typeof duration === "number")
  );
}
