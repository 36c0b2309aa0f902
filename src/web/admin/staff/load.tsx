import type { CSSProperties } from "react";
import type { StaffMember } from "#contract/staff.ts";
import { Link } from "../../ui/link.tsx";
import styles from "./load.module.css";

/** Open requests that fill the bar. */
const fullLoad = 12;
const share = (requests: number) => `${(100 * Math.min(requests, fullLoad)) / fullLoad}%`;

/** How much a member has to do and how much of it is late; the numbers lead to the requests. */
export function Load({ member: { id, full_name, open_requests, late_requests } }: { member: StaffMember }) {
  if (open_requests === 0) return <span className="muted">Chưa có việc</span>;
  const widths = { "--open": share(open_requests), "--late": share(late_requests) } as CSSProperties;
  return (
    <span className={styles.load}>
      <span className={styles.text}>
        <Link
          className="link num"
          to={`/admin/requests?staff=${id}&sort=queue-asc`}
          aria-label={`${open_requests} việc của ${full_name}`}
        >
          {open_requests} việc
        </Link>
        {late_requests > 0 && (
          <>
            {", "}
            <Link
              className={`link num ${styles.late}`}
              to={`/admin/requests?staff=${id}&tab=late`}
              aria-label={`${late_requests} trễ hạn của ${full_name}`}
            >
              {late_requests} trễ hạn
            </Link>
          </>
        )}
      </span>
      <span className={styles.bar} style={widths} aria-hidden="true" />
    </span>
  );
}
