import { agoTime, shortDateTime } from "../lib/dates.ts";
import { useNow } from "../resource/use-now.ts";

/** When an account logged in last; logins are known for 90 days. */
export function LastLogin({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <span className="muted">Không có trong 90 ngày</span>;
  return (
    <time dateTime={at} title={shortDateTime(at)}>
      {agoTime(at, now)}
    </time>
  );
}
