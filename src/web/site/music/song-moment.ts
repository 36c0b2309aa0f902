/** A moment of a song in its address: `/songs/7?t=83.5`, or `?t=1:23.5`. */

const pattern = /^(?:(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/;

/**
 * Returns the address of a song at a moment; of its page for null.
 * @param ms of the song. The address names the next hundredth of a second, which lies within what begins then.
 */
export function songHref(id: number, ms: number | null): string {
  return ms === null ? `/songs/${id}` : `/songs/${id}?t=${(Math.floor(ms / 10) + 1) / 100}`;
}

/** Returns the seconds that a query names; undefined without a moment, and for the beginning. */
export function startTimeOf(query: string): number | undefined {
  const [, minutes = "0", seconds] = pattern.exec(new URLSearchParams(query).get("t") ?? "") ?? [];
  return seconds === undefined ? undefined : Number(minutes) * 60 + Number(seconds) || undefined;
}
