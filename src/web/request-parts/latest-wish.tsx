import type { SongRequestDetail } from "#contract/requests.ts";
import { Banner } from "../resource/controls/banner.tsx";
import { eventMessage } from "./event-message.ts";
import requestPartsStyles from "./request-parts.module.css";
import { isOpen } from "./request-status.tsx";

/** Shows the customer's wish for changes in the latest version, until it is done. */
export function LatestWish({
  request: { status, accepted_at, events },
}: {
  request: Pick<SongRequestDetail, "status" | "accepted_at" | "events">;
}) {
  const wish = events.findLast(({ kind }) => kind === "changes_requested");
  if (!wish || accepted_at !== null || !isOpen({ status })) return null;
  const { actor, action, quote } = eventMessage(wish);
  return (
    <Banner kind="warning">
      <div>
        <p>
          <b>{actor}</b> {action}
        </p>
        <blockquote className={requestPartsStyles.text}>{quote}</blockquote>
      </div>
    </Banner>
  );
}
