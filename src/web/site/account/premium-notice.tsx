import { Crown } from "lucide";
import { useState } from "react";
import { shortDate } from "../../lib/dates.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { readStored, writeStored } from "../../lib/storage.ts";
import { Link } from "../../ui/link.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { routes } from "../routes.ts";
import { endNotice, premiumTime } from "./premium-time.ts";

/** Returns the day in Vietnam. */
const today = () => shortDate(new Date(Date.now()).toISOString());

/** Tells a user that Premium ends soon or has ended, until it is dismissed for the day. Screen readers announce it. */
export function PremiumNotice() {
  return (
    <div aria-live="polite">
      <Notice />
    </div>
  );
}

function Notice() {
  const { user } = useUserAuth();
  const [dismissed, setDismissed] = useState<string>();
  if (!user) return null;
  const time = premiumTime(user);
  const text = endNotice(time);
  const mark = `${time.state} ${today()}`;
  if (text === undefined || dismissed === mark || readStored("premiumNotice") === mark) return null;
  return (
    <NoticeBar
      icon={Crown}
      tone="gold"
      text={text}
      action={
        <Link className="btn btn--gold btn--sm" to={routes.premium.path}>
          Gia hạn
        </Link>
      }
      closeLabel="Ẩn thông báo này hôm nay"
      onClose={() => {
        writeStored("premiumNotice", mark);
        setDismissed(mark);
      }}
    />
  );
}
