import { oneself, withinSentence } from "#contract/occasions.ts";
import type { SongRequest } from "#contract/requests.ts";

/** Returns what to call a song that has no name yet; nothing of a song for the customer, who would not say "tôi" in its name. */
export function titleFor({ occasion, recipient }: Pick<SongRequest, "occasion" | "recipient">): string {
  if (recipient && recipient !== oneself) return `Bài hát tặng ${withinSentence(recipient)}`;
  return occasion ? `Bài hát ${withinSentence(occasion)}` : "";
}
