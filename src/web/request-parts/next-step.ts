/** The one thing that a request waits for, of those that its viewer may do. */
import type { SongRequestDetail } from "#contract/requests.ts";
import { isOpen } from "./request-status.tsx";

export type RequestStep = "claim" | "assign" | "reply" | "lyrics" | "deliver" | "pay";

/** The rights of a viewer to a request. */
export interface RequestRights {
  /** Takes it for themselves. */
  mayClaim: boolean;
  /** Gives it to one of the members. */
  mayAssign: boolean;
  /** Writes to the customer, sends lyrics and songs. */
  mayWork: boolean;
  /** Notes the payment. */
  mayDecide: boolean;
}

type Request = Pick<
  SongRequestDetail,
  | "status"
  | "staff_id"
  | "unread_messages"
  | "waiting_since"
  | "lyrics_state"
  | "completed_at"
  | "accepted_at"
  | "erased_at"
  | "paid_at"
  | "agreed_price"
> & { songs: readonly unknown[]; lyrics: readonly unknown[] };

/** Returns the next step; undefined while the customer is to act, and when all is done. */
export function nextStep(request: Request, rights: RequestRights): RequestStep | undefined {
  const { status, staff_id, unread_messages, songs, lyrics } = request;
  if (request.erased_at !== null || status === "cancelled") return undefined;
  const isFree = isOpen(request) && staff_id === null;
  if (isFree && rights.mayClaim) return "claim";
  if (unread_messages > 0 && rights.mayWork) return "reply";
  if (isFree && rights.mayAssign) return "assign";
  if (!isOpen(request)) {
    const isOwed = request.accepted_at !== null && request.paid_at === null && request.agreed_price > 0;
    return isOwed && rights.mayDecide ? "pay" : undefined;
  }
  if (!rights.mayWork || request.waiting_since !== null) return undefined;
  // Work that was completed once is open again: the customer wishes changes of the song.
  if (request.completed_at !== null) return "deliver";
  if (request.lyrics_state === "changes_wanted") return "lyrics";
  if (songs.length > 0) return undefined;
  return lyrics.length === 0 ? "lyrics" : "deliver";
}
